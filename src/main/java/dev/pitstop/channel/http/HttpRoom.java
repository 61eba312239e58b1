package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Network;
import dev.pitstop.channel.wire.Reach;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

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

  private final Wire wire;
  private final Reach reach;
  private final HttpThreads threads;
  private volatile boolean shown; // written with the lock held

  // Guarded by `this`.
  private boolean trying;
  private int triesLeft = TRIES;
  private long limitMillis = FIRST_MILLIS;

  /// @param endpoint of the daemon. Behind a proxy the test shows nothing, and a proxy serves many.
  HttpRoom(Network network, HttpThreads threads, URI endpoint) {
    this.wire = network.wire();
    this.reach = network.reach();
    this.threads = threads;
    this.shown = !reach.direct(endpoint);
  }

  /// Whether connections may be left idle.
  boolean shown() {
    return shown;
  }

  /// Sends a request like [Wire#send].
  Wire.Answer send(Wire.Ask ask) throws IOException, InterruptedException {
    if (shown) {
      return wire.send(ask);
    }
    Optional<Trial> trial = trial(ask);
    if (trial.isEmpty()) {
      return wire.send(ask.onItsOwn());
    }
    try (Trial t = trial.get()) {
      Wire.Answer answer = wire.send(ask);
      t.answered();
      if (!shown) {
        wire.rest(); // its connection ends with the answer
      }
      return answer;
    }
  }

  /// Waits until connections may be left idle.
  synchronized void awaitShown() throws InterruptedException {
    while (!shown) {
      wait();
    }
  }

  /// Waits at most this long, by the clock of the run's timers.
  ///
  /// @return whether connections may be left idle
  synchronized boolean awaitShown(long millis) throws InterruptedException {
    long end = threads.nowMillis() + millis;
    Timers.Timer timer = threads.after(millis, this::wake);
    try {
      while (!shown && threads.nowMillis() < end) {
        wait();
      }
    } finally {
      timer.cancel();
    }
    return shown;
  }

  private synchronized void wake() {
    notifyAll();
  }

  /// Allows one more test, with the next message.
  synchronized void again() {
    triesLeft = Math.max(triesLeft, 1);
  }

  /// Only messages are answered at once: a stream may be held open until there is something to say.
  private Optional<Trial> trial(Wire.Ask ask) {
    synchronized (this) {
      if (trying || triesLeft == 0 || ask.body().isEmpty()) {
        return Optional.empty();
      }
      trying = true;
    }
    try {
      return Optional.of(new Trial(reach.hold(ask.to())));
    } catch (IOException e) {
      synchronized (this) {
        trying = false;
      }
      return Optional.empty(); // the request finds the same problem, and reports it
    }
  }

  /// One test: opens the connection on which nothing is sent.
  private final class Trial implements AutoCloseable {
    private final Reach.Held held;
    private final long sinceMillis = threads.nowMillis();
    private final Timers.Timer limit;
    private boolean open = true; // guarded by the room

    Trial(Reach.Held held) {
      this.held = held;
      synchronized (HttpRoom.this) {
        limit = threads.after(limitMillis, this::letGo);
      }
    }

    private void letGo() {
      synchronized (HttpRoom.this) {
        open = false;
      }
      held.close();
    }

    /// The request's answer has begun.
    void answered() {
      synchronized (HttpRoom.this) {
        if (open && held.isQuiet()) {
          shown = true;
          HttpRoom.this.notifyAll();
        } else {
          triesLeft--;
          limitMillis = Math.min(MOST_MILLIS, 2 * (threads.nowMillis() - sinceMillis));
        }
      }
    }

    @Override
    public void close() {
      limit.cancel();
      letGo();
      synchronized (HttpRoom.this) {
        trying = false;
      }
    }
  }
}
