package dev.pitstop.doctor;

import dev.pitstop.process.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The file behind a command's first word.
final class ProgramPath {
  private ProgramPath() {}

  /// The file with all links resolved; empty if there is none.
  static Optional<Path> of(Command command, Map<String, String> environment) {
    String program = command.program();
    String path = command.env().getOrDefault("PATH", environment.getOrDefault("PATH", ""));
    Optional<Path> file =
        program.indexOf('/') >= 0
            ? Optional.of(command.directory().resolve(program))
            : Programs.find(program, path);
    try {
      return file.isPresent() ? Optional.of(file.get().toRealPath()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // it is not there
    }
  }
}
