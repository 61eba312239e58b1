package dev.pitstop.project;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Python projects: nothing to build, their packages and scripts to watch.
final class Python {
  private static final List<String> ENDINGS = List.of("py");

  private Python() {}

  static Optional<Found> guess(Project place) {
    List<String> watch = new ArrayList<>();
    place.below("src", ENDINGS).ifPresent(watch::add);
    for (String name : place.names("")) {
      boolean isPackage =
          Files.isRegularFile(place.project().resolve(name).resolve("__init__.py"))
              || name.equals(place.top());
      if (isPackage && !name.equals("src") && !name.equals("tests") && !name.equals("test")) {
        place.below(name, ENDINGS).ifPresent(watch::add);
      }
    }
    boolean here = !place.inside().isEmpty() && place.top().isEmpty();
    if (watch.isEmpty() || here) {
      place.in("", ENDINGS).ifPresent(watch::add);
    }
    String file =
        place.has("pyproject.toml")
            ? "pyproject.toml"
            : place.has("setup.py") ? "setup.py" : "requirements.txt";
    return watch.isEmpty()
        ? Optional.empty()
        : Optional.of(new Found(Optional.empty(), watch, file + "; nothing to build"));
  }
}
