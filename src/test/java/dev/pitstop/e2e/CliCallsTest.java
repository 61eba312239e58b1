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
    return bench.cli(tool, options).drainStderr().greeted();
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
}
