package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A whole session in front of a scripted daemon, over the real network and in real time; the test
/// is the client. Each request must have exactly one response.
final class HttpDriver implements AutoCloseable {
  private static final String NAME = "daemon";

  final ScriptedDaemon daemon;
  final FakeBuilder builder = new FakeBuilder();
  private final FakeClient client = new FakeClient();
  private final Map<String, JsonObject> answers = new HashMap<>();
  private final TestSession session;

  /// Which commands there are besides.
  enum Commands {
    NONE,
    BUILD,
    RESTART
  }

  HttpDriver(ScriptedDaemon daemon, Commands commands) {
    this(daemon, commands, SessionDriver.START_MILLIS);
  }

  /// With a legacy daemon that serves its usual tools.
  static HttpDriver connected() {
    HttpDriver d =
        new HttpDriver(
            ScriptedDaemon.started(dev.pitstop.http.fixture.Setup.legacy()), Commands.NONE);
    d.connect("echo", "count", "slow");
    d.daemon.awaitListening(1);
    return d;
  }

  /// @param startMillis how long a start may take
  HttpDriver(ScriptedDaemon daemon, Commands commands, long startMillis) {
    // no directory can be made there
    this(daemon, commands, startMillis, Optional.empty(), Path.of("/dev/null/none"));
  }

  /// @param start the command that starts the daemon
  /// @param output takes its output
  HttpDriver(
      ScriptedDaemon daemon,
      Commands commands,
      long startMillis,
      Optional<String> start,
      Path output) {
    this.daemon = daemon;
    if (commands == Commands.RESTART) {
      builder.restartsOnly();
    }
    Target target;
    try {
      target =
          new Target.Daemon(
              Endpoint.of(daemon.url().toString(), List.of()),
              new Command(List.of(daemon.url().toString()), Map.of(), Path.of(".")),
              start,
              Optional.empty(),
              output);
    } catch (BadSetting e) {
      throw new IllegalArgumentException(e);
    }
    Setup setup =
        Setup.PLAIN
            .patient(300, 5_000, 25_000)
            .starting(startMillis)
            .holding(new HoldLimits(50, 100_000, 120_000))
            .taking(256 * 1024);
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

  /// The answer to a request, whatever comes before it. May be asked for again.
  JsonObject answer(String id) {
    return answers.computeIfAbsent(id, client::answer);
  }

  /// The text of a tool's result, with what Pitstop has to say before.
  String text(String id) {
    return TestClient.text(answer(id).getAsJsonObject("result"));
  }

  /// This request has no answer yet.
  void waits(String id) {
    client.waits(id);
  }

  void awaitNotified(String method) {
    client.heard(method);
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
    List.copyOf(client.open()).forEach(this::answer);
    client.endInput();
    builder.leave();
    session.awaitEnd();
    while (!client.output.lines().isEmpty()) {
      client.next();
    }
    Await.until("the end of all runs", session::nothingRuns);
    daemon.close();
  }
}
