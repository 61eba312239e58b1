package dev.pitstop.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The queue of one sink, bounded in entries and bytes, and the daemon thread that empties it. A
/// full queue drops entries and counts them, and a later line says how many. The thread starts with
/// the first entry, ends when none has come for a while, and another starts with the next: a quiet
/// session keeps no stack for it, and many may be in one process.
final class SinkQueue {
  /// The most bytes that may wait: entries can be long lines of a server.
  static final long MAX_BYTES = 4L << 20;

  /// How long the thread waits for another entry.
  private static final long IDLE_MILLIS = 5_000;

  private final String name;
  private final String session;
  private final Sink sink;
  private final int capacity;
  private final ThreadFactory threads;
  private final long idleMillis;

  // Guarded by this, between all threads that log and the sink's own. The lock is never held while
  // the sink writes.
  private final ArrayDeque<LogEntry> entries = new ArrayDeque<>();
  private long bytes;
  private long dropped;
  private boolean started;
  private boolean used; // there was a thread, so the sink is to be closed
  private boolean closing;

  private final CountDownLatch ended = new CountDownLatch(1);

  /// @param name of the sink, for the line that counts dropped lines
  /// @param session as each line names it, for example `session=4711`
  SinkQueue(String name, String session, Sink sink, int capacity) {
    this(
        name,
        session,
        sink,
        capacity,
        Thread.ofPlatform().daemon().name("pitstop-log-" + name).factory(),
        IDLE_MILLIS);
  }

  /// @param idleMillis how long a thread waits for another entry
  SinkQueue(
      String name,
      String session,
      Sink sink,
      int capacity,
      ThreadFactory threads,
      long idleMillis) {
    this.name = name;
    this.session = session;
    this.sink = sink;
    this.capacity = capacity;
    this.threads = threads;
    this.idleMillis = idleMillis;
  }

  /// Takes lines that somebody else wrote; see [#offer].
  ///
  /// @param source who wrote them
  Consumer<List<String>> copies(String source) {
    return lines -> offer(new LogEntry.Copy(source, List.copyOf(lines)));
  }

  /// Takes the entry or drops it; never waits.
  synchronized void offer(LogEntry entry) {
    if (closing) {
      return; // after the end there is nowhere to say anything
    }
    int size = entry.size();
    if (entries.size() >= capacity || bytes + size > MAX_BYTES) {
      dropped += entry.lines();
      return;
    }
    entries.add(entry);
    bytes += size;
    if (started) {
      notifyAll();
    } else {
      start();
    }
  }

  /// Starts the thread. If the system has none left, the next entry tries again. Called with the
  /// lock held.
  private void start() {
    try {
      threads.newThread(this::run).start();
      started = true;
      used = true;
    } catch (Throwable noThread) {
      // The entries wait. Those that find no room are counted, and a later line reports them.
      started = false;
    }
  }

  /// Takes no more entries. The thread ends when it has written those that are queued.
  synchronized void finish() {
    closing = true;
    if (!started && (used || !entries.isEmpty())) {
      start();
    }
    if (!started) {
      ended.countDown();
    }
    notifyAll();
  }

  /// Waits after [#finish()] until everything is written; false if the time ran out first.
  boolean awaitEnd(long nanos) {
    try {
      return ended.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (InterruptedException stopWaiting) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// The root of the thread. A failure outside a single entry ends the thread; the next entry
  /// starts another.
  private void run() {
    try {
      while (awaitEntry()) {
        Optional<LogEntry> next = take();
        if (next.isEmpty()) {
          closeSink();
          ended.countDown();
          return;
        }
        write(next.get());
      }
    } catch (Throwable failed) {
      lost();
    }
  }

  /// Waits for something to do. Returns false if nothing comes: another thread is started for what
  /// comes later.
  private synchronized boolean awaitEntry() throws InterruptedException {
    long until = System.nanoTime() + idleMillis * 1_000_000;
    long left = idleMillis;
    while (nothing() && !closing && left > 0) {
      wait(left);
      left = (until - System.nanoTime()) / 1_000_000;
    }
    started = !nothing() || closing;
    return started;
  }

  private synchronized void lost() {
    dropped++; // perhaps the entry being written; a later line reports it
    started = false;
    if (closing) {
      ended.countDown();
    }
  }

  /// Empty at the end.
  private synchronized Optional<LogEntry> take() {
    if (entries.isEmpty() && dropped > 0) {
      Object[] fields = {"sink", name, "lines", dropped};
      dropped = 0;
      return Optional.of(
          new LogEntry.Event(System.currentTimeMillis(), Level.WARN, "log-dropped", fields));
    }
    Optional<LogEntry> next = Optional.ofNullable(entries.poll());
    bytes -= next.isPresent() ? next.get().size() : 0;
    return next;
  }

  private boolean nothing() {
    return entries.isEmpty() && dropped == 0;
  }

  private void write(LogEntry entry) {
    try {
      sink.write(bytes(entry, session));
    } catch (Throwable failed) {
      // A log that cannot be written must not hurt the program. Nobody is left to tell: the sink of
      // a file has reported it on stderr itself, and stderr is the last resort. Any Throwable
      // counts: a value's toString() may throw anything, and memory may be short for this line.
      countLost(entry);
    }
  }

  /// The line or lines of an entry with the last line end, as bytes for a single write.
  ///
  /// @param session see [LogEntry#appendTo]
  static byte[] bytes(LogEntry entry, String session) {
    StringBuilder line = new StringBuilder(128);
    entry.appendTo(line, session);
    return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  private synchronized void countLost(LogEntry entry) {
    if (!entries.isEmpty()) {
      dropped += entry.lines(); // a later line reports it, if one can be written
    }
  }

  private void closeSink() {
    try {
      sink.close();
    } catch (IOException failed) {
      // Every line was its own write: closing has nothing left to lose.
    }
  }
}
