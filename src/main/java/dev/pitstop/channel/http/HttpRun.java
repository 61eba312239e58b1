package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Network;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;

/// A run that is a session with a daemon: it opens when somebody listens. Each message is an
/// exchange of its own ([HttpPost]); [HttpEnding] decides when the session is over. Thread-safe.
final class HttpRun implements Link {
  /// The position of messages that are sent before the run is open or after its end.
  private static final long NOWHERE = Long.MAX_VALUE;

  private final Http channel;
  private final RunLog log;
  private final Teller teller;
  private final HttpThreads threads;
  private final HttpSession session;
  private final HttpRoom room;
  private final HttpRequests requests;
  private final HttpPosts posts;
  private final HttpTelling telling;
  private final HttpEnding ending;
  private final HttpLife life;
  private final HttpSilence silence;
  private final HttpArrival arrival;
  final HttpPost.Shared shared;

  private volatile Optional<Facts> since =
      Optional.empty(); // written once, before the run is reported open

  HttpRun(Http channel, int number, Events events) {
    this.channel = channel;
    Http.World world = channel.world;
    Network network = world.network();
    URI uri = channel.endpoint.uri();
    String prefix = channel.name + " " + number + " ";
    log = new RunLog(channel.name, number, world.log(), channel.ring);
    teller = new Teller(log, events);
    threads = new HttpThreads(world.threads(), world.timers(), prefix, teller::failed);
    session = new HttpSession(uri, channel.tools, log, this::negotiated);
    room = new HttpRoom(network, threads, uri);
    requests =
        new HttpRequests(
            channel.endpoint.headers(),
            session,
            network.wire(),
            room,
            threads,
            channel.maxMessageBytes);
    posts = new HttpPosts(session, threads);
    telling =
        new HttpTelling(channel.display(), channel.secrets, threads, log, teller, this::watch);
    ending =
        new HttpEnding(
            session, requests, posts, threads, channel.absence, log, telling, this::leave);
    life = new HttpLife(session, requests, network.reach(), threads, ending, log);
    silence = new HttpSilence(session, requests, posts, life, threads);
    arrival =
        new HttpArrival(
            uri,
            network.reach(),
            channel.start,
            channel.absence,
            number,
            session,
            threads,
            ending,
            telling);
    shared =
        new HttpPost.Shared(
            number,
            session,
            requests,
            posts,
            threads,
            ending,
            life,
            telling,
            arrival,
            channel.refused,
            channel.refused.keys());
  }

  // Its beginning.

  void start() {
    try {
      threads.begin("reach", this::reach, ending::failed);
    } catch (Throwable t) {
      ending.refused("not enough memory for a thread: " + t);
    }
  }

  private void reach() {
    log.begin();
    try {
      opened(arrival.await());
    } catch (InterruptedException e) {
      // it is no longer wanted: the thread that decided so reports its end
    }
  }

  /// @param at the address by which the daemon is reached; empty to look up its name
  private void opened(Optional<InetAddress> at) {
    requests.reached(at);
    if (!ending.opens()) {
      return;
    }
    since = Optional.of(Facts.now(Optional.empty()));
    channel.absence.began(threads.nowMillis());
    log.info("session");
    silence.begin();
    telling.opened();
  }

  /// A legacy session has negotiated a revision. If it differs from the previous session's, a
  /// warning is logged.
  private void negotiated(Optional<String> revision) {
    Optional<String> before = channel.habit.changed(revision);
    if (before.isPresent() && revision.isPresent()) {
      String text =
          channel.secrets.hide(
              "changed its protocol from " + before.get() + " to " + revision.get());
      log.show(StderrRing.Kind.NOTE, text);
      log.warn("revision", "text", text);
    }
  }

  /// The first message has come: watches for the daemon's restart from now on.
  private void watch() {
    if (!ending.wanted() || !channel.world.network().reach().direct(session.posts())) {
      return;
    }
    try {
      HttpWatch watch =
          new HttpWatch(
              session,
              channel.world.network().reach(),
              room,
              posts,
              threads,
              ending,
              life,
              channel.habit);
      threads.begin("watch", watch, () -> {});
    } catch (Throwable t) {
      teller.failed("watch", t); // the next call finds out about a restart
    }
  }

  @Override
  public boolean away() {
    return session.away();
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    Optional<HttpMessage> taken = ending.take(message);
    if (taken.isEmpty()) {
      return new Sent(NOWHERE, message.length());
    }
    HttpMessage sent = taken.get();
    if (!sent.isDone()) {
      try {
        threads.begin("post " + sent.number(), new HttpPost(shared, sent), ending::failed);
      } catch (Throwable t) { // in a turn no event may be reported
        sent.stays();
        threads.after(
            0, () -> ending.lost("lost its session: Pitstop has no memory for another thread"));
      }
    }
    return new Sent(sent.number(), message.length());
  }

  @Override
  public void answered(Sent sent) {
    posts.forget(sent.end());
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    return sent.end() != NOWHERE && posts.mayHaveRun(sent.end());
  }

  @Override
  public long pending() {
    return posts.unread();
  }

  // Its end.

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    ending.stop(reason);
  }

  /// The daemon's process is known to have ended. Do not call it in a turn.
  ///
  /// @param how a clause whose subject is the server
  void gone(String how) {
    ending.gone(how);
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    ending.kill();
  }

  private void leave() {
    silence.end();
    channel.over();
  }

  @Override
  public Facts facts() {
    return since.map(s -> s.with(session.facts(channel.absence))).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
