package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// The queue of messages to a peer. Offering never blocks. Messages leave in order, each followed
/// by a newline (the stdio transport's framing).
///
/// A dedicated *platform* thread writes the messages (a blocked write to a pipe pins a virtual
/// thread's carrier), or the thread that offered them, which saves a thread switch on the hot path.
/// Only one thread writes at a time. {@link #flush} says which callers may write:
///
/// - Towards a server every thread writes what certainly fits into the pipe, and so never blocks on
///   a server that does not read. A peer that has answered a request has read everything up to its
///   end ({@link #acknowledge}), so only unacknowledged bytes can be in the pipe, and a page always
///   fits.
/// - Towards a client only a thread writes that may block in the write: the reader of a server's
///   stdout. If the client does not read, the server is not read either, which is the intended back
///   pressure.
///
/// A thread that writes also writes the messages of others. To keep readers reading, a thread that
/// has written {@link #QUANTUM} leaves the rest to the writer thread.
///
/// A failed write breaks the outbox for good. It calls the `onBroken` handler once, on the thread
/// that wrote, and drops later messages, as the pipe would.
public final class Outbox {
  public enum Role {
    CLIENT,
    SERVER
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
  private long atRest; // bytes of the heap in use after the last collection here
  private boolean draining;
  private boolean closing; // takes no more
  private boolean writerCalled; // and what was queued then has not left

  /// Every answer sets it. It needs no lock, because only turns set it, one at a time.
  private volatile long acknowledged;

  // Only the writer thread uses it.
  private boolean over;

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
    if (message.length() >= LARGE && used() - atRest > GROWN) {
      System.gc(); // takes a few milliseconds: little is alive
      atRest = used();
    }
    if (!closing) {
      queue.add(message);
      queuedBytes += message.length() + 1;
    }
    return offered;
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

  /// Writes the offered messages, or has them written.
  ///
  /// @param mayBlock whether the caller may wait for a client. It must not be interrupted: the JDK
  ///   would close the pipe. A virtual thread never waits, as it would keep its carrier
  public void flush(boolean mayBlock) {
    boolean mayWrite;
    synchronized (this) {
      if (draining || queuedBytes == 0) {
        return;
      }
      mayWrite =
          role == Role.SERVER ? hasSureRoom() : mayBlock && !Thread.currentThread().isVirtual();
      draining = mayWrite;
      writerCalled |= !mayWrite;
    }
    if (mayWrite) {
      drain();
    } else {
      LockSupport.unpark(writer); // without the lock, which it takes first of all
    }
  }

  private boolean hasSureRoom() {
    return offered - acknowledged <= LEAST_ROOM;
  }

  /// Waits while more than `limit` bytes of all that is offered now are queued. Back pressure for a
  /// producer that may wait; it does not wait for what others offer later.
  public synchronized void awaitRoom(long limit) throws InterruptedException {
    long end = offered;
    while (queuedBytes - (offered - end) > limit && !closing) {
      if (!draining) {
        callWriter();
      }
      wait();
    }
  }

  /// Waits until all offered messages have left or `millis` have passed. Then takes no more.
  public synchronized void close(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    callWriter();
    long left = millis;
    while (queuedBytes > 0 && left > 0) {
      wait(left);
      left = (deadline - System.nanoTime()) / 1_000_000;
    }
    end();
  }

  /// Drops the queued messages and ends the writer thread. Nothing more is written.
  public synchronized void discard() {
    queue.clear();
    queuedBytes = 0;
    end();
  }

  private void end() {
    closing = true;
    notifyAll();
    callWriter();
  }

  private void callWriter() {
    writerCalled = true;
    LockSupport.unpark(writer);
  }

  Thread writer() {
    return writer;
  }

  private void writeForEver() {
    while (!over) {
      if (begins()) {
        drain();
      } else if (!over) {
        LockSupport.park(this);
      }
    }
  }

  /// Whether the writer thread is called and nobody else writes. Until then, what is offered waits
  /// for a flush: its turn may go on.
  private synchronized boolean begins() {
    over = closing && !draining && queuedBytes == 0;
    boolean begins = writerCalled && !draining && queuedBytes > 0;
    draining |= begins;
    return begins;
  }

  private static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// Writes until nothing is left or the quantum is used up. The caller has set `draining`, and
  /// this clears it.
  private void drain() {
    int length = 0;
    long sum = 0;
    try {
      for (length = next(0, 0); length > 0; length = next(length, sum)) {
        writes.write(sink);
        sum += length;
      }
    } catch (IOException e) {
      breakAt(length, e);
    } catch (RuntimeException | Error e) { // such a stream is as good as broken
      breakAt(length, new IOException("writing to " + name + " failed: " + e, e));
    }
  }

  /// Notes what the draining thread has written, and prepares its next write.
  ///
  /// @param done the bytes that it has just written
  /// @param sum all bytes that it has written so far
  /// @return the bytes that it writes next; 0 if it stops draining
  private synchronized int next(int done, long sum) {
    queuedBytes = Math.max(0, queuedBytes - done); // already 0 if the queue was discarded meanwhile
    notifyAll();
    if (queuedBytes == 0) {
      writes.clear();
      writerCalled = closing;
    }
    boolean stops =
        !Thread.currentThread().equals(writer)
            && (sum >= QUANTUM || (role == Role.SERVER && !hasSureRoom()));
    if (queuedBytes == 0 || stops) {
      draining = false;
      if (queuedBytes > 0 || closing) {
        callWriter();
      }
      return 0;
    }
    int length = writes.take(queue);
    written += length;
    return length;
  }

  private void breakAt(int length, IOException why) {
    synchronized (this) {
      if (length <= LEAST_ROOM) {
        written -= length; // a write of at most PIPE_BUF bytes that failed wrote nothing
      }
      draining = false;
      writes.clear();
      discard();
    }
    onBroken.accept(why);
  }
}
