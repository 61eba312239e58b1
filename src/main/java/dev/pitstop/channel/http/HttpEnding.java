package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.util.Optional;

/// Decides when a session with a daemon is over, and how: it is lost when the daemon is gone or
/// does not know it any more, and closed when Pitstop needs it no longer. Reports its end once.
///
/// On any thread. Its lock is held for an instant, and never while an event is reported or anything
/// is sent or awaited.
final class HttpEnding {
  /// How long answers under way may take once the session is known to be lost.
  static final long LAST_ANSWERS_MILLIS = Grace.millis(2_000);

  /// How long the daemon may take for the DELETE of a session.
  static final long DELETE_MILLIS = Grace.millis(2_000);

  private static final String NOT_WANTED = "closed before a server listened there";

  private enum Phase {
    /// Nobody listens yet.
    OPENING,
    OPEN,
    /// The session is lost: messages under way are awaited, nothing new is sent.
    LOSING,
    /// Pitstop ends it.
    CLOSING,
    OVER
  }

  private final HttpCore run;
  private final HttpPosts posts;
  private final HttpTelling telling;

  // Guarded by `this`.
  private Phase phase = Phase.OPENING;
  private Optional<Timers.Timer> limit = Optional.empty();
  private String why = "";

  HttpEnding(HttpCore run, HttpPosts posts, HttpTelling telling) {
    this.run = run;
    this.posts = posts;
    this.telling = telling;
  }

  /// Whether the session continues.
  synchronized boolean wanted() {
    return phase == Phase.OPENING || phase == Phase.OPEN;
  }

  /// The session begins.
  ///
  /// @return false if it is no longer wanted: the thread that decided so reports its end
  synchronized boolean opens() {
    boolean opens = phase == Phase.OPENING;
    phase = opens ? Phase.OPEN : phase;
    return opens;
  }

  /// Takes a message that is to be sent when the session is open. If that is lost already, it does
  /// not leave: the end returns it.
  ///
  /// @return empty if there is no session
  synchronized Optional<HttpMessage> take(Outgoing message) {
    return phase == Phase.CLOSING || phase == Phase.OVER
        ? Optional.empty()
        : Optional.of(posts.add(message));
  }

  /// A message begins to leave, unless the session is over. A request that had not left when the
  /// end was reported never leaves, as it is sent again. Messages that need no answer, such as a
  /// cancellation, leave before the session is closed.
  synchronized boolean leaves(HttpMessage message) {
    boolean may = phase == Phase.OPEN || (phase == Phase.CLOSING && message.asksNothing());
    return may && message.leave(run.threads.nowMillis());
  }

  // It is lost.

  /// The session or the daemon is gone. Messages under way have a while to be answered: others may
  /// be about to get the same refusal. Do not call it in a turn.
  ///
  /// @param how a clause whose subject is the server
  void lost(String how) {
    lose(how, false);
  }

  /// The daemon answers, and does not know the session any more.
  ///
  /// @param how a clause whose subject is the server
  void forgotten(String how) {
    lose(how, true);
  }

  /// Pitstop itself failed, which was already reported.
  void failed() {
    lost("lost its session because of an internal error in Pitstop (see the log)");
  }

  private void lose(String how, boolean forgotten) {
    synchronized (this) {
      if (!wanted()) {
        return;
      }
      phase = Phase.LOSING;
      why = run.channel.absence.lost(how, forgotten, run.threads.nowMillis());
      limit = Optional.of(run.threads.after(LAST_ANSWERS_MILLIS, this::lostForGood));
    }
    run.log.warn("lost", "why", how);
    settled();
  }

  /// An exchange is over, or was found not to have run: a lost session ends with the last one.
  void settled() {
    boolean over;
    synchronized (this) {
      over = phase == Phase.LOSING && posts.oldestMillis().isEmpty();
    }
    if (over) {
      lostForGood();
    }
  }

  /// There is no connection to the daemon. Ends the session unless that shows nothing about it.
  ///
  /// @return whether it continues
  boolean goesOn(Wire.NotSent how) {
    if (how.shows() == Wire.NotSent.Shows.NOTHING) {
      run.log.debug("no-connection", "why", how.toString());
    } else {
      lost("went away: " + how.getMessage());
    }
    return wanted();
  }

  private void lostForGood() {
    String how;
    synchronized (this) {
      how = why;
    }
    end(new End.Lost(how), new End.Refused(how));
  }

  // It is closed.

  /// See [dev.pitstop.channel.Link#stop].
  void stop(String reason) {
    synchronized (this) {
      if (phase == Phase.CLOSING || phase == Phase.OVER) {
        return;
      }
      if (phase == Phase.OPENING) {
        run.channel.absence.wanted();
      }
      phase = Phase.CLOSING;
      limit.ifPresent(Timers.Timer::cancel);
      limit = Optional.of(run.threads.after(DELETE_MILLIS, this::closed));
    }
    run.open.countDown();
    run.log.info("stop", "why", reason);
    run.threads.begin("close", this::close, this::closed);
  }

  /// Ends a session that is no longer needed, as the specification requires (2025-11-25, "Session
  /// Management" 5); the daemon's answer does not matter.
  private void close() {
    try {
      posts.awaitTaken();
      if (run.session.id().isPresent()) {
        run.delete().close();
      }
    } catch (IOException e) {
      run.log.debug("delete", "why", e.toString());
    } catch (InterruptedException e) {
      return; // it took too long: the limit has ended it
    }
    closed();
  }

  private void closed() {
    run.channel.absence.closed();
    end(new End.Closed(), new End.Refused(NOT_WANTED));
  }

  /// See [dev.pitstop.channel.Link#kill].
  void kill() {
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
    }
    run.threads.begin("kill", this::closed, () -> {});
  }

  /// @param unopened what is reported instead if nobody listened yet
  private void end(End how, End.Refused unopened) {
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.OVER;
      limit.ifPresent(Timers.Timer::cancel);
    }
    run.threads.end();
    if (how instanceof End.Lost) {
      // where connections belong to one of several processes, the next session needs one of them
      run.channel.network.wire().renew();
    }
    telling.ended(how, unopened);
  }
}
