package dev.pitstop.project;

import java.util.List;
import java.util.Optional;

/// Projects with a `*.csproj`, or an `*.fsproj`.
final class DotNet {
  private DotNet() {}

  static Optional<String> projectFile(Project project) {
    return project.names("").stream()
        .filter(name -> name.endsWith(".csproj") || name.endsWith(".fsproj"))
        .findFirst();
  }

  static Optional<Guess> guess(Project project) {
    Optional<String> file = projectFile(project);
    Optional<String> sources = project.below("", List.of("cs", "fs"));
    if (file.isEmpty() || sources.isEmpty()) {
      return Optional.empty();
    }
    List<String> watch = List.of(sources.get(), file.get());
    if (project.tool().equals("dotnet") && project.inside().isEmpty()) {
      return project.guess(Optional.empty(), watch, file.get() + "; `dotnet run` builds");
    }
    if (!project.top().equals("bin")) {
      return Optional.empty();
    }
    String release = project.inside().startsWith("bin/Release/") ? " -c Release" : "";
    return project.guess(Optional.of("dotnet build -v quiet" + release), watch, file.get());
  }
}
