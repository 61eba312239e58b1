package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue T, what comes back: a tool's result out of what a process wrote and how it ended.
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

  private static void mustBeText(ToolResult result, String text) {
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    assertThat(result.json().has("structuredContent")).isFalse();
    assertThat(result.text()).isEqualTo(text);
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
  @DisplayName("T3: a ready-made result passes as it is, with an image and what it has beside")
  void readyMade() {
    String made =
        """
        {"content": [{"type": "text", "text": "a\\u001b[31mb"},
          {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}],
         "structuredContent": {"n": 1.50}, "_meta": {"x/y": [1]}, "isError": true}
        """;
    RawClient client = connected();
    ToolResult result = printing(client, made);
    assertThat(result.json()).isEqualTo(Json.object(made));
    assertThat(printing(client, "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}]}").text())
        .isEqualTo("x");
  }

  @Test
  @DisplayName("T3, T18: a ready-made result of a program that failed is an error")
  void readyMadeButFailed() {
    byte[] made =
        "{\"content\":[{\"type\":\"text\",\"text\":\"half done\"}]}"
            .getBytes(StandardCharsets.UTF_8);
    ToolResult result = printing(connected(), made, "{'file':'out','exit':4}");
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(String.join("\n", result.texts())).contains("half done");
  }

  @Test
  @DisplayName("T3: an object with another kind of `content` is an object like any other")
  void notReadyMade() {
    RawClient client = connected();
    for (String printed : List.of("{\"content\":[\"a\"]}", "{\"content\":\"a\"}")) {
      assertThat(printing(client, printed).structured()).isEqualTo(Json.object(printed));
    }
  }

  @Test
  @DisplayName("T3, T19: what is no single object is text; nothing structured is invented")
  void text() {
    RawClient client = connected();
    for (String printed :
        List.of(
            "[1,2]",
            "42",
            "\"text\"",
            "null",
            "plain words",
            "{\"half\":",
            "two\n\nlines",
            "INFO starting\n{\"a\":1}",
            "{\"a\":1}\n{\"b\":2}",
            "{\"a\":1} trailing")) {
      mustBeText(printing(client, printed), printed);
    }
  }

  @Test
  @DisplayName("T13: colour codes are taken out of text")
  void colours() {
    String printed =
        "\u001b[1;31mred\u001b[0m \u001b[38;5;12mblue\u001b[m "
            + "\u001b]8;;http://x\u0007link\u001b]8;;\u0007";
    mustBeText(printing(connected(), printed), "red blue link");
  }

  @Test
  @DisplayName("T3: bytes that are no UTF-8 become U+FFFD")
  void invalidUtf8() {
    RawClient client = connected();
    byte[] bytes = "größe".getBytes(StandardCharsets.ISO_8859_1);
    mustBeText(printing(client, bytes, "{'file':'out'}"), "gr\ufffd\ufffde");
    bytes = "{\"a\":\"\u00ff\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(printing(client, bytes, "{'file':'out'}").texts().getFirst()).contains("\ufffd");
  }

  @Test
  @DisplayName("T3: a program that prints nothing: a sentence that says so")
  void nothing() {
    ToolResult result = connected().call("leave", "{'code':0}");
    assertThat(result.isError()).isFalse();
    assertThat(result.text()).isNotBlank();
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
  @DisplayName("T18: exit codes that are no failure can be declared")
  void okExitCode() {
    RawClient client = connected();
    assertThat(client.call("grep", "{'code':1,'out':'nothing found'}").isError()).isFalse();
    assertThat(client.call("grep", "{'code':1}").isError()).isFalse();
    assertThat(client.call("grep", "{'code':2,'err':'no file'}").isError()).isTrue();
  }

  @Test
  @DisplayName("T3: an end by a signal is told in words")
  void signal() {
    ToolResult result = connected().call("killed", "{'signal':9}");
    assertThat(result.isError()).isTrue();
    assertThat(result.lastText()).containsIgnoringCase("kill");
  }

  @Test
  @DisplayName("T1: with an outputSchema, a call that prints no object is an error")
  void outputSchema() {
    tool.tools(
        "{'name':'cat','cli_command':['cat','{file}'],'parameters':{'type':'object','properties':"
            + "{'file':{'type':'string'}}},'outputSchema':{'type':'object','title':'as it is'}}");
    RawClient client = connected();
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(list.toString())
        .contains("\"outputSchema\":{\"type\":\"object\",\"title\":\"as it is\"}");
    assertThat(printing(client, "{\"a\":1}").structured()).isEqualTo(Json.object("{'a':1}"));
    ToolResult text = printing(client, "plain words");
    assertThat(text.isError()).isTrue();
    assertThat(String.join("\n", text.texts())).contains("plain words");
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
