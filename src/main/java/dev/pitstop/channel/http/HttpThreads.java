package dev.pitstop.channel.http;

import dev.pitstop.channel.Teller;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/// The threads and the time of one run: its work on threads, which is all interrupted when the run
/// is over, its pauses and its time limits. Thread-safe.
final class HttpThreads {
  private final ThreadFactory virtual;
  private final Timers timers;
  private final String prefix;
  private final Teller teller;
  private final Map<Thread, Work> running = new HashMap<>(); // guarded by `this`, like `over`
  private boolean over;

  /// @param virtual makes them
  /// @param teller logs what a thread's root has caught
  HttpThreads(ThreadFactory virtual, Timers timers, String prefix, Teller teller) {
    this.virtual = virtual;
    this.timers = timers;
    this.prefix = prefix;
    this.teller = teller;
  }

  /// Runs a task on a thread of its own, unless the run is over.
  ///
  /// @param repair ends what depended on the task if it throws, after that was reported
  void begin(String name, Runnable body, Runnable repair) {
    if (!isOver()) {
      Thread thread = virtual.newThread(() -> root(name, body, repair));
      thread.setName(prefix + name);
      thread.start();
    }
  }

  private synchronized boolean isOver() {
    return over;
  }

  /// A task that began before the end runs even after it, and finds itself interrupted: others wait
  /// for its report.
  private void root(String name, Runnable body, Runnable repair) {
    Work work = new Work();
    synchronized (this) {
      running.put(Thread.currentThread(), work);
      if (over) {
        work.interrupt();
      }
    }
    try {
      body.run();
    } catch (Throwable t) {
      teller.failed(name, t);
      repair.run();
    } finally {
      left();
    }
  }

  private synchronized void left() {
    running.remove(Thread.currentThread());
  }

  /// The calling thread's work in this run.
  synchronized Work current() {
    Work known = running.get(Thread.currentThread());
    return known == null ? new Work() : known;
  }

  /// Interrupts all, including the calling thread, which may have more to read. No task begins any
  /// more.
  synchronized void end() {
    over = true;
    running.values().forEach(Work::interrupt);
  }

  /// Runs a task after this time, on the timers' thread, which it must not block. It runs even
  /// after the end.
  Timers.Timer after(long millis, Runnable task) {
    return timers.after(millis, task);
  }

  /// The time by the timers' clock.
  long nowMillis() {
    return timers.nowMillis();
  }

  /// Waits this long by the timers' clock.
  void pause(long millis) throws InterruptedException {
    if (millis > 0) {
      await(new CompletableFuture<>(), millis);
    }
  }

  /// Waits for this, and at most so long.
  void await(CompletableFuture<?> what, long millis) throws InterruptedException {
    timers.await(what, millis);
  }

  /// What has a time limit.
  interface Limited<T> {
    T run() throws InterruptedException;
  }

  /// Does something on the calling thread, which is interrupted after this time.
  ///
  /// @return empty if the time was up
  <T> Optional<T> within(long millis, Limited<T> what) throws InterruptedException {
    Work work = current();
    Limit limit = new Limit(work);
    Timers.Timer timer = timers.after(millis, limit::hit);
    try {
      return Optional.of(what.run());
    } catch (InterruptedException e) {
      if (!limit.close() || isOver()) {
        throw e;
      }
      return Optional.empty();
    } finally {
      timer.cancel();
      if (limit.close()) {
        work.forget(); // the interrupt was meant for what is over now
      }
    }
  }

  /// A time limit for one thing that some work does. Thread-safe.
  private static final class Limit {
    private final Work work;
    private boolean hit; // guarded by `this`, like what follows
    private boolean closed;

    Limit(Work work) {
      this.work = work;
    }

    synchronized void hit() {
      if (!closed) {
        hit = true;
        work.interrupt();
      }
    }

    /// It does not interrupt any more.
    ///
    /// @return whether it has
    synchronized boolean close() {
      closed = true;
      return hit;
    }
  }

  /// One piece of a run's work. Any thread may interrupt it. While it reports to the session, the
  /// interrupt is deferred: the JDK closes a channel when a thread is interrupted while it writes
  /// to it. Thread-safe.
  static final class Work {
    private final Thread thread = Thread.currentThread();
    private boolean tells; // guarded by `this`, like what follows
    private boolean due;

    /// Work of the calling thread.
    Work() {}

    synchronized void interrupt() {
      if (tells) {
        due = true;
      } else {
        thread.interrupt();
      }
    }

    /// Runs code that must not be interrupted, on the work's own thread.
    void uninterrupted(Runnable body) {
      synchronized (this) {
        tells = true;
        due |= Thread.interrupted();
      }
      try {
        body.run();
      } finally {
        synchronized (this) {
          tells = false;
          if (due) {
            due = false;
            thread.interrupt();
          }
        }
      }
    }

    /// The reason for the interrupt is over. Called by its own thread.
    synchronized void forget() {
      due = false;
      Thread.interrupted();
    }
  }
}
