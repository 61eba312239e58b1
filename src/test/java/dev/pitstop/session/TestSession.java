package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.build.Builder;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.process.Given;
import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.exposure.Exposure;
import dev.pitstop.session.front.Recorder;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.SessionParts;
import dev.pitstop.session.notices.HandshakePatience;
import dev.pitstop.session.notices.NoticeMode;
import dev.pitstop.session.notices.SessionServer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// A session that runs for a test: the only class of these tests that makes one and knows its
/// classes. What can be done to it and asked of it here, is in plain values.
final class TestSession {
  private static final Pattern OURS =
      Pattern.compile(
          "(fake|alpha|beta|gamma|srv).*|client .*|description|timers|watch|build.*|tool .*"
              + "|pitstop-(?!log-).*");

  private final Set<Thread> before = threads();
  private final Session session;
  private final Thread reader;

  private TestSession(Session session, TestClient client) {
    this.session = session;
    reader = Thread.ofPlatform().name("client reader").start(() -> session.run(client.input));
  }

  /// A session with one server, which is not started before the client speaks.
  static TestSession one(
      Setup setup,
      String name,
      Target target,
      Spawner spawner,
      Timers timers,
      Builder builder,
      FakeOrigin origin,
      TestClient client) {
    Setup.Patience wait = setup.handshake;
    AtomicBoolean begun = new AtomicBoolean();
    ServerSpec spec =
        new ServerSpec(
            name,
            target,
            setup.builds ? Optional.of("make") : Optional.empty(),
            setup.watched.orElse(List.of()),
            setup.settings().order(),
            setup.settings().respawn(),
            setup.replay,
            ToolFilter.ALL,
            OptionalLong.empty(),
            OptionalLong.empty(),
            setup.settings().callMillis());
    Session made =
        new Session(
            parts(
                setup,
                List.of(spec),
                spawner,
                timers,
                s ->
                    begun.getAndSet(true) ? origin.builder(s.build()) : s.build().map(b -> builder),
                wait.listMillis()),
            new Exposure.Plain(
                new HandshakePatience(wait.millis(), wait.listMillis(), wait.unknownMillis()),
                false,
                origin.ofOne()),
            client.output,
            setup.memory,
            Optional.empty());
    if (setup.watched.isPresent()) {
      made.face().watch();
    }
    return new TestSession(made, client);
  }

  private static SessionParts parts(
      Setup setup,
      List<ServerSpec> servers,
      Spawner spawner,
      Timers timers,
      Function<ServerSpec, Optional<Builder>> builders,
      long listMillis) {
    return new SessionParts(
        servers,
        setup.settings(),
        Given.HERE,
        spawner,
        timers,
        setup.log,
        builders,
        setup.tools,
        listMillis,
        notices(setup),
        setup.badTools,
        setup.allListChanges,
        () -> "9.9",
        setup.logFile);
  }

  /// A session with many servers, which are started.
  static TestSession many(
      Setup setup,
      List<ServerSpec> servers,
      Spawner spawner,
      Timers timers,
      Function<String, Builder> builders,
      FakeOrigin origin,
      TestClient client) {
    Session made =
        new Session(
            parts(
                setup,
                servers,
                spawner,
                timers,
                spec -> spec.build().map(b -> builders.apply(spec.name())),
                setup.lists),
            new Exposure.Prefixed(origin),
            client.output,
            setup.memory,
            Optional.empty());
    made.start();
    return new TestSession(made, client);
  }

  private static NoticeMode notices(Setup setup) {
    return setup.silent ? NoticeMode.OFF : NoticeMode.INLINE;
  }

  // What is done to it.

  /// Starts its servers while the client begins its handshake.
  void start() {
    session.start();
  }

  void shutDown() {
    session.shutDown();
  }

  void kill() {
    session.kill();
  }

  /// Lets those beside the agent see it.
  void showBeside() {
    session.showBeside();
  }

