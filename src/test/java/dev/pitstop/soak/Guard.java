package dev.pitstop.soak;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waiting for something that comes unless the program hangs. Nothing here measures time: the guard
/// is far above every limit that the soak gives to Pitstop.
final class Guard {
  /// `-Dpitstop.soak.guard=SECONDS` for the impatient.
  static final long SECONDS = Long.getLong("pitstop.soak.guard", 90);

  private Guard() {}

  /// Whether it became true in time.
  static boolean await(BooleanSupplier condition) {
    long end = System.nanoTime() + SECONDS * 1_000_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      pause(10);
    }
    return true;
  }

  static void pause(long millis) {
    LockSupport.parkNanos(millis * 1_000_000);
  }
}
