package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Network;
import dev.pitstop.channel.wire.Reach;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Whether a daemon tolerates idle connections. A daemon that serves one connection at a time
/// (Python's `http.server`, a sync worker of gunicorn) waits for the next request on an idle
/// connection, and answers nobody meanwhile. So a session leaves none idle until the daemon has
/// shown that it serves two at once: each request has a connection of its own, which ends with its
/// answer; there is no watch connection and no common stream.
///
/// The first requests of the session are the test. A connection is opened on which nothing is sent,
/// and the request goes on a later one. If the answer comes while the first is still open, the
/// daemon serves two: it accepts connections in order. Then the request's connection is kept, so
/// that the session stays with the same one of several processes. If it does not come within a
/// limit, the first is closed, and the request is answered as if there had been no other.
///
/// Thread-safe; its lock is held for an instant.
final class HttpRoom {
  /// How long a request may wait for its answer beside the first test connection.
  static final long FIRST_MILLIS = 100;

  /// A daemon that took longer gets twice its time at the next test, and at most this.
  static final long MOST_MILLIS = 2_000;

  /// After this many tests the daemon counts as one that serves one connection at a time.
  private static final int TRIES = 2;

  private final HttpCore run;
  private final CompletableFuture<Void> shown = new CompletableFuture<>();

  // Guarded by `this`.
  private boolean trying;
  private int triesLeft = TRIES;
  private long limitMillis = FIRST_MILLIS;

  /// Behind a proxy the test shows nothing, and a proxy serves many.
  HttpRoom(HttpCore run) {
    this.run = run;
    if (!Network.isDirect(run.session.posts())) {
      shown.complete(null);
    }
  }

  /// Done when connections may be left idle.
  CompletableFuture<Void> shown() {
    return shown;
  }

  /// Sends a request like [Wire#send].
  Wire.Answer send(Wire.Ask ask) throws IOException, InterruptedException {
    Wire wire = run.channel.world.network().wire();
    if (shown.isDone()) {
      return wire.send(ask);
    }
    Optional<Reach.Held> held = test(ask);
    if (held.isEmpty()) {
      return wire.send(ask.onItsOwn());
    }
    long since = run.threads.nowMillis();
    try (Reach.Held silent = held.get()) {
      Wire.Answer answer = sent(ask, silent);
      if (silent.isQuiet()) {
        shown.complete(null);
      } else {
        wire.rest(); // its connection ends with the answer
        slow(run.threads.nowMillis() - since);
      }
      return answer;
    } finally {
      over();
    }
  }

  /// @param silent is closed if the answer takes too long
  private Wire.Answer sent(Wire.Ask ask, Reach.Held silent)
      throws IOException, InterruptedException {
    Timers.Timer limit = run.threads.after(limit(), silent::close);
    try {
      return run.channel.world.network().wire().send(ask);
    } finally {
      limit.cancel();
    }
  }

  private synchronized long limit() {
    return limitMillis;
  }

  /// Begins a test, if one is due. Only messages are answered at once: a stream may be held open
  /// until there is something to say.
  ///
  /// @return the connection on which nothing is sent
  private Optional<Reach.Held> test(Wire.Ask ask) throws InterruptedException {
    synchronized (this) {
      if (trying || triesLeft == 0 || ask.body().isEmpty()) {
        return Optional.empty();
      }
      trying = true;
    }
    try {
      return Optional.of(run.reach().hold(ask.to()));
    } catch (IOException e) { // the request finds the same problem, and reports it
      over();
      return Optional.empty();
    } catch (InterruptedException e) {
      over();
      throw e;
    }
  }

  private synchronized void slow(long tookMillis) {
    triesLeft--;
    limitMillis = Math.clamp(2 * tookMillis, FIRST_MILLIS, MOST_MILLIS);
  }

  private synchronized void over() {
    trying = false;
  }

  /// Allows one more test, with the next message.
  synchronized void again() {
    triesLeft = Math.max(triesLeft, 1);
  }
}
