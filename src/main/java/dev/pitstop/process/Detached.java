package dev.pitstop.process;

import dev.pitstop.log.UserDirectories;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A process that outlives Pitstop: Pitstop's signals, guardian and stops do not reach it. Its
/// output goes to a file, because a pipe would break when Pitstop ends.
///
/// @param process as it was started
/// @param output the file that its output is appended to; only its owner can read it
/// @param from the offset in that file at which its own output begins
public record Detached(Process process, Path output, long from) {
  /// Starts the process, with an empty stdin. Other packages use [Spawner#detach].
  ///
  /// @param output the file that its output is appended to
  /// @param environment what it inherits; the command adds its own
  /// @throws IOException if the process cannot be started; its message says why
  static Detached start(Command command, Path output, Map<String, String> environment)
      throws IOException {
    UserDirectories.makeDirectoryOf(output);
    UserDirectories.make(output);
    long from = Files.size(output);
    Platform platform = Platform.current();
    // In a session of its own: a signal from the terminal is for Pitstop, not for this process.
    Optional<Path> setsid = platform.setsid(environment);
    ProcessBuilder builder =
        Starter.builder(command.argv(), command, environment, setsid)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectInput(ProcessBuilder.Redirect.from(platform.nothing()));
    return new Detached(Starter.CAREFUL.start(builder), output, from);
  }

  /// The process's output, from its beginning. More may follow after the end of the stream.
  public InputStream written() throws IOException {
    InputStream in = Files.newInputStream(output);
    try {
      in.skipNBytes(from);
      return in;
    } catch (IOException | RuntimeException | Error e) {
      in.close();
      throw e;
    }
  }
}
