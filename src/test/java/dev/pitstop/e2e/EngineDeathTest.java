package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A session survives the death of its engine (docs/design/engine.md, "When the engine dies"). The
/// wire of each client is checked in the end: whole lines, one answer to each request.
@DisplayName("C1, C2, F7: the engine is killed")
@Timeout(180)
@Tag("own-way")
class EngineDeathTest {
  private static final String ENDED = "Pitstop's engine ended unexpectedly";
  private static final String CHANGED = "notifications/tools/list_changed";

  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void front() {
    Front.assumed();
    server = bench.scripted();
  }

  @Test
  @DisplayName("With nothing in flight: one notice, lists have changed, the old server is gone")
  void idle() {
    RawClient client = sessions.connected(server);
    List<Long> before = server.pids();
    sessions.kill();
    ToolResult first = client.call("echo", "{'text':'a'}");
    assertThat(first.isError()).isFalse();
    assertThat(first.notice()).contains(ENDED, "What they kept in memory is lost");
    assertThat(first.lastText()).isEqualTo("a");
    assertThat(client.call("echo", "{'text':'b'}").text()).isEqualTo("b");
    client.awaitNotification(CHANGED);
    Procs.awaitGone(before);
    assertThat(server.pids()).hasSize(2);
    assertThat(client.stderr()).doesNotContain("engine");
    assertThat(sessions.engine().sessions()).isEqualTo(1);
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("In a call: it is answered once, with what has happened, and does not run again")
  void inCall() {
    RawClient client = sessions.connected(server);
    CompletableFuture<JsonObject> call = client.callAsync("never", "{}");
    server.awaitCall("never");
    sessions.kill();
    ToolResult answer = client.toolResult(call);
    assertThat(answer.isError()).isTrue();
    assertThat(answer.text())
        .contains(ENDED, "before the call of `never` was answered", "may have taken effect");
    assertThat(client.call("echo", "{'text':'b'}").text()).as("no notice").isEqualTo("b");
    assertThat(server.executionsOf("never")).isEqualTo(1);
  }

  @Test
  @DisplayName("In Pitstop's own tool: it is answered")
  void inOwnTool() throws Exception {
    Path go = bench.workDir().resolve("go");
    RawClient client =
        sessions.connected(server, "--build", "while [ ! -e " + go + " ]; do sleep 0.1; done");
    CompletableFuture<JsonObject> call = client.callAsync("recompile", "{}");
    Deadline.await(() -> client.call("server_status").text().contains("build"), () -> "no build");
    sessions.kill();
    Files.createFile(go);
    assertThat(client.toolResult(call).text()).contains(ENDED, "the call of `recompile`");
    assertThat(client.call("echo", "{'text':'b'}").text()).isEqualTo("b");
  }

  @Test
  @DisplayName("Before the handshake is answered: it is answered by the next one")
  void inHandshake() throws Exception {
    Path go = bench.workDir().resolve("go");
    List<String> argv = new ArrayList<>(List.of("sh", "-c"));
    argv.add("while [ ! -e '" + go + "' ]; do sleep 0.1; done; exec \"$@\"");
    argv.add("sh");
    argv.addAll(server.argv());
    RawClient client = sessions.start(argv);
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    sessions.awaitSessions(1);
    client.ping(); // what was written before it has been taken up
    sessions.kill();
    Files.createFile(go);
    assertThat(client.result(initialize).toString()).contains("scripted");
    client.notify("notifications/initialized", "{}");
    assertThat(client.call("echo", "{'text':'b'}").lastText()).isEqualTo("b");
  }

  @Test
  @DisplayName("L4: the new server is told what the client has said: level, subscriptions")
  void facts() {
    RawClient client = sessions.connected(server);
    client.result(client.request("logging/setLevel", "{'level':'info'}"));
    client.result(client.request("logging/setLevel", "{'level':'warning'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://one'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://two'}"));
    client.result(client.request("resources/unsubscribe", "{'uri':'mem://two'}"));
    for (int death = 0; death < 2; death++) {
      sessions.kill();
      assertThat(client.call("echo", "{'text':'b'}").lastText()).isEqualTo("b");
      List<JsonObject> told = server.receivedBy(server.pids().getLast());
      assertThat(told.stream().filter(FixtureServer.method("logging/setLevel")))
          .singleElement()
          .satisfies(m -> assertThat(m.toString()).contains("warning"));
      assertThat(told.stream().filter(FixtureServer.method("resources/subscribe")))
          .singleElement()
          .satisfies(m -> assertThat(m.toString()).contains("mem://one"));
      client.call("update_resource", "{'uri':'mem://one'}");
    }
    client.awaitNotification("notifications/resources/updated");
  }

  @Test
  @DisplayName("L1: an open question is withdrawn, and its late answer reaches nobody")
  void question() {
    RawClient client = sessions.connected(server);
    CompletableFuture<JsonObject> call =
        client.callAsync("ask_client", "{'method':'elicitation/create','params':{'message':'?'}}");
    Deadline.await(() -> !client.requests().isEmpty(), () -> "not asked");
    String id = client.requests().getFirst().get("id").toString();
    sessions.kill();
    assertThat(client.toolResult(call).text()).contains(ENDED);
    client.awaitNotification(
        "notifications/cancelled",
        m -> Json.at(m, "params").get("requestId").toString().equals(id));
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"action\":\"accept\"}}\n");
    client.onRequest("elicitation/create", params -> "\"result\":{\"action\":\"decline\"}");
    assertThat(
            client
                .call("ask_client", "{'method':'elicitation/create','params':{'message':'?'}}")
                .text())
        .contains("decline")
        .doesNotContain("accept");
  }

