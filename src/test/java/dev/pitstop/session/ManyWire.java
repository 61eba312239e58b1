package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.FakeTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What goes over the wire of a session with many servers: the test is the client and each of the
/// servers ({@link WireServer}), and compares messages. It keeps the books: each request has
/// exactly one response, a cancelled one none, and nobody else has one.
final class ManyWire extends TestClient implements AutoCloseable {
  static final String MODERN = "2026-07-28";
  static final String META =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"m\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}";
  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  static final HoldLimits HOLD = new HoldLimits(5, 400_000, 120_000);
  private static final int MAX_MESSAGE = 4 * 1024 * 1024;

  final FakeTimers timers = new FakeTimers();
  private final Map<String, FakeSpawner> spawners = new ConcurrentHashMap<>();
  private final TestSession session =
      TestSession.many(
          Setup.PLAIN.forgetting().holding(HOLD).taking(MAX_MESSAGE), // a list waits for nobody
          List.of(),
          command -> spawner(command.argv().getFirst()).spawn(command),
          timers,
          name -> new FakeBuilder(),
          new FakeOrigin(new FakeBuilder()),
          this);

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
    ServerSpec spec = Specs.respawning(Specs.of(name, name), respawns);
    assertThat(session.configured().add(spec)).isTrue();
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
              String id = fresh("look");
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

  SeenServer server(String name) {
    return session.server(name);
  }

  DirectServer direct(String name) {
    return session.direct(name);
  }

  /// What the session does outside turns waits until the test has it go on.
  Runnable holdOutside(boolean awaited) {
    return session.holdOutside(awaited);
  }

  /// Begins to end the session.
  Thread shutDown() {
    return Thread.ofPlatform().name("test end").start(session::shutDown);
  }

  private boolean modernClient;

  // As the client.

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

  JsonObject modernForResult(String id, String method, String members) {
    modern(id, method, members);
    return result(id);
  }

  /// A request of a legacy client that this server has.
  JsonObject requestTo(WireServer server, String id, String method, String params) {
    return requestTo(server.fake(), id, method, params);
  }

  JsonObject saidBy(WireServer server, String method, String params) {
    return saidBy(server.fake(), method, params);
  }

  void initialize(String version) {
    hello(version, "{\"sampling\":{},\"roots\":{\"listChanged\":true}}");
    result("\"init\"");
  }

  /// Reads a resource, as a legacy client.
  void read(String id, String uri) {
    request(id, "resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  /// What a server says of a resource that is read.
  static String contents(String uri) {
    return "{\"contents\":[{\"uri\":\"" + uri + "\",\"text\":\"x\"}]}";
  }

  /// A request without end, which is acknowledged.
  JsonObject listen(String id, String filter) {
    modern(id, "subscriptions/listen", "\"notifications\":" + filter);
    JsonObject ack = notified("notifications/subscriptions/acknowledged");
    assertThat(Json.at(ack, "params", "_meta", SUBSCRIPTION)).hasToString(id);
    return ack;
  }

  /// All that this server said before has been dealt with, and nothing of it reached the client.
  void sync(WireServer s) {
    String id = fresh("synced");
    if (modernClient) {
      modern(id, "tools/call", "\"name\":\"" + s.name() + "__sync\"");
    } else {
      call(id, s.name() + "__sync");
    }
    s.answer(s.expect("tools/call"), "{\"content\":[]}");
    result(id);
  }

  void awaitEnd() {
    session.awaitEnd();
  }

  @Override
  public void close() {
    if (!hasLeft()) {
      sync();
    }
    assertThat(open()).as("requests without an answer").isEmpty();
    endInput();
    awaitEnd();
    checkBooks();
    for (FakeSpawner s : spawners.values()) {
      assertThat(s.noMore()).as("spawns nobody expected").isTrue();
    }
  }

  /// Lets the pause before changes of lists are told pass, when there are some.
  void changes() {
    Await.until("a change of the lists", session::listsChanged);
    timers.advance(Limits.APART_MILLIS); // longer than the pause
  }
}
