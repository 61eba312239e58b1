package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue T, calls as processes: they begin, run beside each other and end, with all they
/// started. After each test, no process of the program may be left.
@DisplayName("command-line tools: calls (T3)")
@Tag("all")
class CliCallsTest {
  @RegisterExtension final Bench bench = new Bench();

  /// Compiles a source in half the time.
  private static final List<String> QUICK_JAVA =
      List.of(
          System.getProperty("java.home") + "/bin/java",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC");

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  private RawClient connected(String... options) {
    RawClient client = bench.cli(tool, options).drainStderr();
    client.handshake();
    return client;
  }

  private static ToolResult good(ToolResult result) {
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return result;
  }

  // ---- what a process finds ----

  @Test
  @DisplayName("T11: stdin has ended; T12: no pager, no colour, no terminal; --env and --cwd")
  void surroundings() {
    RawClient client = connected();
    ToolResult said = good(client.call("echo"));
    assertThat(said.structured().get("stdin").getAsString()).isEmpty();
    assertThat(said.structured().get("cwd").getAsString()).isEqualTo(bench.workDir().toString());
    assertThat(ToolProgram.variable(said, "PAGER")).contains("cat");
    assertThat(ToolProgram.variable(said, "GIT_PAGER")).contains("cat");
    assertThat(ToolProgram.variable(said, "NO_COLOR")).contains("1");
    assertThat(ToolProgram.variable(said, "TERM")).contains("dumb");
    assertThat(ToolProgram.variable(said, "HOME")).contains(bench.environment().get("HOME"));
  }

  @Test
  @DisplayName("T12: what --env says goes before; --cwd is the working directory")
  void environment() {
    RawClient client =
        connected("--env", "PAGER=less -R", "--env", "MINE=größe", "--cwd", tool.dir().toString());
    ToolResult said = good(client.call("echo"));
    assertThat(ToolProgram.variable(said, "PAGER")).contains("less -R");
    assertThat(ToolProgram.variable(said, "MINE")).contains("größe");
    assertThat(said.structured().get("cwd").getAsString()).isEqualTo(tool.dir().toString());
  }

  @Test
  @DisplayName("T12: a program that asks for a password gets the end of its stdin, not ours")
  void prompt() {
    assertThat(connected().call("tty").texts().getFirst()).contains("Password: ");
  }

  @Test
  @DisplayName("each call is a process of its own; nothing runs between calls")
  void freshProcess() {
    RawClient client = connected();
    good(client.call("count", "{'key':'a'}"));
    Procs.awaitGone(tool.pids());
    good(client.call("count", "{'key':'b'}"));
    Procs.awaitGone(tool.pids());
    assertThat(tool.executions()).containsExactly("count a", "count b");
    assertThat(tool.pids()).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(3);
    assertThat(Status.state(client)).isEqualTo("running");
  }

  // ---- our own tools ----

  @Test
  @DisplayName("A4, A5: our tools beside the program's, but no stop_server: nothing can be stopped")
  void ownTools() {
    RawClient client = connected();
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name"))
        .contains("echo", "recompile", "server_status", "binary_info", "server_stderr", "call_tool")
        .doesNotContain("stop_server")
        .doesNotHaveDuplicates();
    ToolResult inner =
        client.call("call_tool", "{'tool':'count','arguments':{'key':'by call_tool'}}");
    assertThat(good(inner).json().toString()).contains("by call_tool");
    assertThat(tool.executionsOf("count by call_tool")).isOne();
    assertThat(client.call("search_tools", "{'query':'counted'}").json().toString())
        .contains("count");
    assertThat(client.call("binary_info").json().toString()).contains("tool.py");
  }

  @Test
  @DisplayName(
      "A3, F5: a tool that is not there: the nearest names and no process; a method: -32601")
  void unknownTool() {
    RawClient client = connected();
    JsonObject unknown = client.error(client.callAsync("cuont", "{}"));
    assertThat(unknown.get("code").getAsInt()).isEqualTo(-32602);
    assertThat(unknown.get("message").getAsString()).contains("cuont", "`count`");
    assertThat(tool.executions()).isEmpty();
    JsonObject method = client.error(client.request("no/such/method", "{}"));
    assertThat(method.get("code").getAsInt()).isEqualTo(-32601);
  }

  // ---- the end of a call ----

  @ParameterizedTest
  @ValueSource(strings = {"plain", "ignore_term"})
  @DisplayName("T16: a child that holds the pipes: the call returns, and the child is ended")
  void childHoldsThePipe(String tree) {
    RawClient client = connected();
    ToolResult result = good(client.call("linger", "{'tree':'" + tree + "'}"));
    assertThat(result.structured()).isEqualTo(Json.object("{'left':'a child'}"));
    Procs.awaitGone(tool.pids());
  }

  /// How a child of the program may hold out when the program is ended.
  private static final List<String> TREES = List.of("plain", "setsid", "ignore_term");

  @Test
  @DisplayName("T12: a call that outlives its limit: what it printed is told, the whole tree ended")
  void limit() {
    RawClient client = connected("--call-timeout", "5s", "--stop-timeout", "1s");
    List<CompletableFuture<JsonObject>> calls =
        TREES.stream()
            .map(tree ->
                client.callAsync(
                    "hang", "{'tree':'" + tree + "','out':'Password for " + tree + ": '}"))
            .toList();
    for (int i = 0; i < TREES.size(); i++) {
      ToolResult result = client.toolResult(calls.get(i));
      assertThat(result.isError()).isTrue();
      assertThat(String.join("\n", result.texts()))
          .contains("Password for " + TREES.get(i) + ":", "--call-timeout");
    }
    Procs.awaitGone(tool.pids());
    good(client.call("count", "{'key':'a'}"));
  }

  @Test
  @DisplayName("T17: cancel ends the whole tree, and nothing is answered")
  void cancel() {
    RawClient client = connected("--stop-timeout", "1s");
    for (int i = 0; i < TREES.size(); i++) {
      String id = client.nextId();
      CompletableFuture<JsonObject> call =
          client.requestAs(
              id,
              "tools/call",
              Json.object(RawClient.callParams("hang", "{'tree':'" + TREES.get(i) + "'}")));
      tool.awaitHanging(i + 1);
      client.cancel(id);
      Procs.awaitGone(tool.pids());
      client.ping();
      good(client.call("count", "{'key':'a'}"));
      assertThat(call).as(TREES.get(i)).isNotDone();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EOF", "TERM", "KILL"})
  @EnabledOnOs(OS.LINUX)
  @DisplayName("F7, L6: the end of the client, and of Pitstop, ends the trees of all calls")
  void endOfTheClient(String how) {
    RawClient client = connected("--stop-timeout", "2s");
    List<String> trees = new ArrayList<>(List.of("plain", "ignore_term"));
    if (!how.equals("KILL")) {
      trees.add("setsid"); // out of reach when nobody is there to look for it
    }
    for (String tree : trees) {
      CompletableFuture<JsonObject> unanswered =
          client.callAsync("hang", "{'tree':'" + tree + "'}");
      assertThat(unanswered).isNotDone();
    }
    tool.awaitHanging(trees.size());
    if (how.equals("EOF")) {
      client.closeStdin();
    } else {
      Procs.signal(client.pid(), how);
    }
    if (how.equals("KILL")) {
      client.mayEndBadly();
      client.awaitExit();
    } else {
      assertThat(client.awaitExit()).isZero();
    }
    Procs.awaitGone(tool.pids());
  }

  // ---- many at once ----

  @Test
  @DisplayName("T3: 64 calls at once: each is executed exactly once and answered with its own")
  void sixtyFour() {
    RawClient client = connected();
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      calls.add(client.callAsync("count", "{'key':'k" + i + "'}"));
    }
    for (int i = 0; i < 64; i++) {
      ToolResult result = good(client.toolResult(calls.get(i)));
      assertThat(result.structured().get("key").getAsString()).isEqualTo("k" + i);
    }
    for (int i = 0; i < 64; i++) {
      assertThat(tool.executionsOf("count k" + i)).as("k%d", i).isOne();
    }
    assertThat(tool.executions()).hasSize(64);
  }

  @Test
  @DisplayName("T3: 16 calls run at once, and ours are answered meanwhile")
  void sixteenRun() {
    RawClient client = connected();
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      calls.add(client.callAsync("gate", "{'key':'k" + i + "'}"));
    }
    Await.until(() -> tool.executions().size() == 16, () -> "only " + tool.executions());
    client.ping();
    assertThat(Status.state(client)).isEqualTo("running");
    assertThat(calls).noneMatch(CompletableFuture::isDone);
    tool.go();
    calls.forEach(call -> good(client.toolResult(call)));
  }

  // ---- stderr ----

  @Test
  @DisplayName("T3: lines on stderr are progress while the call runs, if it gave a token")
  void progress() {
    RawClient client = connected();
    CompletableFuture<JsonObject> call =
        client.request(
            "tools/call",
            "{'name':'steps','arguments':{'n':3},'_meta':{'progressToken':'token-1'}}");
    JsonObject told =
        client.awaitNotification(
            "notifications/progress",
            n -> Json.at(n, "params").get("message").getAsString().contains("step"));
    assertThat(Json.at(told, "params").get("progressToken").getAsString()).isEqualTo("token-1");
    tool.go();
    assertThat(good(client.toolResult(call)).structured()).isEqualTo(Json.object("{'steps':3}"));
    double last = -1;
    for (JsonObject n : client.notifications("notifications/progress")) {
      double value = Json.at(n, "params").get("progress").getAsDouble();
      assertThat(value).as("progress increases").isGreaterThan(last);
      last = value;
    }
    Await.until(() -> client.call("server_stderr").lastText().contains("step 3"), client::story);
  }

  // ---- other languages ----

  @ParameterizedTest
  @ValueSource(strings = {"greet.mjs", "greet.sh", "Greet.java"})
  @DisplayName("T1, T2: programs in JavaScript, for the shell and in Java, run from source")
  void languages(String source) {
    List<String> command =
        new ArrayList<>(
            switch (source.substring(source.indexOf('.') + 1)) {
              case "mjs" -> List.of("node");
              case "sh" -> List.of("sh");
              default -> QUICK_JAVA;
            });
    command.add(ToolProgram.source(source).toString());
    RawClient client = bench.cli(command).drainStderr();
    client.handshake();
    assertThat(client.call("greet", "{'name':'--x \"$(id)\"','times':2}").structured())
        .isEqualTo(Json.object("{'greeting':'Hello --x \\\"$(id)\\\"!Hello --x \\\"$(id)\\\"!'}"));
    assertThat(client.call("greet", "{'name':'a','loud':true}").structured().toString())
        .contains("HELLO A!");
    assertThat(client.call("back", "{'a':[1.50,null]}").structured())
        .isEqualTo(Json.object("{'got':{'a':[1.50,null]}}"));
    ToolResult refused = client.call("refuse");
    assertThat(refused.isError()).isTrue();
    assertThat(String.join("\n", refused.texts())).contains("refused, as always", "3");
  }
}
