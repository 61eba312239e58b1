package dev.pitstop.project;

import java.util.List;
import java.util.Optional;

/// Projects with a `*.csproj`, or an `*.fsproj`.
final class DotNet {
  private DotNet() {}

  static Optional<String> projectFile(Project place) {
    return place.names("").stream()
        .filter(name -> name.endsWith(".csproj") || name.endsWith(".fsproj"))
        .findFirst();
  }

  static Optional<Found> guess(Project place) {
    Optional<String> file = projectFile(place);
    Optional<String> sources = place.below("", List.of("cs", "fs"));
    if (file.isEmpty() || sources.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = List.of(sources.get(), file.get());
    boolean tool = CommandWords.baseName(place.argv().getFirst()).equals("dotnet");
    if (tool && place.inside().isEmpty()) {
      return Optional.of(new Found(Optional.empty(), watch, file.get() + "; `dotnet run` builds"));
    }
    if (!place.top().equals("bin")) {
      return Optional.empty();
    }
    String release = place.inside().startsWith("bin/Release/") ? " -c Release" : "";
    return Optional.of(
        new Found(Optional.of("dotnet build -v quiet" + release), watch, file.get()));
  }
}
