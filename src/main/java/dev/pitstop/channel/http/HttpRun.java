package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// A session with a daemon: its messages, and its end. It is lost when the daemon is gone or does
/// not know it any more, and closed when Pitstop needs it no longer. Reports its end once.
///
/// On any thread. Its lock is held for an instant, and never while an event is reported or anything
/// is sent or awaited.
final class HttpRun {
  /// How long answers under way may take once the session is known to be lost.
  static final long LAST_ANSWERS_MILLIS = Grace.millis(2_000);

  /// How long the daemon may take for the DELETE of a session.
  static final long DELETE_MILLIS = Grace.millis(2_000);

  /// How long the daemon may take to acknowledge `notifications/initialized`.
  static final long GREETED_MILLIS = 5_000;

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

  final HttpDaemon daemon;
  final RunLog log;
  final Teller teller;
  final Optional<CompletableFuture<End>> ofProcess;
  final HttpThreads threads;
  final HttpTelling telling;
  final HttpSession session;
  final HttpRequests requests;
  final Map<Long, HttpMessage> messages = new ConcurrentHashMap<>(); // see [#forget]
  private volatile Optional<HttpMessage> greeting = Optional.empty(); // the last of the handshake

  final CountDownLatch open = new CountDownLatch(1); // what messages wait for

  /// Open when the daemon has given a sign of life since its stream ended, or is lost.
  private volatile CountDownLatch sure = new CountDownLatch(0);

  // Guarded by `this`.
  private Phase phase = Phase.OPENING;
  private Optional<Timers.Timer> limit = Optional.empty();
  private String why = "";
  private long last; // the number of the last message

  /// @param ofProcess takes the end of the session, if its daemon is a process that Pitstop has
  ///   just started: the run is that of the process then, and only its messages are reported
  HttpRun(
      HttpDaemon daemon, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    this.daemon = daemon;
    this.log = log;
    this.teller = teller;
    this.ofProcess = ofProcess;
    threads = new HttpThreads(daemon.threads, daemon.parts.timers(), log);
    telling = new HttpTelling(teller, log, daemon.secrets);
    session = new HttpSession(daemon.endpoint.uri(), log);
    requests = new HttpRequests(daemon, session);
  }

  long now() {
    return threads.timers.nowMillis();
  }

  // Its messages.

  /// Takes a message that is to be sent when the session is open. If that is lost already, it does
  /// not leave: the end returns it.
  ///
  /// @return empty if there is no session
  synchronized Optional<HttpMessage> take(Outgoing outgoing) {
    if (phase == Phase.CLOSING || phase == Phase.OVER) {
      return Optional.empty();
    }
    last++;
    HttpMessage message = new HttpMessage(last, outgoing);
    if (greeting.isEmpty() && session.revision().isPresent() && message.says(Methods.INITIALIZED)) {
      greeting = Optional.of(message);
    }
    messages.put(last, message);
    return Optional.of(message);
  }

  /// Waits until a message may leave: until somebody listens, and the daemon has accepted
  /// `notifications/initialized`, if the message comes after it, as exchanges have no order among
  /// themselves. A request also waits while it is in doubt whether the daemon still answers: if it
  /// has not left by the time that is lost, it is sent to the next one.
  void awaitTurn(HttpMessage message) throws InterruptedException {
    open.await();
    if (greeting.isPresent() && message.number > greeting.get().number) {
      CompletableFuture<Void> greeted = greeting.get().done;
      if (!greeted.isDone()) {
        threads.timers.await(greeted, GREETED_MILLIS);
        greeted.complete(null); // the others have waited as long
      }
    }
    if (message.request().isPresent()) {
      sure.await();
    }
  }

  /// Ends the session if it has surely ended, or if no sign comes within the limit. Requests wait
  /// meanwhile.
  ///
  /// @return whether it continues
  boolean reassures(long limitMillis) throws InterruptedException {
    CountDownLatch found = new CountDownLatch(1);
    sure = found;
    try {
      return answers(limitMillis);
    } finally {
      found.countDown();
    }
  }

