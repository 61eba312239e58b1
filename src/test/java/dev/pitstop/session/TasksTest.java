package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The tasks of 2025-11-25 and those of the extension `io.modelcontextprotocol/tasks`. With one
/// server of the client's era they pass as they are. Otherwise they do not work, and no client is
/// led to believe that they do.
@ExtendWith(Sessions.class)
class TasksTest {
  private static final String EXTENSION = "io.modelcontextprotocol/tasks";
  private static final String CAN =
      "\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}";
  private static final String RELATED =
      "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}";
  private static final String OK = "{\"content\":[]}";
  private static final String TOOLS =
      "[" + tool("o", "optional") + "," + tool("r", "required") + "," + tool("sync", "") + "]";
  private static final String PASSES =
      "Pitstop passes tasks on only with one server of the client's era.";

  /// Extensions of which one is that of tasks, and without it.
  private static final String WITH = "\"extensions\":{\"" + EXTENSION + "\":{},\"a/x\":{}}";

  private static final String WITHOUT = "\"extensions\":{\"a/x\":{}}";

  private static String tool(String name, String support) {
    return "{\"name\":\""
        + name
        + "\",\"inputSchema\":{\"type\":\"object\"}"
        + (support.isEmpty() ? "" : ",\"execution\":{\"taskSupport\":\"" + support + "\"}")
        + "}";
  }

  private static String task(String status) {
    return "{\"taskId\":\"t\",\"status\":\"" + status + "\",\"createdAt\":\"c\",\"ttl\":null}";
  }

  private static String modernMeta() {
    return "\"_meta\":{" + Bridged.meta("{" + WITH + "}") + "}";
  }

  /// @param error of a request about a task
  private static void refused(JsonObject error, String method) {
    assertThat(error)
        .hasToString(
            "{\"code\":-32601,\"message\":\"Method not found: " + method + ". " + PASSES + "\"}");
  }

  @Nested
  @DisplayName("one server of the client's era")
  class Passing {
    /// What the client sends comes as it is, and so does the answer.
    private void passes(
        SessionDriver d, FakeServer s, String method, String params, String result) {
      String request = Json.request("5", method, params);
      d.opened("5");
      d.send(request);
      assertThat(s.child().nextLine()).isEqualTo(request);
      String answer = "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":" + result + "}";
      s.say(answer);
      assertThat(d.line()).isEqualTo(answer);
    }

    @Test
    @DisplayName("2025-11-25: what is declared, asked, answered and said of tasks is unchanged")
    void legacy(SessionDriver d) {
      d.initialize("2025-11-25");
      FakeServer s = d.spawned();
      s.greet("{\"tools\":{}," + CAN + "}");
      assertThat(Json.at(d.result("\"init\""), "capabilities", "tasks").toString())
          .isEqualTo(CAN.substring(8));
      d.notify("notifications/initialized", "{}");
      s.expect("notifications/initialized");
      s.answer(s.expect("tools/list"), "{\"tools\":" + TOOLS + "}");
      d.awaitTools("o", "r", "sync");
      s.answer(d.requestTo(s, "1", "tools/list", "{}"), "{\"tools\":" + TOOLS + "}");
      assertThat(Json.at(d.result("1"), "tools").toString())
          .startsWith(TOOLS.substring(0, TOOLS.length() - 1));

      String call = "{\"name\":\"r\",\"task\":{\"ttl\":9},\"_meta\":{\"progressToken\":7}}";
      passes(d, s, "tools/call", call, "{\"task\":" + task("working") + "}");
      passes(d, s, "tasks/get", "{\"taskId\":\"t\"}", task("working"));
      passes(d, s, "tasks/cancel", "{\"taskId\":\"t\"}", task("cancelled"));
      passes(d, s, "tasks/list", "{\"cursor\":\"x\"}", "{\"tasks\":[],\"nextCursor\":\"y\"}");
      String said = Json.notification("notifications/tasks/status", task("completed"));
      s.say(said);
      assertThat(d.line()).isEqualTo(said);
      String progress = "{\"progressToken\":7,\"progress\":1," + RELATED + "}";
      String late = Json.notification("notifications/progress", progress);
      s.say(late);
      assertThat(d.line()).as("the token of a task outlives the call").isEqualTo(late);
      s.notify("notifications/progress", "{\"progressToken\":7,\"progress\":2}");
      d.sync(s);

      String asks = Json.request("1", "elicitation/create", "{\"message\":\"m\"," + RELATED + "}");
      s.say(asks);
      assertThat(d.line()).isEqualTo(asks);
      String answer =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\"," + RELATED + "}}";
      d.send(answer);
      assertThat(s.child().nextLine()).isEqualTo(answer);

      FakeServer now = d.recompiling("2");
      now.greet("{\"tools\":{}," + CAN + "}");
      now.expect("notifications/initialized");
      now.answer(now.expect("tools/list"), "{\"tools\":" + TOOLS + "}");
      d.text("2");
      passes(d, now, "tasks/result", "{\"taskId\":\"t\"}", "{\"content\":[]," + RELATED + "}");
    }

