package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The story of a command-line program. The rules are matters of `session.ProgramTest`,
/// `CliRunTest` and `CliSchemaTest`.
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
    RawClient client = bench.cli(tool).drainStderr().greeted();
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
}
