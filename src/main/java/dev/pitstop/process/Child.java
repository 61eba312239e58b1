package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A child process, running or ended. All methods may be called from any thread.
///
/// Use platform threads for the three streams: a virtual thread that blocks in a pipe keeps its
/// carrier. Three things wake a blocked read or write: data, room, and the end of all processes
/// that hold the other end of the pipe. A daemon that the child leaves behind may hold it for ever.
public interface Child {
  /// How a process ended.
  ///
  /// @param status the exit code; 128 + n for a signal n, which looks the same as `exit(128 + n)`;
  ///   [#UNKNOWN] has -1
  record Exit(int status) {
    /// The exit of a process whose end could not be observed.
    public static final Exit UNKNOWN = new Exit(-1);

    /// Names of signals whose numbers are the same on Linux and macOS, and SIGBUS of Linux, from 0.
    private static final List<String> SIGNALS =
        Words.list(
            "- HUP INT QUIT ILL TRAP ABRT BUS FPE KILL - SEGV - PIPE ALRM TERM",
            "- - - - - - - - XCPU XFSZ - - - - - SYS");

    /// In words: `exit code 3`, or `exit code 137 (SIGKILL?)`. The question mark is there because
    /// `exit(137)` looks the same.
    public String words() {
      if (status == UNKNOWN.status) {
        return "unknown exit status";
      }
      String signal = signalName(status - 128);
      return signal.isEmpty()
          ? "exit code " + status
          : "exit code " + status + " (" + signal + "?)";
    }

    public boolean success() {
      return status == 0;
    }

    /// Empty for a signal without a name here.
    private static String signalName(int signal) {
      return signal > 0 && signal < SIGNALS.size() && !SIGNALS.get(signal).equals("-")
          ? "SIG" + SIGNALS.get(signal)
          : "";
    }
  }

  long pid();

  /// When it was started, on the scale of [System#nanoTime()].
  long startedNanos();

  /// The child's stdin, buffered: flush after a message. Its `close()` is [#closeStdin()].
  OutputStream stdin();

  /// The child's stdout. Readable to its end after the child died: the last replies are in the
  /// pipe.
  InputStream stdout();

  /// The child's stderr; usually read by a [StderrPump].
  InputStream stderr();

  boolean alive();

  /// Completes once, never exceptionally, when the child is dead and the processes that it left
  /// behind in its session are killed. stdout and stderr may still hold unread output then.
  /// Dependents run on the thread that waits for the child: keep them short. Do not complete it.
  CompletableFuture<Exit> exited();

  /// Ends the child's stdin after the bytes that are written so far. Idempotent. Never blocks: a
  /// thread of its own closes the stream if a writer is stuck in a full pipe. Later writes fail.
  void closeStdin();

  /// Stops the child and its whole tree by the ladder: close stdin and wait; SIGTERM to all and
  /// wait; SIGKILL to all. If stdin was closed before, SIGTERM comes at once. Blocks until all are
  /// dead, so call it from a thread that may wait; a virtual one will do. Concurrent calls join the
  /// ladder of the first call. [#kill()] by any thread cuts it short.
  ///
  /// @param why kept in the result, for the log
  Stopped stop(StopLimits limits, String why);

  /// Sends SIGKILL to the whole tree, at once. Does not wait for its end.
  void kill();

  /// The memory and CPU use of the tree now. Takes some milliseconds: not for hot paths.
  TreeUsage usage();
}
