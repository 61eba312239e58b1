package dev.pitstop.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waiting for what happens outside of this JVM, with a generous limit that only failures reach.
final class Poll {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private Poll() {}

  static void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }
}
