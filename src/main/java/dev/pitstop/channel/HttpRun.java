package dev.pitstop.channel;

import dev.pitstop.http.Header;
import dev.pitstop.mcp.Methods;
import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// A run that is a session with a daemon: begins when somebody listens, ends when the session is
/// lost or Pitstop ends it. Each message is an exchange of its own, on a virtual thread of its own.
///
/// Thread-safe; its lock is held for an instant and never while anything is told, sent or waited
/// for.
final class HttpRun implements Link {
  /// How long the answers that are under way may take when the session is known to be lost.
  static final long LAST_ANSWERS_MILLIS = 2_000;

  /// How long the daemon may take to let go of a session that is not needed any more.
  static final long DELETE_MILLIS = 2_000;

  /// How long the daemon may take to acknowledge `notifications/initialized`.
  static final long GREETED_MILLIS = 5_000;

  /// A message of the handshake is not longer.
  private static final int SMALL = 4 * 1024;

  private enum Phase {
    /// Nobody listens yet.
    OPENING,
    OPEN,
    /// The session is lost: what is under way is awaited, nothing new is sent.
    LOSING,
    /// Pitstop ends it.
    CLOSING,
    OVER
  }

  private final Http channel;
  private final int number;
  private final Teller teller;
  private final Map<Long, HttpPost> posts = new ConcurrentHashMap<>();
  private final Set<Thread> threads = new HashSet<>(); // guarded by `this`, like what follows
  private Phase phase = Phase.OPENING;
  private long last;
  private Optional<CountDownLatch> greeted = Optional.empty(); // opened when `initialized` arrived
  private boolean watched;
  private Optional<Timers.Timer> limit = Optional.empty();
  private String why = "";

  // Written once, before the run is told to be open.
  private volatile Optional<HttpSession> session = Optional.empty();
  private volatile Optional<Header> host = Optional.empty();
  private volatile Facts since = Facts.NONE;

  HttpRun(Http channel, int number, Events events) {
    this.channel = channel;
    this.number = number;
    this.teller = new Teller(channel.name, number, channel.world.log(), events);
  }

  Http channel() {
    return channel;
  }

  Teller teller() {
    return teller;
  }

  int number() {
    return number;
  }

  HttpSession session() {
    return session.orElseThrow();
  }

  /// The headers of all requests.
  List<Header> common() {
    List<Header> headers = new ArrayList<>(channel.configured());
    host.ifPresent(headers::add);
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }

  // Threads.

