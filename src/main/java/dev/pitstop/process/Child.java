package dev.pitstop.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/// A child process, running or ended. All methods may be called from any thread.
///
/// Use platform threads for the three streams: a virtual thread that blocks in a pipe keeps its
/// carrier. Four things wake a blocked read or write: data, room, the end of all processes that
/// hold the other end of the pipe, and [#letGo()].
public interface Child {
  long pid();

  /// When it was started, on the scale of [System#nanoTime()].
  long startedNanos();

  /// When it was started, in milliseconds since 1970.
  long startedMillis();

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

  /// Stops the child and its whole tree by the ladder (L6): close stdin and wait; SIGTERM to all
  /// and wait; SIGKILL to all. If stdin was closed before, SIGTERM comes at once. Blocks until all
  /// are dead, so call it from a thread that may wait; a virtual one will do. Concurrent calls join
  /// the ladder of the first call. An interrupt of the first caller leads straight to SIGKILL, and
  /// so does [#kill()] by any thread.
  ///
  /// @param why kept in the result, for the log
  Stopped stop(StopLimits limits, String why);

  /// Sends SIGKILL to the whole tree, at once. Does not wait for its end.
  void kill();

  /// Lets go of all three pipes, for the time after the child's end. Works even if a daemon that
  /// the child left behind holds their other ends forever. The content of stdout and stderr can
  /// still be read; then they end, and the daemon's next write fails. Bytes in stdin, or on their
  /// way into it, are lost. Idempotent, never blocks.
  ///
  /// This works on Linux. Elsewhere a thread that is blocked in reading or writing a pipe stays
  /// blocked until the daemon writes, reads or ends.
  void letGo();

  /// The memory and CPU use of the tree now. Takes some milliseconds: not for hot paths.
  TreeUsage usage();
}
