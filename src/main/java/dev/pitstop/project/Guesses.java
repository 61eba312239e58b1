package dev.pitstop.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Guesses `--build` and `--watch` from the files in a server's directory. Looks at a few hundred
/// files at most. For any thread that may block.
public final class Guesses {
  /// Directories of what somebody else wrote: nothing in them is built or edited here.
  private static final Set<String> INSTALLED =
      Set.of(
          "node_modules",
          "site-packages",
          "dist-packages",
          ".venv",
          "venv",
          ".cargo",
          ".rustup",
          "_npx",
          ".nvm",
          ".pyenv",
          ".npm",
          ".bun",
          ".deno");

  /// What fetches a package and runs it: it is not built here either.
  private static final Set<String> FETCHERS =
      Set.of("npx", "bunx", "pnpx", "uvx", "pipx", "docker", "podman");

  private static final int MOST_LEVELS = 8;

  private Guesses() {}

  /// @param known the server's working directory, absolute; empty if only the client knows it
  /// @param argv the server's command
  /// @param program the file that the command runs, absolute, if there is one; it need not exist
  ///   yet
  /// @return empty if there is nothing to guess
  public static Optional<Guess> of(
      Optional<Path> known, List<String> argv, Optional<Path> program) {
    if (argv.isEmpty()
        || FETCHERS.contains(CommandWords.baseName(argv.getFirst()))
        || program.filter(Guesses::isInstalled).isPresent()) {
      return Optional.empty();
    }
    Optional<Path> start =
        program.map(Path::getParent).or(() -> CommandWords.directory(argv, known)).or(() -> known);
    Optional<Path> project = start.flatMap(Guesses::project);
    if (project.isEmpty()) {
      return Optional.empty();
    }
    Project place = new Project(project.get(), argv, program);
    return ProjectKind.of(place)
        .flatMap(kind -> kind.guess(place))
        .flatMap(found -> fit(found, place, known));
  }

  private static boolean isInstalled(Path program) {
    for (Path part : program) {
      if (INSTALLED.contains(part.toString())) {
        return true;
      }
    }
    return false;
  }

  /// The nearest directory at or above this one that is a project's.
  private static Optional<Path> project(Path start) {
    Optional<Path> at = Optional.of(start);
    for (int i = 0; i < MOST_LEVELS && at.isPresent(); i++) {
      if (Files.isDirectory(at.get()) && ProjectKind.isProject(at.get())) {
        return at;
      }
      at = Optional.ofNullable(at.get().getParent());
    }
    return Optional.empty();
  }

  /// What was found, as seen from the server's directory.
  private static Optional<Guess> fit(Found found, Project place, Optional<Path> known) {
    Path project = place.project();
    boolean here = known.isPresent() && known.get().equals(project);
    boolean below = known.isPresent() && project.startsWith(known.get());
    Path shown = below ? known.get().relativize(project) : project;
    String prefix = here ? "" : shown.toString().replace('\\', '/') + "/";
    boolean literal = prefix.chars().noneMatch(c -> "*?[]{}!".indexOf(c) >= 0);
    Optional<String> build =
        found.build().map(b -> here ? b : "cd " + CommandWords.shell(shown.toString()) + " && " + b);
    List<String> watch =
        literal ? found.watch().stream().map(glob -> prefix + glob).toList() : List.of();
    return build.isEmpty() && watch.isEmpty()
        ? Optional.empty()
        : Optional.of(new Guess(project, build, watch, found.reason()));
  }
}
