package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Servers;
import dev.pitstop.session.Sessions.Silent;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Our tools with a `server` argument, and what they tell of several.
@ExtendWith(Sessions.class)
class ManyToolsTest {
  @ParameterizedTest
  @ValueSource(strings = {"stop_server", "binary_info", "server_stderr"})
  @DisplayName("`server` may be left out where there is one; else it must be one of them")
  void whichServer(String tool, @Servers("alpha") ManyDriver d) {
    d.upAndListed("alpha", "a");
    assertThat(d.client.callForResult("1", tool).has("isError")).isFalse();
    d.add("2", "beta");
    d.up("beta", "b");
    d.client.text("2");
    assertThat(d.client.callForFailure("3", tool))
        .isEqualTo("[pitstop] `server` is missing. The servers are `alpha`, `beta`.");
    assertThat(d.client.callForFailure("4", tool, "{\"server\":\"gama\"}"))
        .contains("There is no server `gama`", "`alpha`, `beta`");
    assertThat(d.client.callForFailure("5", tool, "{\"server\":7}"))
        .contains("`server` must be a string");
    assertThat(d.client.callForResult("6", tool, "{\"server\":\"beta\"}").has("isError")).isFalse();
    d.listChanged();
  }

  @Test
  @DisplayName(
      "`server_status` without a server tells what `list_servers` does; the only one in full")
  void statusOfAll(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "a", "b");
    d.spawned("beta").child().exit(4);
    d.listNow("0");
    d.server("alpha").awaitNothingPending();
    JsonObject result = d.client.callForResult("2", "server_status");
    assertThat(result.has("isError")).isFalse();
    assertThat(FakeClient.text(result))
        .containsPattern("^`alpha`: running, pid " + a.pid() + ", up [^\n]*; 2 tools: alpha__a")
        .containsPattern("\n`beta`: crashed; 0 tools[^\n]*\n[^\n]*exit code 4");
    JsonObject told = FakeClient.facts(result);
    assertThat(Json.names(told.get("servers"))).containsExactly("alpha", "beta");
    assertThat(Json.text(told, "servers", 1, "status")).isEqualTo("crashed");
    assertThat(d.client.callForFailure("3", "server_status", "{\"server\":\"gama\"}"))
        .contains("There is no server `gama`", "`alpha`, `beta`");
    d.removed("4", "beta");
    assertThat(Json.text(d.client.callForFacts("5", "server_status", "{}"), "name"))
        .isEqualTo("alpha");
  }

  @Test
  @DisplayName(
      "`name` for `server` and the other way round: that server is meant, not the only one")
  void serverOrName(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    for (String tool : new String[] {"stop_server", "server_status", "server_stderr"}) {
      assertThat(d.client.callForFailure("1", tool, "{\"name\":\"gama\"}"))
          .contains("There is no server `gama`");
    }
    for (String tool : new String[] {"reload_server", "remove_server"}) {
      assertThat(d.client.callForFailure("2", tool, "{\"server\":\"gama\"}"))
          .contains("There is no server `gama`");
    }
    d.servedBy(s, "3", "alpha__a", "untouched");
    assertThat(d.client.callForText("4", "remove_server", "{\"server\":\"alpha\"}"))
        .contains("Removed server `alpha`");
    d.listChanged();
  }

  /// Each of our tools is described completely, in as much as an agent pays for.
  static void isDescribed(JsonElement tool) {
    assertThat(Json.text(tool, "description").length()).as("%s", tool).isBetween(10, 600);
    assertThat(Json.text(tool, "inputSchema", "type")).as("%s", tool).isEqualTo("object");
    assertThat(tool.getAsJsonObject().has("annotations")).as("%s", tool).isTrue();
  }

  @Test
  @DisplayName("without servers, Pitstop introduces itself and has its own tools")
  void none(@Silent ManyDriver d) {
    JsonObject hello = d.initialize();
    assertThat(Json.text(hello, "serverInfo", "name")).isEqualTo("pitstop");
    assertThat(hello.get("capabilities"))
        .hasToString(
            "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
                + "\"resources\":{\"listChanged\":true,\"subscribe\":true},"
                + "\"completions\":{},\"logging\":{}}");
    assertThat(Json.text(hello, "instructions")).contains("add_server").hasSizeLessThan(2048);
    d.list("7");
    JsonArray tools = d.client.result("7").getAsJsonArray("tools");
    assertThat(Json.names(tools))
        .containsExactly(
            "add_server",
            "remove_server",
            "reload_server",
            "list_servers",
            "server_status",
            "stop_server",
            "binary_info",
            "server_stderr",
            "call_tool",
            "read_tool",
            "search_tools");
    tools.forEach(ManyToolsTest::isDescribed);
    assertThat(d.client.callForText("1", "server_status"))
        .isEqualTo("There are no servers. `add_server` adds one.");
    assertThat(d.client.callForFailure("5", "stop_server"))
        .isEqualTo("[pitstop] There are no servers. `add_server` adds one.");
    assertThat(d.client.callForFailure("6", "server_status", "{\"server\":\"x\"}"))
        .isEqualTo("[pitstop] There are no servers. `add_server` adds one.");
    assertThat(d.client.callForText("2", "list_servers"))
        .contains("There are no servers. `add_server` adds one.");
    assertThat(Json.text(d.client.callForError("3", "alpha__a"), "message"))
        .contains("There are no servers");
    assertThat(d.client.callForText("4", "search_tools"))
        .contains("There are no servers. `add_server` adds one.");
  }

  @Test
  @DisplayName("a mistake in the configuration file is told once, with the next result")
  void fileMistakes(@Servers("alpha") ManyDriver d) {
    String one = "/p/pitstop.json:3:5: mcpServers.x.comand: unknown key";
    String two = "/p/pitstop.json:4:5: mcpServers.y.command: this is a number; wanted a string";
    FakeServer s = d.upAndListed("alpha", "a");
    JsonObject open = d.client.callTo(s, "1", "alpha__a"); // asked before, answered later
    d.servers().problems(List.of(one));
    s.text(open, "first");
    assertThat(d.client.text("1"))
        .isEqualTo("[pitstop] In the configuration file: " + one + "\nfirst");
    d.servedBy(s, "2", "alpha__a", "second");
    d.servers().problems(List.of(one, two));
    assertThat(d.client.callForText("3", "server_status"))
        .startsWith("[pitstop] In the configuration file: " + two)
        .doesNotContain("comand");
    d.servedBy(s, "4", "alpha__a", "third");
    d.servers().problems(List.of()); // mended
    d.servers().problems(List.of(one));
    d.servers().problems(List.of());
    d.servedBy(s, "5", "alpha__a", "fourth"); // nobody need know
    d.servers().problems(List.of(one));
    assertThat(Json.text(d.client.callForError("6", "beta__a"), "message"))
        .startsWith("[pitstop] Unknown tool: beta__a")
        .endsWith("\n[pitstop] In the configuration file: " + one);
    d.servers().problems(List.of(two));
    d.client.call("7", "list_servers"); // says it itself
    assertThat(d.client.text("7")).containsOnlyOnce(two).doesNotContain("[pitstop] In the");
    d.servedBy(s, "8", "alpha__a", "fifth");
  }

  @Test
  @DisplayName("of very many mistakes the first few are told")
  void manyFileMistakes(ManyDriver d) {
    d.servers().problems(IntStream.range(0, 20).mapToObj(i -> "f:" + i + ": wrong").toList());
    assertThat(d.client.callForText("1", "search_tools"))
        .startsWith("[pitstop] In the configuration file:\nf:0: wrong\nf:1: wrong\n")
        .contains("\n15 more: `list_servers` shows them.")
        .doesNotContain("f:5");
  }

  @Test
  @DisplayName(
      "`list_servers` tells name, command, args, status, tools, pid, uptime, and what is"
          + " wrong with the configuration")
  void list(@Servers("alpha beta") ManyDriver d) {
    FakeServer s = d.up("alpha", "a");
    d.spawned("beta").child().exit(4);
    d.listNow("0");
    d.servers().problems(List.of("servers.json:3:5: no such key"));
    JsonObject result = d.client.callForResult("1", "list_servers");
    JsonObject told = FakeClient.facts(result);
    assertThat(Json.names(told.get("servers"))).containsExactly("alpha", "beta");
    JsonObject alpha = Json.at(told, "servers", 0).getAsJsonObject();
    assertThat(Json.text(alpha, "command")).isEqualTo("alpha");
    assertThat(alpha.getAsJsonArray("args")).hasToString("[\"--x\"]");
    assertThat(Json.text(alpha, "status")).isEqualTo("running");
    assertThat(alpha.getAsJsonArray("tools")).hasToString("[\"alpha__a\"]");
    assertThat(Json.at(alpha, "pid").getAsLong()).isEqualTo(s.pid());
    assertThat(Json.at(alpha, "uptime_seconds").getAsDouble()).isNotNegative();
    assertThat(Json.text(told, "servers", 1, "error")).contains("exit code 4");
    assertThat(Json.text(told, "problems", 0)).contains("no such key");
    assertThat(FakeClient.text(result)).contains("`alpha`: running", "`beta`: crashed", "no such");
  }

  @Test
  @DisplayName(
      "`search_tools` finds tools of all, or of one, under the names to call; also of a"
          + " crashed one")
  void search(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "find_cat");
    FakeServer b = d.upAndListed("beta", "find_dog");
    a.child().exit(1);
    d.awaitState("alpha", "crashed");
    d.listChanged();
    JsonObject all = d.client.callForResult("1", "search_tools", "{\"query\":\"find\"}");
    assertThat(FakeClient.text(all)).contains("The 2 servers have 2 tools");
    assertThat(FakeClient.text(all)).contains("`alpha__find_cat`", "`beta__find_dog`");
    JsonObject one =
        d.client.callForResult("2", "search_tools", "{\"query\":\"find\",\"server\":\"beta\"}");
    assertThat(FakeClient.text(one))
        .contains("`beta__find_dog`", "Server `beta` has 1 tool.")
        .doesNotContain("alpha__");
    assertThat(d.client.callForFailure("3", "search_tools", "{\"server\":\"gamma\"}"))
        .contains("There is no server `gamma`");
    b.notify("notifications/tools/list_changed", "{}");
    b.list("find_dog", "find_wolf");
    d.listChanged();
    d.client.call(
        "4", "call_tool", "{\"tool\":\"beta__find_wolf\",\"arguments\":{\"name\":\"Rex\"}}");
    JsonObject call = b.expectCall("find_wolf");
    assertThat(Json.at(call, "params", "arguments")).hasToString("{\"name\":\"Rex\"}");
    b.text(call, "woof");
    assertThat(d.client.text("4")).contains("woof");
    assertThat(d.client.callForFailure("5", "call_tool", "{\"tool\":\"beta__find_dog\"}"))
        .contains("Call `beta__find_dog` directly");
  }

  @Test
  @DisplayName(
      "a mistyped tool by way of call_tool: the server's refusal, and its nearest names; of an"
          + " unknown server, those of all servers")
  void mistyped(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "get_weather", "get_time");
    d.upAndListed("beta", "set_weather", "other");
    d.client.call("1", "call_tool", "{\"tool\":\"alpha__get_wether\"}");
    a.answer(
        a.expectCall("get_wether"),
        "{\"content\":[{\"type\":\"text\",\"text\":\"no such tool\"}],\"isError\":true}");
    assertThat(FakeClient.text(d.client.result("1")))
        .contains(
            "no such tool",
            "[pitstop] Server `alpha` has no tool `get_wether`.\nSimilar names:"
                + " `alpha__get_weather`");
    assertThat(
            Json.text(
                d.client.callForError("2", "call_tool", "{\"tool\":\"get_weather\"}"), "message"))
        .contains("Unknown tool: get_weather.", "`alpha__get_weather`, `beta__set_weather`");
    assertThat(d.client.callForFailure("3", "call_tool", "{\"tool\":\"alpha__get_weather\"}"))
        .contains("Call `alpha__get_weather` directly");
  }

  @Test
  @DisplayName("`server_stderr` and `server_status` tell of one server only")
  void apart(@Servers("alpha beta") ManyDriver d) {
    FakeServer a = d.up("alpha", "a");
    d.upAndListed("beta", "b");
    a.child().complain("only alpha says this");
    Await.until("its stderr", () -> d.server("alpha").stderr().contains("only alpha says this"));
    assertThat(d.client.callForText("1", "server_stderr", "{\"server\":\"alpha\",\"lines\":5}"))
        .contains("only alpha says this");
    assertThat(d.client.callForText("2", "server_stderr", "{\"server\":\"beta\"}"))
        .doesNotContain("only alpha says this");
    assertThat(
            Json.text(
                d.client.callForFacts("3", "server_status", "{\"server\":\"alpha\"}"), "name"))
        .isEqualTo("alpha");
  }
}
