package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/// The queue of messages to a peer. Offering never blocks. Messages leave in order, each followed
/// by a newline (the stdio transport's framing).
///
/// A dedicated *platform* thread writes the messages (a blocked write to a pipe pins a virtual
/// thread's carrier), or the thread that offered them, which saves a thread switch on the hot path.
/// Only one thread writes at a time. {@link #flush} says which callers may write:
///
/// - {@link Flush#DIRECT}: may block in the write. The reader of a server's stdout does this
///   towards the client: if the client does not read, the server is not read either, which is the
///   intended back pressure.
/// - {@link Flush#IF_ROOM}: writes only what certainly fits into the peer's pipe. A peer that has
///   answered a request has read everything up to its end ({@link #acknowledge}), so only
///   unacknowledged bytes can be in the pipe, and a page always fits; more where the pipe's size is
///   known. Every thread does this towards a server, and so never blocks on a server that does not
///   read.
/// - {@link Flush#LATER}: the writer thread does it.
///
/// A thread that writes also writes the messages of others. To keep readers reading, a thread that
/// has written {@link #QUANTUM} leaves the rest to the writer thread.
///
/// A failed write breaks the outbox for good. It calls the `onBroken` handler once, on the thread
/// that wrote, and drops later messages, as the pipe would.
public final class Outbox {
  /// Who the peer is.
  public enum Role {
    CLIENT,
    SERVER
  }

  /// Who may write.
  public enum Flush {
    DIRECT,
    IF_ROOM,
    LATER
  }

  /// The smallest capacity that a pipe has anywhere: Linux gives one page to users over their
  /// quota. A write of no more is done as a whole or not at all (PIPE_BUF).
  private static final int LEAST_ROOM = 4096;

  /// The most bytes that a thread writes before it leaves the rest to the writer thread.
  static final int QUANTUM = 256 * 1024;

  /// From this size on, a message and what it was made of lie in the old generation, which the
  /// serial collector would rather grow to the heap's limit than collect.
  private static final int LARGE = 512 * 1024;

  /// When a large message comes and the heap has grown by so many bytes, it is collected. The
  /// message is still alive then, so the heap keeps room for the next one.
  private static final long GROWN = 20L * 1024 * 1024;

  /// When no large message has come for so long, the heap is collected once more, and shrinks.
  private static final long QUIET_MILLIS = 1_000;

  /// Stands for the end of everything that is queued.
  private static final long ALL = -1;

  private final String name;
  private final Role role;
  private final OutputStream sink;
  private final Consumer<IOException> onBroken;
  private final Thread writer;

  // Guarded by this. Every thread that offers, flushes or writes takes the lock, but never during
  // I/O.
  private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();
  private volatile long queuedBytes; // includes those in `writes`; also read without the lock
  private long offered;
  private long written;
  private boolean grew; // by large messages; the heap is to shrink when no more come
  private long lastLarge; // when the last one came, in nanoseconds
  private long atRest; // bytes of the heap in use after the last collection here
  private boolean draining;
  private boolean broken;
  private boolean closing;
  private boolean writerCalled; // and what was queued then has not left; only if bytes are queued
  private int waiters; // threads in awaitRoom and close
  private long looks; // how often they looked at what is queued
  private long wakes; // how often the writer thread woke

  /// Every answer sets it. It needs no lock, because only turns set it, one at a time.
  private volatile long acknowledged;

  // Only the thread that drains uses it.
  private final Writes writes = new Writes();

  /// Starts the writer thread; [#close] and [#discard] end it.
  ///
  /// @param sink a pipe
  /// @throws OutOfMemoryError if the system has no thread left
  public Outbox(String name, Role role, OutputStream sink, Consumer<IOException> onBroken) {
    this.name = name;
    this.role = role;
    this.sink = sink;
    this.onBroken = onBroken;
    this.writer = Thread.ofPlatform().daemon().name(name + " writer").start(this::writeForEver);
  }

  public Role role() {
    return role;
  }

  /// Queues one message. Never blocks.
  ///
  /// @return the message's end in the stream of all bytes offered, for {@link #acknowledge} and
  ///   {@link #begun}
  public synchronized long offer(Outgoing message) {
    offered += message.length() + 1;
    if (message.length() >= LARGE) {
      if (!grew) {
        grew = true;
        notifyAll(); // the writer thread waits less long from now on
      }
      lastLarge = System.nanoTime();
      if (used() - atRest > GROWN) {
        collect();
      }
    }
    if (!broken && !closing) {
      queue.add(message);
      queuedBytes += message.length() + 1;
    }
    return offered;
  }

  /// {@link #offer} of a message that is one array.
  public long offer(byte[] message) {
    return offer(Outgoing.of(message));
  }

  /// Notes that the peer has read everything up to `end`: it answered the request that ends there.
  /// Called in turns of the monitor.
  public void acknowledge(long end) {
    acknowledged = Math.max(acknowledged, end);
  }

  /// Whether any byte of the message with this end and length may have left. A message that never
  /// began to leave was certainly not executed.
  public synchronized boolean begun(long end, int length) {
    return written > end - length - 1;
  }

  /// The bytes that are queued and not yet in the pipe.
  public long pendingBytes() {
    return queuedBytes;
  }