  @Test
  @DisplayName("In the middle of a long answer that the client does not read: it arrives whole")
  void longAnswer() {
    RawClient client = sessions.connected(server);
    RawClient.Pause pause = client.pauseInLongLine();
    CompletableFuture<JsonObject> big = client.callAsync("big", "{'bytes':3000000}");
    pause.awaitReached();
    sessions.kill();
    CompletableFuture<JsonObject> next = client.callAsync("echo", "{'text':'b'}");
    pause.end();
    assertThat(client.toolResult(big).text().length()).isGreaterThan(2_999_999);
    assertThat(client.toolResult(next).lastText()).isEqualTo("b");
    assertThat(server.executionsOf("big")).isEqualTo(1);
  }

  @Test
  @DisplayName("E3: a modern client, whose subscription goes on")
  void modern() {
    FixtureServer modern = bench.modern();
    RawClient client = sessions.start(modern.argv());
    CompletableFuture<JsonObject> listen =
        client.request(
            "subscriptions/listen", Modern.params("{'notifications':{'toolsListChanged':true}}"));
    client.awaitNotification(Modern.ACKNOWLEDGED);
    CompletableFuture<JsonObject> call = client.request("tools/call", Modern.call("never", "{}"));
    modern.awaitCall("never");
    sessions.kill();
    ToolResult lost = client.toolResult(call);
    assertThat(lost.isError()).isTrue();
    assertThat(lost.text()).contains(ENDED);
    client.awaitNotification(CHANGED);
    assertThat(listen).isNotDone();
    assertThat(
            client
                .toolResult(client.request("tools/call", Modern.call("echo", "{'text':'b'}")))
                .lastText())
        .isEqualTo("b");
  }

  @Test
  @DisplayName("M1: with many servers")
  void many() throws Exception {
    Path config = bench.workDir().resolve("two.json");
    JsonObject servers = new JsonObject();
    FixtureServer other = bench.scripted();
    servers.add("a", entry(server));
    servers.add("b", entry(other));
    JsonObject file = new JsonObject();
    file.add("mcpServers", servers);
    Files.writeString(config, Json.text(file));
    RawClient client =
        bench
            .start(
                List.of(Bench.launcher().toString(), "--config", config.toString()),
                sessions.environment(),
                bench.workDir())
            .drainStderr();
    client.handshake();
    client.call("a__echo", "{'text':'1'}");
    CompletableFuture<JsonObject> call = client.callAsync("b__never", "{}");
    other.awaitCall("never");
    sessions.kill();
    assertThat(client.toolResult(call).text()).contains(ENDED, "`b__never`");
    assertThat(client.call("a__echo", "{'text':'2'}").lastText()).isEqualTo("2");
    assertThat(client.call("b__echo", "{'text':'3'}").lastText()).isEqualTo("3");
    client.awaitNotification(CHANGED);
  }

  private static JsonObject entry(FixtureServer server) {
    List<String> argv = server.argv();
    JsonObject entry = new JsonObject();
    entry.addProperty("command", argv.getFirst());
    JsonArray args = new JsonArray();
    argv.subList(1, argv.size()).forEach(args::add);
    entry.add("args", args);
    return entry;
  }

  @Test
  @DisplayName("Nine times in a row, with three sessions: nobody loses anything but open calls")
  void often() {
    List<RawClient> clients = new ArrayList<>();
    List<FixtureServer> servers = List.of(server, bench.scripted(), bench.scripted());
    servers.forEach(s -> clients.add(sessions.connected(s)));
    for (int i = 0; i < 9; i++) {
      sessions.kill();
      List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
      for (RawClient client : clients) {
        calls.add(client.callAsync("echo", "{'text':'" + i + "'}"));
      }
      for (int c = 0; c < calls.size(); c++) {
        assertThat(clients.get(c).toolResult(calls.get(c)).toString()).contains(ENDED);
      }
    }
    sessions.awaitSessions(3);
    for (RawClient client : clients) {
      assertThat(client.call("echo", "{'text':'x'}").lastText()).isEqualTo("x");
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
    }
    servers.forEach(s -> Procs.awaitGone(s.pids()));
  }

