package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.backend.FakePipe;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.backend.LineSink;
import dev.pitstop.backend.SystemTimers;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.facts.HoldLimits;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.channel.Target;
import dev.pitstop.harness.Await;
import dev.pitstop.http.BadSetting;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Given;
import dev.pitstop.process.StopLimits;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.session.solo.Solo;
import dev.pitstop.session.solo.SoloParts;
import dev.pitstop.session.told.HandshakePatience;
import dev.pitstop.session.told.NoticeMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// A whole session in front of a scripted daemon, over the real network and in real time; the test
/// is the client. Each request must have exactly one response.
final class HttpDriver implements AutoCloseable {
  final ScriptedDaemon daemon;
  final FakeBuilder builder = new FakeBuilder();
  private final Session<Solo> session;
  private final LineSink output = new LineSink();
  private final FakePipe input = new FakePipe();
  private final Thread reader;
  private final Set<String> asked = new HashSet<>();
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
    session =
        Session.one(
            new SoloParts(
                "daemon",
                target,
                new Settings(
                    true,
                    startMillis,
                    false,
                    new StopLimits(Duration.ofSeconds(1)),
                    20_000,
                    4_000,
                    new HoldLimits(50, 100_000, 120_000),
                    callMillis,
                    State.Order.START_FIRST,
                    256 * 1024),
                Given.HERE,
                new FakeSpawner(),
                new SystemTimers(Log.nowhere()),
                Log.nowhere(),
                commands == Commands.NONE ? Optional.empty() : Optional.<Builder>of(builder),
                new FakeOrigin(builder),
                List.of(replay),
                name -> true,
                HandshakePatience.USUAL,
                false,
                NoticeMode.INLINE,
                () -> "9.9",
                ""),
            output,
            Optional.of(none));
    reader = Thread.ofPlatform().name("http client reader").start(() -> session.run(input));
  }

  // As the client.

  void notify(String method, String params) {
    input.line("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  void request(String id, String method, String params) {
    assertThat(asked.add(id)).as("id %s is new", id).isTrue();
    input.line(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params.replace('\'', '"')
            + "}");
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
    asked.remove(id);
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
    String sync = "\"cancelled " + id + "\"";
    request(sync, "ping", "{}");
    answer(sync);
  }

  /// The client says hello, and the daemon's tools are known.
  void connect(String... tools) {
    hello();
    answer("\"init\"");
    notify("notifications/initialized", "{}");
    awaitTools(tools);
  }

  void hello() {
    request(
        "\"init\"",
        "initialize",
        "{'protocolVersion':'2025-11-25','capabilities':{},"
            + "'clientInfo':{'name':'test','version':'1'}}");
  }

  private void take() {
    take(Await.take("a message to the client", output.lines()));
  }

  private void take(String line) {
    JsonObject m = Json.parse(line);
    if (m.has("method")) {
      notifications.add(m);
      return;
    }
    String id = m.get("id").toString();
    assertThat(asked).as("%s", m).contains(id);
    assertThat(answers.put(id, m)).as("answered twice: %s", m).isNull();
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
    for (String line = output.lines().poll(); line != null; line = output.lines().poll()) {
      take(line);
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

  <T> T look(Supplier<T> at) {
    List<T> seen = new ArrayList<>();
    session.monitor().turn(Monitor.By.OTHER, () -> seen.add(at.get()));
    return seen.getFirst();
  }

  void awaitTools(String... tools) {
    List<String> wanted = List.of(tools);
    Await.until(
        "the catalogue " + wanted,
        () ->
            look(() ->
                session.face().server().backend().catalog().entries(Kind.TOOLS).stream()
                    .map(e -> e.key())
                    .toList()
                    .equals(wanted)));
  }

  void awaitState(String word) {
    Await.until("state " + word, () -> server().state().equals(word));
  }

  private SeenServer server() {
    return new SeenServer(session.monitor(), session.face().server().backend());
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
    for (String id : asked) {
      answer(id);
    }
    input.end();
    Await.until("the end of the session", () -> !reader.isAlive());
    drain();
    Await.until(
        "the end of all runs",
        () -> look(() -> session.face().server().backend().snapshot().live()).isEmpty());
    daemon.close();
  }
}