  /// A message begins to leave, unless the session is over. A request that had not left when the
  /// end was reported never leaves, as it is sent again. Messages that need no answer, such as a
  /// cancellation, leave before the session is closed.
  synchronized boolean leaves(HttpMessage message) {
    boolean may = phase == Phase.OPEN || (phase == Phase.CLOSING && message.request().isEmpty());
    return may && message.leave(now());
  }

  /// The exchange of this message is over.
  void over(HttpMessage message) {
    message.done.complete(null);
    if (message.isSettled()) {
      forget(message.number);
    }
    settled();
  }

  /// Nobody asks for its fate any more.
  void forget(long number) {
    messages.remove(number);
  }

  /// A forgotten message was answered.
  boolean mayHaveRun(long number) {
    return Optional.ofNullable(messages.get(number)).map(HttpMessage::mayHaveRun).orElse(true);
  }

  long unread() {
    long sum = 0;
    for (HttpMessage m : messages.values()) { // each call asks
      sum += m.unread();
    }
    return sum;
  }

  /// The message with this request.
  Optional<HttpMessage> of(RequestId request) {
    return messages.values().stream()
        .filter(m -> m.request().filter(request::equals).isPresent())
        .findAny();
  }

  /// The request that an answer of this id means: many daemons write a number as a string.
  Optional<HttpMessage> meant(RequestId id) {
    return of(id)
        .or(() ->
            messages.values().stream()
                .filter(m -> m.underWay() && m.request().filter(id::means).isPresent())
                .findAny());
  }

  /// The requests whose answers would have come on the common stream, which has ended.
  List<HttpMessage> unheard() {
    return messages.values().stream().filter(HttpMessage::leavesStream).toList();
  }

  /// Since when the oldest open request waits for its answer, if there is one.
  Optional<Long> oldestMillis() {
    return messages.values().stream()
        .filter(HttpMessage::underWay)
        .map(HttpMessage::leftMillis)
        .min(Long::compare);
  }

  // Whether it goes on.

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

  /// Asks for a sign of life. A daemon that gives none may be busy.
  HttpLife.Sign prove() throws InterruptedException {
    return new HttpLife(this).look(HttpLife.PROOF_MILLIS);
  }

  /// Ends the session if it has surely ended. A daemon that gives no sign may be busy.
  ///
  /// @return whether it continues
  boolean goesOn() throws InterruptedException {
    HttpLife.Sign sign = prove();
    if (sign.shows() == HttpLife.Shown.GONE) {
      lost(sign.how());
    }
    return sign.shows() != HttpLife.Shown.GONE;
  }

  /// Ends the session if it has surely ended, or if no sign comes within the limit.
  ///
  /// @return whether it continues
  boolean answers(long limitMillis) throws InterruptedException {
    HttpLife.Sign sign = new HttpLife(this).look(limitMillis);
    if (sign.shows() != HttpLife.Shown.GIVEN) {
      lost(sign.how());
    }
    return sign.shows() == HttpLife.Shown.GIVEN;
  }

  /// Ends the session if nobody accepts connections.
  ///
  /// @return whether it continues
  boolean reached() throws InterruptedException {
    try {
      daemon.wire.connect(session.posts);
      return true;
    } catch (Wire.NotSent e) {
      return goesOn(e);
    }
  }

  /// There is no connection to the daemon. Ends the session unless that shows nothing about it.
  ///
  /// @return whether it continues
  boolean goesOn(Wire.NotSent how) {
    if (how.shows() == Wire.NotSent.Shows.NOTHING) {
      log.debug("no-connection", "why", how.toString());
    } else {
      lost("went away: " + how.getMessage());
    }
    return wanted();
  }

