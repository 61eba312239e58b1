package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// A session with a fake server, builds and time; the test is the client, too.
final class SessionDriver extends TestClient implements AutoCloseable {
  private static final String NAME = "fake";

  static final long HANDSHAKE_MILLIS = 5_000;

  /// And without memory so much longer.
  static final long LONGER_MILLIS = 10_000;

  static final long START_MILLIS = 30_000;
  static final long DRAIN_MILLIS = 20_000;
  static final long LIST_MILLIS = 4_000;
  static final HoldLimits HOLD = new HoldLimits(5, 4_000, 120_000);
  static final int MAX_MESSAGE = 64 * 1024;

  final FakeTimers timers = new FakeTimers();
  final FakeSpawner spawner = new FakeSpawner();
  final FakeBuilder builder = new FakeBuilder();
  final FakeOrigin origin = new FakeOrigin(builder);
  private final TestSession session;

  SessionDriver() {
    this(Setup.PLAIN);
  }

  SessionDriver(Setup setup) {
    this(setup, Path.of("/nonexistent"));
  }

  SessionDriver(Setup setup, Log log, String logFile) {
    this(setup.logging(log, logFile));
  }

  /// @param directory where the server's program runs
  SessionDriver(Setup setup, Path directory) {
    Target target = new Target.Program(new Command(setup.command, Map.of(), directory));
    session = TestSession.one(setup, NAME, target, spawner, timers, builder, origin, this);
  }

  // What the session is told past the client.

  /// Starts the server while the client begins its handshake.
  void start() {
    session.start();
  }

  void shutDown() {
    session.shutDown();
  }

  /// Lets those beside the agent see the session.
  void showBeside() {
    session.showBeside();
  }

  DirectServer direct() {
    return session.direct(NAME);
  }

  // As the client.

  /// A request without end: a listen.
  void listen(String id, String params) {
    listening(id, params);
  }

  /// The text of a tool result, which comes before or after this notification: they are sent by
  /// different threads.
  String textBeside(String notification, String id) {
    List<JsonObject> both = new ArrayList<>(List.of(next(), next()));
    both.sort(Comparator.comparing(m -> m.has("method")));
    assertThat(both.getFirst().get("id")).as("%s", both).hasToString(id);
    assertThat(Json.text(both.getLast(), "method")).as("%s", both).isEqualTo(notification);
    return text(both.getFirst().getAsJsonObject("result"));
  }

  /// All that the server said before has been dealt with, and nothing of it reached the client.
  void sync(FakeServer server) {
    String data = fresh("said");
    server.notify("notifications/message", "{\"level\":\"info\",\"data\":" + data + "}");
    assertThat(Json.at(notified("notifications/message"), "params", "data")).hasToString(data);
  }

  // What is usual.

  FakeServer spawned() {
    return new FakeServer(spawner.next());
  }

  void initialize() {
    initialize("2025-06-18");
  }

  void initialize(String version) {
    hello(version, "{\"sampling\":{}}");
  }

  /// The client begins a legacy session, and the server is started for it.
  FakeServer begin() {
    initialize();
    return spawned();
  }

  /// A legacy session whose server serves these tools.
  FakeServer connect(String... tools) {
    FakeServer server = greeted();
    server.list(tools);
    awaitTools(tools);
    return server;
  }

  /// A legacy session whose server has tools, and has listed nothing yet, not even to us.
  FakeServer greeted() {
    return greeted("{\"tools\":{}}");
  }

  FakeServer greeted(String capabilities) {
    FakeServer server = begin();
    server.greet(capabilities);
    result("\"init\"");
    notify("notifications/initialized", "{}");
    server.expect("notifications/initialized");
    return server;
  }

  /// A legacy session whose server lists these tools.
  ///
  /// @param listed the result of `tools/list`
  FakeServer listing(String listed, String... tools) {
    FakeServer server = greeted();
    server.answer(server.expect("tools/list"), listed);
    awaitTools(tools);
    return server;
  }

  void initialized(FakeServer server, String... tools) {
    notify("notifications/initialized", "{}");
    server.expect("notifications/initialized");
    server.list(tools);
    awaitTools(tools);
  }

