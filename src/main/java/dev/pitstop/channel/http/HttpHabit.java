package dev.pitstop.channel.http;

import java.util.Optional;

/// What a daemon's sessions have shown so far of what they have in common. Thread-safe.
final class HttpHabit {
  private Optional<Long> before = Optional.empty(); // guarded by `this`

  /// Whether the daemon usually closes idle connections after this time. One that closes two in a
  /// row after the same time has a limit for that, and was not restarted.
  ///
  /// @param lifeMillis of the connection that has ended
  /// @return whether the one before lived as long, to a tenth
  synchronized boolean isUsual(long lifeMillis) {
    boolean usual =
        before.filter(b -> Math.abs(b - lifeMillis) <= Math.max(b, lifeMillis) / 10).isPresent();
    before = Optional.of(lifeMillis);
    return usual;
  }
}
