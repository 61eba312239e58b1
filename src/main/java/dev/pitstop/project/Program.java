package dev.pitstop.project;

import java.nio.file.Path;
import java.util.Optional;

/// The program that a command runs, as far as its files show it.
public sealed interface Program {
  /// A file or directory of the server's own: a script, a jar, classes, an executable.
  record Own(Path file) implements Program {}

  /// The command names a file that is not there, as after a build that failed half-way.
  record Missing(Path file) implements Program {}

  /// Only an interpreter, a shell, a wrapper, a build tool or the name of a package was found.
  /// Their files say nothing about the server.
  record Unknown() implements Program {}

  /// Its path if the command names a file, whether the file is there or not. This is not a switch
  /// over the type, because the first such switch of a session costs the JVM some MiB.
  default Optional<Path> path() {
    if (this instanceof Own own) {
      return Optional.of(own.file());
    }
    return this instanceof Missing missing ? Optional.of(missing.file()) : Optional.empty();
  }
}
