package dev.pitstop.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts a process that is not ours to end: it outlives Pitstop, whose signals, guardian and stops
/// do not reach it (H4). Its output goes to a file, as a pipe would break with Pitstop.
public final class Detached {
  private Detached() {}

  /// Starts it; it reads nothing.
  ///
  /// @param output what it writes is added to this file
  /// @throws IOException if it cannot be started, saying why
  public static Process start(Command command, Path output) throws IOException {
    List<String> argv = new ArrayList<>();
    // a signal of the terminal is meant for Pitstop, not for what it started on the side
    Platform.current().setsid().ifPresent(file -> argv.add(file.toString()));
    argv.addAll(command.argv());
    ProcessBuilder builder =
        new ProcessBuilder(argv)
            .directory(command.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .redirectInput(ProcessBuilder.Redirect.from(nothing()));
    builder.environment().putAll(command.env());
    return builder.start();
  }

  private static File nothing() {
    return new File(Platform.current() == Platform.WINDOWS ? "NUL" : "/dev/null");
  }
}
