package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.Backend;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakePipe;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.LineSink;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.front.ListUptake;
import dev.pitstop.session.solo.Solo;
import dev.pitstop.session.solo.SoloParts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// A session with a fake server, builds and time; the test is the client, too. It keeps the books
/// on F3: each request has exactly one response, a cancelled one none, and nobody else has one.
final class SessionDriver implements AutoCloseable {
  private static final Pattern OURS =
      Pattern.compile(
          "fake .*|client .*|description|timers|watch|build.*|tool .*|pitstop-(?!log-).*");

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
  final Session<Solo> session;
  final LineSink output = new LineSink();
  private final FakePipe input = new FakePipe();
  private final Thread reader;
  private final Set<String> open = new LinkedHashSet<>();
  private final Set<String> answered = new HashSet<>();
  private final Set<String> listens = new HashSet<>();
  private final Set<Thread> before = threads();
  private int syncs;

  SessionDriver() {
    this(Setup.PLAIN);
  }

  SessionDriver(Setup setup) {
    this(setup, Log.nowhere(), "");
  }

  /// @param directory where the server's program runs
  SessionDriver(Setup setup, Path directory) {
    this(setup, directory, Log.nowhere(), "");
  }

  /// @param logFile the log's file as the user is told
  SessionDriver(Setup setup, Log log, String logFile) {
    this(setup, Path.of("/nonexistent"), log, logFile);
  }

  private SessionDriver(Setup setup, Path directory, Log log, String logFile) {
    session =
        Session.one(
            new SoloParts(
                "fake",
                new Target.Program(new Command(setup.command, Map.of(), directory)),
                new Settings(
                    setup.respawn,
                    START_MILLIS,
                    setup.slowStarts,
                    new StopLimits(Duration.ofSeconds(1)),
                    DRAIN_MILLIS,
                    LIST_MILLIS,
                    setup.hold,
                    setup.call,
                    setup.order,
                    MAX_MESSAGE),
                Given.HERE,
                spawner,
                timers,
                log,
                setup.builds ? Optional.<Builder>of(builder) : Optional.empty(),
                origin,
                setup.replay,
                setup.tools,
                setup.handshake,
                false,
                setup.notices,
                () -> "9.9",
                logFile),
            output,
            Optional.of(setup.memory));
    reader = Thread.ofPlatform().name("client reader").start(() -> session.run(input));
  }

  // As the client.

  void send(String line) {
    input.line(line);
  }

  void bytes(byte[] bytes) {
    input.bytes(bytes);
  }

