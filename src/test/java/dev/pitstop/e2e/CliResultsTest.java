package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue T, what comes back: a tool's result out of what a process wrote and how it ended.
/// Which output becomes which result is a matter of `OutputTest`.
@DisplayName("command-line tools: results (T3)")
class CliResultsTest {
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

  /// The result of a call that prints this.
  private ToolResult printing(RawClient client, String text) {
    return printing(client, text.getBytes(StandardCharsets.UTF_8), "{'file':'out'}");
  }

  private ToolResult printing(RawClient client, byte[] bytes, String arguments) {
    tool.save("out", bytes);
    return client.call("cat", arguments);
  }

  @Test
  @DisplayName("T3: a JSON object is structuredContent, and the same text")
  void object() {
    String printed =
        "{\"n\": 9007199254740993, \"x\": 1.50, \"text\": \"größe 🚗\", \"null\": null}";
    ToolResult result = printing(connected(), printed + "\n");
    assertThat(result.isError()).isFalse();
    assertThat(result.structured()).isEqualTo(Json.object(printed));
    assertThat(result.json().toString()).contains("9007199254740993", "1.50");
    assertThat(Json.parse(result.text())).isEqualTo(Json.object(printed));
  }

  @Test
  @DisplayName("T18: exit code 1: what it printed, its stderr and the code are told")
  void exitCode() {
    RawClient client = connected();
    ToolResult both = client.call("leave", "{'code':1,'out':'half done','err':'disk full'}");
    assertThat(both.isError()).isTrue();
    assertThat(String.join("\n", both.texts())).containsSubsequence("half done", "disk full");
    assertThat(String.join("\n", both.texts())).contains("exit code 1");
    ToolResult silent = client.call("leave", "{'code':77}");
    assertThat(silent.isError()).isTrue();
    assertThat(silent.lastText()).contains("77");
    ToolResult object =
        printing(
            client,
            "{\"error\":\"x\"}".getBytes(StandardCharsets.UTF_8),
            "{'file':'out','exit':2}");
    assertThat(object.isError()).isTrue();
    assertThat(String.join("\n", object.texts())).contains("{\"error\":\"x\"}", "2");
  }

  @Test
  @DisplayName("T3: an end by a signal is told in words")
  void signal() {
    ToolResult result = connected().call("killed", "{'signal':9}");
    assertThat(result.isError()).isTrue();
    assertThat(result.lastText()).containsIgnoringCase("kill");
  }

  @Test
  @DisplayName("T15: 100 MB on stdout: the first part, marked as cut")
  void hugeOutput() {
    RawClient client = connected();
    ToolResult result = client.call("fill", "{'bytes':100000000}");
    String all = String.join("\n", result.texts());
    assertThat(all.length()).isBetween(1 << 20, 5 << 20);
    assertThat(all.replace("x", "")).isNotBlank();
    client.ping();
    assertThat(client.call("count", "{'key':'a'}").isError()).isFalse();
  }

  @Test
  @DisplayName("T15: --max-output says how much; an object that is cut is no object")
  void maxOutput() {
    RawClient client = connected("--max-output", "10KiB");
    ToolResult result = printing(client, "{\"a\":\"" + "y".repeat(20_000) + "\"}");
    assertThat(result.json().has("structuredContent")).isFalse();
    String all = String.join("\n", result.texts());
    assertThat(all).startsWith("{\"a\":\"yyy").hasSizeBetween(10_000, 12_000);
    assertThat(all.substring(10_300)).as("the mark").isNotBlank();
    assertThat(printing(client, "{\"a\":1}").structured()).isEqualTo(Json.object("{'a':1}"));
  }

  @Test
  @DisplayName("T14: 2 MB on stderr: no deadlock; its last lines are in server_stderr")
  void floodOfStderr() {
    RawClient client = connected();
    ToolResult result = client.call("chatter", "{'lines':20000}");
    assertThat(result.structured()).isEqualTo(Json.object("{'said':true}"));
    assertThat(client.notifications("notifications/progress")).as("without a token").isEmpty();
    Await.until(
        () -> client.call("server_stderr", "{'lines':5}").lastText().contains("line 19999 "),
        client::story);
  }

  @Test
  @DisplayName("T14: the same with nobody reading our stderr")
  void floodOfStderrUnread() {
    RawClient client = bench.cli(tool);
    client.handshake();
    assertThat(client.call("chatter", "{'lines':50000}").isError()).isFalse();
    client.ping();
    assertThat(client.call("count", "{'key':'a'}").isError()).isFalse();
  }
}
