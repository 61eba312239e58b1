package dev.pitstop.guess;

import java.util.List;
import java.util.Optional;

/// Projects with a `go.mod`.
final class Go {
  private static final String FILE = "go.mod";

  private Go() {}

  static Optional<Found> guess(Place place) {
    Optional<String> sources = place.below("", List.of("go"));
    if (sources.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = List.of(sources.get(), FILE);
    if (Words.baseName(place.argv().getFirst()).equals("go")) { // which builds before it runs
      return Optional.of(new Found(Optional.empty(), watch, FILE + "; `go run` builds"));
    }
    if (place.inside().isEmpty()) {
      return Optional.empty();
    }
    String name = place.inside().substring(place.inside().lastIndexOf('/') + 1);
    return main(place, name.endsWith(".exe") ? name.substring(0, name.length() - 4) : name)
        .map(main ->
            new Found(
                Optional.of("go build -o " + Words.shell(place.inside()) + " " + main),
                watch,
                FILE));
  }

  /// The package of the program's `main`.
  private static Optional<String> main(Place place, String name) {
    List<String> commands = place.names("cmd");
    if (commands.contains(name)) {
      return Optional.of("./cmd/" + Words.shell(name));
    }
    if (place.in("", List.of("go")).isPresent()) {
      return Optional.of(".");
    }
    return commands.size() == 1
        ? Optional.of("./cmd/" + Words.shell(commands.getFirst()))
        : Optional.empty();
  }
}
