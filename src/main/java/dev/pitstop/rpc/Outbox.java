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
///   unacknowledged bytes can be in the pipe, and less than one page always fits. The reader of the
///   client's messages does this towards a server, and so never blocks on a server that does not
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

  /// Smallest capacity of a pipe anywhere (Linux gives one page to users over their quota).
  private static final int SURE_ROOM = 4096;

  /// What one thread writes at a time, its own and others' messages.
  static final int QUANTUM = 256 * 1024;

  /// Of awaitRoom: whatever is queued.
  private static final long ALL = -1;

  /// How soon {@link #close} tries again to start the writer thread.
  private static final long RETRY_MILLIS = 50;

  /// Makes and starts a thread.
  interface Starter {
    /// @throws OutOfMemoryError if the system has no thread left
    void start(String name, Runnable task);
  }

  private final String name;
  private final Role role;
  private final OutputStream sink;
  private final Consumer<IOException> onBroken;
  private final Starter starter;

  // Guarded by this, touched by every thread that offers, flushes or writes; never held across I/O.
  private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();
  private volatile long queuedBytes; // those in `writes` included; read without the lock, too
  private long offered;
  private long written;
  private boolean draining;
  private boolean broken;
  private boolean closing;
  private boolean writerRuns;
  private boolean writerCalled; // and has not looked yet
  private int waiters; // in awaitRoom and close
  private long looks; // of those in awaitRoom, at what is queued
  private long wakes; // of the writer thread

  /// Written in turns only, one at a time, so that it needs no lock: it is for every answer.
  private volatile long acknowledged;

  // Touched only by the thread that drains.
  private final Writes writes = new Writes();

  public Outbox(String name, Role role, OutputStream sink, Consumer<IOException> onBroken) {
    this(name, role, sink, onBroken, Outbox::start);
  }

  /// @param starter starts the writer thread
  Outbox(
      String name, Role role, OutputStream sink, Consumer<IOException> onBroken, Starter starter) {
    this.name = name;
    this.role = role;
    this.sink = sink;
    this.onBroken = onBroken;
    this.starter = starter;
  }

  private static void start(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  /// Who the peer is.
  public Role role() {
    return role;
  }

  /// Queues one message. Never blocks.
  ///
  /// @return the message's end in the stream of all bytes offered, for {@link #acknowledge} and
  ///   {@link #begun}
  public synchronized long offer(Outgoing message) {
    offered += message.length() + 1;
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

  /// Says that the peer has read everything up to `end`: it answered the request that ends there.
  /// Called in turns of the monitor.
  public void acknowledge(long end) {
    acknowledged = Math.max(acknowledged, end);
  }

  /// Whether any byte of the message with this end and length may have left. A message that never
  /// began to leave was certainly not executed (C2).
  public synchronized boolean begun(long end, int length) {
    return written > end - length - 1;
  }

  /// The bytes that are queued and not yet in the pipe.
  public long pendingBytes() {
    return queuedBytes;
  }

  /// Writes the offered messages, or has them written, as the caller is allowed to.
  ///
  /// A virtual thread never writes, because it would keep its carrier. A thread that may write must
  /// not be interrupted: the JDK would close the peer's pipe.
  ///
  /// If the system has no thread left, messages for a server stay until the next flush, because a
  /// server that does not read must not stop the caller. Messages for a client are written here.
  public void flush(Flush how) {
    Flush as = how;
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
        if (callWriter() || role == Role.SERVER) {
          return;
        }
        as = Flush.DIRECT;
      }
      draining = true;
    }
    drain(as);
  }

  private boolean hasSureRoom() {
    return offered - acknowledged <= SURE_ROOM;
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

  private void awaitRoom(long end, long limit) throws InterruptedException {
    while (!hasRoom(end, limit)) {
      drain(Flush.DIRECT); // there is no other thread to be had
    }
  }

  /// Waits for room; false if the caller is to make it itself, and `draining` is set for it.
  private synchronized boolean hasRoom(long end, long limit) throws InterruptedException {
    while (queuedBytes > 0
        && (end == ALL ? queuedBytes : end - written) > limit
        && !broken
        && !closing) {
      looks++;
      // once: the call wakes the others here too, who would call again
      if (!draining && !writerCalled && !callWriter()) {
        draining = true;
        return false;
      }
      waiters++;
      try {
        wait();
      } finally {
        waiters--;
      }
    }
    return true;
  }

  /// How often those in {@link #awaitRoom} have found no room so far.
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
      boolean called = callWriter();
      long left = millis;
      while (queuedBytes > 0 && !broken && left > 0) {
        wait(called ? left : Math.min(left, RETRY_MILLIS));
        called = called || callWriter();
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

  /// Wakes the writer thread, which is started if there is none yet.
  ///
  /// @return false if there is none, because none could be started or none is wanted any more
  private boolean callWriter() {
    if (!writerRuns && !closing && !broken) {
      try {
        starter.start(name + " writer", this::writeForEver);
      } catch (OutOfMemoryError e) {
        return false; // "unable to create native thread": the next call tries again
      }
      writerRuns = true;
    }
    writerCalled = writerRuns;
    notifyAll();
    return writerRuns;
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

  /// Waits until the writer is to write; false at the end.
  private synchronized boolean awaitWork() throws InterruptedException {
    writerCalled = false;
    while (!broken && (draining || (queuedBytes == 0 && !closing))) {
      wait();
      wakes++;
      writerCalled = false;
    }
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
          return;
        }
        writes.write(sink, length);
        sum += length;
      }
    } catch (IOException e) {
      breakAt(length, e);
    } catch (RuntimeException | Error e) { // a stream that is out of order is as good as broken
      breakAt(length, new IOException("writing to " + name + " failed: " + e, e));
    }
  }

  /// Between two writes of the thread that drains.
  ///
  /// @param done how much it has just written
  /// @param sum what it has written by now
  /// @return how much it writes next; 0 if it drains no more
  private synchronized int next(Flush how, int done, long sum) {
    queuedBytes = Math.max(0, queuedBytes - done); // 0 before if it was discarded meanwhile
    if (queuedBytes == 0) {
      writes.clear();
      draining = false;
      if (waiters > 0 || closing) {
        notifyAll();
      }
      return 0;
    }
    if (done > 0 && waiters > 0) {
      notifyAll();
    }
    if (mustStop(how, sum) && (callWriter() || how == Flush.IF_ROOM)) {
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
      case LATER -> false; // the writer thread
      case DIRECT -> sum >= QUANTUM;
      case IF_ROOM -> !hasSureRoom() || sum >= QUANTUM;
    };
  }

  private void breakAt(int length, IOException why) {
    synchronized (this) {
      broken = true;
      if (length <= SURE_ROOM) {
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
