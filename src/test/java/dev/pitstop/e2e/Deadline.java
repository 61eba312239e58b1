package dev.pitstop.e2e;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waiting for something outside this process, with a guard that only a broken program reaches.
///
/// No test measures time: the guard is generous, and a test never waits for time to pass.
final class Deadline {
  /// How long anything may take before a test gives up; `-Dpitstop.e2e.guard=SECONDS` for the
  /// impatient, who then must expect false alarms on a busy machine.
  static final Duration GUARD = Duration.ofSeconds(Integer.getInteger("pitstop.e2e.guard", 60));

  /// What is looked at is often what works: the longer it takes, the more seldom it is disturbed.
  private static final long LOOK_AGAIN_NANOS = 4_000_000;

  private static final long MOST_NANOS = 16_000_000;

  private Deadline() {}

  static void await(BooleanSupplier condition, Supplier<String> whatIsMissing) {
    long end = System.nanoTime() + GUARD.toNanos();
    long pause = LOOK_AGAIN_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError(
            "gave up after " + GUARD.toSeconds() + " s: " + whatIsMissing.get());
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(MOST_NANOS, pause + pause / 8);
    }
  }
}
