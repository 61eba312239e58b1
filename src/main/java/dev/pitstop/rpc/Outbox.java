package dev.pitstop.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/// The one way out to a peer: messages are offered without ever blocking, and leave in that order,
/// each followed by a newline (the stdio transport's framing).
///
/// A message is written by whoever is allowed to: a dedicated *platform* thread (a blocked pipe
/// write pins a virtual thread's carrier), or, which saves a thread switch on the hot path, the
/// thread that offered it. Only one of them drains at a time. {@link #flush} says which callers may
/// write themselves:
///
/// - {@link Flush#DIRECT}: may block in the write. The reader of a server's stdout does this
///   towards the client: when the client does not read, not reading the server either is the wanted
///   back pressure.
/// - {@link Flush#IF_ROOM}: writes only what surely fits into the peer's pipe. A peer that has
///   answered a request has read everything up to that request's end ({@link #acknowledge}), so
///   what is unacknowledged is all that can be in the pipe; below one page it always fits. The
///   reader of the client's messages does this towards a server, and so never blocks on a server
///   that does not read.
/// - {@link Flush#LATER}: the writer thread does it.
///
/// A failed write breaks the outbox for good: it reports once to the `onBroken` handler (on the
/// thread that wrote) and swallows what is offered later, as the pipe would.
public final class Outbox {
  /// Who may write.
  public enum Flush {
    DIRECT,
    IF_ROOM,
    LATER
  }

  /// Smallest capacity of a pipe anywhere (Linux gives one page to users over their quota).
  private static final int SURE_ROOM = 4096;

  private static final int BATCH = 64 * 1024;

  private final String name;
  private final OutputStream sink;
  private final Consumer<IOException> onBroken;

  // Guarded by this, touched by every thread that offers, flushes or writes; never held across I/O.
  private final ArrayDeque<byte[]> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long offered;
  private long written;
  private long acknowledged;
  private boolean draining;
  private boolean broken;
  private boolean closing;
  private boolean writerStarted;
  private boolean writerCalled; // and has not looked yet
  private int waiters; // in awaitRoom
  private long looks; // of those, at what is queued

  // Touched only by the thread that drains.
  private final byte[] batch = new byte[BATCH];

  public Outbox(String name, OutputStream sink, Consumer<IOException> onBroken) {
    this.name = name;
    this.sink = sink;
    this.onBroken = onBroken;
  }

  /// Queues one message (without its newline). Never blocks.
  ///
  /// @return the message's end in the stream of all bytes offered, for {@link #acknowledge} and
  ///   {@link #begun}
  public synchronized long offer(byte[] message) {
    offered += message.length + 1;
    if (!broken && !closing) {
      queue.add(message);
      queuedBytes += message.length + 1;
    }
    return offered;
  }

  /// The peer has shown that it read everything up to `end` (it answered the request that ends
  /// there).
  public synchronized void acknowledge(long end) {
    acknowledged = Math.max(acknowledged, end);
  }

  /// Whether any byte of the message that ends at `end` and has `length` bytes may have left: a
  /// message that never began to leave was surely not executed (C2).
  public synchronized boolean begun(long end, int length) {
    return written > end - length - 1;
  }

  /// Bytes queued and not yet handed to the pipe.
  public synchronized long pendingBytes() {
    return queuedBytes;
  }

  /// Gets what was offered moving, as the caller is allowed to.
  public void flush(Flush how) {
    synchronized (this) {
      if (draining || queue.isEmpty()) {
        return;
      }
      boolean direct =
          switch (how) {
            case DIRECT -> true;
            case IF_ROOM -> offered - acknowledged <= SURE_ROOM;
            case LATER -> false;
          };
      if (!direct) {
        wakeWriter();
        return;
      }
      draining = true;
    }
    drain(how);
  }

  /// Waits while more than `limit` bytes are queued: back pressure for a producer that may wait.
  public synchronized void awaitRoom(long limit) throws InterruptedException {
    while (queuedBytes > limit && !broken && !closing) {
      looks++;
      if (!draining && !writerCalled) {
        wakeWriter(); // once: it wakes the others here too, who would wake us in turn
      }
      waiters++;
      wait();
      waiters--;
    }
  }

  /// How often those in {@link #awaitRoom} have found no room so far.
  synchronized long looks() {
    return looks;
  }

  /// Waits until everything offered so far has left, or `millis` have passed; then takes no more.
  public synchronized void close(long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    wakeWriter();
    while ((draining || !queue.isEmpty()) && !broken) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        break;
      }
      wait(left);
    }
    closing = true;
    notifyAll();
  }

  /// Drops what is queued and ends the writer thread; nothing more will be written.
  public synchronized void discard() {
    closing = true;
    queue.clear();
    queuedBytes = 0;
    notifyAll();
  }

  private void wakeWriter() {
    assert Thread.holdsLock(this);
    if (!writerStarted && !closing && !broken) {
      writerStarted = true;
      Thread.ofPlatform().daemon().name(name + " writer").start(this::writeForEver);
    }
    writerCalled = true;
    notifyAll();
  }

  private void writeForEver() {
    while (true) {
      synchronized (this) {
        writerCalled = false;
        while (!broken && (draining || (queue.isEmpty() && !closing))) {
          try {
            wait();
          } catch (InterruptedException e) {
            return; // nobody interrupts this thread but the end of the process
          }
          writerCalled = false;
        }
        if (broken || queue.isEmpty()) {
          return;
        }
        draining = true;
      }
      drain(Flush.LATER);
    }
  }

  /// Writes until the queue is empty. The caller has set `draining`, and this clears it.
  private void drain(Flush how) {
    int filled = 0;
    try {
      while (true) {
        filled = 0;
        byte[] large = new byte[0];
        synchronized (this) {
          boolean handOver = how == Flush.IF_ROOM && offered - acknowledged > SURE_ROOM;
          if (queue.isEmpty() || handOver) {
            draining = false;
            if (handOver && !queue.isEmpty()) {
              wakeWriter();
            } else {
              notifyAll();
            }
            return;
          }
          while (!queue.isEmpty() && queue.peek().length + 1 <= BATCH - filled) {
            byte[] next = queue.poll();
            System.arraycopy(next, 0, batch, filled, next.length);
            filled += next.length;
            batch[filled++] = '\n';
          }
          if (filled == 0) {
            large = queue.poll();
            filled = large.length + 1;
          }
          written += filled;
        }
        if (large.length > 0) {
          sink.write(large);
          sink.write('\n');
        } else {
          sink.write(batch, 0, filled);
        }
        sink.flush();
        synchronized (this) {
          queuedBytes = Math.max(0, queuedBytes - filled);
          if (waiters > 0) {
            notifyAll();
          }
          if (queue.isEmpty()) {
            draining = false;
            notifyAll();
            return;
          }
        }
      }
    } catch (IOException e) {
      synchronized (this) {
        broken = true;
        if (filled <= SURE_ROOM) {
          written -= filled; // a write of at most PIPE_BUF bytes that failed wrote nothing
        }
        draining = false;
        queue.clear();
        queuedBytes = 0;
        notifyAll();
      }
      onBroken.accept(e);
    }
  }
}
