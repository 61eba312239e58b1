package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.channel.RunContract;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.harness.Await;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.Headers;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/// The real [Http] channel in front of a scripted daemon, with a time that the test lets pass. At
/// its end no thread of a run may be left.
final class HttpRig implements AutoCloseable {
  static final int MAX_MESSAGE = 256 * 1024;

  final ScriptedDaemon daemon;
  final FakeTimers timers = new FakeTimers();
  final StderrRing ring = new StderrRing();

  final Http channel;

  private final List<Thread> threads = new ArrayList<>(); // guarded by itself
  private final List<Talk> talks = new ArrayList<>(); // of the test's thread
  private final AtomicInteger looks = new AtomicInteger();
  private volatile boolean looksRefused;
  private volatile boolean looksTaken;
  private volatile String looksUnclear = ""; // why nothing is known of whether anybody is there
  private volatile String sendsUnclear = ""; // likewise
  private volatile CountDownLatch sends = new CountDownLatch(0); // what a message waits for
  private final AtomicInteger held = new AtomicInteger(); // the messages that wait for it

  /// One run and what it told.
  record Talk(Link link, Recorder told) {}

  HttpRig(Setup setup) {
    this(ScriptedDaemon.started(setup), "");
  }

  HttpRig(ScriptedDaemon daemon, String url, String... headers) {
    this(daemon, url, Optional.empty(), headers);
  }

  /// @param url instead of the daemon's own, if not empty
  HttpRig(ScriptedDaemon daemon, String url, Optional<SSLContext> tls, String... headers) {
    this.daemon = daemon;
    URI uri = url.isEmpty() ? daemon.url() : URI.create(url);
    Wire real = Wire.to(uri, tls);
    ThreadFactory tracked =
        body -> {
          Thread thread = Thread.ofVirtual().unstarted(body);
          synchronized (threads) {
            threads.add(thread);
          }
          return thread;
        };
    try {
      this.channel =
          new Http(
              parts(),
              Endpoint.of(
                  url.isEmpty() ? daemon.url().toString() : url,
                  Headers.ofLines(List.of(headers), Optional.empty(), v -> Optional.empty())),
              new Told(real),
              tracked,
              Optional.empty(),
              Path.of("/"));
    } catch (BadSetting e) {
      throw new IllegalArgumentException(e);
    }
  }

  private ChannelParts parts() {
    return new ChannelParts(
        "daemon",
        command -> {
          throw new AssertionError(command);
        },
        new StopLimits(Duration.ofSeconds(5)),
        timers,
        Log.nowhere(),
        ring,
        MAX_MESSAGE);
  }

  /// In front of a daemon that speaks HTTP with SSE.
  static HttpRig ofOldTransport(Setup setup) {
    ScriptedDaemon daemon = ScriptedDaemon.started(setup);
    return new HttpRig(daemon, daemon.url("/sse").toString());
  }

  /// Can be told what looks find, and that there are no connections.
  private final class Told implements Wire {
    private final Wire real;

    Told(Wire real) {
      this.real = real;
    }

    @Override
    public Optional<InetAddress> connect(URI endpoint) throws Wire.NotSent, InterruptedException {
      looks.incrementAndGet();
      if (looksRefused) {
        String why = "no route to the host (made up)";
        throw new Wire.NotSent(Wire.NotSent.Shows.NO_WAY, why, new IOException(why));
      }
      failUnclear(looksUnclear);
      return looksTaken ? Optional.empty() : real.connect(endpoint);
    }

    @Override
    public Wire.Answer send(Ask ask) throws IOException, InterruptedException {
      held.incrementAndGet();
      sends.await();
      held.decrementAndGet();
      failUnclear(sendsUnclear);
      return real.send(ask);
    }

    @Override
    public void renew() {
      real.renew();
    }
  }

  private static void failUnclear(String why) throws Wire.NotSent {
    if (!why.isEmpty()) {
      throw new Wire.NotSent(Wire.NotSent.Shows.NOTHING, why, new IOException(why));
    }
  }

  /// From now on no look makes a connection, which shows nothing; empty: they do again.
  void looksUnclear(String why) {
    looksUnclear = why;
  }

  /// Likewise no message.
  void sendsUnclear(String why) {
    sendsUnclear = why;
  }

  /// The next attempt to send a message takes until the latch is opened. Waits for that attempt.
  CountDownLatch holdsSend() {
    sends = new CountDownLatch(1);
    pass("an attempt", () -> held.get() > 0);
    return sends;
  }

