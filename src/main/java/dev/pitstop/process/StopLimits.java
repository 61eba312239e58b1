package dev.pitstop.process;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// How long stopping may take. Each stop has its own limit. When Pitstop ends, all remaining work
/// shares one limit.
///
/// The stop ladder divides its time: two fifths after closing stdin, two fifths after SIGTERM, the
/// rest after SIGKILL. If somebody ends Pitstop by a signal, SIGTERM follows closing stdin at once:
/// a client that starts the next session waits for nothing. Thread-safe.
public final class StopLimits {
  private final Duration total;
  private final CompletableFuture<Void> hurried = new CompletableFuture<>();
  private volatile long endNanos; // written once, before `ending`, when the session ends
  private volatile boolean ending; // likewise; read by every stop

  /// @param total the time for one stop, or for Pitstop's end
  public StopLimits(Duration total) {
    this.total = total;
  }

  /// The time for one stop, or for Pitstop's end.
  public Duration total() {
    return total;
  }

  /// Pitstop ends: from now on all work shares the total. Only the first call counts.
  public synchronized void end() {
    if (!ending) {
      endNanos = System.nanoTime() + total.toNanos();
      ending = true;
    }
  }

  /// Whether Pitstop ends.
  public boolean ending() {
    return ending;
  }

  /// Pitstop was told to end by a signal.
  public void hurry() {
    hurried.complete(null);
  }

  /// Done when the end has to be quick.
  CompletableFuture<Void> hurried() {
    return hurried;
  }

  /// The time for a stop that begins now.
  public Duration left() {
    return ending
        ? Duration.ofNanos(Math.max(0, Math.min(total.toNanos(), endNanos - System.nanoTime())))
        : total;
  }

  /// How long to wait for something that usually gets `usualMillis`. At Pitstop's end at most half
  /// of the remaining time.
  public long waitMillis(long usualMillis) {
    return ending ? Math.min(usualMillis, left().toMillis() / 2) : usualMillis;
  }
}
