package dev.pitstop.channel;

import java.util.Optional;

/// Notices that an idle daemon went away (H3). Keeps a connection open on which nothing is sent,
/// and which ends with the daemon at the latest. Then the daemon is asked for a sign of life: it
/// may only have tidied up. A daemon that closes such connections at once is asked now and then
/// instead; one without room for them ([HttpRoom]) is also visited once a second. For one thread.
final class HttpWatch implements Runnable {
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

  private final HttpRun run;
  private final Http channel;
  private final HttpLife life;

  HttpWatch(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.life = new HttpLife(run);
  }

  @Override
  public void run() {
    try {
      int briefInARow = 0;
      while (run.wanted()) {
        if (!run.room().shown()) {
          visits();
          continue;
        }
        if (briefInARow >= MOST_SHORT) {
          run.threads().pause(PERIOD_MILLIS);
          life.answers(SIGN_MILLIS);
          continue;
        }
        long since = now();
        Optional<Boolean> spoke = untilClosed();
        boolean brief = spoke.isPresent() && now() - since < SHORT_MILLIS;
        briefInARow = brief ? briefInARow + 1 : 0;
        if (run.wanted() && spoke.isPresent() && !spoke.get()) {
          ended(now() - since, brief);
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// Visits until there is room, or for a while. A call under way needs no visit: its connection
  /// ends with the daemon, which may be busy with it and accept no other for long.
  private void visits() throws InterruptedException {
    long end = now() + PERIOD_MILLIS;
    while (run.wanted() && now() < end) {
      if (run.room().awaitShown(VISIT_MILLIS)) {
        return;
      }
      if (run.posts().oldestMillis().isEmpty()) {
        visit();
      }
    }
    if (run.wanted() && run.posts().oldestMillis().isEmpty()) {
      run.room().again();
      life.goesOn(HttpSilence.SIGN_MILLIS); // without a sign it may be busy with others
    }
  }

  private void visit() throws InterruptedException {
    Optional<Wire.NotSent> why = Optional.empty();
    try {
      channel.world.reach().visit(run.session().posts());
    } catch (Wire.NotSent e) {
      why = Optional.of(e);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    why.ifPresent(run::goesOn);
  }

  private long now() {
    return channel.world.timers().nowMillis();
  }

  /// @return whether the daemon said something before it closed the connection; empty if there was
  ///   none
  private Optional<Boolean> untilClosed() throws InterruptedException {
    Optional<Boolean> spoke = Optional.empty();
    Optional<Wire.NotSent> why = Optional.empty();
    try {
      spoke = Optional.of(channel.world.reach().untilClosed(run.session().posts(), () -> {}));
    } catch (Wire.NotSent e) {
      why = Optional.of(e);
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (why.isPresent() && run.goesOn(why.get())) {
      run.threads().pause(VISIT_MILLIS);
    }
    return spoke;
  }

  private void ended(long lifeMillis, boolean brief) throws InterruptedException {
    long at = now();
    int stream = run.session().stream();
    if (life.answers(SIGN_MILLIS)
        && !brief
        && !lives(at, stream)
        && !channel.habit.isUsual(lifeMillis)) {
      run.lost("closed its connections, which usually means a restart");
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
      run.threads().pause(SETTLE_MILLIS);
    }
    return holds(atMillis, stream)
        || (run.session().id().isPresent() && !life.takesAnySession(SIGN_MILLIS));
  }

  private boolean holds(long atMillis, int stream) {
    return run.posts().oldestMillis().filter(left -> left <= atMillis).isPresent()
        || (stream != 0 && stream == run.session().stream());
  }
}