  /// How often it was looked at whether anybody accepts connections.
  int looks() {
    return looks.get();
  }

  /// From now on it looks as if nobody accepts connections, while those that there are stay open.
  void refuseLooks() {
    looksRefused = true;
  }

  /// From now on it looks as if somebody accepted connections.
  void takeLooks() {
    looksTaken = true;
  }

  Talk open() {
    return open(new Recorder());
  }

  Talk open(Recorder told) {
    Talk talk = opening(told);
    told.awaitOpened();
    return talk;
  }

  /// A run that may have to wait for the daemon.
  Talk opening(Recorder told) {
    Talk talk = new Talk(channel.open(talks.size() + 1, told), told);
    talks.add(talk);
    return talk;
  }

  /// A legacy session that is greeted.
  Talk greeted() {
    Talk talk = open();
    greet(talk);
    return talk;
  }

  /// The session that follows a lost one, which has to wait a while.
  Talk greetedNext() {
    Talk talk = opening(new Recorder());
    pass("the run to open", () -> talk.told().told().contains("opened"));
    greet(talk);
    return talk;
  }

  /// The session that follows one which a call shows to be lost.
  Talk nextAfterCall(Talk lost) {
    call(lost, 1, "echo", "k");
    awaitLost(lost);
    return greetedNext();
  }

  void greet(Talk talk) {
    int before = daemon.requests("notifications/initialized").size();
    initialize(talk);
    send(talk, "{'jsonrpc':'2.0','method':'notifications/initialized'}");
    daemon.await(before + 1, "notifications/initialized");
    awaitPosted(); // else the daemon counts as busy with it when time passes
  }

  void initialize(Talk talk) {
    int before = talk.told().messages().size();
    hello(talk);
    talk.told().awaitMessages(before + 1);
  }

  void hello(Talk talk) {
    send(
        talk,
        "{'jsonrpc':'2.0','id':'hello','method':'initialize','params':{'protocolVersion':"
            + "'2025-11-25','capabilities':{},'clientInfo':{'name':'t','version':'1'}}}");
  }

  /// What comes in place of an answer to `initialize`.
  String refused(Talk talk) {
    hello(talk);
    return awaitRefused(talk);
  }

  String awaitRefused(Talk talk) {
    Await.until("a refusal", () -> !talk.told().unusable().isEmpty());
    return ((Events.Unusable.Refused) talk.told().unusable().getFirst()).text();
  }

