package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Command-line programs among other servers.
@DisplayName("command-line tools: among many servers (M1, M6, T1, T4)")
@Tag("all")
class CliManyTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private ToolProgram tool = ToolProgram.NONE;
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void programs() {
    tool = bench.bench().tool("tool");
    server = bench.server("s", "{'tools':['echo','who']}");
  }

  /// How a configuration file, and `add_server`, name a program.
  private static JsonObject entry(ToolProgram tool, String more) {
    JsonArray argv = new JsonArray();
    tool.argv().forEach(argv::add);
    JsonObject entry = new JsonObject();
    entry.add("cli", argv);
    Json.object(more).entrySet().forEach(member -> entry.add(member.getKey(), member.getValue()));
    return entry;
  }

  /// A hub with both in its file.
  private Hub configured() {
    bench.save(Map.of("t", entry(tool, "{}"), "s", server.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("t__count");
    hub.awaitTool("s__who");
    return hub;
  }

  @Test
  @DisplayName(
      "M6: an entry with `cli` beside a stdio server: listed, called, told by list_servers")
  void configuration() {
    Hub hub = configured();
    assertThat(hub.tools("t")).contains("t__echo", "t__count", "t__leave");
    ToolResult result = hub.call("t__echo", "{'text':'größe; $(id)'}");
    assertThat(ToolProgram.words(result)).containsExactly("--", "größe; $(id)");
    assertThat(hub.text("s__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(hub.call("t__leave", "{'code':3,'err':'no'}").isError()).isTrue();
    assertThat(hub.status("t")).isEqualTo("running");
    assertThat(hub.row("t").get("tool_count").getAsInt()).isEqualTo(hub.tools("t").size());
    assertThat(hub.call("server_status", "{'server':'t'}").isError()).isFalse();
    assertThat(hub.call("binary_info", "{'server':'t'}").json().toString()).contains("tool.py");
    assertThat(hub.refusal(hub.call("stop_server", "{'server':'t'}"))).contains("`t`");
  }

  @Test
  @DisplayName("M1: add_server with `cli`, reload_server, remove_server in mid-call")
  void added() {
    Hub hub = bench.hub();
    hub.add("s", server);
    JsonObject added = hub.add("t", entry(tool, "{'env':{'MINE':'1'}}"));
    assertThat(added.get("status").getAsString()).isEqualTo("running");
    assertThat(Hub.strings(added.getAsJsonArray("tools"))).contains("t__count");
    hub.client().awaitNotification(Hub.TOOLS_CHANGED);
    assertThat(ToolProgram.variable(hub.call("t__echo"), "MINE")).contains("1");

    tool.addTool("fresh");
    hub.reload("t");
    assertThat(hub.tools("t")).contains("t__fresh");
    assertThat(hub.good(hub.call("t__fresh")).isError()).isFalse();

    CompletableFuture<JsonObject> hanging = hub.callAsync("t__hang", "{'tree':'plain'}");
    tool.awaitHanging(1);
    hub.remove("t");
    assertThat(hub.client().await(hanging).toString()).contains("removed");
    Procs.awaitGone(tool.pids());
    assertThat(hub.tools("t")).isEmpty();
    assertThat(hub.text("s__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @Test
  @DisplayName("M1, M7: add_server of a program without a schema is an error that says why")
  void notAdded() {
    tool.save("schema.stderr", "no such command: schema\n");
    tool.save("schema.exit", "2");
    Hub hub = bench.hub();
    hub.add("s", server);
    ToolResult refused = hub.tryAdd("t", entry(tool, "{}"));
    assertThat(hub.refusal(refused)).contains("no such command: schema", "2");
    assertThat(hub.text("s__echo", "{'text':'x'}")).isEqualTo("x");
    tool.remove("schema.exit");
    hub.add("t", entry(tool, "{}"));
    assertThat(hub.tools("t")).contains("t__count");
  }

  @Test
  @DisplayName("T4, M7: a save of the program changes its tools, and no other server's")
  void watched() {
    Hub hub = configured();
    Status.awaitWatching(hub.client());
    int changes = hub.changes("tools");
    tool.addTool("fresh");
    hub.awaitChangesAbove("tools", changes);
    assertThat(hub.good(hub.call("t__fresh")).isError()).isFalse();
    assertThat(server.pids()).hasSize(1);
  }

  @Test
  @DisplayName("R6, M6: `watch` of an entry that is in the file at the start, of any kind")
  void watchOfAnEntry() {
    tool.save("note.txt", "");
    bench.save(Map.of("s", server.entry("{'watch':['tool/*.txt']}")));
    Hub hub = bench.hub();
    hub.awaitTool("s__who");
    Status.awaitWatching(hub.client());
    tool.save("note.txt", "x");
    Await.until(() -> server.pids().size() > 1, hub.client()::story);
  }

  @Test
  @DisplayName("M6: an edited `cli` entry restarts that server only")
  void editedEntry() {
    Hub hub = configured();
    bench.save(Map.of("t", entry(tool, "{'env':{'MINE':'größe'}}"), "s", server.entry()));
    Await.until(() -> hub.said("t__env", "{'name':'MINE'}").contains("größe"), hub.client()::story);
    assertThat(server.pids()).hasSize(1);
    bench.save(Map.of("s", server.entry()));
    hub.awaitNoTool("t__count");
    assertThat(server.pids()).hasSize(1);
  }

  @Test
  @DisplayName("M6, E1: modern clients, and one program under two names")
  void twoNames() {
    bench.save(Map.of("a", entry(tool, "{}"), "b", entry(tool, "{}"), "s", server.entry()));
    Hub hub = bench.modernHub();
    hub.awaitTool("a__count");
    hub.awaitTool("b__count");
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (String name : List.of("a", "b", "a", "b")) {
      calls.add(hub.callAsync(name + "__count", "{'key':'" + name + calls.size() + "'}"));
    }
    for (CompletableFuture<JsonObject> call : calls) {
      assertThat(hub.client().toolResult(call).isError()).isFalse();
    }
    assertThat(tool.executions())
        .containsExactlyInAnyOrder("count a0", "count b1", "count a2", "count b3");
  }

  @Test
  @DisplayName("T1, M7: wrong entries cost those tools only, and are told")
  void wrongEntries() {
    tool.tools(
        "{'name':'count','cli_command':['count','a']}",
        "{'name':'no_place','cli_command':['x','{typo}']}");
    Hub hub = configured();
    assertThat(hub.tools("t")).containsExactly("t__count");
    String told =
        hub.call("list_servers").json().toString()
            + hub.call("server_status", "{'server':'t'}").json();
    assertThat(told).contains("no_place", "typo");
  }

  @Test
  @DisplayName("K27, T17: cancel reaches the call of its server; its tree is gone")
  void cancel() {
    Hub hub = configured();
    String id = hub.client().nextId();
    CompletableFuture<JsonObject> call =
        hub.client()
            .requestAs(
                id,
                "tools/call",
                Json.object(RawClient.callParams("t__hang", "{'tree':'setsid'}")));
    tool.awaitHanging(1);
    hub.client().cancel(id);
    Procs.awaitGone(tool.pids());
    assertThat(hub.text("s__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(call).isNotDone();
  }
}
