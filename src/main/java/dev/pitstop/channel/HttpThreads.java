package dev.pitstop.channel;

import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// The work of one run on threads, all interrupted when the run is over. Thread-safe.
final class HttpThreads {
  /// Takes what a thread's root has caught, on that thread. Throws nothing.
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

  /// A new one, for work after the end of the run.
  HttpThreads fresh() {
    return new HttpThreads(workers, timers, prefix, failed);
  }

  /// Runs a task on a thread of its own, unless the run is over.
  ///
  /// @param repair ends what depended on the task if it throws, after that was reported
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

  /// A task that began before the end runs even after it, and finds itself interrupted: others wait
  /// for its report.
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

  /// The calling thread's work in this run.
  synchronized HttpWork current() {
    HttpWork known = running.get(Thread.currentThread());
    return known == null ? new HttpWork() : known;
  }

  /// Interrupts all, including the calling thread, which may have more to read. No task begins any
  /// more.
  synchronized void end() {
    over = true;
    running.values().forEach(HttpWork::interrupt);
  }

  /// Waits this long by the timers' clock.
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

  /// Interrupts the calling thread's work after this time, unless closed before.
  Limit limit(long millis) {
    return new Limit(current(), timers, millis);
  }

  /// A time limit for the work of the thread that made it. Used by that thread, and by the timer's.
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

    /// Ends the limit: it does not interrupt the thread any more. A thread that others interrupted
    /// too must check whether it is still wanted.
    @Override
    public void close() {
      timer.cancel();
      synchronized (this) {
        closed = true;
        if (hit) {
          work.forget(); // it was meant for work that is over now
        }
      }
    }
  }
}
