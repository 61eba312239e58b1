package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Network;
import dev.pitstop.channel.wire.Reach;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.net.InetAddress;
import java.util.Optional;

/// A run that is a session with a daemon: it opens when somebody listens. Each message is an
/// exchange of its own ([HttpPost]); [HttpEnding] decides when the session is over. Thread-safe.
final class HttpRun implements Link {
  /// The position of messages that are sent before the run is open or after its end.
  private static final long NOWHERE = Long.MAX_VALUE;

  final Http channel;
  final RunLog log;
  final Teller teller;
  final HttpThreads threads;
  final HttpSession session;
  final HttpRoom room;
  final HttpRequests requests;
  final HttpPosts posts;
  final HttpTelling telling;
  final HttpEnding ending;
  final HttpLife life;
  final HttpArrival arrival;

  private volatile Optional<Facts> since =
      Optional.empty(); // written once, before the run is reported open

  HttpRun(Http channel, int number, Events events) {
    this.channel = channel;
    Http.World world = channel.world;
    String prefix = channel.name + " " + number + " ";
    log = new RunLog(channel.name, number, world.log(), channel.ring);
    teller = new Teller(log, events);
    threads = new HttpThreads(world.threads(), world.timers(), prefix, teller);
    session = new HttpSession(channel.endpoint.uri(), channel.tools, log);
    room = new HttpRoom(this);
    requests = new HttpRequests(this);
    posts = new HttpPosts(this);
    telling = new HttpTelling(this);
    ending = new HttpEnding(this);
    life = new HttpLife(this);
    arrival = new HttpArrival(this);
  }

  /// Whether anybody accepts connections.
  Reach reach() {
    return channel.world.network().reach();
  }

  // Its beginning.

  void start() {
    threads.begin("reach", this::awaitDaemon, ending::failed);
  }

  private void awaitDaemon() {
    log.begin();
    try {
      opened(arrival.await());
      new HttpSilence(this).watch();
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
    telling.opened();
  }

  /// The first message has come: watches for the daemon's restart from now on.
  void watch() {
    if (!ending.wanted() || !Network.isDirect(session.posts())) {
      return;
    }
    threads.begin("watch", new HttpWatch(this), () -> {});
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
    threads.begin("post " + sent.number(), new HttpPost(this, sent), ending::failed);
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

  @Override
  public Facts facts() {
    return since.map(s -> s.with(session.facts(channel.absence))).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
