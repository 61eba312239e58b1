package dev.pitstop.backend;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Timers on one daemon thread, which starts with the first timer.
public final class SystemTimers implements Timers {
  private final ScheduledThreadPoolExecutor executor;

  public SystemTimers() {
    executor =
        new ScheduledThreadPoolExecutor(
            1, r -> Thread.ofPlatform().daemon().name("timers").unstarted(r));
    executor.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long nowMillis() {
    return System.nanoTime() / 1_000_000;
  }

  @Override
  public Timer after(long millis, Runnable task) {
    ScheduledFuture<?> f = executor.schedule(task, millis, TimeUnit.MILLISECONDS);
    return () -> f.cancel(false);
  }
}
