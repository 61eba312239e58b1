package dev.pitstop.channel.http;

import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Uris;

/// Looks after a daemon while nothing comes from it. For one thread at a time.
record HttpSilence(HttpParts run) {
  static final long QUIET_MILLIS = 60_000;

  /// Together with the silence before: five minutes.
  static final long SIGN_MILLIS = 240_000;

  /// How often it is checked that a daemon on this machine is there.
  static final long VISIT_MILLIS = 1_000;

  /// The idle watchdog: checks on a daemon that has been silent for a while. While calls are in
  /// flight, the daemon is asked for a sign of life, with a long limit, as it may serve one call at
  /// a time or stand at a breakpoint. Otherwise only a connection is tried. A daemon that is gone
  /// or gives no sign is lost. Watches while the session lasts.
  ///
  /// @throws InterruptedException when it is over
  void watch() throws InterruptedException {
    long looked = run.threads.nowMillis();
    while (run.ending.wanted()) {
      long asked = run.posts.oldestMillis().orElse(0L);
      long since = Math.max(looked, Math.max(run.heardMillis(), asked));
      long left = QUIET_MILLIS - (run.threads.nowMillis() - since);
      if (left > 0) {
        run.threads.pause(left);
      } else if (goesOn()) {
        looked = run.threads.nowMillis();
      }
    }
  }

  private boolean goesOn() throws InterruptedException {
    // an attempt to send the first message to a daemon that is away is not a call
    boolean waits = !run.session.away && run.posts.oldestMillis().isPresent();
    return waits ? run.life.answers(SIGN_MILLIS) : run.life.reached();
  }

  /// Notices that an idle daemon on this machine went away. A call under way needs no look: its
  /// connection ends with the daemon, which may be busy with it and accept no other for long. A TLS
  /// server would log each look as an error.
  void visit() {
    Endpoint daemon = run.channel.endpoint;
    boolean local = daemon.isHere() && !Uris.isHttps(daemon.uri());
    try {
      while (local && run.ending.wanted()) {
        run.threads.pause(VISIT_MILLIS);
        if (run.posts.oldestMillis().isEmpty()) {
          run.life.reached();
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }
}
