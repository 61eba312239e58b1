package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
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
@DisplayName("command-line tools: calls")
@Tag("all")
class CliCallsTest {
  @RegisterExtension final Bench bench = new Bench();

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

  @Test
  @DisplayName("what a process finds: the end of its stdin, a directory, no pager")
  void surroundings() {
    RawClient client = connected("--env", "MINE=größe", "--cwd", tool.dir().toString());
    ToolResult said = good(client.call("echo"));
    assertThat(said.structured().get("stdin").getAsString()).isEmpty();
    assertThat(said.structured().get("cwd").getAsString()).isEqualTo(tool.dir().toString());
    assertThat(ToolProgram.variable(said, "PAGER")).contains("cat");
    assertThat(ToolProgram.variable(said, "MINE")).contains("größe");
    assertThat(ToolProgram.variable(said, "HOME")).contains(bench.environment().get("HOME"));
    assertThat(client.call("tty").texts().getFirst()).contains("Password: ");
    assertThat(client.call("killed", "{'signal':9}").lastText()).containsIgnoringCase("kill");
    Procs.awaitGone(tool.pids());
  }

  // ---- the end of a call ----

  @ParameterizedTest
  @ValueSource(strings = {"plain", "ignore_term"})
  @DisplayName("a child that holds the pipes: the call returns, and the child is ended")
  void childHoldsThePipe(String tree) {
    RawClient client = connected();
    ToolResult result = good(client.call("linger", "{'tree':'" + tree + "'}"));
    assertThat(result.structured()).isEqualTo(Json.object("{'left':'a child'}"));
    Procs.awaitGone(tool.pids());
  }

  /// How a child of the program may hold out when the program is ended.
  private static final List<String> TREES = List.of("plain", "setsid", "ignore_term");

  @Test
  @DisplayName("a call that outlives its limit: what it printed is told, the whole tree ended")
  void limit() {
    RawClient client = connected("--call-timeout", "5s", "--set", "stopTimeout=1s");
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
  @DisplayName("cancel ends the whole tree, and nothing is answered")
  void cancel() {
    RawClient client = connected("--set", "stopTimeout=1s");
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
  @DisplayName("the end of the client, and of Pitstop, ends the trees of all calls")
  void endOfTheClient(String how) {
    RawClient client = connected("--set", "stopTimeout=2s");
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

  @ParameterizedTest
  @ValueSource(strings = {"EOF", "TERM"})
  @DisplayName("the end of the client while the schema is fetched: nothing is left")
  void endWhileStarting(String how) {
    tool.save("schema.gate", "");
    RawClient client = bench.cli(tool).drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    tool.awaitSchemas(1);
    if (how.equals("EOF")) {
      client.closeStdin();
    } else {
      Procs.signal(client.pid(), how);
    }
    assertThat(client.awaitExit()).isZero();
    assertThat(initialize).isDone();
    Procs.awaitGone(tool.pids());
  }

  @Test
  @DisplayName("floods of stdout and stderr, with nobody reading our stderr")
  void floods() {
    RawClient client = bench.cli(tool);
    client.handshake();
    assertThat(good(client.call("chatter", "{'lines':50000}")).structured())
        .isEqualTo(Json.object("{'said':true}"));
    String all = String.join("\n", client.call("fill", "{'bytes':100000000}").texts());
    assertThat(all.length()).isBetween(1 << 20, 5 << 20);
    client.ping();
    good(client.call("count", "{'key':'a'}"));
  }
}
