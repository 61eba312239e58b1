package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// What the directories of a project hold, judged by their names alone; and questions about paths
/// that several ask. Stateless.
public final class Directories {
  /// Packages that a package manager puts into the project.
  private static final Set<String> PACKAGES = Words.set("node_modules .venv venv");

  /// Where package managers and version managers keep what they fetched.
  private static final Set<String> STORES =
      Words.set("site-packages dist-packages .cargo .rustup _npx .nvm .pyenv .npm .bun .deno");

  /// What version control, editors and interpreters keep for themselves.
  private static final Set<String> TOOLS =
      Words.set(
          ".git .hg .svn .jj .gradle .idea .vscode __pycache__ .tox .mypy_cache .pytest_cache",
          ".ruff_cache");

  private static final Set<String> OUTPUTS = Words.set("target build dist out");

  /// What bundlers and transpilers of JavaScript make.
  private static final Set<String> BUNDLES =
      Words.set("build dist out output .output .build bundle");

  private static final Set<String> BINARIES = Words.set("bin obj vendor");

  private Directories() {}

  /// Whether nobody edits the files of such a directory by hand, whatever the project is.
  public static boolean isNeverEdited(String name) {
    return PACKAGES.contains(name) || TOOLS.contains(name);
  }

  /// Whether a build makes such a directory, from sources or as a bundle. The names are also
  /// ordinary ones.
  public static boolean isOutput(String name) {
    return OUTPUTS.contains(name);
  }

  /// Whether a build of JavaScript makes such a directory.
  public static boolean isScriptOutput(String name) {
    return BUNDLES.contains(name);
  }

  /// Whether a guess skips such a directory when it searches for a project's sources.
  static boolean holdsNoSources(String name) {
    return name.startsWith(".") || isNeverEdited(name) || isOutput(name) || BINARIES.contains(name);
  }

  /// Whether a file was fetched, so that nobody builds or edits it here.
  static boolean isFetched(Path file) {
    return upFrom(file).stream()
        .map(at -> String.valueOf(at.getFileName()))
        .anyMatch(name -> PACKAGES.contains(name) || STORES.contains(name));
  }

  /// The path itself, and the directories above it, the nearest first.
  public static List<Path> upFrom(Path path) {
    return Stream.iterate(path, Objects::nonNull, Path::getParent).toList();
  }

  /// Whether two paths lead to the same file; false if one is gone.
  public static boolean isSame(Path one, Path other) {
    try {
      return Files.isSameFile(one, other);
    } catch (IOException gone) {
      return false;
    }
  }

  /// A path without links, as far as they can be resolved.
  public static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException unresolvable) {
      return path.normalize(); // the file is gone or not permitted: its name must do
    }
  }
}
