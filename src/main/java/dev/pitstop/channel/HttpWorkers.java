package dev.pitstop.channel;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// The threads that work for one daemon. What lasts has a virtual thread of its own. An exchange,
/// which is usually short, is done by one of a few platform threads that wait for it: it is woken
/// by the answer itself and may write to the client, each of which costs a virtual thread one more
/// switch. While all of them are busy exchanges have virtual threads, too. Thread-safe.
final class HttpWorkers {
  /// How many platform threads there are at most.
  static final int MOST = 4;

  /// How long one of them waits for its next exchange.
  private static final long IDLE_SECONDS = 30;

  private final ThreadFactory lasting;
  private final ThreadFactory waiting;
  private final int most;
  private final SynchronousQueue<Runnable> next = new SynchronousQueue<>();
  private int workers; // guarded by `this`

  /// @param lasting makes virtual threads; it or the start may throw [OutOfMemoryError]
  /// @param waiting makes platform threads, likewise
  /// @param most how many of those there may be
  HttpWorkers(ThreadFactory lasting, ThreadFactory waiting, int most) {
    this.lasting = lasting;
    this.waiting = waiting;
    this.most = most;
  }

  /// Those of a server.
  static HttpWorkers of(String name) {
    return new HttpWorkers(
        Thread.ofVirtual().factory(),
        Thread.ofPlatform().daemon().name(name + " exchange").factory(),
        MOST);
  }

  /// Runs something that may last, and throws nothing, on a thread of this name.
  ///
  /// @throws OutOfMemoryError if there is no memory for a thread
  void last(String name, Runnable body) {
    Thread thread = lasting.newThread(body);
    thread.setName(name);
    thread.start();
  }

  /// Runs an exchange, which throws nothing.
  ///
  /// @param name of its thread, if it is given one of its own
  /// @throws OutOfMemoryError if there is no memory for a thread
  void exchange(String name, Runnable body) {
    if (!next.offer(body) && !hire(body)) {
      last(name, body);
    }
  }

  private boolean hire(Runnable first) {
    synchronized (this) {
      if (workers >= most) {
        return false;
      }
      workers++;
    }
    try {
      waiting.newThread(() -> work(first)).start();
      return true;
    } catch (OutOfMemoryError e) { // a virtual thread needs less
      left();
      return false;
    }
  }

  private void work(Runnable first) {
    try {
      for (Runnable body = first; body != null; body = next.poll(IDLE_SECONDS, TimeUnit.SECONDS)) {
        body.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does: the exchanges keep theirs to themselves
    } finally {
      left();
    }
  }

  private synchronized void left() {
    workers--;
  }
}
