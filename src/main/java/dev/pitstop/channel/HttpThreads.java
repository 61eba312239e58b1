package dev.pitstop.channel;

import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// What one run does on threads, all of which is interrupted when the run is over. Thread-safe.
final class HttpThreads {
  /// Told what a thread's root has caught, on that thread. Throws nothing.
  interface Failed {
    void of(String thread, Throwable why);
  }

  private final HttpWorkers workers;
  private final Timers timers;
  private final String prefix;
  private final Failed failed;
  private final Map<Thread, HttpWork> running = new HashMap<>(); // guarded by `this`, like `over`
  private boolean over;

  HttpThreads(HttpWorkers workers, Timers timers, String prefix, Failed failed) {
    this.workers = workers;
    this.timers = timers;
    this.prefix = prefix;
    this.failed = failed;
  }

  /// For what is done when the run is over.
  HttpThreads fresh() {
    return new HttpThreads(workers, timers, prefix, failed);
  }

  /// Runs something on a thread of its own, unless the run is over.
  ///
  /// @param repair ends what hung on it if it throws, when that was reported
  /// @throws OutOfMemoryError if there is no memory for a thread
  void begin(String name, Runnable body, Runnable repair) {
    if (!isOver()) {
      workers.last(prefix + name, () -> root(name, body, repair));
    }
  }

  /// Runs an exchange, likewise.
  void exchange(String name, Runnable body, Runnable repair) {
    if (!isOver()) {
      workers.exchange(prefix + name, () -> root(name, body, repair));
    }
  }

  private synchronized boolean isOver() {
    return over;
  }

  /// What was begun before the end runs even if that has come meanwhile, and finds itself
  /// interrupted: it has others to tell.
  private void root(String name, Runnable body, Runnable repair) {
    HttpWork work = new HttpWork();
    synchronized (this) {
      running.put(Thread.currentThread(), work);
      if (over) {
        work.interrupt();
      }
    }
    try {
      body.run();
    } catch (Throwable t) {
      failed.of(name, t);
      repair.run();
    } finally {
      left();
      work.end();
    }
  }

  private synchronized void left() {
    running.remove(Thread.currentThread());
  }

  /// What the calling thread does here.
  synchronized HttpWork current() {
    HttpWork known = running.get(Thread.currentThread());
    return known == null ? new HttpWork() : known;
  }

  /// Interrupts all, the calling one among them, which may have more to read; none is begun any
  /// more.
  synchronized void end() {
    over = true;
    running.values().forEach(HttpWork::interrupt);
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

  /// Interrupts what the calling thread does when so much time has passed, until it is closed.
  Limit limit(long millis) {
    return new Limit(current(), timers, millis);
  }

  /// A limit in time for what the thread that made it does. By that thread, but for the timer's.
  static final class Limit implements AutoCloseable {
    private final HttpWork work;
    private final Timers.Timer timer;
    private boolean hit; // guarded by `this`, like what follows
    private boolean closed;

    private Limit(HttpWork work, Timers timers, long millis) {
      this.work = work;
      timer = timers.after(millis, this::hit);
    }

    private synchronized void hit() {
      if (!closed) {
        hit = true;
        work.interrupt();
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
          work.forget(); // it was meant for what is over now
        }
      }
    }
  }
}
