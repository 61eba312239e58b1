package dev.pitstop.channel;

import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// A run that is a session with a daemon: it opens when somebody listens, and ends when the session
/// is lost or Pitstop ends it. Each message is an exchange of its own.
///
/// Thread-safe; its lock is held for an instant, and never while an event is reported or anything
/// is sent or awaited.
final class HttpRun implements Link {
  /// How long answers under way may take once the session is known to be lost.
  static final long LAST_ANSWERS_MILLIS = 2_000;

  /// How long the daemon may take for the DELETE of a session.
  static final long DELETE_MILLIS = 2_000;

  private static final String NOT_WANTED = "closed before a server listened there";

  /// The position of messages that are sent before the run is open or after its end.
  private static final long NOWHERE = Long.MAX_VALUE;

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

  private final Http channel;
  private final int number;
  private final Teller teller;
  private final HttpThreads threads;
  private final HttpPosts posts = new HttpPosts(this); // added to with the lock held
  private final HttpSilence silence = new HttpSilence(this);
  private final HttpTelling telling;
  private final HttpRoom room;
  private Phase phase = Phase.OPENING; // guarded by `this`, like what follows
  private Optional<Timers.Timer> limit = Optional.empty();
  private String why = "";
  private boolean leaves; // the session behind it may still exist in the daemon

  // Written once, before the run is reported open.
  private volatile Optional<HttpSession> session = Optional.empty();
  private volatile Optional<HttpAsks> asks = Optional.empty();
  private volatile Facts since = Facts.NONE;

  HttpRun(Http channel, int number, Events events) {
    this.channel = channel;
    this.number = number;
    this.teller = new Teller(channel.name, number, channel.world.log(), events);
    this.telling = new HttpTelling(this, teller);
    this.room = new HttpRoom(channel.world, channel.endpoint.uri());
    this.threads =
        new HttpThreads(
            channel.world.threads(),
            channel.world.timers(),
            channel.name + " " + number + " ",
            teller::failed);
  }

  Http channel() {
    return channel;
  }

  int number() {
    return number;
  }

  HttpSession session() {
    return session.orElseThrow();
  }

  HttpThreads threads() {
    return threads;
  }

  HttpPosts posts() {
    return posts;
  }

  HttpSilence silence() {
    return silence;
  }

  HttpTelling telling() {
    return telling;
  }

  HttpRoom room() {
    return room;
  }

  /// Sends a request of this run like [Wire#send].
  Wire.Answer ask(Function<HttpAsks, Wire.Ask> of) throws IOException, InterruptedException {
    return room.send(of.apply(asks.orElseThrow()));
  }

  /// Whether it continues.
  synchronized boolean wanted() {
    return phase == Phase.OPENING || phase == Phase.OPEN;
  }

  // Its beginning.

  void start() {
    try {
      threads.begin("reach", this::reach, this::failed);
    } catch (Throwable t) {
      end(new End.Refused(""), "not enough memory for a thread: " + t);
    }
  }

  /// Pitstop itself failed, which was already reported.
  void failed() {
    lost("lost its session because of an internal error in Pitstop (see the log)");
  }

  private void reach() {
    channel.ring.begin(number);
    try {
      opened(new HttpArrival(this).await());
    } catch (InterruptedException e) {
      // it is no longer wanted: the thread that decided so reports its end
    }
  }

