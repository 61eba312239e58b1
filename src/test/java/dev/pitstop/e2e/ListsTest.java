package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue F: lists, however the server gives them.
@DisplayName("lists (F6, F8, A4, M4)")
@Tag("all")
class ListsTest {
  private static final List<String> OWN =
      List.of("recompile", "server_status", "stop_server", "binary_info", "server_stderr");

  /// Tools of ours that may be there as well.
  private static final Set<String> MAYBE_OWN = Set.of("call_tool", "search_tools");

  @RegisterExtension final Bench bench = new Bench();

  private RawClient connected(FixtureServer server) {
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    return client;
  }

  private static JsonArray tools(RawClient client) {
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(list.has("nextCursor")).as("one page").isFalse();
    return list.getAsJsonArray("tools");
  }

  private static List<String> toolNames(RawClient client) {
    return Json.each(tools(client), "name");
  }

  /// The backend's own entries, as text, in order.
  private static List<String> backendTools(RawClient client) {
    return tools(client).asList().stream()
        .filter(tool -> !isOwn(tool.getAsJsonObject().get("name").getAsString()))
        .map(JsonElement::toString)
        .toList();
  }

  private static boolean isOwn(String name) {
    return OWN.contains(name) || MAYBE_OWN.contains(name);
  }

  private List<String> directTools(FixtureServer server) {
    RawClient direct = bench.direct(server);
    direct.handshake();
    return direct
        .result(direct.request("tools/list", "{}"))
        .getAsJsonArray("tools")
        .asList()
        .stream()
        .map(JsonElement::toString)
        .toList();
  }

