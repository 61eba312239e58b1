package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import java.util.Optional;

/// How a daemon's sessions have ended: how long the next one waits before it is begun, and what
/// people are told of it. Times in milliseconds of one clock. Thread-safe.
final class Absence {
  /// A session that lasted so long was of use: the next one is begun at once. Without that, a
  /// daemon that forgets each session at once would be asked for new ones without a pause.
  static final long STEADY_MILLIS = 5_000;

  private final Backoff backoff; // guarded by `this`, like the rest
  private boolean steady = true; // the next try is made at once
  private long began;
  private int reconnects;
  private Optional<String> lastError = Optional.empty();

  Absence(Backoff backoff) {
    this.backoff = backoff;
  }

  /// A session has begun.
  synchronized void began(long now) {
    began = now;
  }

  /// A session that had begun is lost.
  synchronized void lost(String why, long now) {
    reconnects++;
    lastError = Optional.of(why);
    steady = now - began >= STEADY_MILLIS;
  }

  /// A session was ended because nobody needs it.
  synchronized void closed() {
    steady = true;
  }

  /// How long to wait before the next try.
  synchronized long beforeTry() {
    if (steady) {
      steady = false;
      backoff.reset();
      return 0;
    }
    return backoff.next();
  }

  /// A try has failed.
  synchronized void failed(String why) {
    lastError = Optional.of(why);
  }

  synchronized int reconnects() {
    return reconnects;
  }

  synchronized Optional<String> lastError() {
    return lastError;
  }
}
