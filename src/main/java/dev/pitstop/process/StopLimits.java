package dev.pitstop.process;

import java.time.Duration;

/// How long stopping may take (L6): each stop has a limit of its own, and when Pitstop ends, all
/// that is left to do has that limit together (F7).
///
/// A ladder divides its time: two fifths after closing stdin, two fifths after SIGTERM, the rest
/// after SIGKILL. Thread-safe.
public final class StopLimits {
  private final Duration total;
  private volatile long endNanos; // written once, before `ending`, by whoever ends the session
  private volatile boolean ending; // likewise; read by whoever stops something

  /// @param total for a stop, or for the end
  public StopLimits(Duration total) {
    if (total.isNegative()) {
      throw new IllegalArgumentException("a time limit cannot be negative: " + total);
    }
    this.total = total;
  }

  /// Five seconds in all.
  public static StopLimits usual() {
    return new StopLimits(Duration.ofSeconds(5));
  }

  /// For a stop, or for the end.
  public Duration total() {
    return total;
  }

  /// Pitstop ends: from now on everything together has the total. The first call counts.
  public synchronized void end() {
    if (!ending) {
      endNanos = System.nanoTime() + total.toNanos();
      ending = true;
    }
  }

  /// What a stop that begins now may take.
  public Duration left() {
    return ending
        ? Duration.ofNanos(Math.max(0, Math.min(total.toNanos(), endNanos - System.nanoTime())))
        : total;
  }

  /// How long something may be waited for that is usually worth `usualMillis`: at the end no longer
  /// than half of what is left.
  public long waitMillis(long usualMillis) {
    return ending ? Math.min(usualMillis, left().toMillis() / 2) : usualMillis;
  }
}
