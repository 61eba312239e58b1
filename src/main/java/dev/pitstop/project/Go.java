package dev.pitstop.project;

import java.util.List;
import java.util.Optional;

/// Projects with a `go.mod`.
final class Go {
  private static final String FILE = "go.mod";

  private Go() {}

  static Optional<Found> guess(Project place) {
    Optional<String> sources = place.below("", List.of("go"));
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = List.of(sources.get(), FILE);
    if (CommandWords.baseName(place.argv().getFirst()).equals("go")) { // which builds before it runs
      return Optional.of(new Found(Optional.empty(), watch, FILE + "; `go run` builds"));
    }
    if (place.inside().isEmpty()) {
      return Optional.empty();
    }
    String name = place.inside().substring(place.inside().lastIndexOf('/') + 1);
    return main(place, name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name)
        .map(main ->
            new Found(
                Optional.of("go build -o " + CommandWords.shell(place.inside()) + " " + main),
                watch,
                FILE));
  }

  /// The package of the program's `main`.
  private static Optional<String> main(Project place, String name) {
    List<String> commands = place.names("cmd");
    if (commands.contains(name)) {
      return Optional.of("./cmd/" + CommandWords.shell(name));
    }
    if (place.in("", List.of("go")).isPresent()) {
      return Optional.of(".");
    }
    return commands.size() == 1
        ? Optional.of("./cmd/" + CommandWords.shell(commands.getFirst()))
        : Optional.empty();
  }
}
