package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Clients that list the tools when they connect and never again.
@DisplayName("a client with a frozen tool list (A3, A5)")
class FrozenClientTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  /// Connected, listed once, and reloaded with the tool `forecast` instead of `weather`.
  private RawClient reloaded() {
    extraTools("[{'name':'weather','inputSchema':{'type':'object'}}]");
    server = bench.scripted("--extra-tools", bench.dir().resolve("extra.json").toString());
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    extraTools(
        """
        [{'name':'forecast','description':'Weather to come',
          'inputSchema':{'type':'object','properties':{'days':{'type':'integer'}}}}]\
        """);
    assertThat(client.call("recompile").isError()).isFalse();
    return client;
  }

  private void extraTools(String json) {
    try {
      Files.writeString(bench.dir().resolve("extra.json"), json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("A5: search_tools shows a tool that was added, with its schema")
  void search() {
    RawClient client = reloaded();
    ToolResult found = client.call("search_tools", "{'query':'weather forecast'}");
    assertThat(found.text()).contains("`forecast`", "Weather to come", "\"days\"");
    JsonArray tools = found.facts().getAsJsonArray("tools");
    JsonObject first = tools.get(0).getAsJsonObject();
    assertThat(first.get("name").getAsString()).isEqualTo("forecast");
    assertThat(Json.at(first, "inputSchema", "properties").has("days")).isTrue();
    assertThat(client.call("search_tools").text()).contains("The server has 38 tools");
  }

  @Test
  @DisplayName("A5: call_tool calls a tool that was added, once")
  void call() {
    RawClient client = reloaded();
    ToolResult result = client.call("call_tool", "{'tool':'forecast','arguments':{'days':3}}");
    assertThat(result.isError()).isFalse();
    assertThat(result.text()).isEqualTo("forecast of the backend, spawn 2");
    assertThat(server.executionsOf("forecast")).isEqualTo(1);
    JsonObject received =
        server.received().stream()
            .filter(FixtureServer.callOf("forecast"))
            .findFirst()
            .orElseThrow();
    assertThat(Json.at(received, "params", "arguments")).hasToString("{\"days\":3}");
  }

  @Test
  @DisplayName("A5: call_tool gives results, errors and notices as the call itself would")
  void callIsLikeTheCallItself() {
    RawClient client = reloaded();
    ToolResult structured = client.call("call_tool", "{'tool':'structured'}");
    assertThat(structured.structured()).hasToString("{\"n\":1}");
    JsonObject error =
        client.error(
            client.callAsync(
                "call_tool", "{'tool':'error','arguments':{'code':-5,'message':'no'}}"));
    assertThat(error.get("code").getAsInt()).isEqualTo(-5);
    client.call("call_tool", "{'tool':'crash','arguments':{'code':3}}");
    ToolResult after = client.call("call_tool", "{'tool':'pid','arguments':{}}");
    assertThat(after.hasNotice()).isTrue();
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @Test
  @DisplayName("A3: call_tool of a tool that went away names the nearest and the difference")
  void vanished() {
    RawClient client = reloaded();
    JsonObject gone = client.error(client.callAsync("call_tool", "{'tool':'weather'}"));
    assertThat(gone.get("message").getAsString())
        .contains("no longer has", "+ tool `forecast`", "- tool `weather`");
    assertThat(server.executionsOf("weather")).as("the server is asked").isEqualTo(1);
  }

  @Test
  @DisplayName("A5: wrong arguments of call_tool are told")
  void wrongArguments() {
    RawClient client = reloaded();
    assertThat(client.call("call_tool").isError()).isTrue();
    assertThat(client.call("call_tool", "{'tool':'echo','arguments':[]}").isError()).isTrue();
    assertThat(client.call("call_tool", "{'tool':7}").text()).contains("tool");
  }

  @Test
  @DisplayName("A5: a client that calls a new tool by its own name is served too")
  void directCall() {
    RawClient client = reloaded();
    assertThat(client.call("forecast").text()).isEqualTo("forecast of the backend, spawn 2");
  }
}
