package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A whole session in front of a scripted daemon, over the real network and in real time; the test
/// is the client. Each request must have exactly one response.
final class HttpDriver implements AutoCloseable {
  private static final String NAME = "daemon";

  final ScriptedDaemon daemon;
  final FakeBuilder builder = new FakeBuilder();
  private final TestClient client = new TestClient();
  private final TestSession session;
  private final Map<String, JsonObject> answers = new LinkedHashMap<>();
  private final List<JsonObject> notifications = new ArrayList<>();

  /// Which commands there are besides.
  enum Commands {
    NONE,
    BUILD,
    RESTART
  }

  HttpDriver(ScriptedDaemon daemon, boolean builds, ReplayRule... replay) {
    this(daemon, builds, OptionalLong.empty(), replay);
  }

  /// @param callMillis how long a call may take
  HttpDriver(ScriptedDaemon daemon, boolean builds, OptionalLong callMillis, ReplayRule... replay) {
    this(daemon, builds ? Commands.BUILD : Commands.NONE, 30_000, callMillis, replay);
  }

  HttpDriver(
      ScriptedDaemon daemon, Commands commands, OptionalLong callMillis, ReplayRule... replay) {
    this(daemon, commands, 30_000, callMillis, replay);
  }

  /// @param startMillis how long a start may take
  /// @param callMillis how long a call may take
  HttpDriver(
      ScriptedDaemon daemon,
      Commands commands,
      long startMillis,
      OptionalLong callMillis,
      ReplayRule... replay) {
    this.daemon = daemon;
    if (commands == Commands.RESTART) {
      builder.restartsOnly();
    }
    Path none = Path.of("/dev/null/none"); // no directory can be made there
    Target target;
    try {
      target =
          new Target.Daemon(
              Endpoint.of(daemon.url().toString(), List.of()),
              new Command(List.of(daemon.url().toString()), Map.of(), Path.of(".")),
              Optional.empty(),
              Optional.empty(),
              none);
    } catch (BadSetting e) {
      throw new IllegalArgumentException(e);
    }
    Setup setup =
        Setup.PLAIN
            .patient(300, 5_000, 25_000)
            .starting(startMillis)
            .holding(new HoldLimits(50, 100_000, 120_000))
            .limited(callMillis)
            .taking(256 * 1024)
            .replaying(replay);
    session =
        TestSession.one(
            commands == Commands.NONE ? setup : setup.building(),
            NAME,
            target,
            new FakeSpawner(),
            new SystemTimers(Log.nowhere()),
            builder,
            new FakeOrigin(builder),
            client);
  }

  // As the client.

  void notify(String method, String params) {
    client.notify(method, params);
  }

  void request(String id, String method, String params) {
    client.request(id, method, params.replace('\'', '"'));
  }

  void call(String id, String tool, String key) {
    request(
        id,
        "tools/call",
        "{'name':'" + tool + "','arguments':{'key':'" + key + "','text':'hi " + key + "'}}");
  }

  /// That it is cancelled has been dealt with when this returns: otherwise the answer might cross
  /// it.
  void cancel(String id) {
    client.cancel(id);
    client.request("\"cancelled " + id + "\"", "ping", "{}");
    answer("\"cancelled " + id + "\"");
  }

  /// The client says hello, and the daemon's tools are known.
  void connect(String... tools) {
    hello();
    answer("\"init\"");
    notify("notifications/initialized", "{}");
    awaitTools(tools);
  }

  void hello() {
    client.hello("2025-11-25", "{}");
  }

  private void take() {
    JsonObject m = client.next();
    if (m.has("method")) {
      notifications.add(m);
    } else {
      answers.put(m.get("id").toString(), m);
    }
  }

  JsonObject answer(String id) {
    while (!answers.containsKey(id)) {
      take();
    }
    return answers.get(id);
  }

  /// The text of a tool's result, with what Pitstop has to say before.
  String text(String id) {
    StringBuilder all = new StringBuilder();
    Json.at(answer(id), "result", "content")
        .getAsJsonArray()
        .forEach(c -> all.append(Json.text(c, "text")).append('\n'));
    return all.toString();
  }

  boolean isAnswered(String id) {
    drain();
    return answers.containsKey(id);
  }

  private void drain() {
    while (!client.output.lines().isEmpty()) {
      take();
    }
  }

  void awaitNotified(String method) {
    while (notified(method) == 0) {
      take();
    }
  }

  long notified(String method) {
    drain();
    return notifications.stream().filter(n -> Json.text(n, "method").equals(method)).count();
  }

  void forgetNotifications() {
    drain();
    notifications.clear();
  }

  // What is inside.

  void awaitTools(String... tools) {
    List<String> wanted = List.of(tools);
    Await.until("the catalogue " + wanted, () -> server().names(Kind.TOOLS).equals(wanted));
  }

  void awaitState(String word) {
    Await.until("state " + word, () -> server().state().equals(word));
  }

  private SeenServer server() {
    return session.server(NAME);
  }

  int held() {
    return server().held();
  }

  List<String> remarks() {
    return server().stderr();
  }

  /// The client leaves; everything it asked was answered once.
  @Override
  public void close() {
    while (!client.open().isEmpty()) {
      take();
    }
    client.endInput();
    builder.leave();
    session.awaitEnd();
    drain();
    Await.until("the end of all runs", session::nothingRuns);
    daemon.close();
  }
}