  /// A gateway answers for a daemon that is not there yet, the daemon accepts connections without
  /// an answer, or there is no connection: messages wait without a limit, as if nobody accepted
  /// connections.
  ///
  /// @param why as a clause
  void away(String why) {
    daemon.failed(why);
    if (!session.away) {
      session.away = true;
      noteAbsence(why);
    }
  }

  /// The daemon itself has answered.
  void there() {
    if (session.away) {
      session.away = false;
      daemon.reached();
    }
  }

  void noteAbsence(String why) {
    telling.note("cannot reach " + daemon.endpoint.display() + " (" + why + "); waiting for it");
  }

  // It is lost.

  /// The session or the daemon is gone. Messages under way have a while to be answered: others may
  /// be about to get the same refusal. Do not call it in a turn.
  ///
  /// @param how a clause whose subject is the server
  void lost(String how) {
    lost(how, false);
  }

  /// The same.
  ///
  /// @param forgotten whether the daemon answers, and does not know the session any more
  void lost(String how, boolean forgotten) {
    synchronized (this) {
      if (!wanted()) {
        return;
      }
      phase = Phase.LOSING;
      why = daemon.lost(how, forgotten);
      limit = Optional.of(threads.timers.after(LAST_ANSWERS_MILLIS, this::lostForGood));
    }
    log.warn("lost", "why", how);
    settled();
  }

  /// Pitstop itself failed, which was already logged.
  void failed() {
    lost("lost its session because of an internal error in Pitstop (see the log)");
  }

  /// An exchange is over, or was found not to have run: a lost session ends with the last one.
  private void settled() {
    boolean over;
    synchronized (this) {
      over = phase == Phase.LOSING && oldestMillis().isEmpty();
    }
    if (over) {
      lostForGood();
    }
  }

  private void lostForGood() {
    String how;
    synchronized (this) {
      how = why;
    }
    end(new End.Lost(how), new End.Refused(how));
  }

  // It is closed.

  /// See [dev.pitstop.channel.Link#stop] and [dev.pitstop.channel.Link#kill]. In a turn no event
  /// may be reported, so a thread does that.
  ///
  /// @param now whether nothing is awaited and no DELETE is sent
  void stop(String reason, boolean now) {
    synchronized (this) {
      if (phase == Phase.OVER || (phase == Phase.CLOSING && !now)) {
        return;
      }
      if (phase == Phase.OPENING) {
        daemon.wanted();
      }
      phase = Phase.CLOSING;
      limit.ifPresent(Timers.Timer::cancel);
      limit = Optional.of(threads.timers.after(DELETE_MILLIS, this::closed));
    }
    open.countDown();
    log.info("stop", "why", reason);
    threads.begin(now ? "kill" : "close", now ? this::closed : this::close, this::closed);
  }

  /// Ends a session that is no longer needed, as the specification requires (2025-11-25, "Session
  /// Management" 5); the daemon's answer does not matter.
  private void close() {
    try {
      // a server that is stopped gets a while for its calls; a listen has no end
      boolean finishes = ofProcess.isPresent() && !daemon.parts.limits().ending();
      for (HttpMessage m : messages.values()) {
        if (m.request().isEmpty() || (finishes && !m.asksFor(Methods.LISTEN))) {
          threads.timers.await(m.done, DELETE_MILLIS);
        }
      }
      if (session.id().isPresent()) {
        requests.delete().close();
      }
    } catch (IOException e) {
      log.debug("delete", "why", e.toString());
    } catch (InterruptedException e) {
      return; // it took too long: the limit has ended it
    }
    closed();
  }

  private void closed() {
    daemon.closed();
    end(new End.Closed(), new End.Refused(NOT_WANTED));
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
    threads.end();
    if (how instanceof End.Lost) {
      // where connections belong to one of several processes, the next session needs one of them
      daemon.wire.renew();
    }
    ofProcess.ifPresentOrElse(over -> over.complete(how), () -> teller.ended(how, unopened));
  }
}