  /// A call that waits or is on its way: this server gets it, and the client this text of it.
  void delivers(FakeServer server, String id, String tool, String text) {
    server.text(server.expectCall(tool), text);
    assertThat(text(id)).isEqualTo(text);
  }

  /// A call that this server answers at once.
  void servedBy(FakeServer server, String id, String tool, String text) {
    assertThat(callAnswered(server, id, tool, text)).isEqualTo(text);
  }

  /// A call that starts the server.
  FakeServer callStarting(String id, String tool) {
    call(id, tool);
    return spawned();
  }

  /// The client asks for a reload, which begins with a new process.
  FakeServer recompiling(String id) {
    return callStarting(id, "recompile");
  }

  /// The server's answer to the handshake reaches the client.
  void greeted(FakeServer server) {
    server.greet();
    result("\"init\"");
  }

  /// The client asks for a reload, whose build runs then.
  FakeBuilder.FakeBuild building(String id) {
    call(id, "recompile");
    return builder.next();
  }

  /// The server dies with nothing in flight.
  void crash(FakeServer server, int status) {
    server.child().exit(status);
    awaitState("crashed");
  }

  SeenServer server() {
    return session.server(NAME);
  }

  /// Whether nothing is kept of what the client has asked.
  boolean nothingIsOpen() {
    return session.nothingIsOpen();
  }

  void awaitTools(String... tools) {
    List<String> wanted = new ArrayList<>();
    for (String t : tools) {
      wanted.add(t.startsWith("?") ? t.substring(1) : t);
    }
    Await.until("the catalogue " + wanted, () -> server().names(Kind.TOOLS).equals(wanted));
  }

  void awaitStderr(String line) {
    Await.until("stderr", () -> server().stderr().contains(line));
  }

  /// Waits until a timer of this length is set, and lets the time pass.
  void awaitTimer(long millis) {
    Await.until("a timer of " + millis + " ms", () -> timers.has(millis));
  }

  void awaitTimerAndAdvance(long millis) {
    awaitTimer(millis);
    timers.advance(millis);
  }

  /// The client does not ask for the lists that a reload has changed: its answer waits in vain.
  void letPass() {
    Await.until("an answer that waits for a list", session::waitsForUptake);
    timers.advance(Limits.UPTAKE_MILLIS);
  }

  /// Lets these wait for the reload after the present one. They are answered in any order, as each
  /// call has a thread of its own.
  void waitForNextReload(String... ids) {
    for (int n = 0; n < ids.length; n++) {
      call(ids[n], "recompile");
      awaitReloadsWaiting(n + 1);
    }
  }

  /// Waits until so many callers wait for the reload after the present one.
  void awaitReloadsWaiting(int n) {
    Await.until(n + " waiting reloads", () -> server().reloadsWaiting() == n);
  }

  /// Waits until a write to this server is stuck.
  void awaitWriter(FakeServer s) {
    Await.until("a stuck write", () -> s.child().input().writing());
  }

  void awaitState(String word) {
    Await.until("state " + word, () -> server().state().equals(word));
  }

  /// Bytes that the client wrote and the session has not read.
  long unread() {
    return input.unread();
  }

  /// Waits for the end of a session whose input has ended; nothing may be left.
  void awaitEnd() {
    builder.leave();
    session.awaitEnd();
    checkBooks();
    session.checkNothingLeft();
  }

  /// Ends the session with a last request whose line has no end.
  void closeAfter(String line, String id) {
    opened(id);
    bytes(line.getBytes(StandardCharsets.UTF_8));
    endInput();
    result(id);
    awaitEnd();
  }

  /// The client leaves; nothing may be left, and nothing may have been said that was not expected.
  @Override
  public void close() {
    if (!hasLeft()) {
      sync();
      assertThat(open()).as("requests without an answer").isEmpty();
      session.checkNoCalls();
      endInput();
    }
    awaitEnd();
    assertThat(spawner.noMore()).as("spawns nobody expected").isTrue();
    assertThat(builder.noMore()).as("builds nobody expected").isTrue();
  }
}
