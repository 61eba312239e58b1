package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Timers;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Timers on one daemon thread, until they are closed. A task that fails is logged, and the next
/// one runs.
public final class SystemTimers implements Timers, AutoCloseable {
  private final ScheduledThreadPoolExecutor executor;

  private final Log log;

  public SystemTimers(Log log) {
    this.log = log;
    executor =
        new ScheduledThreadPoolExecutor(
            1, r -> Thread.ofPlatform().daemon().name("timers").unstarted(r));
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // once closed
    executor.prestartCoreThread(); // threads may run out later, and no timer may fail
  }

  @Override
  public long nowMillis() {
    return System.nanoTime() / 1_000_000;
  }

  @Override
  public Timer after(long millis, Runnable task) {
    ScheduledFuture<?> f = executor.schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    return () -> f.cancel(false);
  }

  /// Ends the thread. Tasks that have not begun never run, and neither do later ones.
  @Override
  public void close() {
    executor.shutdown();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      log.error("timer-failed", "why", e.toString()); // nobody asks for the task's outcome
    }
  }
}
