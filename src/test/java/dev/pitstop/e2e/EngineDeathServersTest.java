package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The death of the engine behind which there is an HTTP daemon, which is not Pitstop's and lives
/// on, or a command-line program, whose commands are the front's children and end
/// (docs/design/engine.md, "When the engine dies").
@DisplayName("C1, H4, T3: the engine is killed in front of daemons and command-line programs")
@Timeout(180)
@Tag("own-way")
class EngineDeathServersTest {
  private static final String ENDED = "Pitstop's engine ended unexpectedly";
  private static final String CHANGED = "notifications/tools/list_changed";

  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);

  @BeforeEach
  void front() {
    Front.assumed();
  }

  private HttpDaemonProcess daemon(String... options) {
    HttpDaemonProcess made =
        HttpDaemonProcess.node(bench, "http-scripted.mjs", options)
            .with("--log", log().file().toString(), "--tools", "echo,count,slow,pid,add_tool");
    made.start();
    return made;
  }

  private HttpLog log() {
    return new HttpLog(bench.dir().resolve("daemon-log"));
  }

  private RawClient at(HttpDaemonProcess daemon) {
    return sessions.start(List.of(daemon.url().toString()));
  }

  private RawClient with(ToolProgram program) {
    RawClient client =
        bench
            .start(Bench.cliArgv(program.argv()), sessions.environment(), bench.workDir())
            .drainStderr();
    client.handshake();
    return client;
  }

  private void ends(RawClient client) {
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
  }

  private static void awaitChanged(RawClient client, int before) {
    Deadline.await(
        () -> client.notifications(CHANGED).size() > before,
        () -> "not told of the new tool: " + client.notifications(CHANGED));
  }

  // ---- a daemon ----

  @ParameterizedTest
  @ValueSource(strings = {"", "--sse"})
  @DisplayName("A daemon lives on with what it has in memory; it gets a new session")
  void daemonIdle(String how) {
    try (HttpDaemonProcess daemon = how.isEmpty() ? daemon() : daemon(how)) {
      RawClient client = at(daemon);
      client.handshake();
      assertThat(client.call("count", "{'key':'k'}").lastText()).isEqualTo("1");
      sessions.kill();
      ToolResult next = client.call("count", "{'key':'k'}");
      assertThat(next.lastText()).isEqualTo("2");
      assertThat(next.notice()).contains(ENDED, "HTTP daemons go on");
      client.awaitNotification(CHANGED);
      assertThat(client.call("pid").text()).isEqualTo("" + daemon.pid());
      assertThat(log().with("session")).hasSize(2);
      int told = client.notifications(CHANGED).size();
      client.call("add_tool", "{'text':'fresh'}");
      awaitChanged(client, told);
      ends(client);
      assertThat(log().with("deleted")).as("the second session").hasSize(1);
      assertThat(ProcessHandle.of(daemon.pid()).map(ProcessHandle::isAlive)).contains(true);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--sse"})
  @DisplayName("In a call of a daemon: it is answered once, and does not run again")
  void daemonInCall(String how) {
    try (HttpDaemonProcess daemon = how.isEmpty() ? daemon() : daemon(how)) {
      RawClient client = at(daemon);
      client.handshake();
      CompletableFuture<JsonObject> call = client.callAsync("slow", "{'key':'k','ms':600000}");
      Deadline.await(() -> log().executed().containsKey("k"), () -> "not called");
      sessions.kill();
      ToolResult answer = client.toolResult(call);
      assertThat(answer.isError()).isTrue();
      assertThat(answer.text())
          .contains(ENDED, "before the call of `slow` was answered", "may have taken effect");
      assertThat(client.call("echo", "{'text':'b'}").text()).as("no notice").isEqualTo("b");
      assertThat(log().executed()).containsEntry("k", 1);
      Deadline.await(() -> log().with("abandoned").size() == 1, () -> "the old request goes on");
      ends(client);
    }
  }

  @Test
  @DisplayName("E3: a modern client's subscription at a daemon goes on, and its call is answered")
  void daemonModern() {
    try (HttpDaemonProcess daemon = daemon("--modern")) {
      RawClient client = at(daemon);
      CompletableFuture<JsonObject> listen =
          client.request(
              "subscriptions/listen", Modern.params("{'notifications':{'toolsListChanged':true}}"));
      client.awaitNotification(Modern.ACKNOWLEDGED);
      CompletableFuture<JsonObject> call =
          client.request("tools/call", Modern.call("slow", "{'key':'k','ms':600000}"));
      Deadline.await(() -> log().executed().containsKey("k"), () -> "not called");
      sessions.kill();
      assertThat(client.toolResult(call).text()).contains(ENDED);
      client.awaitNotification(CHANGED);
      assertThat(listen).isNotDone();
      int told = client.notifications(CHANGED).size();
      client.result(client.request("tools/call", Modern.call("add_tool", "{'text':'fresh'}")));
      awaitChanged(client, told);
      assertThat(log().executed()).containsEntry("k", 1);
      ends(client);
    }
  }

  @Test
  @DisplayName("A daemon that is down at that moment: the calls wait for it as ever")
  void daemonDown() {
    try (HttpDaemonProcess daemon = daemon()) {
      RawClient client = at(daemon);
      client.handshake();
      client.call("echo", "{'text':'a'}");
      daemon.kill();
      sessions.kill();
      CompletableFuture<JsonObject> call = client.callAsync("count", "{'key':'k'}");
      sessions.awaitSessions(1);
      client.ping();
      daemon.start();
      assertThat(client.toolResult(call).lastText()).isEqualTo("1");
      ends(client);
    }
  }

  // ---- a command-line program ----

  @Test
  @DisplayName("A program: the next call is a process as ever, with one notice")
  void programIdle() {
    ToolProgram program = bench.tool("tool");
    RawClient client = with(program);
    client.call("count", "{'key':'a'}");
    sessions.kill();
    ToolResult next = client.call("count", "{'key':'b'}");
    assertThat(next.structured().get("key").getAsString()).isEqualTo("b");
    assertThat(next.json().toString()).contains(ENDED);
    client.awaitNotification(CHANGED);
    assertThat(client.call("count", "{'key':'c'}").json().toString()).doesNotContain(ENDED);
    assertThat(program.executions()).containsExactly("count a", "count b", "count c");
    ends(client);
    Procs.awaitGone(program.pids());
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "setsid", "ignore_term"})
  @DisplayName("In a call of a program: its processes end, it is answered, and does not run again")
  void programInCall(String tree) {
    ToolProgram program = bench.tool("tool");
    RawClient client = with(program);
    CompletableFuture<JsonObject> call = client.callAsync("hang", "{'tree':'" + tree + "'}");
    program.awaitHanging(1);
    List<Long> before = program.pids();
    sessions.kill();
    ToolResult answer = client.toolResult(call);
    assertThat(answer.isError()).isTrue();
    assertThat(answer.text()).contains(ENDED, "the call of `hang`", "may have taken effect");
    Procs.awaitGone(before);
    assertThat(client.call("count", "{'key':'b'}").json().toString()).doesNotContain(ENDED);
    assertThat(program.executionsOf("hang")).isEqualTo(1);
    ends(client);
    Procs.awaitGone(program.pids());
  }

  @Test
  @DisplayName("While a program describes its tools: it is asked again")
  void programInDescription() {
    ToolProgram program = bench.tool("tool");
    program.save("schema.gate", "");
    RawClient client =
        bench
            .start(Bench.cliArgv(program.argv()), sessions.environment(), bench.workDir())
            .drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    program.awaitSchemas(1);
    client.ping(); // what was written before it has been taken up
    List<Long> before = program.pids();
    sessions.kill();
    Procs.awaitGone(before);
    program.awaitSchemas(2);
    program.remove("schema.gate");
    client.result(initialize);
    client.notify("notifications/initialized", "{}");
    assertThat(client.call("count", "{'key':'b'}").lastText()).contains("\"b\"");
    ends(client);
  }
}
