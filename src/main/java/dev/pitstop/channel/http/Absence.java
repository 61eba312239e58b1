package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.http.Backoff;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Remembers how a daemon's sessions ended: how long the next one waits before it begins, and what
/// people are told. Times in milliseconds of one clock. Thread-safe.
final class Absence {
  /// After a session of at least this length the next one begins at once. Otherwise a daemon that
  /// forgets each session at once would be asked for new ones without a pause.
  static final long STEADY_MILLIS = 5_000;

  /// The first and the longest wait between two tries to reach a daemon that is away.
  private static final long FIRST_MILLIS = 50;

  private static final long MOST_MILLIS = 1_000;

  /// After so many sessions in a row that were soon forgotten people are told what that means.
  private static final int MOST_FORGOTTEN = 3;

  private static final String SEVERAL =
      ", as with the sessions before: it is answered by several processes that do not share"
          + " sessions; run one worker";

  private final Backoff backoff; // guarded by `this`, like the rest
  private boolean steady = true; // the next try is made at once
  private long began;
  private int reconnects;
  private int forgottenSoon; // sessions in a row
  private Optional<String> lastError = Optional.empty();
  private Optional<Away> away = Optional.empty(); // its time is that of the first failed try
  private boolean wanted; // a reload needed the daemon while it was away

  Absence() {
    this.backoff = untilThere();
  }

  /// The waits between tries to reach a daemon that is away.
  static Backoff untilThere() {
    return new Backoff(RandomGenerator.getDefault(), FIRST_MILLIS, MOST_MILLIS);
  }

  /// A session has begun.
  synchronized void began(long now) {
    began = now;
    reached();
  }

  /// The daemon was reached.
  synchronized void reached() {
    away = Optional.empty();
  }

  /// A session that had begun is lost.
  ///
  /// @param forgotten whether the daemon answers, and does not know it
  /// @return why, as a clause whose subject is the server
  synchronized String lost(String why, boolean forgotten, long now) {
    reconnects++;
    steady = now - began >= STEADY_MILLIS;
    forgottenSoon = forgotten && !steady ? forgottenSoon + 1 : 0;
    String told = forgottenSoon < MOST_FORGOTTEN ? why : why + SEVERAL;
    lastError = Optional.of(told);
    return told;
  }

  /// A session was closed because nobody needs it.
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
  synchronized void failed(String why, long now) {
    lastError = Optional.of(why);
    int tries = 1 + away.map(Away::tries).orElse(0);
    away = Optional.of(new Away(why, tries, away.map(Away::millis).orElse(now), Optional.empty()));
  }

  /// Set if the daemon was not reached on the last try.
  ///
  /// @param started the command that starts the daemon, if it was run
  synchronized Optional<Away> away(long now, Optional<Away.Started> started) {
    return away.map(a -> new Away(a.why(), a.tries(), now - a.millis(), started));
  }

  /// A run that waited for the daemon was given up, for another run that is to start it.
  synchronized void wanted() {
    wanted = true;
  }

  /// Whether this run is that other one.
  synchronized boolean takeWanted() {
    boolean was = wanted;
    wanted = false;
    return was;
  }

  synchronized int reconnects() {
    return reconnects;
  }

  synchronized Optional<String> lastError() {
    return lastError;
  }
}
