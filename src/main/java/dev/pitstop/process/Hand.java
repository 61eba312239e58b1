package dev.pitstop.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Starts processes in another process, which is their parent: the front of a session that the
/// engine has (docs/design/engine.md). Callable from any thread.
@FunctionalInterface
public interface Hand {
  /// A process in a session of its own.
  ///
  /// @param pipes our descriptors of its stdin, stdout and stderr; none if it has no pipes
  /// @param startedNanos when it was started, on the scale of [System#nanoTime()]
  /// @param end waits for its end and returns its exit code, or 128 and the number of the signal;
  ///   called once
  /// @param over nothing of it is left: its number may be another's from now on; called once, after
  ///   its end
  record Started(int pid, int[] pipes, long startedNanos, IntSupplier end, Runnable over) {}

  /// @param argv its first word is the file, as an absolute path
  /// @param environment all of it
  /// @param output if given, the process outlives its parent, has no pipes, and its output is
  ///   appended to this file
  /// @throws IOException if there is none; the message says why
  Started start(
      List<String> argv, Map<String, String> environment, Path directory, Optional<Path> output)
      throws IOException;
}
