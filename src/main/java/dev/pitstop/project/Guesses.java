package dev.pitstop.project;

import dev.pitstop.process.Interpreters;
import dev.pitstop.text.Words;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// Guesses `--build` and `--watch` from the files in a server's directory. Looks at a few hundred
/// files at most. For any thread that may block.
public final class Guesses {
  /// Options of build tools and runners that name the project's directory.
  private static final Set<String> DIRECTORIES =
      Set.of("--directory", "--prefix", "-C", "--cwd", "--dir", "--project-dir");

  /// Options that name the project's file, or its directory.
  private static final Set<String> FILES =
      Set.of("--manifest-path", "--project", "-f", "--file", "-p");

  /// Tools that know these options.
  private static final Set<String> OF_FILES =
      Set.of("cargo", "dotnet", "mvn", "mvnw", "gradle", "gradlew", "uv");

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
        || isFetcher(Interpreters.baseName(argv.getFirst()))
        || program.filter(Directories::isFetched).isPresent()) {
      return Optional.empty();
    }
    try {
      return program
          .map(Path::getParent)
          .or(() -> named(argv, known))
          .or(() -> known)
          .flatMap(from -> project(from, argv, program))
          .flatMap(p -> ProjectKind.of(p).flatMap(kind -> kind.guess(p)))
          .or(() -> program.flatMap(script -> Python.script(script, argv)))
          .flatMap(guess -> fit(guess, known));
    } catch (InvalidPathException noFileName) {
      return Optional.empty(); // a word that cannot be a file name
    }
  }

  private static boolean isFetcher(String tool) {
    return Interpreters.isFetcher(tool) || tool.equals("docker") || tool.equals("podman");
  }

  /// The directory of the project that an option names.
  private static Optional<Path> named(List<String> argv, Optional<Path> known) {
    boolean files = OF_FILES.contains(Interpreters.baseName(argv.getFirst()));
    return IntStream.range(1, argv.size() - 1)
        .filter(i -> DIRECTORIES.contains(argv.get(i)) || (files && FILES.contains(argv.get(i))))
        .mapToObj(i -> Path.of(argv.get(i + 1)))
        .findFirst()
        .flatMap(path ->
            path.isAbsolute() ? Optional.of(path) : known.map(directory -> directory.resolve(path)))
        .map(path -> Files.isRegularFile(path) ? path.resolveSibling("") : path)
        .map(Path::normalize);
  }

  /// The nearest directory at or above this one that is a project's.
  private static Optional<Project> project(Path start, List<String> argv, Optional<Path> program) {
    return Directories.upFrom(start).stream()
        .limit(MOST_LEVELS)
        .filter(Files::isDirectory)
        .map(d -> new Project(d, argv, program))
        .filter(ProjectKind::isProject)
        .findFirst();
  }

  /// A guess for the project's own directory, as seen from the server's directory.
  private static Optional<Guess> fit(Guess found, Optional<Path> known) {
    Path project = found.project();
    boolean here = known.isPresent() && known.get().equals(project);
    boolean below = known.isPresent() && project.startsWith(known.get());
    Path shown = below ? known.get().relativize(project) : project;
    String prefix = here ? "" : shown.toString().replace('\\', '/') + "/";
    boolean literal = prefix.chars().noneMatch(c -> "*?[]{}!".indexOf(c) >= 0);
    Optional<String> build =
        found.build().map(b -> here ? b : "cd " + Words.quoted(shown.toString()) + " && " + b);
    List<String> watch =
        literal ? found.watch().stream().map(glob -> prefix + glob).toList() : List.of();
    return build.isEmpty() && watch.isEmpty()
        ? Optional.empty()
        : Optional.of(new Guess(project, build, watch, found.reason()));
  }
}
