package dev.pitstop.channel;

import dev.pitstop.rpc.Timers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/// The threads of one run, of which each is interrupted when the run is over. Thread-safe.
final class HttpThreads {
  /// Told what a thread's root has caught, on that thread. Throws nothing.
  interface Failed {
    void of(String thread, Throwable why);
  }

  private final ThreadFactory factory;
  private final Timers timers;
  private final String prefix;
  private final Failed failed;
  private final Set<Thread> running = new HashSet<>(); // guarded by `this`, like what follows
  private boolean over;

  HttpThreads(ThreadFactory factory, Timers timers, String prefix, Failed failed) {
    this.factory = factory;
    this.timers = timers;
    this.prefix = prefix;
    this.failed = failed;
  }

  /// Runs something on a thread of its own, unless the run is over.
  ///
  /// @param repair ends what hung on it if it throws, when that was reported
  /// @throws OutOfMemoryError if there is no memory for a thread
  void begin(String name, Runnable body, Runnable repair) {
    Thread thread = factory.newThread(() -> root(name, body, repair));
    thread.setName(prefix + name);
    synchronized (this) {
      if (over) {
        return;
      }
      running.add(thread);
    }
    try {
      thread.start();
    } catch (Throwable t) {
      left(thread);
      throw t;
    }
  }

  private void root(String name, Runnable body, Runnable repair) {
    try {
      body.run();
    } catch (Throwable t) {
      failed.of(name, t);
      repair.run();
    } finally {
      left(Thread.currentThread());
    }
  }

  private synchronized void left(Thread thread) {
    running.remove(thread);
  }

  /// Interrupts all but the calling one; none is begun any more.
  void end() {
    List<Thread> left;
    synchronized (this) {
      over = true;
      left = List.copyOf(running);
      running.clear();
    }
    for (Thread t : left) {
      if (!t.equals(Thread.currentThread())) {
        t.interrupt();
      }
    }
  }

  /// Waits for so long on the timers' clock.
  void pause(long millis) throws InterruptedException {
    if (millis > 0) {
      CountDownLatch passed = new CountDownLatch(1);
      Timers.Timer timer = timers.after(millis, passed::countDown);
      try {
        passed.await();
      } finally {
        timer.cancel();
      }
    }
  }

  /// Interrupts the calling thread when so much time has passed, until it is closed.
  Limit limit(long millis) {
    return new Limit(timers, millis);
  }

  /// A limit in time for what the thread that made it does.
  static final class Limit implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private final Timers.Timer timer;
    private boolean hit; // guarded by `this`, like what follows
    private boolean closed;

    private Limit(Timers timers, long millis) {
      timer = timers.after(millis, this::hit);
    }

    private synchronized void hit() {
      if (!closed) {
        hit = true;
        thread.interrupt();
      }
    }

    synchronized boolean isHit() {
      return hit;
    }

    /// The thread is not interrupted any more on its account. Who was interrupted by others too
    /// must look whether he is still wanted.
    @Override
    public void close() {
      timer.cancel();
      synchronized (this) {
        closed = true;
        if (hit) {
          Thread.interrupted(); // it was meant for what is over now
        }
      }
    }
  }
}
