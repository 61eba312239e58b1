package dev.pitstop.channel.http;

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

  private final HttpSession session;
  private final HttpRequests requests;
  private final HttpPosts posts;
  private final HttpLife life;
  private final HttpThreads threads;
  private Optional<Timers.Timer> timer = Optional.empty(); // guarded by `this`, like what follows
  private boolean over;

  HttpSilence(
      HttpSession session,
      HttpRequests requests,
      HttpPosts posts,
      HttpLife life,
      HttpThreads threads) {
    this.session = session;
    this.requests = requests;
    this.posts = posts;
    this.life = life;
    this.threads = threads;
  }

  void begin() {
    lookAfter(QUIET_MILLIS);
  }

  synchronized void end() {
    over = true;
    timer.ifPresent(Timers.Timer::cancel);
  }

  private synchronized void lookAfter(long millis) {
    if (!over) {
      timer = Optional.of(threads.after(millis, this::look));
    }
  }

  /// On the timers' thread.
  private void look() {
    long left = QUIET_MILLIS - (threads.nowMillis() - since());
    if (left > 0) {
      lookAfter(left);
      return;
    }
    try {
      threads.begin("sign of life", this::ask, () -> lookAfter(QUIET_MILLIS));
    } catch (Throwable t) {
      lookAfter(QUIET_MILLIS); // no memory for a thread: perhaps later
    }
  }

  private long since() {
    return Math.max(requests.heardMillis(), posts.oldestMillis().orElse(0L));
  }

  private void ask() {
    try {
      // an attempt to send the first message to a daemon that is away is not a call
      boolean waits = !session.away() && posts.oldestMillis().isPresent();
      if (waits ? life.answers(SIGN_MILLIS) : life.reached()) {
        requests.heard();
        lookAfter(QUIET_MILLIS);
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }
}
