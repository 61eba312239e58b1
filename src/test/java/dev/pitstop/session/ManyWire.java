package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.backend.FakePipe;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.LineSink;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.channel.Target;
import dev.pitstop.config.ServersFile;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.many.Many;
import dev.pitstop.session.many.ManyChanges;
import dev.pitstop.session.many.ManyParts;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.told.NoticeMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// What goes over the wire of a session with many servers: the test is the client and each of the
/// servers ({@link WireServer}), and compares messages. It keeps the books on F3: each request has
/// exactly one response, a cancelled one none, and nobody else has one.
final class ManyWire implements AutoCloseable {
  static final String MODERN = "2026-07-28";
  static final String META =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"m\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}";
  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  static final HoldLimits HOLD = new HoldLimits(5, 400_000, 120_000);
  private static final int MAX_MESSAGE = 4 * 1024 * 1024;

  final FakeTimers timers = new FakeTimers();
  final Session<Many> session;
  private final Map<String, FakeSpawner> spawners = new ConcurrentHashMap<>();
  private final LineSink output = new LineSink();
  private final FakePipe input = new FakePipe();
  private final Thread reader;
  private final Set<String> open = new LinkedHashSet<>();
  private final Set<String> answered = new HashSet<>();
  private int syncs;

  ManyWire() {
    ManyParts parts =
        new ManyParts(
            List.of(),
            new Settings(
                true,
                30_000,
                false,
                new StopLimits(Duration.ofSeconds(1)),
                20_000,
                4_000,
                HOLD,
                OptionalLong.empty(),
                State.Order.START_FIRST,
                MAX_MESSAGE),
            Given.HERE,
            command -> spawner(command.argv().getFirst()).spawn(command),
            timers,
            Log.nowhere(),
            spec -> Optional.empty(),
            tool -> true,
            0, // a list waits for nobody
            NoticeMode.INLINE,
            "9.9",
            "",
            new ServersFile(
                Path.of("/nonexistent/pitstop.json"),
                Map.of(),
                v -> Optional.empty(),
                Path.of("/nonexistent"),
                Path::of,
                Log.nowhere()));
    session = Session.many(parts, output, Optional.empty());
    session.start();
    reader = Thread.ofPlatform().name("client reader").start(() -> session.run(input));
  }

  /// A session whose client is a legacy one.
  static ManyWire legacy() {
    ManyWire w = new ManyWire();
    w.initialize("2025-11-25");
    w.notify("notifications/initialized", "{}");
    return w;
  }

  /// A session whose client is a modern one, which has asked for one list.
  static ManyWire modern() {
    ManyWire w = new ManyWire();
    w.modern("\"first\"", "tools/list", "");
    w.result("\"first\"");
    return w;
  }

  // Servers.

  FakeSpawner spawner(String name) {
    return spawners.computeIfAbsent(name, n -> new FakeSpawner());
  }

  /// Adds a server; its process is there.
  WireServer start(String name) {
    return start(name, true);
  }

  WireServer start(String name, boolean respawns) {
    return start(name, respawns, OptionalLong.empty());
  }

  /// @param startMillis how long its start may take
  WireServer start(String name, boolean respawns, OptionalLong startMillis) {
    ServerSpec spec =
        new ServerSpec(
            name,
            new Target.Program(new Command(List.of(name), Map.of(), Path.of("/nonexistent"))),
            Optional.empty(),
            List.of(),
            State.Order.START_FIRST,
            respawns,
            List.of(),
            ToolFilter.ALL,
            OptionalLong.empty(),
            startMillis,
            OptionalLong.empty());
    assertThat(session.face().servers().add(spec)).isTrue();
    return again(name);
  }

  /// The next process of a server.
  WireServer again(String name) {
    return new WireServer(name, new FakeServer(spawner(name).next()));
  }

  /// Adds a server that speaks the legacy revisions, and has it come up.
  WireServer addLegacy(String name, WireServer.Offer offer) {
    WireServer s = start(name).legacy(offer);
    awaitOffer(name, offer);
    return s;
  }

  WireServer addModern(String name, WireServer.Offer offer) {
    WireServer s = start(name).modern(offer);
    awaitOffer(name, offer);
    return s;
  }

