package dev.pitstop.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// The queue of one sink, bounded in entries and bytes, and the daemon thread that empties it. A
/// full queue drops entries and counts them, and a later line says how many. The thread starts with
/// the first entry.
final class SinkQueue {
  /// The destination of lines. Used by one thread, which may block here for any time.
  interface Sink {
    /// Writes one line with its line end in a single write.
    void write(byte[] line) throws IOException;
  }

  /// The most bytes that may wait: entries can be long lines of a server.
  static final long MAX_BYTES = 4L << 20;

  private final String name;
  private final String session;
  private final Sink sink;
  private final int capacity;
  private final ExecutorService thread;

  // Guarded by this, between all threads that log and the sink's own. The lock is never held while
  // the sink writes.
  private int entries;
  private long bytes;
  private long dropped;

  /// @param name of the sink, for the line that counts dropped lines
  /// @param session as each line names it, for example `session=4711`
  SinkQueue(String name, String session, Sink sink, int capacity) {
    this.name = name;
    this.session = session;
    this.sink = sink;
    this.capacity = capacity;
    this.thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("pitstop-log-" + name).factory());
  }

  /// Takes the entry or drops it; never waits.
  synchronized void offer(LogEntry entry) {
    if (thread.isShutdown()) {
      return; // after the end there is nowhere to say anything
    }
    if (entries >= capacity || bytes + entry.size() > MAX_BYTES) {
      dropped += entry.lines();
      return;
    }
    entries++;
    bytes += entry.size();
    thread.execute(() -> take(entry));
  }

  /// Takes no more entries. The thread ends when it has written those that are queued.
  synchronized void finish() {
    thread.shutdown();
  }

  /// Waits after [#finish()] until everything is written; false if the time ran out first.
  boolean awaitEnd(long nanos) {
    try {
      return thread.awaitTermination(Math.max(1, nanos), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopWaiting) {
      Thread.currentThread().interrupt();
      return thread.isTerminated();
    }
  }

  private void take(LogEntry entry) {
    begun(entry);
    write(entry);
    dropped().ifPresent(this::write);
  }

  private synchronized void begun(LogEntry entry) {
    entries--;
    bytes -= entry.size();
  }

  /// The line that counts what was dropped, once nothing else waits.
  private synchronized Optional<LogEntry> dropped() {
    if (entries > 0 || dropped == 0) {
      return Optional.empty();
    }
    Object[] fields = {"sink", name, "lines", dropped};
    dropped = 0;
    long now = System.currentTimeMillis();
    return Optional.of(LogEntry.event(session, now, Level.WARN, "log-dropped", fields));
  }

  private void write(LogEntry entry) {
    try {
      sink.write(entry.text().get().getBytes(StandardCharsets.UTF_8));
    } catch (Throwable failed) {
      // A log that cannot be written must not hurt the program. Nobody is left to tell: the sink of
      // a file has reported it on stderr itself, and stderr is the last resort. Any Throwable
      // counts: a value's toString() may throw anything.
    }
  }
}
