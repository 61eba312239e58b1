package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;

/// Notices that an idle daemon went away. Keeps a connection open on which nothing is sent, and
/// which ends with the daemon at the latest. Then the daemon is asked for a sign of life: it may
/// only have tidied up. A daemon that closes such connections at once is asked now and then
/// instead; one without room for them ([HttpRoom]) is also visited once a second. For one thread.
final class HttpWatch implements Runnable {
  private final HttpParts run;

  HttpWatch(HttpParts run) {
    this.run = run;
  }

  /// A shorter connection shows nothing.
  static final long SHORT_MILLIS = 1_000;

  static final int MOST_SHORT = 3;
  static final long PERIOD_MILLIS = 60_000;

  /// How often to check that somebody listens, where no connection may stay open.
  static final long VISIT_MILLIS = 1_000;

  /// How long the daemon may take for a sign of life once a connection has ended. One that waits
  /// for Pitstop's other connections before it restarts gives none; they are then closed.
  static final long SIGN_MILLIS = 10_000;

  /// Within this time everything that ends with a connection has ended.
  static final long SETTLE_MILLIS = 200;

  @Override
  public void run() {
    try {
      int briefInARow = 0;
      while (run.ending.wanted()) {
        if (!run.room.shown().isDone()) {
          visits();
        } else if (briefInARow >= MOST_SHORT) {
          run.threads.pause(PERIOD_MILLIS);
          run.life.answers(SIGN_MILLIS);
        } else {
          briefInARow = watched() ? briefInARow + 1 : 0;
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// Visits until there is room, or for a while. A call under way needs no visit: its connection
  /// ends with the daemon, which may be busy with it and accept no other for long.
  private void visits() throws InterruptedException {
    long end = run.threads.nowMillis() + PERIOD_MILLIS;
    while (run.ending.wanted() && run.threads.nowMillis() < end) {
      run.threads.await(run.room.shown(), VISIT_MILLIS);
      if (run.room.shown().isDone()) {
        return;
      }
      if (run.posts.oldestMillis().isEmpty()) {
        try {
          run.reach().visit(run.session.posts());
        } catch (Wire.NotSent e) {
          run.ending.goesOn(e);
        }
      }
    }
    if (run.ending.wanted() && run.posts.oldestMillis().isEmpty()) {
      run.room.again();
      run.life.goesOn(HttpSilence.SIGN_MILLIS); // without a sign it may be busy with others
    }
  }

  /// Watches one connection until it ends.
  ///
  /// @return whether that was soon
  private boolean watched() throws InterruptedException {
    long since = run.threads.nowMillis();
    try {
      boolean spoke = run.reach().untilClosed(run.session.posts(), () -> {});
      long lifeMillis = run.threads.nowMillis() - since;
      boolean brief = lifeMillis < SHORT_MILLIS;
      if (run.ending.wanted() && !spoke) {
        ended(lifeMillis, brief);
      }
      return brief;
    } catch (Wire.NotSent e) {
      if (run.ending.goesOn(e)) {
        run.threads.pause(VISIT_MILLIS);
      }
      return false;
    }
  }

  private void ended(long lifeMillis, boolean brief) throws InterruptedException {
    long at = run.threads.nowMillis();
    int stream = run.session.stream();
    if (run.life.answers(SIGN_MILLIS)
        && !brief
        && !lives(at, stream)
        && !run.channel.absence.isUsual(lifeMillis)) {
      run.ending.lost("closed its connections, which usually means a restart");
    }
  }

  /// Whether it is surely the same daemon: it still holds a call or the open stream, or it knows
  /// the session and would not accept another. After a moment, a call or stream that broke with the
  /// connection has been noticed, and may have been started again.
  ///
  /// @param atMillis when the connection ended
  /// @param stream that was open then
  private boolean lives(long atMillis, int stream) throws InterruptedException {
    if (holds(atMillis, stream)) {
      run.threads.pause(SETTLE_MILLIS);
    }
    return holds(atMillis, stream)
        || (run.session.id().isPresent() && !run.life.takesAnySession(SIGN_MILLIS));
  }

  private boolean holds(long atMillis, int stream) {
    return run.posts.oldestMillis().filter(left -> left <= atMillis).isPresent()
        || (stream != 0 && stream == run.session.stream());
  }
}
