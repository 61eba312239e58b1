package dev.pitstop.process;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/// A child process, running or ended. All methods may be called from any thread.
///
/// The three streams are for platform threads: a virtual thread blocked in a pipe keeps its
/// carrier. A blocked read or write is woken by nothing but data, room, the end of all who hold the
/// other end of the pipe, and [#letGo()].
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

  /// Completes once, never exceptionally, when the child is dead and what it left behind in its
  /// session was killed. stdout and stderr may still hold unread output then. Dependents run on the
  /// thread that waits for the child: keep them short. Do not complete it.
  CompletableFuture<Exit> exited();

  /// Ends the child's stdin after what was written so far. Idempotent, never blocks: a writer may
  /// be stuck in a full pipe, so the closing is done by a thread of its own. Later writes fail.
  void closeStdin();

  /// Stops the child and its whole tree (L6): close stdin, wait; SIGTERM to all, wait; SIGKILL to
  /// all. One whose stdin was closed before gets SIGTERM at once. Blocks until all are dead; call
  /// it from a virtual or any other thread that may wait. Concurrent calls join the ladder of the
  /// first. An interrupt of the first caller cuts straight to SIGKILL, as [#kill()] by anybody
  /// does.
  ///
  /// @param why kept in the result, for the log
  Stopped stop(StopLimits limits, String why);

  /// SIGKILL to the whole tree, at once, without waiting for its end.
  void kill();

  /// Lets go of all three pipes, for the time after the end, also when a daemon that the child left
  /// behind holds their other ends for ever. What is in stdout and stderr can still be read, then
  /// they end; that daemon's next write fails. What is in stdin, or on its way into it, is lost.
  /// Idempotent, never blocks.
  ///
  /// On Linux. Elsewhere a thread that is blocked in reading or writing one of them stays so until
  /// the daemon writes, reads or ends.
  void letGo();

  /// What the tree takes at the moment. Some milliseconds of work: not for hot paths.
  TreeUsage usage();
}
