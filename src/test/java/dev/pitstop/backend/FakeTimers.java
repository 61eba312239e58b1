package dev.pitstop.backend;

import dev.pitstop.rpc.Timers;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Time that passes only when the test says so. Tasks run on the thread that lets it pass.
public final class FakeTimers implements Timers {
  /// Equal to itself only.
  private static final class Waiting {
    final long due;
    final Runnable task;

    Waiting(long due, Runnable task) {
      this.due = due;
      this.task = task;
    }
  }

  private final Set<Waiting> waiting = new LinkedHashSet<>(); // guarded by this, like `now`
  private long now;

  @Override
  public synchronized long nowMillis() {
    return now;
  }

  @Override
  public synchronized Timer after(long millis, Runnable task) {
    Waiting w = new Waiting(now + Math.max(0, millis), task);
    waiting.add(w);
    return () -> {
      synchronized (this) {
        waiting.remove(w);
      }
    };
  }

  /// Whether a task is due in this time from now.
  public synchronized boolean has(long millis) {
    for (Waiting w : waiting) {
      if (w.due == now + millis) {
        return true;
      }
    }
    return false;
  }

  /// Whether no task waits.
  public synchronized boolean none() {
    return waiting.isEmpty();
  }

  /// How many tasks wait.
  public synchronized int count() {
    return waiting.size();
  }

  /// Lets time pass: what is due meanwhile runs at its time, in order.
  public void advance(long millis) {
    long end = nowMillis() + millis;
    Optional<Waiting> next = due(end);
    while (next.isPresent()) {
      next.get().task.run();
      next = due(end);
    }
    synchronized (this) {
      now = end;
    }
  }

  private synchronized Optional<Waiting> due(long end) {
    Optional<Waiting> first = Optional.empty();
    for (Waiting w : waiting) {
      if (w.due <= end && (first.isEmpty() || w.due < first.get().due)) {
        first = Optional.of(w);
      }
    }
    first.ifPresent(w -> {
      waiting.remove(w);
      now = Math.max(now, w.due);
    });
    return first;
  }
}
