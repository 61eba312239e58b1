package dev.pitstop.watch;

import dev.pitstop.project.Directories;
import dev.pitstop.text.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// Files that never need a reload, independent of `.gitignore` files. A glob that names such a
/// directory (`dist/**`) overrides this.
final class StandardIgnores {
  private StandardIgnores() {}

  /// A directory with a name of build output is build output beside one of these files. Elsewhere
  /// the name is an ordinary one: a Java package may well be called `build`.
  private static final Set<String> BUILD_FILES =
      Words.set(
          "package.json tsconfig.json deno.json pom.xml build.gradle build.gradle.kts build.sbt",
          "Cargo.toml go.mod pyproject.toml setup.py CMakeLists.txt Makefile meson.build build.zig",
          "mix.exs Gemfile .git");

  /// Whether the directory `name` in `parent` is not watched: nobody edits its files, or it holds
  /// build output. It does if its name says so, and `parent` is the watcher's root or has a build
  /// file.
  static boolean directory(Path root, Path parent, String name) {
    return Directories.isNeverEdited(name)
        || (Directories.isOutput(name)
            && (parent.equals(root)
                || BUILD_FILES.stream().anyMatch(file -> Files.exists(parent.resolve(file)))));
  }

  /// Whether editors write such a file beside the file that is edited: vi and Vim (`.x.swp`,
  /// `.x.swx`, `4913`, `x~`), Emacs (`.#x`, `#x#`), Kate, JetBrains' safe write, GNOME, and
  /// temporary files in general.
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
