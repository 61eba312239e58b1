package dev.pitstop.session.front;

/// Keeps a build that prints a lot from flooding the client with progress: the first lines go at
/// once, later ones ten times a second. For the threads of one build.
public final class ProgressPace {
  private static final int AT_ONCE = 20;
  private static final long GAP_NANOS = 100_000_000;

  // Guarded by this; both streams of a build report.
  private int sent;
  private long lastNanos;

  /// Whether this line is to be sent; an empty one is not.
  public synchronized boolean lets(String line) {
    long nowNanos = System.nanoTime();
    if (line.isBlank() || (sent >= AT_ONCE && nowNanos - lastNanos < GAP_NANOS)) {
      return false;
    }
    sent++;
    lastNanos = nowNanos;
    return true;
  }
}
