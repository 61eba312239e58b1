package dev.pitstop.channel;

import java.util.Optional;

/// After how long a daemon ends connections on which nothing is sent, learnt over its sessions: one
/// that does so after the same time twice in a row has a limit for that, and was not restarted.
/// Thread-safe.
final class HttpHabit {
  private Optional<Long> before = Optional.empty(); // guarded by `this`

  /// @param lifeMillis of the connection that has ended
  /// @return whether the one before lived as long, but for a tenth
  synchronized boolean isUsual(long lifeMillis) {
    boolean usual =
        before.filter(b -> Math.abs(b - lifeMillis) <= Math.max(b, lifeMillis) / 10).isPresent();
    before = Optional.of(lifeMillis);
    return usual;
  }
}