  /// Writes the offered messages, or has them written, as the caller is allowed to.
  ///
  /// A virtual thread writes only what surely fits, as it would keep its carrier. A thread that may
  /// write must not be interrupted: the JDK would close the peer's pipe.
  public void flush(Flush how) {
    synchronized (this) {
      if (draining || queuedBytes == 0) {
        return;
      }
      boolean mayWrite =
          switch (how) {
            case DIRECT -> !Thread.currentThread().isVirtual();
            case IF_ROOM -> hasSureRoom();
            case LATER -> false;
          };
      if (!mayWrite) {
        callWriter();
        return;
      }
      draining = true;
    }
    drain(how);
  }

  private boolean hasSureRoom() {
    return offered - acknowledged <= LEAST_ROOM;
  }

  /// Waits while more than `limit` bytes are queued. Back pressure for a producer that may wait.
  public void awaitRoom(long limit) throws InterruptedException {
    awaitRoom(ALL, limit);
  }

  /// Waits while more than `limit` of the bytes up to `end` are queued. Back pressure for one of
  /// several producers: it waits for its own messages and those before them, not for later messages
  /// of others.
  public void awaitLeft(long end, long limit) throws InterruptedException {
    awaitRoom(end, limit);
  }

  private synchronized void awaitRoom(long end, long limit) throws InterruptedException {
    while (queuedBytes > 0
        && (end == ALL ? queuedBytes : end - written) > limit
        && !broken
        && !closing) {
      looks++;
      // Called only once: the call also wakes the others that wait here, and they would call again.
      if (!draining && !writerCalled) {
        callWriter();
      }
      waiters++;
      try {
        wait();
      } finally {
        waiters--;
      }
    }
  }

  /// How often threads in {@link #awaitRoom} have found no room so far.
  synchronized long looks() {
    return looks;
  }

  /// How often the writer thread was woken so far.
  synchronized long wakes() {
    return wakes;
  }

  /// Waits until all offered messages have left or `millis` have passed. Then takes no more.
  public synchronized void close(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    waiters++;
    try {
      callWriter();
      long left = millis;
      while (queuedBytes > 0 && !broken && left > 0) {
        wait(left);
        left = (deadline - System.nanoTime()) / 1_000_000;
      }
    } finally {
      waiters--;
    }
    closing = true;
    notifyAll();
  }

  /// Drops the queued messages and ends the writer thread. Nothing more is written.
  public synchronized void discard() {
    closing = true;
    queue.clear();
    queuedBytes = 0;
    notifyAll();
  }

  /// Wakes the writer thread.
  private void callWriter() {
    writerCalled = true;
    notifyAll();
  }

  /// The writer thread.
  Thread writer() {
    return writer;
  }

  private void writeForEver() {
    try {
      while (awaitWork()) {
        drain(Flush.LATER);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only the end of the process interrupts this thread
    }
  }

  /// Waits until the writer thread is called and nobody else writes. Until then, what is offered
  /// waits for a flush: its turn may go on. Returns false at the end.
  private synchronized boolean awaitWork() throws InterruptedException {
    while (!broken && (draining || !(writerCalled || closing))) {
      wait(grew ? QUIET_MILLIS : 0);
      wakes++;
      shrink();
    }
    writerCalled = false;
    draining = !broken && queuedBytes > 0;
    return draining;
  }

  /// Writes until nothing is left or the quantum is used up. The caller has set `draining`, and
  /// this clears it.
  private void drain(Flush how) {
    int length = 0;
    long sum = 0;
    try {
      for (; ; ) {
        length = next(how, length, sum);
        if (length == 0) {
          break;
        }
        writes.write(sink, length);
        sum += length;
      }
    } catch (IOException e) {
      breakAt(length, e);
    } catch (RuntimeException | Error e) { // such a stream is as good as broken
      breakAt(length, new IOException("writing to " + name + " failed: " + e, e));
    }
  }

  /// Has the heap shrink, if no large message has come for long enough.
  private void shrink() {
    if (grew && queuedBytes == 0 && System.nanoTime() - lastLarge > QUIET_MILLIS * 1_000_000) {
      grew = false;
      collect();
    }
  }

  /// Takes a few milliseconds: little is alive.
  private void collect() {
    System.gc();
    atRest = used();
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// Notes what the draining thread has written, and prepares its next write.
  ///
  /// @param done the bytes that it has just written
  /// @param sum all bytes that it has written so far
  /// @return the bytes that it writes next; 0 if it stops draining
  private synchronized int next(Flush how, int done, long sum) {
    queuedBytes = Math.max(0, queuedBytes - done); // already 0 if the queue was discarded meanwhile
    if (queuedBytes == 0) {
      writes.clear();
      draining = false;
      writerCalled = false; // whoever called it, all has left
      if (waiters > 0 || closing) {
        notifyAll();
      }
      return 0;
    }
    if (done > 0 && waiters > 0) {
      notifyAll();
    }
    if (mustStop(how, sum)) {
      callWriter();
      draining = false;
      return 0;
    }
    if (writes.isEmpty()) {
      writes.take(queue);
    }
    int length = writes.next();
    written += length;
    return length;
  }

  private boolean mustStop(Flush how, long sum) {
    return switch (how) {
      case LATER -> false; // the writer thread writes everything
      case DIRECT -> sum >= QUANTUM;
      case IF_ROOM -> !hasSureRoom() || sum >= QUANTUM;
    };
  }

  private void breakAt(int length, IOException why) {
    synchronized (this) {
      broken = true;
      if (length <= LEAST_ROOM) {
        written -= length; // a write of at most PIPE_BUF bytes that failed wrote nothing
      }
      draining = false;
      queue.clear();
      writes.clear();
      queuedBytes = 0;
      notifyAll();
    }
    onBroken.accept(why);
  }
}
