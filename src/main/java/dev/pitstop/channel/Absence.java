package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import java.util.Optional;

/// How a daemon's sessions have ended: how long the next one waits before it is begun, and what
/// people are told of it. Thread-safe.
final class Absence {
  private final Backoff backoff; // guarded by `this`, like the rest
  private int reconnects;
  private boolean came = true; // the last session was of use
  private Optional<String> lastError = Optional.empty();

  Absence(Backoff backoff) {
    this.backoff = backoff;
  }

  /// A session was answered something of use.
  synchronized void came() {
    if (!came) {
      came = true;
      backoff.reset();
    }
  }

  /// A session is lost.
  synchronized void lost(String why) {
    reconnects++;
    lastError = Optional.of(why);
  }

  /// How long to wait before the next try. The first one after a session that was of use is made at
  /// once.
  synchronized long beforeTry() {
    if (came) {
      came = false;
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
