package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Projects with a `go.mod`.
final class Go {
  static final String FILE = "go.mod";

  private Go() {}

  static Optional<Guess> guess(Project project) {
    Optional<String> sources = project.below("", List.of("go"));
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = List.of(sources.get(), FILE);
    if (project.tool().equals("go")) { // `go` builds before it runs
      return project.guess(Optional.empty(), watch, FILE + "; `go run` builds");
    }
    if (project.inside().isEmpty()) {
      return Optional.empty();
    }
    String name = project.inside().substring(project.inside().lastIndexOf('/') + 1);
    return main(project, name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name)
        .map(main -> "go build -o " + Words.quoted(project.inside()) + " " + main)
        .flatMap(build -> project.guess(Optional.of(build), watch, FILE));
  }

  /// The package of the program's `main`.
  private static Optional<String> main(Project project, String name) {
    List<String> commands = project.names("cmd");
    if (commands.contains(name)) {
      return Optional.of("./cmd/" + Words.quoted(name));
    }
    if (project.here(List.of("go")).isPresent()) {
      return Optional.of(".");
    }
    return commands.size() == 1
        ? Optional.of("./cmd/" + Words.quoted(commands.getFirst()))
        : Optional.empty();
  }
}
