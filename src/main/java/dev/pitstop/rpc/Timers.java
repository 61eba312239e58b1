package dev.pitstop.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Timers for the lifecycle; tests have fake ones.
public interface Timers {
  interface Timer {
    void cancel();
  }

  /// Milliseconds of a clock that never goes back.
  long nowMillis();

  /// Runs `task` once, later, on the timers' own thread, which it must not block.
  Timer after(long millis, Runnable task);

  /// Waits for this, and at most so long.
  default void await(CompletableFuture<?> what, long millis) throws InterruptedException {
    CompletableFuture<Void> passed = new CompletableFuture<>();
    Timer timer = after(millis, () -> passed.complete(null));
    try {
      CompletableFuture.anyOf(what, passed).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // nobody waits for what may fail
    } finally {
      timer.cancel();
    }
  }
}
