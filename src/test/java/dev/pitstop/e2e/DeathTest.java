package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue A: a server that dies, or as good as dies, at every moment there is.
@DisplayName("death of a backend (C1–C4, L2, L5, A1)")
class DeathTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected(String... serverOptions) {
    server = bench.scripted(serverOptions);
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    return client;
  }

  private static void assertCrashReport(ToolResult result, String... contents) {
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(result.texts().getFirst()).startsWith("[pitstop]").contains(contents);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "exit, 3, 3",
    "exit, 0, 0",
    "sigkill, 0, SIGKILL",
    "sigsegv, 0, SIGSEGV",
  })
  @DisplayName("C1: the call in flight is told exit code or signal and the last stderr lines")
  void crashReport(String mode, int code, String inTheReport) {
    RawClient client = connected();
    ToolResult result =
        client.call(
            "crash",
            "{'mode':'%s','code':%d,'stderr':'thread main panicked'}".formatted(mode, code));
    assertCrashReport(result, inTheReport, "thread main panicked");
  }

  @Test
  @DisplayName("C1: a stack trace on stderr is in the report")
  void stackTrace() {
    RawClient client = connected();
    assertCrashReport(
        client.call("crash", "{'mode':'throw'}"), "Error: boom in the scripted server", "1");
  }

  @Test
  @DisplayName("L2, A1: the next call starts the server; exactly one result carries the notice")
  void restartAndNotice() {
    RawClient client = connected();
    Status.awaitListed(() -> client.call("server_status"));
    client.call("crash", "{'code':3}");
    ToolResult next = client.call("pid");
    assertThat(next.isError()).isFalse();
    assertThat(next.hasNotice()).as(next.json().toString()).isTrue();
    assertThat(next.notices().getFirst()) // proposed options may come beside it
        .as("how it ended the agent has read")
        .isEqualTo("[pitstop] Server `scripted` was restarted (spawn #2). Tools unchanged.");
    assertThat(next.lastText()).contains("\"spawn\":2");
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  @DisplayName("C1, F3: every call in flight is answered when the server dies")
  void manyInFlight(int calls) {
    RawClient client = connected();
    List<CompletableFuture<JsonObject>> inFlight =
        Stream.generate(() -> client.callAsync("never", "{}")).limit(calls).toList();
    server.awaitCalls(calls, "never");
    CompletableFuture<JsonObject> last = client.callAsync("crash", "{'code':42,'stderr':'bye'}");
    for (CompletableFuture<JsonObject> call : inFlight) {
      assertCrashReport(client.toolResult(call), "42", "bye");
    }
    assertCrashReport(client.toolResult(last), "42", "bye");
    assertThat(client.call("echo", "{'text':'alive'}").lastText()).isEqualTo("alive");
  }

  @Test
  @DisplayName("F3: calls written right behind the fatal one are answered too, once")
  void writtenBehindTheCrash() {
    RawClient client = connected();
    JsonObject crash = Json.object(RawClient.callParams("crash", "{'code':9}"));
    JsonObject echo = Json.object(RawClient.callParams("counter", "{}"));
    List<CompletableFuture<JsonObject>> responses = new ArrayList<>();
    StringBuilder burst = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      responses.add(client.expect("\"b" + i + "\""));
      burst.append(RawClient.requestLine("\"b" + i + "\"", "tools/call", i == 0 ? crash : echo));
      burst.append('\n');
    }
    client.sendRaw(burst.toString());
    assertCrashReport(client.toolResult(responses.getFirst()), "9");
    responses.forEach(client::await);
    long succeeded =
        responses.stream().filter(r -> !new ToolResult(client.result(r)).isError()).count();
    assertThat(server.executionsOf("counter")).as("C2: none ran twice").isEqualTo((int) succeeded);
  }

  @Test
  @DisplayName("C3: a crash with nothing in flight is told in the next result")
  void crashWhileIdle() {
    RawClient client = connected();
    client.ping();
    server.awaitSpawns(1);
    client.call("echo", "{'text':'up'}");
    Procs.signal(server.pids().getFirst(), "KILL");
    Status.awaitNot(client, "running");
    ToolResult next = client.call("echo", "{'text':'again'}");
    assertThat(next.hasNotice()).as(next.json().toString()).isTrue();
    assertThat(next.notice()).contains("SIGKILL");
    assertThat(next.lastText()).isEqualTo("again");
  }

  @Test
  @DisplayName("C1: death before the handshake is reported with what the server wrote")
  void diesBeforeHandshake() {
    RawClient client = connected("--exit-at-start", "3");
    assertCrashReport(
        client.call("echo", "{'text':'x'}"), "3", "cannot start: configuration is missing");
    client.ping();
  }

  @Test
  @DisplayName("C4: a restart that dies before its handshake answers the caller with that crash")
  void restartDiesBeforeHandshake() {
    RawClient client = connected("--from-spawn", "2", "--exit-at-start", "17");
    client.call("crash", "{'code':3}");
    assertCrashReport(
        client.call("echo", "{'text':'x'}"), "17", "cannot start: configuration is missing");
  }

  @Test
  @DisplayName("L4: an error in reply to the replayed handshake is a failed start")
  void restartRefusesHandshake() {
    RawClient client = connected("--from-spawn", "2", "--init-error");
    client.call("crash", "{'code':3}");
    assertCrashReport(client.call("echo", "{'text':'x'}"), "refusing to initialize on purpose");
  }

  @Test
  @DisplayName("C2: a list during which the server dies is asked for once more")
  void diesDuringList() {
    RawClient client = connected("--die-on", "tools/list", "--until-spawn", "1");
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name")).contains("echo", "recompile");
  }

  @Test
  @DisplayName("C4: when every list kills the server the caller gets an answer, not a hang")
  void diesDuringEveryList() {
    RawClient client = connected("--die-on", "tools/list");
    client.await(client.request("tools/list", "{}"));
    client.ping();
    client.call("server_status");
  }

  @Test
  @DisplayName("C1: a request that is no tool call gets a JSON-RPC error")
  void otherRequestsGetErrors() {
    RawClient client = connected();
    JsonObject error =
        client.error(
            client.request(
                "completion/complete",
                "{'ref':{'type':'ref/prompt','name':'greet'},'argument':{'name':'who','value':'crash'}}"));
    assertThat(error.get("message").getAsString()).contains("8", "completion crashed the server");
    assertThat(error.get("code").getAsInt()).isNegative();
  }

  @Test
  @DisplayName("C2: a read is repeated once, then reported")
  void readsAreRepeatedOnce() {
    RawClient client = connected();
    JsonObject error = client.error(client.request("prompts/get", "{'name':'crash'}"));
    assertThat(error.get("message").getAsString()).contains("6", "prompt crashed the server");
    assertThat(server.received().stream().filter(FixtureServer.method("prompts/get"))).hasSize(2);
    JsonObject read = client.result(client.request("resources/read", "{'uri':'mem://crash-once'}"));
    assertThat(read.toString()).contains("content of mem://crash-once");
  }

  @Test
  @DisplayName("C2: a tool with readOnlyHint is repeated and succeeds")
  void readOnlyToolIsRepeated() {
    RawClient client = connected();
    Status.awaitListed(() -> client.call("server_status"));
    ToolResult result = client.call("readonly_crash_once");
    assertThat(result.isError()).isFalse();
    assertThat(result.lastText()).isEqualTo("fine the second time, spawn 2");
    assertThat(server.executionsOf("readonly_crash_once")).isEqualTo(2);
  }

  @Test
  @DisplayName("C2: a tool with idempotentHint is repeated once, not for ever")
  void idempotentToolIsRepeatedOnce() {
    RawClient client = connected();
    client.result(client.request("tools/list", "{}"));
    assertCrashReport(client.call("idempotent_crash_always"), "5", "crashes every time");
    assertThat(server.executionsOf("idempotent_crash_always")).isEqualTo(2);
  }

  @Test
  @DisplayName("C2: a tool without a hint is delivered at most once")
  void otherToolsAreDeliveredOnce() {
    RawClient client = connected();
    assertCrashReport(client.call("crash_once"), "3", "crash_once crashes the first time");
    assertThat(server.executionsOf("crash_once")).isEqualTo(1);
    assertThat(client.call("crash_once").lastText()).isEqualTo("fine the second time, spawn 2");
  }

  @Test
  @DisplayName("L5: a crash loop stops the respawning, says so, and recompile tries again")
  void crashLoop() {
    RawClient client = connected("--crash-loop");
    ToolResult last = client.call("echo", "{'text':'x'}");
    for (int i = 0; i < 8; i++) {
      last = client.call("echo", "{'text':'x'}");
      assertThat(last.isError()).isTrue();
    }
    int spawns = server.pids().size();
    assertThat(spawns).isBetween(3, 7);
    assertThat(last.texts().getFirst()).containsIgnoringCase("loop").contains("recompile");
    client.call("echo", "{'text':'x'}");
    assertThat(server.pids()).hasSize(spawns);
    client.call("recompile");
    assertThat(server.pids().size()).isGreaterThan(spawns);
  }

  @Test
  @DisplayName("C1: half an answer before the end is no answer, and joins nothing that follows")
  void halfALine() {
    RawClient client = connected();
    assertCrashReport(client.call("half_line", "{'code':4}"), "4");
    ToolResult next = client.call("echo", "{'text':'whole'}");
    assertThat(next.lastText()).isEqualTo("whole");
    assertThat(client.call("big", "{'bytes':70000}").text()).hasSize(70000);
  }

  @Test
  @DisplayName("E: the last answer of a dying server counts, with or without its newline")
  void answerWithoutNewline() {
    RawClient client = connected();
    assertThat(client.call("no_newline").text()).isEqualTo("no newline");
  }

  @Test
  @DisplayName("C1: a server that closes its stdout but lives is as good as dead")
  void closesStdout() {
    RawClient client = connected();
    assertCrashReport(client.call("close_stdout"), "stdout");
    ToolResult next = client.call("pid");
    assertThat(next.lastText()).contains("\"spawn\":2");
    Procs.awaitGone(server.pids().getFirst());
  }

  @Test
  @DisplayName("L6: a server that never answers can be stopped; its calls are answered then")
  void neverAnswers() {
    RawClient client = connected();
    CompletableFuture<JsonObject> hung = client.callAsync("never", "{}");
    server.awaitCall("never");
    client.ping();
    client.call("stop_server");
    assertCrashReport(client.toolResult(hung), "stop_server");
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
  }

  @Test
  @DisplayName("L6: a server stopped by SIGSTOP can be replaced")
  void stoppedBySignal() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server, "--stop-timeout", "1s").drainStderr();
    client.handshake();
    CompletableFuture<JsonObject> hung = client.callAsync("stop_self", "{}");
    server.awaitCall("stop_self");
    client.ping();
    client.call("server_status");
    client.call("stop_server");
    client.await(hung);
    Procs.awaitGone(server.pids().getFirst());
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
  }
}