    @Test
    @DisplayName("the extension: what is declared, asked, answered and said of tasks is unchanged")
    void modern(SessionDriver d) {
      d.request("1", "tools/call", "{\"name\":\"a\"," + modernMeta() + "}");
      FakeServer s = d.spawned();
      s.answer(
          s.expect("server/discover"),
          "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},"
              + WITH
              + "},\"resultType\":\"complete\"}");
      JsonObject first = s.expectCall("a");
      Bridged.list(s, "a");
      Bridged.complete(s, first, "ok");
      d.result("1");
      d.awaitTools("a");

      String working = "{\"resultType\":\"task\"," + task("working").substring(1);
      passes(d, s, "tools/call", "{\"name\":\"a\"," + modernMeta() + "}", working);
      String about = "{\"taskId\":\"t\"," + modernMeta() + "}";
      for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
        passes(d, s, method, about, "{\"resultType\":\"complete\"}");
      }
      String listen = "{\"notifications\":{\"taskIds\":[\"t\"]}," + modernMeta() + "}";
      d.listen("7", listen);
      JsonObject asked = s.expect("subscriptions/listen");
      assertThat(Json.at(asked, "params", "notifications")).hasToString("{\"taskIds\":[\"t\"]}");
      String on = "{\"_meta\":{\"" + Bridged.SUBSCRIPTION + "\":";
      assertThat(
              Json.at(
                  d.saidBy(
                      s,
                      "notifications/subscriptions/acknowledged",
                      on + asked.get("id") + "},\"notifications\":{\"taskIds\":[\"t\"]}}"),
                  "params",
                  "notifications"))
          .hasToString("{\"taskIds\":[\"t\"]}");
      s.notify("notifications/tasks", on + asked.get("id") + "},\"taskId\":\"t\"}");
      assertThat(d.line())
          .isEqualTo(Json.notification("notifications/tasks", on + "7},\"taskId\":\"t\"}"));
      d.cancelTo(s, "7");
    }
  }

  @Nested
  @DisplayName("across the eras")
  class Across {
    @Test
    @DisplayName("a legacy client is not offered the tasks of a modern server, nor it those")
    void legacyClient(SessionDriver d) {
      d.hello("2025-11-25", "{" + WITH + "}");
      d.request("1", "tasks/get", "{\"taskId\":\"t\"}"); // before the era is known
      FakeServer s = d.spawned().refusing("initialize");
      s.answer(
          s.expect("server/discover"),
          "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},"
              + WITH
              + "},\"resultType\":\"complete\"}");
      assertThat(Json.at(d.result("\"init\""), "capabilities"))
          .hasToString("{\"tools\":{\"listChanged\":true}," + WITHOUT + "}");
      refused(d.error("1"), "tasks/get");
      Bridged.acknowledge(s, s.expect("subscriptions/listen"));
      Bridged.list(s, "a");
      d.notify("notifications/initialized", "{}");
      d.awaitTools("a");
      d.request("2", "tools/call", "{\"name\":\"a\",\"task\":{}}");
      JsonObject call = s.expectCall("a");
      assertThat(Json.at(call, "params", "_meta", Bridged.KEY + "clientCapabilities"))
          .hasToString("{" + WITHOUT + "}");
      Bridged.complete(s, call, "plain");
      assertThat(d.text("2")).isEqualTo("plain");
      for (String method : List.of("tasks/result", "tasks/list", "tasks/cancel")) {
        refused(d.requestForError("3", method, "{\"taskId\":\"t\"}"), method);
      }
    }

    @Test
    @DisplayName("a modern client is not offered the tasks of a legacy server, nor it those")
    void modernClient(SessionDriver d) {
      d.request("1", "tools/call", "{\"name\":\"o\"," + modernMeta() + "}");
      d.request("2", "tasks/get", "{\"taskId\":\"t\"," + modernMeta() + "}");
      FakeServer s = d.spawned().refusing("server/discover");
      s.greet("{\"tools\":{}," + CAN + "," + WITH + "}");
      s.expect("notifications/initialized");
      refused(d.error("2"), "tasks/get");
      JsonObject call = s.expectCall("o");
      assertThat(call.getAsJsonObject("params").has("task")).isFalse();
      s.answer(s.expect("tools/list"), "{\"tools\":" + TOOLS + "}");
      s.text(call, "plain");
      assertThat(d.text("1")).isEqualTo("plain");
      d.awaitTools("o", "r", "sync");
      d.request("3", "server/discover", "{" + modernMeta() + "}");
      assertThat(Json.at(d.result("3"), "capabilities").toString())
          .contains(WITHOUT)
          .doesNotContain("tasks");
      for (String method : List.of("tasks/update", "tasks/result", "tasks/list")) {
        d.request("5", method, "{\"taskId\":\"t\"," + modernMeta() + "}");
        refused(d.error("5"), method);
      }
    }
  }

  @Nested
  @DisplayName("many servers")
  class Many {
    private static final Offer LEGACY =
        new Offer("\"tools\":{}," + CAN, Map.of("tools/list", TOOLS));

    @Test
    @DisplayName("a legacy client is not offered the tasks of legacy servers")
    void legacy(ManyWire w) {
      w.hello("2025-11-25", "{}");
      assertThat(Json.at(w.result("\"init\""), "capabilities").getAsJsonObject().has("tasks"))
          .isFalse();
      w.notify("notifications/initialized", "{}");
      WireServer one = w.addLegacy("one", LEGACY);
      refused(w.requestForError("1", "tasks/get", "{\"taskId\":\"t\"}"), "tasks/get");
      w.addLegacy("two", LEGACY);
      for (String method : List.of("tasks/get", "tasks/result", "tasks/list", "tasks/cancel")) {
        refused(w.requestForError("2", method, "{\"taskId\":\"t\"}"), method);
      }
      JsonArray tools = w.requestForResult("3", "tools/list", "{}").getAsJsonArray("tools");
      assertThat(tools.get(0)).hasToString(tool("one__o", ""));
      assertThat(tools.toString()).doesNotContain("taskSupport");
      JsonObject call =
          w.requestTo(one, "4", "tools/call", "{\"name\":\"one__o\",\"task\":{\"ttl\":9}}");
      assertThat(call.get("params")).hasToString("{\"name\":\"o\"}");
      one.answer(call, OK);
      assertThat(w.result("4")).hasToString(OK);
    }

    @Test
    @DisplayName("a modern client is not offered the tasks of modern servers, nor they those")
    void modern(ManyWire w) {
      w.modernForResult("1", "tools/list", "");
      WireServer s = w.addModern("s", Offer.tools("t", "sync").also(WITH));
      assertThat(Json.at(w.modernForResult("2", "server/discover", ""), "capabilities").toString())
          .doesNotContain("tasks");
      JsonObject call =
          w.requestTo(s, "3", "tools/call", "{\"name\":\"s__t\"," + modernMeta() + "}");
      assertThat(Json.at(call, "params", "_meta", Bridged.KEY + "clientCapabilities"))
          .hasToString("{" + WITHOUT + "}");
      s.answer(call, "{\"resultType\":\"complete\",\"content\":[]}");
      w.result("3");
      for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
        w.request("4", method, "{\"taskId\":\"t\"," + modernMeta() + "}");
        refused(w.error("4"), method);
      }
      JsonObject acknowledged = w.listen("5", "{\"toolsListChanged\":true,\"taskIds\":[\"t\"]}");
      assertThat(Json.at(acknowledged, "params", "notifications"))
          .hasToString("{\"toolsListChanged\":true}");
      w.sync(s);
      w.cancel("5");
    }

    @Test
    @DisplayName("tasks that a legacy client makes for a server pass as they are")
    void tasksOfTheClient(@Legacy ManyWire w) {
      WireServer s = w.addLegacy("s", LEGACY);
      s.fake().ask("1", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1,\"task\":{}}");
      w.notified("sampling/createMessage");
      String made = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":" + task("working") + "}}";
      w.send(made);
      assertThat(s.raw()).isEqualTo(made);
      s.fake().ask("2", "tasks/get", "{\"taskId\":\"t\"}");
      assertThat(w.notified("tasks/get").get("params")).hasToString("{\"taskId\":\"t\"}");
      String got = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + task("completed") + "}";
      w.send(got);
      assertThat(s.raw()).isEqualTo(got);
    }
  }
}
