package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Does work that takes longer than a turn may take. The pieces are done outside turns, one after
/// the other, on a thread that lives as long as there is work. Each result comes in with a turn.
/// The results keep the order of the pieces, so none overtakes an earlier one.
public final class OutsideTurns {
  private final Monitor monitor;
  private final Log log;
  private final ThreadPoolExecutor thread;

  public OutsideTurns(Monitor monitor, Log log) {
    this(monitor, log, Thread.ofPlatform().daemon().name("outside turns").factory());
  }

  public OutsideTurns(Monitor monitor, Log log, ThreadFactory threads) {
    this.monitor = monitor;
    this.log = log;
    this.thread =
        new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
  }

  /// Does `work`, and passes its result to `then` in a turn. If `work` failed, passes `otherwise`.
  /// On any thread.
  public <T> void run(Supplier<T> work, T otherwise, Consumer<T> then) {
    Runnable piece = () -> piece(work, otherwise, then);
    monitor.turn(() -> {
      try {
        thread.execute(piece);
      } catch (OutOfMemoryError noThread) {
        if (thread.remove(piece)) { // it was queued before the thread was missed
          log.error("defect", "in", "outside turns", "why", noThread.toString());
          then.accept(otherwise);
        }
      }
    });
  }

  /// Runs `done` in a turn when all earlier pieces are done.
  public void whenDone(Runnable done) {
    run(() -> true, true, always -> done.run());
  }

  /// A bug in Pitstop, or a lack of memory, costs only this piece.
  private <T> void piece(Supplier<T> work, T otherwise, Consumer<T> then) {
    T result = otherwise;
    try {
      result = work.get();
    } catch (Throwable e) {
      log.error("defect", "in", "outside turns", "why", e.toString());
    }
    T found = result;
    try {
      monitor.turn(() -> then.accept(found));
    } catch (Throwable e) {
      log.error("defect", "in", "the result of work outside turns", "why", e.toString());
    }
  }
}
