package dev.pitstop.backend;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what another thread is about to do; the limit only ends a test that has failed.
public final class Await {
  private static final long LIMIT_SECONDS = 30; // a busy machine must not fail one

  private Await() {}

  @SuppressWarnings("ThreadPriorityCheck") // nothing tells when another thread is done
  public static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain for: " + what);
      }
      LockSupport.parkNanos(50_000); // lets the others run
    }
  }

  /// The next element, which must come.
  public static <T> T take(String what, BlockingQueue<T> queue) {
    try {
      T next = queue.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("waited in vain for: " + what);
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while waiting for: " + what, e);
    }
  }
}
