package dev.pitstop.project;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Python projects. There is nothing to build. Their packages and scripts are watched.
final class Python {
  private static final List<String> MANIFESTS =
      List.of("pyproject.toml", "setup.py", "requirements.txt");
  private static final List<String> ENDINGS = List.of("py");

  private Python() {}

  static Optional<Guess> guess(Project project) {
    List<String> watch = new ArrayList<>();
    project.below("src", ENDINGS).ifPresent(watch::add);
    for (String name : project.names("")) {
      boolean isPackage =
          Files.isRegularFile(project.directory().resolve(name).resolve("__init__.py"))
              || name.equals(project.top());
      if (isPackage && !name.equals("src") && !name.equals("tests") && !name.equals("test")) {
        project.below(name, ENDINGS).ifPresent(watch::add);
      }
    }
    boolean here = !project.inside().isEmpty() && project.top().isEmpty();
    if (watch.isEmpty() || here) {
      project.here(ENDINGS).ifPresent(watch::add);
    }
    return project.guess(
        Optional.empty(), watch, manifest(project).orElse("") + "; nothing to build");
  }

  /// The file that makes a directory a Python project.
  static Optional<String> manifest(Project project) {
    return MANIFESTS.stream().filter(project::has).findFirst();
  }
}
