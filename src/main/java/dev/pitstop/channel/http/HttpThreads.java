package dev.pitstop.channel.http;

import dev.pitstop.channel.Teller;
import dev.pitstop.rpc.Timers;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

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
  Work begin(String name, Runnable body, Runnable repair) {
    Thread thread = virtual.newThread(() -> root(name, body, repair));
    thread.setName(prefix + name);
    Work work = new Work(thread);
    synchronized (this) {
      if (over) {
        return work;
      }
      running.put(thread, work);
    }
    thread.start();
    return work;
  }

  /// A task that began before the end runs even after it, and finds itself interrupted: others wait
  /// for its report.
  private void root(String name, Runnable body, Runnable repair) {
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

  /// Runs code that must not be interrupted, on the calling thread.
  void uninterrupted(Runnable body) {
    current().uninterrupted(body);
  }

  private synchronized Work current() {
    Thread thread = Thread.currentThread();
    Work known = running.get(thread);
    return known == null ? new Work(thread) : known;
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

  /// Runs a task on a thread of its own, and waits for its result. If the time is up before, the
  /// task is interrupted.
  ///
  /// @param result completed by the task, which may go on then
  /// @param late the result if the time is up, or the task fails
  <T> T within(
      String name, long millis, CompletableFuture<T> result, Runnable task, Supplier<T> late)
      throws InterruptedException {
    Work work = begin(name, task, () -> result.complete(late.get()));
    try {
      await(result, millis);
    } finally {
      if (result.complete(late.get())) {
        work.interrupt();
      }
    }
    return result.join();
  }

  /// One piece of a run's work. Any thread may interrupt it. While it reports to the session, the
  /// interrupt is deferred: the JDK closes a channel when a thread is interrupted while it writes
  /// to it. Thread-safe.
  static final class Work {
    private final Thread thread;
    private boolean tells; // guarded by `this`, like what follows
    private boolean due;

    Work(Thread thread) {
      this.thread = thread;
    }

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
  }
}
