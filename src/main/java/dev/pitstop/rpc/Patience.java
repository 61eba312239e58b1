package dev.pitstop.rpc;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/// How long to wait before a non-blocking stream is tried once more: briefly at first, then longer
/// and longer. So a busy peer is served quickly, and a silent one costs almost nothing. One thread
/// at a time.
final class Patience {
  private static final long FIRST_NANOS = 50_000;
  static final long LONGEST_NANOS = 10_000_000;

  private final LongConsumer wait;
  private long nanos = FIRST_NANOS;

  Patience() {
    this(LockSupport::parkNanos);
  }

  /// @param wait waits for so many nanoseconds
  Patience(LongConsumer wait) {
    this.wait = wait;
  }

  void pause() {
    wait.accept(nanos);
    nanos = Math.min(2 * nanos, LONGEST_NANOS);
  }

  /// There was something to do.
  void reset() {
    nanos = FIRST_NANOS;
  }
}
