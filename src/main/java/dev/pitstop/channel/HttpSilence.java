package dev.pitstop.channel;

import dev.pitstop.rpc.Timers;
import java.util.Optional;

/// The idle watchdog: checks on a daemon that has been silent for a while. While calls are in
/// flight, the daemon is asked for a sign of life, with a long limit, as it may serve one call at a
/// time or stand at a breakpoint. Otherwise only a connection is tried. A daemon that is gone or
/// gives no sign is lost (catalogue H, 25). Thread-safe.
final class HttpSilence {
  static final long QUIET_MILLIS = 60_000;

  /// Together with the silence before: five minutes.
  static final long SIGN_MILLIS = 240_000;

  private final HttpRun run;
  private volatile long heardMillis;
  private Optional<Timers.Timer> timer = Optional.empty(); // guarded by `this`, like what follows
  private boolean over;

  HttpSilence(HttpRun run) {
    this.run = run;
  }

  private Timers timers() {
    return run.channel().world.timers();
  }

  /// Something came from the daemon.
  void heard() {
    heardMillis = timers().nowMillis();
  }

  void begin() {
    heard();
    lookAfter(QUIET_MILLIS);
  }

  synchronized void end() {
    over = true;
    timer.ifPresent(Timers.Timer::cancel);
  }

  private synchronized void lookAfter(long millis) {
    if (!over) {
      timer = Optional.of(timers().after(millis, this::look));
    }
  }

  /// On the timers' thread.
  private void look() {
    long left = QUIET_MILLIS - (timers().nowMillis() - since());
    if (left > 0) {
      lookAfter(left);
      return;
    }
    try {
      run.threads().begin("sign of life", this::ask, () -> lookAfter(QUIET_MILLIS));
    } catch (Throwable t) {
      lookAfter(QUIET_MILLIS); // no memory for a thread: perhaps later
    }
  }

  private long since() {
    return Math.max(heardMillis, run.posts().oldestMillis().orElse(0L));
  }

  private void ask() {
    try {
      HttpLife life = new HttpLife(run);
      boolean waits = run.posts().oldestMillis().isPresent();
      if (waits ? life.answers(SIGN_MILLIS) : life.reached()) {
        heard();
        lookAfter(QUIET_MILLIS);
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }
}
