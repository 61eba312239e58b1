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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a program says of itself, and what a client gets of it.
@DisplayName("command-line tools: schemas (T1)")
@Tag("all")
class CliToolListTest {
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

  private static List<JsonObject> tools(RawClient client) {
    return Hub.objects(client.result(client.request("tools/list", "{}")).getAsJsonArray("tools"));
  }

  private static JsonObject tool(RawClient client, String name) {
    return tools(client).stream()
        .filter(t -> t.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + "\n" + client.story()));
  }

  private static List<String> names(RawClient client) {
    return tools(client).stream().map(t -> t.get("name").getAsString()).toList();
  }

  @Test
  @DisplayName("T1, M3: what a client gets of a tool is as the program wrote it, to the byte")
  void untouched() {
    String parts =
        """
        "title":"Größe \\u0041","description":"a\\/b 🚗","annotations":{"readOnlyHint":true,"x":1.50},\
        "icons":[{"src":"data:,x"}],"_meta":{"a/b":[1E+2,null]},"outputSchema":{"type":"object","x":1.0}\
        """;
    String parameters =
        "{\"type\":\"object\",\"properties\":{\"n\":{\"minimum\":1.0,\"$ref\":\"#/$defs/d\"}},"
            + "\"$defs\":{\"d\":{}},\"additionalProperties\":false,\"unknown\":[9007199254740993]}";
    tool.schemaText(
        "{\"version\":3,\"tools\":[{\"name\":\"t\","
            + parts
            + ",\"parameters\":"
            + parameters
            + ",\"timeout\":5,\"ok_exit_codes\":[1],\"own\":1}]}");
    RawClient client = connected();
    tool(client, "t");
    String line =
        client.lines().stream().filter(l -> l.contains("\"name\":\"t\"")).findFirst().orElseThrow();
    for (String part : List.of(parts.substring(0, parts.indexOf(",\"desc")), parameters)) {
      assertThat(line).contains(part);
    }
    assertThat(line)
        .contains("\"description\":\"a\\/b 🚗\"")
        .contains("{\"readOnlyHint\":true,\"x\":1.50}")
        .contains("[{\"src\":\"data:,x\"}]")
        .contains("{\"a/b\":[1E+2,null]}")
        .contains("{\"type\":\"object\",\"x\":1.0}")
        .doesNotContain("ok_exit_codes", "cli_command", "\"own\"");
  }

  @Test
  @DisplayName("T1: the array alone, inputSchema, no parameters, no type")
  void shapes() {
    tool.schemaText(
        """
        [{"name":"a","inputSchema":{"properties":{"x":{"type":"string"}}},
          "cli_command":["echo","{x}"]},
         {"name":"b","cli_command":["echo"]},
         {"name":"c.d-e_F9","description":"x","cli_command":["echo"]}]
        """);
    RawClient client = connected();
    assertThat(names(client)).contains("a", "b", "c.d-e_F9");
    assertThat(Json.at(tool(client, "a"), "inputSchema").get("type").getAsString())
        .isEqualTo("object");
    assertThat(Json.at(tool(client, "b"), "inputSchema").get("type").getAsString())
        .isEqualTo("object");
    assertThat(ToolProgram.words(client.call("a", "{'x':'y'}"))).containsExactly("y");
    assertThat(client.call("b").isError()).isFalse();
    assertThat(client.call("b", "{'z':1}").isError()).as("a name that is no parameter").isTrue();
    assertThat(client.call("c.d-e_F9").isError()).isFalse();
  }

  @Test
  @DisplayName("F8: 500 tools in one page, in the program's order")
  void many() {
    StringBuilder all = new StringBuilder("{\"tools\":[");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String name = "tool_" + (i * 7919 % 500);
      expected.add(name);
      all.append(i == 0 ? "" : ",");
      all.append("{\"name\":\"%s\",\"cli_command\":[\"count\",\"%s\"],".formatted(name, name));
      all.append("\"description\":\"" + "long ".repeat(100) + "\"}");
    }
    tool.schemaText(all.append("]}").toString());
    RawClient client = connected();
    assertThat(names(client)).containsSubsequence(expected);
    assertThat(client.call("tool_77").isError()).isFalse();
    assertThat(tool.executions()).containsExactly("count tool_77");
  }

  @Test
  @DisplayName("A4: a program's own `recompile` wins; ours is pitstop_recompile")
  void nameOfOurs() {
    tool.tools("{'name':'recompile','cli_command':['count','theirs']}");
    RawClient client = connected();
    assertThat(names(client)).contains("recompile", "pitstop_recompile").doesNotHaveDuplicates();
    assertThat(client.call("recompile").isError()).isFalse();
    assertThat(tool.executions()).containsExactly("count theirs");
    int before = tool.schemas();
    assertThat(client.call("pitstop_recompile").isError()).isFalse();
    assertThat(tool.schemas()).isGreaterThan(before);
  }

  @Test
  @DisplayName("T1: words on stderr do no harm to a schema")
  void wordsOnStderr() {
    tool.save("schema.stderr", "DeprecationWarning: old\n".repeat(50_000));
    RawClient client = connected();
    assertThat(names(client)).contains("echo");
    assertThat(client.call("server_stderr").lastText()).contains("DeprecationWarning");
  }

  @Test
  @DisplayName("T1: no tools at all is a schema")
  void noTools() {
    tool.schemaText("{\"tools\":[]}");
    RawClient client = connected();
    assertThat(names(client)).contains("recompile");
    assertThat(Status.state(client)).isEqualTo("running");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EOF", "TERM"})
  @DisplayName("F7: the end of the client while the schema is fetched: nothing is left")
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
  @DisplayName(
      "F4, F6: ping and status are answered while the schema is fetched; calls wait for it")
  void slowSchema() {
    tool.save("schema.gate", "");
    RawClient client = bench.cli(tool, "--handshake-timeout", "100ms").drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    tool.awaitSchemas(1);
    CompletableFuture<JsonObject> call = client.callAsync("count", "{'key':'x'}");
    assertThat(Status.state(client)).isEqualTo("starting");
    assertThat(call).isNotDone();
    tool.remove("schema.gate");
    client.result(initialize);
    client.notify("notifications/initialized", "{}");
    assertThat(client.toolResult(call).isError()).isFalse();
    assertThat(tool.executions()).containsExactly("count x");
  }

  @Test
  @DisplayName("F5: a call without arguments is one with none")
  void withoutArguments() {
    RawClient client = connected();
    for (String params : List.of("{'name':'echo'}", "{'name':'echo','arguments':null}")) {
      ToolResult result = client.toolResult(client.request("tools/call", params));
      assertThat(result.isError()).as(params).isFalse();
      assertThat(ToolProgram.words(result)).as(params).containsExactly("--");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'name':'echo','arguments':[1]}", "{'arguments':{}}", "{'name':5}"})
  @DisplayName("F5: a call that is none is an error, and the session goes on")
  void noCall(String params) {
    RawClient client = connected();
    JsonObject answer = client.await(client.request("tools/call", params));
    assertThat(answer.has("error") || answer.toString().contains("\"isError\":true"))
        .as(answer.toString())
        .isTrue();
    assertThat(tool.executions()).isEmpty();
    client.ping();
  }
}