  void notify(String method, String params) {
    send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  /// @param id as JSON
  void request(String id, String method, String params) {
    opened(id);
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
  }

  /// A request that was sent by other means, such as in a batch.
  void opened(String id) {
    assertThat(open.add(id)).as("id %s is free", id).isTrue();
    answered.remove(id);
  }

  void call(String id, String tool) {
    call(id, tool, "{}");
  }

  void call(String id, String tool, String arguments) {
    request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  void cancel(String id) {
    open.remove(id);
    listens.remove(id);
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /// A request without end: a listen.
  void listen(String id, String params) {
    listens.add(id);
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\"subscriptions/listen\",\"params\":"
            + params
            + "}");
  }

  String line() {
    String line = take();
    if (line.startsWith("{")) {
      book(Json.parse(line));
    }
    return line;
  }

  /// The next line, past the books.
  String take() {
    return Await.take("a message to the client", output.lines());
  }

  private void book(JsonObject m) {
    if (m.has("method") || !m.has("id") || m.get("id").isJsonNull()) {
      return;
    }
    String id = m.get("id").toString();
    if (listens.remove(id)) {
      return;
    }
    assertThat(answered.add(id)).as("answered twice: %s", m).isTrue();
    assertThat(open.remove(id)).as("answers nothing that is open: %s", m).isTrue();
  }

  JsonObject next() {
    return Json.parse(line());
  }

  /// The next message, which must be the answer to this request.
  JsonObject answer(String id) {
    JsonObject m = next();
    assertThat(m.has("method")).as("%s", m).isFalse();
    assertThat(m.get("id")).as("%s", m).hasToString(id);
    return m;
  }

  JsonObject result(String id) {
    JsonObject m = answer(id);
    assertThat(m.has("result")).as("%s", m).isTrue();
    return m.getAsJsonObject("result");
  }

  JsonObject error(String id) {
    JsonObject m = answer(id);
    assertThat(m.has("error")).as("%s", m).isTrue();
    return m.getAsJsonObject("error");
  }

  /// The text of a tool result.
  String text(String id) {
    return text(result(id));
  }

  private static String text(JsonObject result) {
    StringBuilder all = new StringBuilder();
    result
        .getAsJsonArray("content")
        .forEach(c -> all.append(all.isEmpty() ? "" : "\n").append(Json.text(c, "text")));
    return all.toString();
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

  /// It is told of all lists, as one is whose handshake was answered in an unknown server's place.
  void allListsChanged() {
    for (String list : List.of("tools", "prompts", "resources")) {
      notified("notifications/" + list + "/list_changed");
    }
  }

  JsonObject notified(String method) {
    JsonObject m = next();
    assertThat(m.has("method") ? Json.text(m, "method") : "a response")
        .as("%s", m)
        .isEqualTo(method);
    return m;
  }

  /// All that was sent before has been dealt with, and nothing that came of it has been missed.
  void sync() {
    String id = "\"sync " + ++syncs + "\"";
    request(id, "ping", "{}");
    assertThat(result(id).entrySet()).isEmpty();
  }

  /// All that the server said before has been dealt with, and nothing of it reached the client.
  void sync(FakeServer server) {
    server.notify("notifications/message", "{\"level\":\"info\",\"data\":" + ++syncs + "}");
    assertThat(Json.at(notified("notifications/message"), "params", "data").getAsInt())
        .isEqualTo(syncs);
  }

  // What is usual.

  FakeServer spawned() {
    return new FakeServer(spawner.next());
  }

  void initialize() {
    initialize("2025-06-18");
  }

  void initialize(String version) {
    request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\""
            + version
            + "\",\"capabilities\":{\"sampling\":{}},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
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
    initialize();
    FakeServer server = spawned();
    server.greet(capabilities);
    result("\"init\"");
    notify("notifications/initialized", "{}");
    server.expect("notifications/initialized");
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
    call(id, tool);
    delivers(server, id, tool, text);
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
    return new SeenServer(session.monitor(), backend());
  }

  Backend backend() {
    return session.face().server().backend();
  }

  <T> T look(Supplier<T> at) {
    List<T> seen = new ArrayList<>();
    session.monitor().turn(Monitor.By.OTHER, () -> seen.add(at.get()));
    return seen.getFirst();
  }

  void awaitTools(String... tools) {
    List<String> wanted = new ArrayList<>();
    for (String t : tools) {
      wanted.add(t.startsWith("?") ? t.substring(1) : t);
    }
    Await.until("the catalogue " + wanted, () -> look(this::known).equals(wanted));
  }

  private List<String> known() {
    List<String> names = new ArrayList<>();
    for (Entry e : backend().catalog().entries(Kind.TOOLS)) {
      names.add(e.key());
    }
    return names;
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
    awaitTimerAndAdvance(ListUptake.MOST_MILLIS);
  }

  /// Lets these wait for the reload after the present one; they are answered in this order,
  /// although each call has a thread of its own.
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

  /// The client says nothing more.
  void endInput() {
    input.end();
  }

  /// Waits for the end of a session whose input has ended; nothing may be left.
  void awaitEnd() {
    Await.until("the end of the session", () -> !reader.isAlive());
    awaitThreads();
    assertThat(open).as("requests without an answer").isEmpty();
    assertThat(output.lines()).as("messages nobody expected").isEmpty();
    assertThat(look(() -> backend().snapshot().live())).as("processes").isEmpty();
    assertThat(look(() -> backend().snapshot().held() + backend().snapshot().inFlight()))
        .as("calls")
        .isZero();
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

  /// No thread that the session started is left; those of a log end with the log.
  private void awaitThreads() {
    Set<Thread> left = new HashSet<>();
    Await.until(
        "the end of the session's threads",
        () -> {
          left.clear();
          left.addAll(threads());
          left.removeAll(before);
          return left.isEmpty();
        });
  }

  /// Ends the session with a last request whose line has no end.
  void closeAfter(String line, String id) {
    opened(id);
    bytes(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    input.end();
    result(id);
    Await.until("the end of the session", () -> !reader.isAlive());
    awaitThreads();
    assertThat(output.lines()).as("messages nobody expected").isEmpty();
  }

  /// The client leaves; nothing may be left, and nothing may have been said that was not expected.
  @Override
  public void close() {
    sync();
    assertThat(open).as("requests without an answer").isEmpty();
    assertThat(server().held()).as("held calls").isZero();
    assertThat(server().inFlight()).as("calls in flight").isZero();
    input.end();
    Await.until("the end of the session", () -> !reader.isAlive());
    awaitThreads();
    assertThat(output.lines()).as("messages nobody expected").isEmpty();
    assertThat(look(() -> backend().snapshot().live())).as("processes").isEmpty();
    assertThat(spawner.noMore()).as("spawns nobody expected").isTrue();
    assertThat(builder.noMore()).as("builds nobody expected").isTrue();
  }
}