  /// Waits until the lists of a server are known, by what the client can see.
  void awaitOffer(String name, WireServer.Offer offer) {
    boolean modern = modernClient;
    for (Map.Entry<String, String> list : offer.lists().entrySet()) {
      JsonElement items = Json.parse("{\"x\":" + list.getValue() + "}").get("x");
      String key =
          list.getKey().equals("resources/list")
              ? "uri"
              : list.getKey().equals("resources/templates/list") ? "uriTemplate" : "name";
      for (JsonElement item : items.getAsJsonArray()) {
        String wanted = Json.text(item, key);
        String shown = key.equals("name") ? name + "__" + wanted : wanted;
        Await.until(
            "the listing of " + shown,
            () -> {
              String id = "\"look " + ++syncs + "\"";
              if (modern) {
                modern(id, list.getKey(), "");
              } else {
                request(id, list.getKey(), "{}");
              }
              return result(id).toString().contains("\"" + shown + "\"");
            });
      }
    }
  }

  /// Waits until a server serves that lists nothing.
  void awaitServing(String name) {
    Await.until(name + " serves", () -> server(name).listed());
  }

  Member member(String name) {
    return look(() -> session.face().members().find(name).orElseThrow());
  }

  SeenServer server(String name) {
    return new SeenServer(session.monitor(), member(name).backend());
  }

  /// What of a server's lists is not listed as it is.
  List<String> flaws(Member m) {
    return look(() -> m.offer().flaws());
  }

  <T> T look(Supplier<T> at) {
    List<T> seen = new ArrayList<>();
    session.monitor().turn(Monitor.By.OTHER, () -> seen.add(at.get()));
    return seen.getFirst();
  }

  private boolean modernClient;

  // As the client.

  void send(String line) {
    input.line(line);
  }

  void notify(String method, String params) {
    send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

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

  void opened(String id) {
    assertThat(open.add(id)).as("id %s is free", id).isTrue();
    answered.remove(id);
  }

  /// @param members the other parameters, without braces
  void modern(String id, String method, String members) {
    modern(id, method, members, "");
  }

  /// @param meta further members of `_meta`, without braces
  void modern(String id, String method, String members, String meta) {
    modernClient = true;
    request(
        id,
        method,
        "{"
            + (members.isEmpty() ? "" : members + ",")
            + "\"_meta\":{"
            + META
            + (meta.isEmpty() ? "" : "," + meta)
            + "}}");
  }

  void initialize(String version) {
    request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\""
            + version
            + "\",\"capabilities\":{\"sampling\":{},\"roots\":{\"listChanged\":true}},"
            + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
    result("\"init\"");
  }

  void call(String id, String tool) {
    request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}");
  }

  void cancel(String id) {
    assertThat(open.remove(id)).isTrue();
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /// A request without end, which is acknowledged.
  JsonObject listen(String id, String filter) {
    modern(id, "subscriptions/listen", "\"notifications\":" + filter);
    JsonObject ack = notified("notifications/subscriptions/acknowledged");
    assertThat(Json.at(ack, "params", "_meta", SUBSCRIPTION)).hasToString(id);
    return ack;
  }

  String line() {
    String line = Await.take("a message to the client", output.lines());
    if (line.startsWith("{")) {
      book(Json.parse(line));
    }
    return line;
  }

  private void book(JsonObject m) {
    if (m.has("method") || !m.has("id") || m.get("id").isJsonNull()) {
      return;
    }
    String id = m.get("id").toString();
    assertThat(answered.add(id)).as("answered twice: %s", m).isTrue();
    assertThat(open.remove(id)).as("answers nothing that is open: %s", m).isTrue();
  }

  JsonObject next() {
    return Json.parse(line());
  }

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

  int code(String id) {
    return Json.at(error(id), "code").getAsInt();
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

  /// All that this server said before has been dealt with, and nothing of it reached the client.
  void sync(WireServer s) {
    String id = "\"synced " + ++syncs + "\"";
    if (modernClient) {
      modern(id, "tools/call", "\"name\":\"" + s.name() + "__sync\"");
    } else {
      call(id, s.name() + "__sync");
    }
    s.answer(s.expect("tools/call"), "{\"content\":[]}");
    result(id);
  }

  void endInput() {
    input.end();
  }

  void awaitEnd() {
    Await.until("the end of the session", () -> !reader.isAlive());
  }

  @Override
  public void close() {
    if (reader.isAlive()) {
      sync();
    }
    assertThat(open).as("requests without an answer").isEmpty();
    input.end();
    awaitEnd();
    assertThat(output.lines()).as("messages nobody expected").isEmpty();
    for (FakeSpawner s : spawners.values()) {
      assertThat(s.noMore()).as("spawns nobody expected").isTrue();
    }
  }

  /// Lets the pause before changes of lists are told pass, when there are some.
  void changes() {
    Await.until(
        "a change of the lists",
        () -> {
          boolean[] news = {false};
          session.monitor().turn(Monitor.By.OTHER, () -> news[0] = session.face().changes().news());
          return news[0];
        });
    timers.advance(ManyChanges.APART_MILLIS); // longer than the pause
  }
}
