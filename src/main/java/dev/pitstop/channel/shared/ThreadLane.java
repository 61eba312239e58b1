package dev.pitstop.channel.shared;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// A lane with a platform thread: its tasks write to pipes.
final class ThreadLane implements Lane {
  private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
  private final Runnable idle;
  private final Consumer<Throwable> failed;
  private volatile boolean over; // set by its last task

  private ThreadLane(Runnable idle, Consumer<Throwable> failed) {
    this.idle = idle;
    this.failed = failed;
  }

  static Lane make(String name, Runnable idle, Consumer<Throwable> failed) {
    ThreadLane lane = new ThreadLane(idle, failed);
    Thread.ofPlatform().daemon().name(name).start(lane::run);
    return lane;
  }

  @Override
  public void post(Runnable task) {
    tasks.add(task);
  }

  @Override
  public void end() {
    post(() -> over = true);
  }

  private void run() {
    try {
      while (!over) {
        safely(tasks.take());
        if (tasks.isEmpty() && !over) {
          safely(idle);
        }
      }
    } catch (InterruptedException nobodyShould) {
      Thread.currentThread().interrupt();
    }
  }

  /// A defect costs one task, not all that come after it.
  private void safely(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error defect) {
      failed.accept(defect);
    }
  }
}