  /// The lines of a type in its journal.
  List<String> journal(String type) {
    Monitor monitor = session.wiring.monitor();
    Recorder recorder = monitor.inTurn(() -> session.wiring.client().recorder()).orElseThrow();
    List<String> lines = new ArrayList<>();
    recorder.journal().pass(0, true, page -> lines.addAll(page.texts()));
    return lines.stream().filter(line -> line.contains("\"type\":\"" + type + "\"")).toList();
  }

  /// The servers as the code sees them that watches the configuration file.
  ConfiguredServers configured() {
    return new ConfiguredServers(session.face().servers());
  }

  /// What it does outside turns waits from now on.
  ///
  /// @param awaited whether the end of the session waits for it
  /// @return lets it go on
  Runnable holdOutside(boolean awaited) {
    CountDownLatch go = new CountDownLatch(1);
    Supplier<Boolean> wait =
        () -> {
          Await.open("what happens meanwhile", go);
          return true;
        };
    session.wiring.outside().run(wait, awaited, done -> {});
    return go::countDown;
  }

  /// What a server can be told past the client.
  DirectServer direct(String name) {
    return new DirectServer(session, server(name).server(), session.face().tools());
  }

  // What it is asked.

  private List<SessionServer> all() {
    return session.face().members().all().stream().map(Member::server).toList();
  }

  /// The names of its servers, in their order.
  List<String> names() {
    return session
        .wiring
        .monitor()
        .inTurn(() -> all().stream().map(s -> s.backend().name()).toList());
  }

  Optional<SeenServer> find(String name) {
    return session
        .wiring
        .monitor()
        .inTurn(() -> all().stream().filter(s -> s.backend().name().equals(name)).findAny())
        .map(s -> new SeenServer(session.wiring.monitor(), s));
  }

  SeenServer server(String name) {
    return find(name).orElseThrow();
  }

  /// The client's names of the tools of one of many servers, once it serves and they are known.
  Optional<List<String>> tools(String name) {
    return session
        .wiring
        .monitor()
        .inTurn(() ->
            session
                .face()
                .members()
                .find(name)
                .filter(m -> m.backend().lists().known() && m.backend().serving().isPresent())
                .map(m -> m.offer().toolNames()));
  }

  /// Whether a change of the lists waits to be told.
  boolean listsChanged() {
    return session.wiring.monitor().inTurn(() -> session.face().news());
  }

  boolean nothingRuns() {
    return session.wiring.monitor().inTurn(() -> session.hub.runs().isEmpty());
  }

  /// Whether the answer of a reload waits until the client has fetched changed lists.
  boolean waitsForUptake() {
    return session.wiring.monitor().inTurn(session.wiring.uptake()::waits);
  }

  /// Whether nothing is kept of what the client has asked.
  boolean nothingIsOpen() {
    boolean[] none = {false}; // set in the same turn
    session.wiring.monitor().turn(() -> session.wiring.tracker().whenIdle(() -> none[0] = true));
    return none[0];
  }

  boolean isOver() {
    return !reader.isAlive();
  }

  /// Waits for the end of a session whose input has ended: no thread is left that it started. Those
  /// of a log end with the log.
  void awaitEnd() {
    Await.until("the end of the session", this::isOver);
    Set<Thread> left = new HashSet<>();
    Await.until(
        () -> {
          left.clear();
          left.addAll(threads());
          left.removeAll(before);
          return left.isEmpty();
        },
        () -> "the end of " + left);
  }

  /// Nothing is left behind the end.
  void checkNothingLeft() {
    assertThat(nothingRuns()).as("no processes").isTrue();
    checkNoCalls();
    assertThat(nothingIsOpen()).as("no open request").isTrue();
  }

  /// No server has a call.
  void checkNoCalls() {
    for (String name : names()) {
      assertThat(server(name).held()).as("held by %s", name).isZero();
      assertThat(server(name).inFlight()).as("at %s", name).isZero();
    }
  }

  /// Platform threads, of whomever, that have a name which threads of a session have.
  private static Set<Thread> threads() {
    Set<Thread> all = new HashSet<>();
    for (Thread t : Thread.getAllStackTraces().keySet()) {
      if (OURS.matcher(t.getName()).matches()) {
        all.add(t);
      }
    }
    return all;
  }
}
