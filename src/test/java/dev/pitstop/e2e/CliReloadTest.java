package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
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
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue T, the program changes while the session goes on: by watching, by `recompile`, and
/// under a call's hands.
@DisplayName("command-line tools: reload (T1, T4)")
@Tag("all")
class CliReloadTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String TOOLS_CHANGED = "notifications/tools/list_changed";
  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  private RawClient connected(String... options) {
    RawClient client = bench.cli(tool, options).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private RawClient watching(String... options) {
    RawClient client = connected(options);
    Status.awaitWatching(client);
    return client;
  }

  /// Waits until a save that nobody has seen yet has been seen: none before it is still to come.
  private void settle(RawClient client) {
    Status.await(client, "running");
    int before = tool.schemas();
    tool.edit("VERSION = ", "# settled\nVERSION = ");
    tool.awaitSchemas(before + 1);
    Status.await(client, "running");
  }

  private static List<String> tools(RawClient client) {
    JsonObject list = client.result(client.request("tools/list", "{}"));
    return Json.each(list.getAsJsonArray("tools"), "name");
  }

  private static void awaitTool(RawClient client, String name) {
    Await.until(() -> tools(client).contains(name), () -> "no " + name + client.story());
  }

  private static ToolResult count(RawClient client) {
    ToolResult result = client.call("count", "{'key':'x'}");
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return result;
  }

  /// Calls until a notice comes; gives it.
  private static String awaitNotice(RawClient client) {
    String[] notice = {""};
    Await.until(
        () -> {
          ToolResult result = count(client);
          notice[0] = result.hasNotice() ? result.notice() : "";
          return !notice[0].isEmpty();
        },
        () -> "no notice\n" + client.story());
    return notice[0];
  }

  // ---- without any option ----

  @Test
  @DisplayName("T4, R7: a tool that was added by a save is there, without any option or call")
  void newTool() {
    RawClient client = watching();
    assertThat(client.notifications(TOOLS_CHANGED)).isEmpty();
    tool.addTool("fresh");
    client.awaitNotification(TOOLS_CHANGED);
    assertThat(tools(client)).contains("fresh", "count");
    ToolResult result = client.call("fresh");
    assertThat(result.hasNotice()).isTrue();
    assertThat(result.notice()).contains("fresh");
    assertThat(tool.executionsOf("count fresh")).isOne();
    assertThat(client.call("fresh").hasNotice()).isFalse();
  }

  @Test
  @DisplayName("T4, R7: changed code with the same tools is live at the next call; nobody is told")
  void changedCode() {
    RawClient client = watching();
    count(client);
    int schemas = tool.schemas();
    tool.edit("VERSION = \"1\"", "VERSION = \"2\"");
    ToolResult result = client.call("echo");
    assertThat(result.structured().get("version").getAsString()).isEqualTo("2");
    tool.awaitSchemas(schemas + 1);
    settle(client);
    assertThat(client.call("echo").hasNotice()).isFalse();
    assertThat(client.notifications(TOOLS_CHANGED)).isEmpty();
  }

  @Test
  @DisplayName("T4: a tool that goes and one whose parameters change are told; breaking is said")
  void changedTools() {
    tool.tools(
        "{'name':'a','cli_command':['count','a']}",
        "{'name':'count','cli_command':['count','{key}'],'parameters':{'type':'object',"
            + "'properties':{'key':{'type':'string'}}}}");
    RawClient client = watching("--watch", "tool/*.json", "--watch", "tool/*.py");
    tool.tools(
        "{'name':'count','cli_command':['count','{key}','{more}'],'parameters':{'type':'object',"
            + "'properties':{'key':{'type':'string'},'more':{'type':'string'}},"
            + "'required':['key']}}");
    client.awaitNotification(TOOLS_CHANGED);
    String notice = awaitNotice(client);
    assertThat(notice).contains("`a`", "more", "key");
    JsonObject gone = client.await(client.callAsync("a", "{}"));
    assertThat(gone.toString()).contains("count");
    assertThat(tool.executionsOf("count a")).isZero();
  }

  @Test
  @DisplayName(
      "O2: the log tells what happens, in the words of the design page; no argument is in it")
  void log() {
    RawClient client = watching("--log-level", "debug");
    tool.addTool("fresh");
    client.awaitNotification(TOOLS_CHANGED);
    ToolResult echo = client.call("echo", "{'text':'a-secret-of-this-test'}");
    assertThat(echo.isError()).isFalse();
    Await.until(() -> client.stderr().contains("call-ended"), client::story);
    assertThat(client.stderr())
        .containsSubsequence(
            "schema-starting", "tools-registered", "watch", "tools-refreshed", "list-changed-sent")
        .containsSubsequence("call-started", "call-ended")
        .containsPattern("call-ended .*(exit|code)=0")
        .doesNotContain("a-secret-of-this-test");
  }

  // ---- a schema that is none ----

  @Test
  @DisplayName("T20: a schema that is none: the old tools stay, the agent is told once, then mends")
  void brokenSchema() throws IOException {
    RawClient client =
        watching("--watch", "tool/*.json", "--watch", "tool/*.py", "--start-timeout", "3s");
    count(client);
    String good = Files.readString(tool.path("schema.json"));
    List<String> tools = tools(client);
    for (String how : List.of("no JSON", "no tools", "exit code", "silence", "missing", "half")) {
      int changes = client.notifications(TOOLS_CHANGED).size();
      breakSchema(how, good);
      String notice = awaitNotice(client);
      assertThat(notice)
          .as(how)
          .contains("schema", "It keeps its old tool list (schema #")
          .doesNotContain("gave no usable schema")
          .contains("each call runs its current file.")
          .doesNotContain("The old server keeps running", "without the changes");
      if (how.equals("exit code")) {
        assertThat(notice).contains("the reason why", "3");
      }
      assertThat(count(client).hasNotice()).as("told once: %s", how).isFalse();
      assertThat(tools(client)).as(how).isEqualTo(tools).contains("count", "echo");
      assertThat(client.notifications(TOOLS_CHANGED)).as(how).hasSize(changes);
      assertThat(Status.state(client)).isEqualTo("running");

      String mended = "mended_" + changes;
      mendSchema(good, mended);
      // Asks for no list meanwhile: an old one answered behind the notification brings a second.
      Await.until(() -> client.notifications(TOOLS_CHANGED).size() == changes + 1, client::story);
      tools = tools(client);
      assertThat(tools).contains("count", mended);
      assertThat(awaitNotice(client)).as("after %s", how).contains(mended);
    }
  }

  private void breakSchema(String how, String good) {
    switch (how) {
      case "no JSON" -> tool.schemaText("Usage: tool [OPTIONS]");
      case "no tools" -> tool.schemaText("{\"commands\":[]}");
      case "exit code" -> {
        tool.save("schema.stderr", "the reason why\n");
        tool.save("schema.exit", "3");
        tool.schemaText(good + "\n");
      }
      case "silence" -> {
        tool.save("schema.gate", "");
        tool.schemaText(good + "\n");
      }
      case "missing" -> tool.remove("schema.json");
      default -> tool.schemaText(good.substring(0, good.length() / 2));
    }
  }

  private void mendSchema(String good, String name) throws IOException {
    for (String file : List.of("schema.exit", "schema.stderr", "schema.gate")) {
      Files.deleteIfExists(tool.path(file));
    }
    tool.schemaText(good.replace("\"tools\": [", "\"tools\": [{\"name\": \"" + name + "\"},"));
  }

  @Test
  @DisplayName("T20: ten flips between good and broken: the last one counts")
  void flips() throws IOException {
    RawClient client = watching("--watch", "tool/*.json", "--watch", "tool/*.py");
    String good = Files.readString(tool.path("schema.json"));
    for (int i = 0; i < 10; i++) {
      tool.schemaText(good.substring(0, 100 + i));
      tool.schemaText(good.replace("\"tools\": [", "\"tools\": [{\"name\": \"v" + i + "\"},"));
      assertThat(count(client).lastText()).contains("x");
    }
    awaitTool(client, "v9");
    settle(client);
    assertThat(tools(client)).contains("v9").doesNotContain("v8");
  }

  @Test
  @DisplayName("T20, L5: without a schema at the start the reason is told, and recompile mends it")
  void brokenAtTheStart() throws IOException {
    String good = Files.readString(tool.path("schema.json"));
    tool.schemaText("Usage: tool [OPTIONS]");
    RawClient client = bench.cli(tool).drainStderr();
    client.handshake();
    ToolResult failed = client.call("recompile");
    assertThat(failed.isError()).isTrue();
    assertThat(failed.json().toString()).contains("schema", "Usage: tool");
    JsonObject call = client.await(client.callAsync("count", "{'key':'x'}"));
    assertThat(call.toString()).contains("schema");
    assertThat(tool.executions()).isEmpty();
    tool.schemaText(good);
    assertThat(client.call("recompile").isError()).isFalse();
    awaitTool(client, "count");
    count(client);
  }

  @Test
  @DisplayName("T1: wrong entries are left out and named, in server_status and once as a notice")
  void wrongEntries() {
    tool.schemaText(
        """
        {"tools": [
          {"name": "count", "cli_command": ["count", "{key}"],
           "parameters": {"type": "object", "properties": {"key": {"type": "string"}}}},
          {"name": "bad name", "cli_command": ["x"]},
          {"description": "without a name"},
          {"name": "count", "cli_command": ["again"]},
          {"name": "no_place", "cli_command": ["x", "{typo}"],
           "parameters": {"type": "object", "properties": {"type": {"type": "string"}}}},
          {"name": "no_object", "parameters": {"type": "array"}},
          {"name": "unused", "cli_command": ["count", "u"],
           "parameters": {"type": "object", "properties": {"never": {"type": "string"}}}},
          17
        ]}
        """);
    RawClient client = connected();
    assertThat(tools(client))
        .contains("count", "unused")
        .doesNotContain("bad name", "no_place", "no_object");
    String status = client.call("server_status").json().toString();
    assertThat(status).contains("bad name", "no_place", "typo", "no_object", "unused", "never");
    // A call of ours may have told it already.
    List<String> told = client.lines().stream().filter(line -> line.contains("typo")).toList();
    ToolResult first = count(client);
    assertThat(first.hasNotice() || !told.isEmpty()).isTrue();
    assertThat(count(client).hasNotice()).isFalse();
  }

  @Test
  @DisplayName("T1: --check prints the tools and every problem; exit code 0 or 1")
  void check() throws IOException, InterruptedException {
    assertThat(checked(0, tool.argv()))
        .contains("echo", "count", "hang", "A call can take 2 min 0 s (`--call-timeout`)");
    tool.tools(
        "{'name':'fine','cli_command':['count','a b'],'timeout':3,'ok_exit_codes':[4,2]}",
        "{'name':'stdin'}");
    assertThat(checked(0, tool.argv()))
        .contains(
            " count \"a b\" --json\n  can take 3.0 s (its `timeout`)\n",
            "  succeeds with exit code 0, 2, 4\n",
            " stdin --json (arguments as JSON on stdin)\n");
    tool.tools(
        "{'name':'fine','cli_command':['count','a']}",
        "{'name':'no_place','cli_command':['x','{typo}']}");
    assertThat(checked(1, tool.argv())).contains("fine", "no_place", "typo");
    tool.schemaText("Usage: tool [OPTIONS]");
    assertThat(checked(1, tool.argv())).contains("Usage: tool");
    tool.schemaText("{\"tools\": []}");
    assertThat(checked(1, tool.argv())).contains("The description lists no tools.");
    assertThat(checked(1, List.of("./no-such-program"))).contains("no-such-program");
    assertThat(tool.executions()).isEmpty();
    Procs.awaitGone(tool.pids());
  }

  /// What `--check` prints on stdout and stderr.
  private String checked(int code, List<String> command) throws IOException, InterruptedException {
    Path out = bench.dir().resolve("checked");
    ProcessBuilder builder =
        new ProcessBuilder(Bench.cliArgv(command, "--check"))
            .directory(bench.workDir().toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().clear();
    builder.environment().putAll(bench.environment());
    Process process = builder.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(Await.LIMIT)).isTrue();
    String text = Files.readString(out);
    assertThat(process.exitValue()).as(text).isEqualTo(code);
    return text;
  }

  // ---- recompile, builds, the program itself ----

  @Test
  @DisplayName("R1: recompile fetches the schema again and tells the difference")
  void recompile() {
    RawClient client = connected();
    tool.addTool("fresh");
    ToolResult result = client.call("recompile");
    assertThat(result.isError()).isFalse();
    assertThat(result.json().toString()).contains("fresh");
    client.awaitNotification(TOOLS_CHANGED);
    assertThat(client.call("fresh").isError()).isFalse();
  }

  @Test
  @DisplayName("R1: calls in flight end where they began; calls meanwhile succeed")
  void callsInFlight() {
    RawClient client = connected();
    CompletableFuture<JsonObject> call = client.callAsync("gate", "{'key':'old'}");
    tool.awaitExecutions(1, "gate old");
    tool.save("schema.gate", "");
    int schemas = tool.schemas();
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    tool.awaitSchemas(schemas + 1);
    count(client);
    assertThat(recompile).isNotDone();
    tool.remove("schema.gate");
    assertThat(client.toolResult(recompile).isError()).isFalse();
    count(client);
    assertThat(call).isNotDone();
    tool.go();
    assertThat(client.toolResult(call).isError()).isFalse();
    assertThat(tool.executionsOf("gate old")).isOne();
  }

  @Test
  @DisplayName(
      "R1, C2: a call outlives any reload, has its own limit, is answered once, and its tree is gone")
  void longCall() {
    RawClient client = connected("--call-timeout", "3s", "--stop-timeout", "1s");
    CompletableFuture<JsonObject> call = client.callAsync("hang", "{'tree':'ignore_term'}");
    tool.awaitHanging(1);
    assertThat(client.call("recompile").isError()).isFalse();
    ToolResult ended = client.toolResult(call);
    assertThat(ended.isError()).isTrue();
    assertThat(String.join("\n", ended.texts())).contains("hang", "timed out after 3.0 s");
    Procs.awaitGone(tool.pids());
    assertThat(tool.executionsOf("hang")).isOne();
    count(client);
  }

  @Test
  @DisplayName("T3, C2: 40 calls over five reloads: each is executed once and answered")
  void callsOverReloads() {
    RawClient client = connected("--parallel", "4");
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < 8; i++) {
        calls.add(client.callAsync("count", "{'key':'k" + calls.size() + "'}"));
      }
      assertThat(client.call("recompile").isError()).isFalse();
    }
    for (int i = 0; i < calls.size(); i++) {
      ToolResult result = client.toolResult(calls.get(i));
      assertThat(result.isError()).as(result.json().toString()).isFalse();
      assertThat(tool.executionsOf("count k" + i)).as("k%d", i).isOne();
    }
  }

  @Test
  @DisplayName(
      "R2, R3: --build: a compiler error is told and the old program serves, then it is mended")
  void build() throws IOException {
    Path bin = Path.of(System.getProperty("java.home"), "bin");
    Path source = bench.workDir().resolve("Greet.java");
    Files.copy(ToolProgram.source("Greet.java"), source);
    RawClient client =
        bench
            .cli(
                List.of(bin.resolve("java").toString(), "-cp", "out", "Greet"),
                "--build",
                bin.resolve("javac") + " -J-XX:TieredStopAtLevel=1 -d out Greet.java")
            .drainStderr();
    client.handshake();
    ToolResult built = client.call("recompile");
    assertThat(built.isError()).as(built.json().toString()).isFalse();
    assertThat(client.call("greet", "{'name':'a'}").structured().toString()).contains("Hello a!");
    String text = Files.readString(source);
    Files.writeString(source, text.replace("\"Hello \"", "\"Hello \" + nowhere"));
    ToolResult failed = client.call("recompile");
    assertThat(failed.isError()).isTrue();
    assertThat(failed.json().toString())
        .contains("Greet.java", "cannot find symbol", "nowhere")
        .contains("each call runs its current file.")
        .doesNotContain("without the changes");
    assertThat(client.call("greet", "{'name':'a'}").structured().toString()).contains("Hello a!");
    Files.writeString(
        source, text.replace("\"Hello \"", "\"Good day \"").replace("\"refuse\"", "\"decline\""));
    ToolResult mended = client.call("recompile");
    assertThat(mended.isError()).as(mended.json().toString()).isFalse();
    assertThat(mended.json().toString()).contains("decline");
    assertThat(client.call("greet", "{'name':'a'}").structured().toString())
        .contains("Good day a!");
    assertThat(tools(client)).contains("decline");
  }

  @Test
  @DisplayName("T4: the program is deleted and built anew between calls: an error, then it works")
  void deleted() throws IOException {
    Path program = bench.workDir().resolve("greet");
    Files.copy(ToolProgram.source("greet.sh"), program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    RawClient client = bench.cli(List.of("./greet")).drainStderr();
    client.handshake();
    assertThat(client.call("greet", "{'name':'a'}").structured().toString()).contains("Hello a!");
    Path away = Files.move(program, bench.dir().resolve("greet.away"));
    ToolResult failed = client.call("greet", "{'name':'a'}");
    assertThat(failed.isError()).isTrue();
    assertThat(failed.lastText()).contains("greet");
    assertThat(tools(client)).contains("greet", "refuse");
    Files.writeString(away, Files.readString(away).replace("Hello", "Good day"));
    Files.move(away, program);
    ToolResult again = client.call("greet", "{'name':'a'}");
    assertThat(again.isError()).as(again.json().toString()).isFalse();
    assertThat(again.structured().toString()).contains("Good day a!");
  }

  @Test
  @DisplayName("F6, T1: the next session lists from memory what the schema has not told yet")
  void remembered() {
    RawClient first = connected();
    count(first);
    first.closeStdin();
    assertThat(first.awaitExit()).isZero();
    tool.save("schema.gate", "");
    RawClient second = bench.cli(tool, "--handshake-timeout", "100ms").drainStderr();
    assertThat(Json.at(second.handshake(), "capabilities").has("tools")).isTrue();
    CompletableFuture<JsonObject> call = second.callAsync("count", "{'key':'held'}");
    second.ping();
    assertThat(call).isNotDone();
    tool.remove("schema.gate");
    assertThat(second.toolResult(call).isError()).isFalse();
    assertThat(tool.executionsOf("count held")).isOne();
  }
}
