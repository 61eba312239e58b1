package dev.pitstop.watch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Files that never need a reload (R6), independent of `.gitignore` files. A glob that names such a
/// directory (`dist/**`) overrides this.
final class StandardIgnores {
  private StandardIgnores() {}

  private static final Set<String> DIRECTORIES =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".jj",
          "node_modules",
          ".gradle",
          ".idea",
          ".vscode",
          "__pycache__",
          ".venv",
          "venv",
          ".tox",
          ".mypy_cache",
          ".pytest_cache",
          ".ruff_cache");

  /// Names that are build output beside a build file, and ordinary names elsewhere: a Java package
  /// may well be called `build`.
  private static final Set<String> OUTPUTS = Set.of("target", "build", "dist", "out");

  private static final Set<String> BUILD_FILES =
      Set.of(
          "package.json",
          "tsconfig.json",
          "deno.json",
          "pom.xml",
          "build.gradle",
          "build.gradle.kts",
          "build.sbt",
          "Cargo.toml",
          "go.mod",
          "pyproject.toml",
          "setup.py",
          "CMakeLists.txt",
          "Makefile",
          "meson.build",
          "build.zig",
          "mix.exs",
          "Gemfile",
          ".git");

  static boolean directory(String name) {
    return DIRECTORIES.contains(name);
  }

  /// Whether the directory `name` in `parent` holds build output: its name says so, and `parent` is
  /// the watcher's root or has a build file.
  static boolean output(Path root, Path parent, String name) {
    if (!OUTPUTS.contains(name)) {
      return false;
    }
    if (parent.equals(root)) {
      return true;
    }
    for (String file : BUILD_FILES) {
      if (Files.exists(parent.resolve(file))) {
        return true;
      }
    }
    return false;
  }

  /// What editors write beside the file that is edited: vi and Vim (`.x.swp`, `.x.swx`, `4913`,
  /// `x~`), Emacs (`.#x`, `#x#`), Kate, JetBrains' safe write, GNOME, and temporary files in
  /// general.
  static boolean file(String name) {
    return name.endsWith("~")
        || name.endsWith(".tmp")
        || name.startsWith(".#")
        || (name.startsWith("#") && name.endsWith("#"))
        || name.endsWith(".swp")
        || name.endsWith(".swx")
        || name.endsWith(".swo")
        || name.equals("4913")
        || name.endsWith(".kate-swp")
        || name.contains("___jb_")
        || name.startsWith(".goutputstream-")
        || name.equals(".DS_Store");
  }
}
