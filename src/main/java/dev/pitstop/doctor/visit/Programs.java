package dev.pitstop.doctor.visit;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.process.Command;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Programs on a `PATH`. Reads directories.
final class Programs {
  private static final int MOST_NEAR = 2;

  private Programs() {}

  /// The `PATH` that finds a command's program.
  ///
  /// @param environment the environment that the command inherits
  static String path(Command command, Map<String, String> environment) {
    return command.env().getOrDefault("PATH", environment.getOrDefault("PATH", ""));
  }

  /// The file of a program; empty if it is given by its path, or missing.
  static Optional<Path> find(String program, String path) {
    if (program.indexOf('/') >= 0 || program.indexOf('\\') >= 0) {
      return Optional.empty();
    }
    for (String directory : directories(path)) {
      try {
        Path file = Path.of(directory, program);
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
          return Optional.of(file);
        }
      } catch (InvalidPathException e) {
        // this cannot be a directory
      }
    }
    return Optional.empty();
  }

  /// The file of a command's program with all links resolved; empty if there is none.
  static Optional<Path> file(Command command, Map<String, String> environment) {
    String program = command.program();
    Optional<Path> file =
        program.indexOf('/') >= 0
            ? Optional.of(command.directory().resolve(program))
            : find(program, path(command, environment));
    try {
      return file.isPresent() ? Optional.of(file.get().toRealPath()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the file is not there
    }
  }

  /// The names on the `PATH` that are most similar to a missing program.
  static List<String> near(Command command, Map<String, String> environment) {
    Set<String> names = new LinkedHashSet<>();
    for (String directory : directories(path(command, environment))) {
      try (Stream<Path> files = Files.list(Path.of(directory))) {
        files.map(f -> String.valueOf(f.getFileName())).forEach(names::add);
      } catch (IOException | InvalidPathException e) {
        // PATH may name what is not there
      }
    }
    return Nearest.names(command.program(), names, MOST_NEAR);
  }

  private static List<String> directories(String path) {
    return Stream.of(path.split(File.pathSeparator, -1)).filter(d -> !d.isEmpty()).toList();
  }
}