  /// @param at the address by which the daemon is reached; empty to look up its name
  private void opened(Optional<InetAddress> at) {
    synchronized (this) {
      if (phase != Phase.OPENING) {
        return;
      }
      HttpSession begun = new HttpSession(channel.endpoint.uri(), channel.tools);
      session = Optional.of(begun);
      asks = Optional.of(new HttpAsks(channel, begun, at));
      since =
          new Facts(
              OptionalLong.empty(),
              System.nanoTime(),
              System.currentTimeMillis(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty());
      phase = Phase.OPEN;
    }
    channel.absence.began(channel.world.timers().nowMillis());
    channel.world.log().info("session", "server", channel.name, "spawn", number);
    silence.begin();
    telling.opened();
  }

  /// A gateway answers for a daemon that is not there yet: waits without a limit, as if nobody
  /// accepted connections.
  ///
  /// @param why as a clause
  void away(String why) {
    HttpSession s = session();
    channel.absence.failed(why, channel.world.timers().nowMillis());
    if (!s.away()) {
      s.away(true);
      channel.note(number, "cannot reach " + channel.display() + " (" + why + "); waiting for it");
    }
  }

  /// The daemon itself has answered.
  void there() {
    if (session().away()) {
      session().away(false);
      channel.absence.reached();
    }
  }

  @Override
  public boolean away() {
    return session.filter(HttpSession::away).isPresent();
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    HttpPost post;
    synchronized (this) {
      if (phase != Phase.OPEN && phase != Phase.LOSING) {
        return new Sent(NOWHERE, message.length());
      }
      post = posts.add(message);
      if (phase == Phase.LOSING) {
        post.stays();
        return new Sent(post.number(), message.length()); // unsent: the end returns it
      }
    }
    try {
      threads.exchange("post " + post.number(), post, this::failed);
    } catch (Throwable t) { // in a turn no event may be reported
      post.stays();
      after(0, () -> lost("lost its session: Pitstop has no memory for another thread"));
    }
    return new Sent(post.number(), message.length());
  }

  /// A message begins to leave, unless the session is over. A request that had not left when the
  /// end was reported never leaves, as it is sent again (C2). Messages that need no answer, such as
  /// a cancellation, leave before the session is closed.
  synchronized boolean leaves(HttpPost post) {
    boolean may = phase == Phase.OPEN || (phase == Phase.CLOSING && post.asksNothing());
    return may && post.fate().leave(channel.world.timers().nowMillis());
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

  /// The session or the daemon is gone. Messages under way have a while to be answered: others may
  /// be about to get the same refusal. Do not call it in a turn.
  ///
  /// @param how a clause whose subject is the server
  void lost(String how) {
    lose(how, true);
  }

  /// The daemon does not know the session any more, or nobody listens there.
  ///
  /// @param how a clause whose subject is the server
  void forgotten(String how) {
    lose(how, false);
  }

  /// @param known whether the daemon may still know the session
  private void lose(String how, boolean known) {
    synchronized (this) {
      if (phase != Phase.OPENING && phase != Phase.OPEN) {
        return;
      }
      phase = Phase.LOSING;
      why = how;
      leaves = known && session.flatMap(HttpSession::id).isPresent();
      limit = Optional.of(after(LAST_ANSWERS_MILLIS, this::lostForGood));
    }
    channel.absence.lost(how, channel.world.timers().nowMillis());
    channel.world.log().warn("lost", "server", channel.name, "spawn", number, "why", how);
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
    String why = "went away: " + how.getMessage();
    return switch (how.shows()) {
      case NOBODY -> {
        forgotten(why);
        yield false;
      }
      case NO_WAY -> {
        lost(why);
        yield false;
      }
      case NOTHING -> {
        channel.world.log().debug("no-connection", "server", channel.name, "why", how.toString());
        yield wanted();
      }
    };
  }

  private void lostForGood() {
    end(new End.Lost(why), why);
    takeLeave();
  }

  /// Sends a living daemon the DELETE of a session that is no longer needed. Nothing waits for it.
  private void takeLeave() {
    synchronized (this) {
      if (!leaves) {
        return;
      }
      leaves = false;
    }
    try {
      new HttpDelete(this).later(threads.fresh());
    } catch (Throwable t) {
      teller.failed("delete", t); // the daemon will forget it by itself
    }
  }

  private Timers.Timer after(long millis, Runnable task) {
    return channel.world.timers().after(millis, task);
  }

  /// May be called in a turn, in which no event may be reported.
  @Override
  public void stop(String reason) {
    synchronized (this) {
      if (phase == Phase.CLOSING || phase == Phase.OVER) {
        return;
      }
      if (phase == Phase.OPENING) {
        channel.absence.wanted();
      }
      phase = Phase.CLOSING;
      limit.ifPresent(Timers.Timer::cancel);
      limit = Optional.of(after(DELETE_MILLIS, this::closed));
    }
    channel.world.log().info("stop", "server", channel.name, "spawn", number, "why", reason);
    try {
      threads.begin("close", this::close, this::closed);
    } catch (Throwable t) {
      teller.failed("close", t); // the limit ends it
    }
  }

  private void close() {
    try {
      posts.awaitTaken();
      if (session.isEmpty() || new HttpDelete(this).send()) {
        closed();
      }
    } catch (InterruptedException e) {
      // it took too long: the limit ends it
    }
  }

  private void closed() {
    channel.absence.closed();
    end(new End.Closed(), NOT_WANTED);
  }

  /// May be called in a turn, too.
  @Override
  public void kill() {
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
    }
    try {
      threads.begin("kill", this::closed, () -> {});
    } catch (Throwable t) {
      teller.failed("kill", t);
      after(0, this::closed);
    }
  }

  /// @param unopened why it was refused, if nobody listened yet
  private void end(End how, String unopened) {
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.OVER;
      limit.ifPresent(Timers.Timer::cancel);
    }
    silence.end();
    threads.end();
    channel.over();
    telling.ended(how, unopened);
  }

  @Override
  public Facts facts() {
    return session.map(s -> s.facts(since, channel.absence)).orElse(Facts.NONE);
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
