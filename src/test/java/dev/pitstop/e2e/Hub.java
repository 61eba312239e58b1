package dev.pitstop.e2e;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A client of a Pitstop with many servers.
record Hub(RawClient client) {
  static final String TOOLS_CHANGED = "notifications/tools/list_changed";

  /// Pitstop's own tools.
  static final List<String> OWN =
      List.of(
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

  // ---- requests ----

  CompletableFuture<JsonObject> ask(String method, String params) {
    return client.request(method, params);
  }

  JsonObject result(String method, String params) {
    return client.result(ask(method, params));
  }

  CompletableFuture<JsonObject> callAsync(String tool, String arguments) {
    return ask("tools/call", RawClient.callParams(tool, arguments));
  }

  ToolResult call(String tool, String arguments) {
    return client.toolResult(callAsync(tool, arguments));
  }

  ToolResult call(String tool) {
    return call(tool, "{}");
  }

  /// The tool's own text; the call must succeed.
  String text(String tool, String arguments) {
    return good(call(tool, arguments)).lastText();
  }

  String text(String tool) {
    return text(tool, "{}");
  }

  /// The last text of an answer of any kind, for a test that waits until it is the right one.
  String said(String tool, String arguments) {
    JsonObject answer = client.await(callAsync(tool, arguments));
    return answer.has("result")
        ? new ToolResult(answer.getAsJsonObject("result")).lastText()
        : answer.toString();
  }

  /// What the tool `who` of a server says.
  JsonObject who(String server) {
    return Json.object(text(server + "__who"));
  }

  ToolResult good(ToolResult result) {
    if (result.isError()) {
      throw new AssertionError("an error: " + result.json() + "\n" + client.story());
    }
    return result;
  }

  /// The text of a result that must be an error of ours.
  String refusal(ToolResult result) {
    String text = result.texts().getFirst();
    if (!result.isError() || !text.startsWith("[pitstop]")) {
      throw new AssertionError("no error of Pitstop: " + result.json());
    }
    return text;
  }

  // ---- servers ----

  CompletableFuture<JsonObject> addAsync(String name, JsonObject entry) {
    JsonObject arguments = new JsonObject();
    arguments.addProperty("name", name);
    entry.entrySet().forEach(member -> arguments.add(member.getKey(), member.getValue()));
    return callAsync("add_server", Json.text(arguments));
  }

  ToolResult tryAdd(String name, JsonObject entry) {
    return client.toolResult(addAsync(name, entry));
  }

  /// Adds a server, which must succeed; gives what the tool tells.
  JsonObject add(String name, FixtureServer server) {
    return add(name, server.entry());
  }

  JsonObject add(String name, JsonObject entry) {
    return good(tryAdd(name, entry)).facts();
  }

  private static String named(String server) {
    return "{\"name\":" + Json.text(new JsonPrimitive(server)) + "}";
  }

  ToolResult tryRemove(String name) {
    return call("remove_server", named(name));
  }

  JsonObject remove(String name) {
    return good(tryRemove(name)).facts();
  }

  CompletableFuture<JsonObject> reloadAsync(String name) {
    return callAsync("reload_server", named(name));
  }

  ToolResult tryReload(String name) {
    return client.toolResult(reloadAsync(name));
  }

  ToolResult reload(String name) {
    ToolResult result = good(tryReload(name));
    if (!result.facts().get("outcome").getAsString().equals("reloaded")) {
      throw new AssertionError("not reloaded: " + result.json());
    }
    return result;
  }

  /// What `list_servers` tells of every server, in its order.
  List<JsonObject> rows() {
    return objects(good(call("list_servers")).facts().getAsJsonArray("servers"));
  }

  List<String> serverNames() {
    return rows().stream().map(row -> row.get("name").getAsString()).toList();
  }

  Optional<JsonObject> find(String server) {
    return rows().stream().filter(row -> row.get("name").getAsString().equals(server)).findFirst();
  }

  JsonObject row(String server) {
    return find(server).orElseThrow(() -> new AssertionError("no server " + server));
  }

  String status(String server) {
    return find(server).map(row -> row.get("status").getAsString()).orElse("(not there)");
  }

  void awaitStatus(String server, String status) {
    Await.until(
        () -> status(server).equals(status),
        () -> server + " is " + find(server) + "\n" + client.story());
  }

  // ---- lists ----

  /// A list, which always is one page.
  List<JsonObject> listed(String method, String member) {
    JsonObject list = result(method, "{}");
    if (list.has("nextCursor")) {
      throw new AssertionError("more than one page");
    }
    return objects(list.getAsJsonArray(member));
  }

  List<JsonObject> toolList() {
    return listed("tools/list", "tools");
  }

  /// The names of all tools.
  List<String> tools() {
    return toolList().stream().map(tool -> tool.get("name").getAsString()).toList();
  }

  /// The tools of one server, in their order.
  List<String> tools(String server) {
    return tools().stream().filter(name -> name.startsWith(server + "__")).toList();
  }

  void awaitTool(String name) {
    Await.until(() -> tools().contains(name), () -> "no " + name + "\n" + client.story());
  }

  void awaitNoTool(String name) {
    Await.until(() -> !tools().contains(name), () -> "still " + name + "\n" + client.story());
  }

  /// How many times a list is said to have changed so far.
  int changes(String kind) {
    return client.notifications("notifications/" + kind + "/list_changed").size();
  }

  String read(String uri) {
    JsonObject params = new JsonObject();
    params.addProperty("uri", uri);
    return objects(result("resources/read", Json.text(params)).getAsJsonArray("contents"))
        .getFirst()
        .get("text")
        .getAsString();
  }

  static List<JsonObject> objects(JsonArray array) {
    return array.asList().stream().map(JsonElement::getAsJsonObject).toList();
  }

  static List<String> strings(JsonArray array) {
    return array.asList().stream().map(JsonElement::getAsString).toList();
  }
}
