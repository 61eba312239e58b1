package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The story of a command-line program, and `--check`. The rules are matters of
/// `session.ProgramTest`, `CliRunTest` and `CliSchemaTest`.
@DisplayName("command-line tools: reload")
class CliReloadTest {
  private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

  @RegisterExtension final Bench bench = new Bench();

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  @Test
  @DisplayName("a tool that was added by a save is there, without any option or call")
  void newTool() {
    RawClient client = bench.cli(tool).drainStderr();
    client.handshake();
    assertThat(tools(client)).contains("count").doesNotContain("fresh");
    assertThat(client.call("leave", "{'code':3,'err':'disk full'}").texts().toString())
        .contains("disk full", "exit code 3");
    Status.awaitWatching(client);
    tool.addTool("fresh");
    client.awaitNotification(TOOLS_CHANGED);
    assertThat(tools(client)).contains("fresh", "count");
    assertThat(client.call("fresh").notice()).contains("fresh");
    assertThat(tool.executionsOf("count fresh")).isOne();
  }

  private static List<String> tools(RawClient client) {
    JsonObject list = client.result(client.request("tools/list", "{}"));
    return Json.each(list.getAsJsonArray("tools"), "name");
  }

  @Tag("all")
  @Test
  @DisplayName("--check prints the tools and every problem; exit code 0 or 1")
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
}