  /// A message with single quotes for double ones.
  Link.Sent send(Talk talk, String json) {
    return talk.link().send(Outgoing.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
  }

  /// @param id as JSON
  Link.Sent call(Talk talk, Object id, String tool, String key) {
    return send(
        talk,
        "{'jsonrpc':'2.0','id':"
            + id
            + ",'method':'tools/call','params':{'name':'"
            + tool
            + "','arguments':{'key':'"
            + key
            + "','text':'hi'}}}");
  }

  Link.Sent ask(Talk talk, Object id, String method) {
    return send(talk, "{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{}}");
  }

  /// A request of the modern era.
  Link.Sent modern(Talk talk, Object id, String method, String params) {
    return send(
        talk,
        "{'jsonrpc':'2.0','id':"
            + id
            + ",'method':'"
            + method
            + "','params':{"
            + params
            + (params.isEmpty() ? "" : ",")
            + RunContract.META
            + "}}");
  }

  /// A call that takes until its gate is opened, when it has begun.
  ///
  /// @param id as JSON
  Link.Sent working(Talk talk, Object id, String key) {
    Link.Sent sent = call(talk, id, "slow", key);
    daemon.awaitExecutions(key, 1);
    return sent;
  }

  /// The answer to a call.
  String echo(Talk talk, int id) {
    call(talk, id, "echo", "k");
    return answer(talk, Integer.toString(id));
  }

  /// The message with this id, when it has come.
  String answer(Talk talk, String id) {
    String mark = "\"id\":" + id.replace('\'', '"');
    List<String> found = new ArrayList<>();
    Await.until(
        "the answer to " + id,
        () -> {
          found.clear();
          talk.told().messages().stream()
              .filter(m -> m.contains(mark) && !m.contains("\"method\""))
              .forEach(found::add);
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  /// The daemon answers the next call with this.
  void nextCall(Answer answer) {
    daemon.on("tools/call").once().reply(answer);
  }

  /// All of this was done, and the session goes on: a call is answered.
  void stillServes(Talk talk) {
    String id = "'sync " + talk.told().messages().size() + "'";
    call(talk, id, "echo", "sync");
    answer(talk, id);
  }

  /// Lets time pass in small steps until it is so.
  void pass(String what, BooleanSupplier until) {
    Await.stepping(what, until, () -> timers.advance(10));
  }

  /// The same, but only while the thread whose name ends like this pauses: what it does itself
  /// takes no time.
  void passPauses(String name, String what, BooleanSupplier until) {
    Await.stepping(
        what,
        until,
        () -> {
          if (left().stream().anyMatch(t -> t.getName().endsWith(name) && pauses(t))) {
            timers.advance(10);
          }
        });
  }

  /// Waits until a thread whose name ends like this is in this method.
  void awaitIn(String name, String method) {
    Await.until(
        name + " in " + method,
        () ->
            left().stream()
                .filter(t -> t.getName().endsWith(name))
                .flatMap(t -> Stream.of(t.getStackTrace()))
                .anyMatch(at -> at.getMethodName().equals(method)));
  }

  private static boolean pauses(Thread thread) {
    return Stream.of(thread.getStackTrace()).anyMatch(at -> at.getMethodName().equals("pause"));
  }

  /// Lets time pass, as the daemon is looked after each second, until it is asked for a sign of
  /// life.
  void quiet(BooleanSupplier asked) {
    while (!asked.getAsBoolean()) {
      Await.until("a look", () -> asked.getAsBoolean() || timers.has(HttpLink.VISIT_MILLIS));
      if (!asked.getAsBoolean()) {
        timers.advance(HttpLink.VISIT_MILLIS);
      }
    }
  }

  /// The same, if that is answered at once or never.
  ///
  /// @param n how many such questions there are then
  void quiet(String method, int n) {
    quiet(() -> daemon.requests(method).size() >= n);
  }

  /// The same, if it is waited for.
  void quiet() {
    quiet(() -> timers.has(HttpLink.SIGN_MILLIS));
  }

  void awaitTimer(long millis) {
    Await.until("a timer of " + millis + " ms", () -> timers.has(millis));
  }

  void awaitTimerAndAdvance(long millis) {
    awaitTimer(millis);
    timers.advance(millis);
  }

  End.Lost awaitLost(Talk talk) {
    return (End.Lost) talk.told().awaitEnd();
  }

  /// Waits until the only call that was cut off is.
  ///
  /// @param id as JSON
  /// @return how
  String awaitCutOff(Talk talk, String id) {
    Await.until("a call is cut off", () -> !talk.told().unusable().isEmpty());
    assertThat(talk.told().unusable()).hasSize(1);
    Events.Unusable.CutOff cut = (Events.Unusable.CutOff) talk.told().unusable().getFirst();
    assertThat(cut.id()).contains(new RequestId(id));
    return cut.how();
  }

  List<String> notes() {
    return ring.tail(1_000, false);
  }

  /// Ends what is left, and checks that nothing is.
  @Override
  public void close() {
    try {
      for (Talk t : talks) {
        t.link().kill();
        t.told().awaitEnd();
      }
      awaitThreads();
    } finally {
      daemon.close();
    }
  }

  private void awaitThreads() {
    try {
      Await.until("the end of all threads", () -> left().isEmpty());
    } catch (AssertionError e) {
      StringBuilder where = new StringBuilder("waited in vain for the end of:");
      for (Thread t : left()) {
        where.append('\n').append(t);
        for (StackTraceElement at : t.getStackTrace()) {
          where.append("\n    ").append(at);
        }
      }
      throw new AssertionError(where.toString(), e);
    }
  }

  /// Waits until no message is under way: over the old transport, until the daemon has taken all.
  void awaitPosted() {
    Await.until("the end of all posts", () -> left().stream().noneMatch(HttpRig::posts));
  }

  private static boolean posts(Thread thread) {
    return thread.getName().contains("post ");
  }

  private List<Thread> left() {
    synchronized (threads) {
      return threads.stream()
          .filter(t -> t.getState() != Thread.State.TERMINATED && t.getState() != Thread.State.NEW)
          .toList();
    }
  }

  /// The daemon is run anew.
  void restart(Setup setup) {
    daemon.restart(Cut.RESET, setup);
  }
}
