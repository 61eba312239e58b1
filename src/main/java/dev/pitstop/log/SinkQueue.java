package dev.pitstop.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;

/// The queue of one sink, bounded in entries and bytes, and the daemon thread that empties it. A
/// full queue drops entries and counts them, and a later line says how many. The thread starts with
/// the first entry.
final class SinkQueue {
  /// The most bytes that may wait: entries can be long lines of a server.
  static final long MAX_BYTES = 4L << 20;

  private final String name;
  private final String session;
  private final Sink sink;
  private final int capacity;
  private final Thread thread;

  // Guarded by this, between all threads that log and the sink's own. The lock is never held while
  // the sink writes.
  private final ArrayDeque<LogEntry> entries = new ArrayDeque<>();
  private long bytes;
  private long dropped;
  private boolean closing;

  /// @param name of the sink, for the line that counts dropped lines
  /// @param session as each line names it, for example `session=4711`
  SinkQueue(String name, String session, Sink sink, int capacity) {
    this.name = name;
    this.session = session;
    this.sink = sink;
    this.capacity = capacity;
    this.thread = Thread.ofPlatform().daemon().name("pitstop-log-" + name).unstarted(this::run);
  }

  /// Takes the entry or drops it; never waits.
  synchronized void offer(LogEntry entry) {
    if (closing) {
      return; // after the end there is nowhere to say anything
    }
    if (entries.size() >= capacity || bytes + entry.size() > MAX_BYTES) {
      dropped += entry.lines();
      return;
    }
    entries.add(entry);
    bytes += entry.size();
    notifyAll();
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /// Takes no more entries. The thread ends when it has written those that are queued.
  synchronized void finish() {
    closing = true;
    notifyAll();
  }

  /// Waits after [#finish()] until everything is written; false if the time ran out first.
  boolean awaitEnd(long nanos) {
    try {
      thread.join(Math.max(1, nanos / 1_000_000));
    } catch (InterruptedException stopWaiting) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void run() {
    try {
      for (Optional<LogEntry> next = next(); next.isPresent(); next = next()) {
        write(next.get());
      }
      sink.close();
    } catch (IOException | InterruptedException nothingLost) {
      // Every line was its own write: closing has nothing left to lose. Nobody interrupts.
    }
  }

  /// Waits for something to write. Empty at the end.
  private synchronized Optional<LogEntry> next() throws InterruptedException {
    while (entries.isEmpty() && dropped == 0 && !closing) {
      wait();
    }
    if (entries.isEmpty() && dropped > 0) {
      Object[] fields = {"sink", name, "lines", dropped};
      dropped = 0;
      long now = System.currentTimeMillis();
      return Optional.of(LogEntry.event(session, now, Level.WARN, "log-dropped", fields));
    }
    Optional<LogEntry> next = Optional.ofNullable(entries.poll());
    bytes -= next.isPresent() ? next.get().size() : 0;
    return next;
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
