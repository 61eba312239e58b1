package dev.pitstop.process;

import java.nio.file.Path;
import java.util.Optional;

/// What a command runs, as far as its files tell (A7).
public sealed interface Program {
  /// Its path, if the command names a file, whether that is there or not.
  default Optional<Path> path() {
    return switch (this) {
      case Own(Path file) -> Optional.of(file);
      case Missing(Path file) -> Optional.of(file);
      case Unknown unknown -> Optional.empty();
    };
  }

  /// A file or directory of the server's own: a script, a jar, classes, an executable.
  record Own(Path file) implements Program {}

  /// The command names a file that is not there, as after a build that failed half-way.
  record Missing(Path file) implements Program {}

  /// Only an interpreter, a shell, a wrapper, a build tool or the name of a package was found:
  /// their files say nothing of the server.
  record Unknown() implements Program {}
}
