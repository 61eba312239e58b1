package dev.pitstop.process;

import java.time.Duration;

/// How long stopping may take (L6).
///
/// @param total for the whole ladder: two fifths after closing stdin, two fifths after SIGTERM, the
///   rest after SIGKILL
public record StopLimits(Duration total) {
  /// Five seconds in all.
  public static final StopLimits DEFAULT = new StopLimits(Duration.ofSeconds(5));

  public StopLimits {
    if (total.isNegative()) {
      throw new IllegalArgumentException("a time limit cannot be negative: " + total);
    }
  }

  /// Nanoseconds to wait after stdin was closed, and again after SIGTERM.
  long stepNanos() {
    return total.toNanos() / 5 * 2;
  }
}
