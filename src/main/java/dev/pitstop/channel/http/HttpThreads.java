package dev.pitstop.channel.http;

import dev.pitstop.channel.RunLog;
import dev.pitstop.rpc.Timers;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/// The threads and the time of one run. They are virtual, and so never write to the client
/// themselves: they may be interrupted at any time, and all are when the run is over. Thread-safe.
final class HttpThreads {
  final Timers timers;
  private final ThreadFactory virtual;
  private final RunLog log;
  private final Set<Thread> running = new HashSet<>(); // guarded by `this`, like `over`
  private boolean over;

  /// @param virtual makes them
  HttpThreads(ThreadFactory virtual, Timers timers, RunLog log) {
    this.virtual = virtual;
    this.timers = timers;
    this.log = log;
  }

  /// Runs a task on a thread of its own, unless the run is over.
  ///
  /// @param repair ends what depended on the task if it throws, after that was logged
  Thread begin(String name, Runnable body, Runnable repair) {
    Thread thread = virtual.newThread(() -> root(name, body, repair));
    thread.setName(log.server() + " " + log.number() + " " + name);
    synchronized (this) {
      if (over) {
        return thread;
      }
      running.add(thread);
    }
    thread.start();
    return thread;
  }

  /// A task that began before the end runs even after it, and finds itself interrupted: others wait
  /// for its report.
  private void root(String name, Runnable body, Runnable repair) {
    log.guard(name, body, failure -> repair.run());
    synchronized (this) {
      running.remove(Thread.currentThread());
    }
  }

  /// Interrupts all, including the calling thread, which may have more to read. No task begins any
  /// more.
  synchronized void end() {
    over = true;
    running.forEach(Thread::interrupt);
  }

  /// Waits this long by the timers' clock.
  void pause(long millis) throws InterruptedException {
    if (millis > 0) {
      timers.await(new CompletableFuture<>(), millis);
    }
  }

  /// Runs a task on a thread of its own, and waits for its result. If the time is up before, the
  /// task is interrupted.
  ///
  /// @param result completed by the task, which may go on then
  /// @param late the result if the time is up, or the task fails
  <T> T within(
      String name, long millis, CompletableFuture<T> result, Runnable task, Supplier<T> late)
      throws InterruptedException {
    Thread thread = begin(name, task, () -> result.complete(late.get()));
    try {
      timers.await(result, millis);
    } finally {
      if (result.complete(late.get())) {
        thread.interrupt();
      }
    }
    return result.join();
  }
}
