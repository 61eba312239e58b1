package dev.pitstop.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Python projects. There is nothing to build. Their packages and scripts are watched.
final class Python {
  private static final List<String> ENDINGS = List.of("py");
  private static final Set<String> TESTS = Set.of("tests", "test");

  private Python() {}

  static Optional<Guess> guess(Project project, String manifest) {
    Stream<String> packages =
        project.names("").stream()
            .filter(name -> !TESTS.contains(name))
            .filter(name -> project.has(name + "/__init__.py") || name.equals(project.top()));
    List<String> watch = project.below(Stream.concat(Stream.of("src"), packages), ENDINGS);
    boolean here = !project.inside().isEmpty() && project.top().isEmpty();
    if (watch.isEmpty() || here) {
      project.here(ENDINGS).ifPresent(watch::add);
    }
    return project.guess(Optional.empty(), watch, manifest + "; nothing to build");
  }

  /// A script that belongs to no project: the sources around it, or only those beside it if its
  /// directory holds a lot, as a home directory does.
  static Optional<Guess> script(Path file, List<String> argv) {
    Optional<Path> directory = Optional.ofNullable(file.getParent());
    if (directory.isEmpty() || !ENDINGS.contains(Language.ending(file.toString()))) {
      return Optional.empty();
    }
    Project around = new Project(directory.get(), argv, Optional.of(file));
    Optional<String> glob = around.isSmall() ? around.below("", ENDINGS) : around.here(ENDINGS);
    return around.guess(
        Optional.empty(), glob.stream().toList(), "a Python script; nothing to build");
  }
}