  /// Runs something of this run on a thread of its own, which is interrupted when the run is over.
  ///
  /// @throws OutOfMemoryError if there is no memory for a thread
  void begin(String name, Runnable body) {
    Thread[] thread = new Thread[1];
    thread[0] =
        channel
            .world
            .threads()
            .newThread(() -> {
              try {
                body.run();
              } catch (Throwable t) {
                teller.failed(name, t);
                lost("could not be spoken to, as Pitstop itself failed: " + t);
              } finally {
                left(thread[0]);
              }
            });
    thread[0].setName(channel.name + " " + number + " " + name);
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      threads.add(thread[0]);
    }
    try {
      thread[0].start();
    } catch (Throwable t) {
      left(thread[0]);
      throw t;
    }
  }

  private synchronized void left(Thread thread) {
    threads.remove(thread);
  }

  /// Waits for so long on the timers' clock.
  void pause(long millis) throws InterruptedException {
    if (millis > 0) {
      CountDownLatch over = new CountDownLatch(1);
      Timers.Timer timer = channel.world.timers().after(millis, over::countDown);
      try {
        over.await();
      } finally {
        timer.cancel();
      }
    }
  }

  /// Whether it goes on.
  synchronized boolean wanted() {
    return phase == Phase.OPENING || phase == Phase.OPEN;
  }

  // Its beginning.

  void start() {
    try {
      begin("reach", this::reach);
    } catch (Throwable t) {
      end(new End.Refused("there is no memory for a thread: " + t));
    }
  }

  private void reach() {
    channel.ring.begin(number);
    try {
      URI reached = new HttpArrival(this).await();
      opened(reached);
    } catch (InterruptedException e) {
      // it is not wanted any more: whoever said so sees to its end
    }
  }

  private void opened(URI reached) {
    URI named = channel.endpoint.uri();
    if (!reached.equals(named)) {
      host = Optional.of(new Header("Host", named.getRawAuthority()));
    }
    session = Optional.of(new HttpSession(reached, channel.tools));
    since =
        new Facts(
            OptionalLong.empty(),
            System.nanoTime(),
            System.currentTimeMillis(),
            Optional.empty(),
            Optional.empty());
    synchronized (this) {
      if (phase != Phase.OPENING) {
        return;
      }
      phase = Phase.OPEN;
    }
    channel.world.log().info("session", "server", channel.name, "spawn", number);
    teller.opened();
  }

  // Messages.

  @Override
  public Sent send(Outgoing message) {
    HttpPost post;
    synchronized (this) {
      if (phase != Phase.OPEN && phase != Phase.LOSING) {
        return new Sent(Long.MAX_VALUE, message.length());
      }
      last++;
      post = new HttpPost(this, last, message, greeted);
      posts.put(last, post);
      if (greeted.isEmpty() && isInitialized(message)) {
        greeted = Optional.of(post.done());
        after(GREETED_MILLIS, post.done()::countDown);
      }
      if (phase == Phase.LOSING) {
        return new Sent(last, message.length()); // it stays unsent, and the end gives it back
      }
    }
    try {
      begin("post " + post.number(), post);
    } catch (Throwable t) {
      lost("could not be spoken to: there is no memory for a thread");
    }
    return new Sent(post.number(), message.length());
  }

  /// What follows `notifications/initialized` is sent when the daemon has taken that: exchanges
  /// have no order among themselves.
  private static boolean isInitialized(Outgoing message) {
    return message.length() <= SMALL
        && Codec.parse(message.bytes()) instanceof Message.Notification n
        && n.method().equals(Methods.INITIALIZED);
  }

  @Override
  public void answered(Sent sent) {
    posts.remove(sent.end());
  }

  @Override
  public boolean mayHaveRun(Sent sent) {
    if (sent.end() == Long.MAX_VALUE) {
      return false;
    }
    HttpPost post = posts.get(sent.end());
    return post == null || post.mayHaveRun();
  }

  @Override
  public long pending() {
    long sum = 0;
    for (HttpPost p : posts.values()) {
      sum += p.unread();
    }
    return sum;
  }

  /// The exchange of a request that is under way.
  Optional<HttpPost> post(RequestId request) {
    for (HttpPost p : posts.values()) {
      if (p.asks(request)) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }

  /// An exchange is over, and nobody will ask for what became of it.
  void forget(HttpPost post) {
    posts.remove(post.number());
  }

  /// Tells what the daemon said. Waits while the client has too much to read.
  void received(List<Message> messages) throws InterruptedException {
    channel.absence.came();
    watch();
    teller.received(messages);
    teller.beforeRead();
  }

  private void watch() {
    synchronized (this) {
      if (watched || phase != Phase.OPEN) {
        return;
      }
      watched = true;
    }
    begin("watch", new HttpWatch(this));
  }

  // Its end.

  /// The session is gone, or the daemon. What is under way has a while to be answered: others may
  /// be about to hear the same.
  ///
  /// @param how as a clause whose subject is the server
  void lost(String how) {
    synchronized (this) {
      if (phase == Phase.OPENING || phase == Phase.OPEN) {
        phase = Phase.LOSING;
        why = how;
        limit = Optional.of(after(LAST_ANSWERS_MILLIS, this::lost));
      } else {
        return;
      }
    }
    channel.absence.lost(how);
    channel.note(number, how);
    settled();
  }

  /// An exchange is over, or was found not to have run: a lost session ends with the last one.
  void settled() {
    boolean over;
    synchronized (this) {
      over = phase == Phase.LOSING && posts.values().stream().noneMatch(HttpPost::underWay);
    }
    if (over) {
      lost();
    }
  }

  private void lost() {
    end(new End.Lost(why));
  }

  private Timers.Timer after(long millis, Runnable task) {
    return channel.world.timers().after(millis, task);
  }

  /// May be called in a turn, in which nothing may be told.
  @Override
  public void stop(String reason) {
    synchronized (this) {
      if (phase == Phase.CLOSING || phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
      limit.ifPresent(Timers.Timer::cancel);
      limit = Optional.of(after(DELETE_MILLIS, this::closed));
    }
    channel.world.log().info("stop", "server", channel.name, "spawn", number, "why", reason);
    try {
      begin("close", this::close);
    } catch (Throwable t) {
      teller.failed("close", t); // the limit ends it
    }
  }

  /// The specification wants a session that is not needed any more to be ended (2025-11-25,
  /// "Session Management" 5); whether the daemon agrees does not matter.
  private void close() {
    try {
      if (session.isPresent() && session.get().id().isPresent()) {
        List<Header> headers = common();
        headers.addAll(session.get().ofSession());
        Wire.Ask ask = new Wire.Ask("DELETE", session.get().posts(), headers, Optional.empty());
        channel.world.wire().send(ask).close();
      }
    } catch (IOException e) {
      channel.world.log().debug("delete", "server", channel.name, "why", e.toString());
    } catch (InterruptedException e) {
      return; // whoever interrupts sees to the end
    }
    closed();
  }

  private void closed() {
    end(new End.Closed());
  }

  @Override
  public void kill() {
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.CLOSING;
    }
    try {
      channel.world.threads().newThread(this::closed).start(); // it may be called in a turn
    } catch (Throwable t) {
      teller.failed("kill", t);
      after(0, this::closed);
    }
  }

  private void end(End how) {
    List<Thread> left;
    boolean opened;
    synchronized (this) {
      if (phase == Phase.OVER) {
        return;
      }
      phase = Phase.OVER;
      limit.ifPresent(Timers.Timer::cancel);
      left = List.copyOf(threads);
      threads.clear();
      opened = session.isPresent();
    }
    for (Thread t : left) {
      if (!t.equals(Thread.currentThread())) {
        t.interrupt();
      }
    }
    if (!opened) {
      since = Facts.NONE;
    }
    teller.ended(how, "was not wanted any more before anybody listened there");
  }

  @Override
  public Facts facts() {
    Facts known = since;
    if (session.isEmpty()) {
      return known;
    }
    HttpSession s = session.get();
    return new Facts(
        known.pid(),
        known.startedNanos(),
        known.startedMillis(),
        known.file(),
        Optional.of(
            new Facts.Daemon(
                s.id().map(HttpRun::shortened),
                s.revision(),
                channel.absence.reconnects(),
                channel.absence.lastError())));
  }

  /// Enough to find it in the daemon's log, and of no use to anybody else.
  private static String shortened(String id) {
    return id.length() <= 12
        ? id.substring(0, Math.min(4, id.length())) + "…"
        : id.substring(0, 8) + "…";
  }

  @Override
  public Optional<TreeUsage> usage() {
    return Optional.empty();
  }
}
