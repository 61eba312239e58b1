package dev.pitstop.doctor;

import dev.pitstop.catalog.Nearest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Programs on a `PATH`. Reads directories.
final class Programs {
  private static final int MOST_NEAR = 2;

  private Programs() {}

  /// The file of a program.
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
        // a directory that cannot be one
      }
    }
    return Optional.empty();
  }

  /// The names on the `PATH` that are most similar to a missing one.
  static List<String> near(String program, String path) {
    Set<String> names = new LinkedHashSet<>();
    for (String directory : directories(path)) {
      try (Stream<Path> files = Files.list(Path.of(directory))) {
        files.map(f -> String.valueOf(f.getFileName())).forEach(names::add);
      } catch (IOException | InvalidPathException e) {
        // PATH may name what is not there
      }
    }
    return Nearest.names(program, names, MOST_NEAR);
  }

  private static List<String> directories(String path) {
    return Stream.of(path.split(File.pathSeparator, -1)).filter(d -> !d.isEmpty()).toList();
  }
}
