package dev.pitstop.channel.http;

import dev.pitstop.channel.Away;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.http.Secrets;
import dev.pitstop.rpc.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/// A daemon, and what is remembered of it from session to session: how they ended, how long the
/// next one waits before it begins, and what people are told. Times in milliseconds of the timers'
/// clock. Thread-safe.
final class HttpDaemon {
  /// After a session of at least this length the next one begins at once. Otherwise a daemon that
  /// forgets each session at once would be asked for new ones without a pause.
  static final long STEADY_MILLIS = 5_000;

  /// What a session refuses later means that the daemon was restarted again.
  static final long SOON_MILLIS = 60_000;

  /// The first and the longest wait between two tries to reach a daemon that is away.
  private static final long FIRST_MILLIS = 50;

  private static final long MOST_MILLIS = 1_000;

  /// After so many sessions in a row that were soon forgotten people are told what that means.
  private static final int MOST_FORGOTTEN = 3;

  private static final String SEVERAL =
      ", as with the sessions before: it is answered by several processes that do not share"
          + " sessions; run one worker";

  final ChannelParts parts;
  final Endpoint endpoint;
  final Secrets secrets; // hidden in everything the daemon says
  final Wire wire;
  final ThreadFactory threads;
  final Optional<DaemonStart> start;
  final ParamHeaders tools = new ParamHeaders();

  // Guarded by `this`.
  private final Backoff backoff = untilThere();
  private boolean steady = true; // the next try is made at once
  private long began;
  private int reconnects;
  private int forgottenSoon; // sessions in a row
  private Optional<String> lastError = Optional.empty();
  private Optional<Away> away = Optional.empty(); // its time is that of the first failed try
  private boolean wanted; // a reload needed the daemon while it was away
  private final Map<Integer, Integer> refused = new HashMap<>(); // the run, by the message's key

  HttpDaemon(
      ChannelParts parts,
      Endpoint endpoint,
      Wire wire,
      ThreadFactory threads,
      Optional<DaemonStart> start) {
    this.parts = parts;
    this.endpoint = endpoint;
    this.secrets = Secrets.of(endpoint);
    this.wire = wire;
    this.threads = threads;
    this.start = start;
  }

  /// The waits between tries to reach a daemon that is away.
  static Backoff untilThere() {
    return new Backoff(RandomGenerator.getDefault(), FIRST_MILLIS, MOST_MILLIS);
  }

  private long now() {
    return parts.timers().nowMillis();
  }

  /// A session has begun.
  synchronized void began() {
    began = now();
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
  synchronized String lost(String why, boolean forgotten) {
    reconnects++;
    steady = now() - began >= STEADY_MILLIS;
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
  synchronized void failed(String why) {
    lastError = Optional.of(why);
    int tries = 1 + away.map(Away::tries).orElse(0);
    away =
        Optional.of(new Away(why, tries, away.map(Away::millis).orElse(now()), Optional.empty()));
  }

  /// Set if the daemon was not reached on the last try.
  Optional<Away> away() {
    Optional<Away.Started> started = start.flatMap(DaemonStart::state); // may wait for a start
    synchronized (this) {
      return away.map(a -> new Away(a.why(), a.tries(), now() - a.millis(), started));
    }
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

  /// Notes that the daemon refused a message because it did not know the session. If it refuses the
  /// message again in the next session, the reason is another: the refusal is its answer, as it
  /// would be sent for ever otherwise.
  ///
  /// @return whether it was also refused in the run before
  synchronized boolean refusedAgain(Message m, int run) {
    refused.values().removeIf(before -> before < run - 1);
    boolean young = now() - began <= SOON_MILLIS;
    boolean again = refused.getOrDefault(key(m), -1) == run - 1 && young;
    if (!again) {
      refused.put(key(m), run);
    }
    return again;
  }

  /// A message was accepted: a later refusal is about the session.
  synchronized void taken(Message m) {
    if (!refused.isEmpty()) { // it nearly always is
      refused.remove(key(m));
    }
  }

  /// A key of its content without its id.
  private static int key(Message m) {
    String content =
        m instanceof Message.Request r
            ? r.method() + r.params().text(r.bytes())
            : m instanceof Message.Notification n ? n.method() + n.params().text(n.bytes()) : "";
    return content.hashCode();
  }
}