  @Test
  @DisplayName("A4: our tools stand in the list, complete; the server's entries are untouched")
  void ownTools() {
    FixtureServer server = bench.scripted();
    RawClient client = connected(server);
    assertThat(toolNames(client)).containsAll(OWN).doesNotHaveDuplicates();
    assertThat(backendTools(client)).isEqualTo(directTools(server));
    for (JsonElement element : tools(client)) {
      JsonObject tool = element.getAsJsonObject();
      if (OWN.contains(tool.get("name").getAsString())) {
        assertThat(tool.get("description").getAsString().length()).isBetween(10, 600);
        assertThat(Json.at(tool, "inputSchema").get("type").getAsString()).isEqualTo("object");
        assertThat(tool.has("outputSchema")).isFalse();
        assertThat(tool.has("annotations")).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"same", "fresh"})
  @DisplayName("F8: cursors that never end come to an end")
  void endlessCursor(String kind) {
    RawClient client = connected(bench.scripted("--cursor", kind));
    assertThat(toolNames(client)).contains("echo").containsAll(OWN);
    assertThat(client.call("echo", "{'text':'works'}").text()).isEqualTo("works");
  }

  @Test
  @DisplayName("F8: 500 tools, the same order every time")
  void fiveHundred() {
    FixtureServer server = bench.scripted("--count", "500", "--pages", "7");
    RawClient client = connected(server);
    List<String> first = toolNames(client);
    assertThat(first).contains("tool_0000", "tool_0499").hasSizeGreaterThan(500);
    assertThat(toolNames(client)).isEqualTo(first);
    assertThat(client.call("tool_0321").text()).startsWith("tool_0321");
  }

  @Test
  @DisplayName("M7: odd schemas, names and duplicates pass untouched and harm nobody")
  void oddSchemas() {
    FixtureServer server =
        bench.scripted("--extra-tools", FixtureServer.file("plans/odd-tools.json"));
    RawClient client = connected(server);
    assertThat(backendTools(client)).isEqualTo(directTools(server));
    for (String name :
        List.of("größe_日本_🚗", "n".repeat(120), "with space/slash.dot", "schema_true")) {
      assertThat(client.call(name).text()).startsWith(name);
    }
    client.call("crash", "{'code':1}");
    assertThat(client.call("schema_any_of").lastText()).startsWith("schema_any_of");
  }

  @Test
  @DisplayName("F6: a server without tools still gets ours, and the capability for them")
  void noTools() {
    RawClient client =
        bench.pitstop(bench.scripted("--capabilities", "{\"prompts\":{}}")).drainStderr();
    JsonObject capabilities = Json.at(client.handshake(), "capabilities");
    assertThat(Json.at(capabilities, "tools").get("listChanged").getAsBoolean()).isTrue();
    assertThat(toolNames(client)).containsAll(OWN).doesNotContain("echo");
    JsonObject prompts = client.result(client.request("prompts/list", "{}"));
    assertThat(Json.each(prompts.getAsJsonArray("prompts"), "name")).contains("greet");
  }

  @Test
  @DisplayName("F6: list_changed is declared where the backend has lists, nothing else is invented")
  void capabilities() {
    FixtureServer server = bench.scripted("--capabilities", "{\"tools\":{},\"prompts\":{}}");
    RawClient client = bench.pitstop(server).drainStderr();
    JsonObject capabilities = Json.at(client.handshake(), "capabilities");
    assertThat(capabilities)
        .hasToString("{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true}}");
  }

  @Test
  @DisplayName("F6: identity and instructions are the server's; ours is the first line")
  void identity() {
    RawClient client =
        bench.pitstop(bench.scripted("--name", "größe", "--instructions", "Do this."));
    JsonObject answer = client.drainStderr().handshake();
    assertThat(Json.at(answer, "serverInfo").get("name").getAsString()).isEqualTo("größe");
    assertThat(answer.get("instructions").getAsString())
        .matches("(?s)Pitstop: `recompile` [^\\n]{1,100}`call_tool` [^\\n]*\\.\n\nDo this\\.");
  }

  @Test
  @DisplayName("M4: a change at run time is announced and shown")
  void changeAtRunTime() {
    RawClient client = connected(bench.scripted());
    assertThat(toolNames(client)).doesNotContain("fresh");
    client.call("add_tool", "{'name':'fresh'}");
    client.awaitNotification("notifications/tools/list_changed");
    assertThat(toolNames(client)).contains("fresh").containsAll(OWN);
    assertThat(client.call("fresh").text()).startsWith("fresh");
    client.call("remove_tool", "{'name':'fresh'}");
    assertThat(toolNames(client)).doesNotContain("fresh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"prompts", "resources"})
  @DisplayName("M4: list changes of prompts and resources pass")
  void otherListChanges(String kind) {
    RawClient client = connected(bench.scripted());
    client.call("list_changed", "{'kinds':['" + kind + "']}");
    client.awaitNotification("notifications/" + kind + "/list_changed");
  }

  @Test
  @DisplayName("F8: prompts, resources and templates are the server's, to the byte")
  void otherLists() {
    FixtureServer server = bench.scripted();
    RawClient client = connected(server);
    RawClient direct = bench.direct(server);
    direct.handshake();
    for (String method : List.of("prompts/list", "resources/list", "resources/templates/list")) {
      assertThat(client.result(client.request(method, "{}")))
          .as(method)
          .hasToString(direct.result(direct.request(method, "{}")).toString());
    }
  }

  @Test
  @DisplayName("A1: an unknown tool after a restart is told so together with the notice")
  void unknownToolAfterRestart() {
    RawClient client = connected(bench.scripted());
    client.call("crash", "{'code':3}");
    String answer = client.await(client.callAsync("no_such_tool", "{}")).toString();
    assertThat(answer).contains("[pitstop]", "no_such_tool");
  }

  @Test
  @DisplayName("A4: where names clash the backend's tool wins and ours is pitstop_NAME")
  void nameClash() {
    RawClient client =
        connected(bench.scripted("--extra-tools", "[\"recompile\",\"server_status\"]"));
    assertThat(toolNames(client))
        .contains("recompile", "pitstop_recompile", "server_status", "pitstop_server_status")
        .contains("stop_server")
        .doesNotContain("pitstop_stop_server")
        .doesNotHaveDuplicates();
    assertThat(client.call("recompile").text()).startsWith("recompile of the backend");
    assertThat(client.call("server_status").text()).startsWith("server_status of the backend");
    assertThat(client.call("pitstop_server_status").facts().get("state").getAsString())
        .isEqualTo("running");
  }
}
