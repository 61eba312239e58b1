package dev.pitstop.ui;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Writes an answer, for a limited time: a reader that hangs must not keep a thread. One thread
/// writes; [Watch] interrupts it, which closes the connection.
final class Pen {
  private final OutputStream out;
  private final Thread writer = Thread.currentThread();
  private boolean writing; // guarded by this; the watch reads them
  private long since;

  private Pen(OutputStream out) {
    this.out = out;
  }

  void write(byte[] bytes) throws IOException {
    mark(true);
    try {
      out.write(bytes);
      out.flush();
    } finally {
      mark(false);
    }
  }

  private synchronized void mark(boolean begins) {
    writing = begins;
    since = System.nanoTime();
  }

  private synchronized void check(long now, long limit) {
    if (writing && now - since > limit) {
      writing = false;
      writer.interrupt();
    }
  }

  /// Looks after pens. Any thread.
  ///
  /// @param limitNanos how long one write may take
  record Watch(long limitNanos, Set<Pen> pens) {
    Watch(long limitNanos) {
      this(limitNanos, ConcurrentHashMap.newKeySet());
    }

    Pen pen(OutputStream out) {
      Pen pen = new Pen(out);
      pens.add(pen);
      return pen;
    }

    /// The answer is over. Called by the thread that wrote it.
    void end(Pen pen) {
      pens.remove(pen);
      pen.mark(false);
      Thread.interrupted(); // the thread goes on with another answer
    }

    /// Ends each write that takes too long.
    ///
    /// @param now as [System#nanoTime]
    void check(long now) {
      pens.forEach(pen -> pen.check(now, limitNanos));
    }
  }
}
