package dev.pitstop.channel;

import java.util.Optional;

/// Learns over a daemon's sessions after how long it closes idle connections. A daemon that closes
/// two in a row after the same time has a limit for that, and was not restarted. Thread-safe.
final class HttpHabit {
  private Optional<Long> before = Optional.empty(); // guarded by `this`

  /// @param lifeMillis of the connection that has ended
  /// @return whether the one before lived as long, to a tenth
  synchronized boolean isUsual(long lifeMillis) {
    boolean usual =
        before.filter(b -> Math.abs(b - lifeMillis) <= Math.max(b, lifeMillis) / 10).isPresent();
    before = Optional.of(lifeMillis);
    return usual;
  }
}