  @Test
  @DisplayName("Ten times within a second each: the session gets a JVM of its own")
  void tooOften() {
    RawClient client = sessions.connected(server);
    for (int i = 0; i < 100 && !EngineSessions.isJvm(client); i++) {
      sessions.engines().forEach(e -> Procs.signalIfAlive(e.pid(), "KILL"));
      client.ping();
    }
    assertThat(EngineSessions.isJvm(client)).isTrue();
    assertThat(client.call("echo", "{'text':'a'}").lastText()).isEqualTo("a");
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("A signal ends the session that another engine has taken over")
  void signal() {
    RawClient client = sessions.connected(server);
    sessions.kill();
    client.call("echo", "{'text':'a'}");
    Procs.signal(client.pid(), "TERM");
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("Front and engine are killed together: nothing is left")
  void both() {
    RawClient client = sessions.connected(server);
    client.mayEndBadly();
    long engine = sessions.engine().pid();
    Procs.signal(client.pid(), "STOP");
    Procs.signal(engine, "KILL");
    Procs.signal(client.pid(), "KILL");
    client.awaitExit();
    Procs.awaitGone(server.pids());
    assertThat(sessions.engines()).isEmpty();
  }

  /// An installation of its own, so that a test can change it.
  private Path installation() throws IOException, InterruptedException {
    Path copy = bench.workDir().resolve("installation");
    Path dist = Front.assumed().getParent();
    Process cp =
        new ProcessBuilder("cp", "-a", dist.toString(), copy.toString()).inheritIO().start();
    assertThat(cp.waitFor()).isZero();
    return copy.resolve("pitstop");
  }

  private RawClient of(Path launcher, FixtureServer of) {
    List<String> argv = new ArrayList<>(List.of(launcher.toString(), "--"));
    argv.addAll(of.argv());
    RawClient client = bench.start(argv, sessions.environment(), bench.workDir()).drainStderr();
    client.handshake();
    return client;
  }

  @Test
  @DisplayName("No engine can be started any more: the front goes on as a JVM")
  void noEngine() throws Exception {
    Path launcher = installation();
    RawClient client = of(launcher, server);
    client.result(client.request("logging/setLevel", "{'level':'warning'}"));
    CompletableFuture<JsonObject> call = client.callAsync("never", "{}");
    server.awaitCall("never");
    Files.writeString(launcher.resolveSibling("engine.sh"), "exit 1\n");
    sessions.kill();
    assertThat(client.toolResult(call).text()).contains(ENDED);
    assertThat(EngineSessions.isJvm(client)).isTrue();
    assertThat(client.call("echo", "{'text':'b'}").lastText()).isEqualTo("b");
    assertThat(server.receivedBy(server.pids().getLast()))
        .anyMatch(FixtureServer.method("logging/setLevel"));
    assertThat(server.executionsOf("never")).isEqualTo(1);
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("A newer build takes a session over when it is quiet, and the old engine ends")
  void newerBuild() throws Exception {
    Path launcher = installation();
    RawClient client = of(launcher, server);
    FixtureServer other = bench.scripted();
    RawClient busy = of(launcher, other);
    CompletableFuture<JsonObject> call = busy.callAsync("wait_for_file", "{'path':'go'}");
    other.awaitCall("wait_for_file");
    long old = sessions.engine().pid();
    Files.writeString(launcher.resolveSibling("build"), "another");
    RawClient last = of(launcher, bench.scripted()); // starts the engine of the new build
    Deadline.await(
        () -> sessions.engines().stream().anyMatch(e -> e.pid() != old && e.sessions() == 2),
        () -> "not taken over: " + sessions.engines());
    assertThat(client.call("echo", "{'text':'b'}").notice()).contains("replaced by a newer build");
    assertThat(call).as("a call is no quiet moment").isNotDone();
    Files.createFile(bench.workDir().resolve("go"));
    busy.toolResult(call);
    Deadline.await(
        () ->
            sessions.engines().stream().map(Engines.Status::sessions).toList().equals(List.of(3L)),
        () -> "not taken over: " + sessions.engines());
    Procs.awaitGone(old);
    assertThat(busy.call("echo", "{'text':'c'}").notice()).contains("replaced by a newer build");
    assertThat(last.call("echo", "{'text':'d'}").text()).isEqualTo("d");
  }
}
