package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.WireServer.Offer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// K33: tasks (2025-11-25) of many servers are known as `server:id`; those that the client makes
/// keep their ids.
class ManyTasksTest {
  private static final Offer OFFER =
      Offer.tools("t", "sync")
          .also("\"tasks\":{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");

  private static String task(String id, String status) {
    return "{\"taskId\":\""
        + id
        + "\",\"status\":\""
        + status
        + "\",\"createdAt\":\"2025-11-25T10:30:00Z\",\"lastUpdatedAt\":\"2025-11-25T10:30:00Z\",\"ttl\":null}";
  }

  private static String related(String id) {
    return "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"" + id + "\"}}";
  }

  /// A task of this server, made by a call with progress token `token`.
  private static void make(ManyWire w, WireServer s, String id, String token) {
    w.request(
        "\"make\"",
        "tools/call",
        "{\"name\":\""
            + s.name()
            + "__t\",\"task\":{\"ttl\":1},\"_meta\":{\"progressToken\":"
            + token
            + "}}");
    s.answer(s.expect("tools/call"), "{\"task\":" + task(id, "working") + "}");
    assertThat(w.result("\"make\""))
        .hasToString("{\"task\":" + task(s.name() + ":" + id, "working") + "}");
  }

  @Test
  @DisplayName(
      "K33: equal task ids in two servers: get, result and cancel reach the one that made it")
  void equalIds() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", OFFER);
      WireServer two = w.addLegacy("two", OFFER);
      make(w, one, "a:1", "1");
      make(w, two, "a:1", "2");
      for (String method : new String[] {"tasks/get", "tasks/cancel"}) {
        w.request("1", method, "{\"taskId\":\"two:a:1\"}");
        JsonObject ask = two.expect(method);
        assertThat(ask.get("params")).hasToString("{\"taskId\":\"a:1\"}");
        two.answer(ask, task("a:1", "working"));
        assertThat(w.result("1")).hasToString(task("two:a:1", "working"));
      }
      w.request("2", "tasks/result", "{\"taskId\":\"one:a:1\"}");
      JsonObject ask = one.expect("tasks/result");
      assertThat(ask.get("params")).hasToString("{\"taskId\":\"a:1\"}");
      one.answer(ask, "{\"content\":[]," + related("a:1") + "}");
      assertThat(w.result("2")).hasToString("{\"content\":[]," + related("one:a:1") + "}");
      for (String unknown : new String[] {"\"three:a\"", "\"a\"", "5"}) {
        w.request("3", "tasks/get", "{\"taskId\":" + unknown + "}");
        assertThat(w.code("3")).isEqualTo(-32602);
      }
    }
  }

  @Test
  @DisplayName("K33: what servers say of their tasks names them as the client knows them")
  void said() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.addLegacy("s", OFFER);
      make(w, s, "a", "7");
      s.notify("notifications/tasks/status", task("a", "completed"));
      assertThat(w.notified("notifications/tasks/status").get("params"))
          .hasToString(task("s:a", "completed"));
      s.notify(
          "notifications/progress", "{\"progressToken\":7,\"progress\":1," + related("a") + "}");
      assertThat(w.notified("notifications/progress").get("params"))
          .as("the token of a task outlives the call")
          .hasToString("{\"progressToken\":7,\"progress\":1," + related("s:a") + "}");
      s.notify("notifications/progress", "{\"progressToken\":7,\"progress\":2}");
      w.sync(s);
      s.notify("notifications/vendor", "{\"taskId\":\"a\"," + related("a") + "}");
      assertThat(w.notified("notifications/vendor").get("params"))
          .hasToString("{\"taskId\":\"a\"," + related("s:a") + "}");
      s.fake().ask("1", "elicitation/create", "{\"message\":\"m\"," + related("a") + "}");
      JsonObject asked = w.notified("elicitation/create");
      assertThat(asked.get("params")).hasToString("{\"message\":\"[s] m\"," + related("s:a") + "}");
      w.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\","
              + related("s:a")
              + "}}");
      assertThat(s.raw())
          .as("what the client says of the task names it as the server knows it")
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\","
                  + related("a")
                  + "}}");
      s.fake().ask("2", "elicitation/create", "{\"message\":\"m\"}");
      w.notified("elicitation/create");
      w.send(
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"action\":\"decline\","
              + related("x:a")
              + "}}");
      assertThat(s.raw()).as("of no task of this server").contains(related("x:a"));
      w.call("2", "s__t");
      s.answer(s.expect("tools/call"), "{\"content\":[],\"taskId\":\"mine\"}");
      assertThat(w.result("2"))
          .as("no task was made")
          .hasToString("{\"content\":[],\"taskId\":\"mine\"}");
    }
  }

  @Test
  @DisplayName("K33: tasks that the client makes for a server keep the client's ids")
  void tasksOfTheClient() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer s = w.addLegacy("s", OFFER);
      s.fake().ask("1", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1,\"task\":{}}");
      w.notified("sampling/createMessage");
      String made =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":" + task("c", "working") + "}}";
      w.send(made);
      assertThat(s.raw()).isEqualTo(made);
      s.fake().ask("2", "tasks/get", "{\"taskId\":\"c\"}");
      assertThat(w.notified("tasks/get").get("params")).hasToString("{\"taskId\":\"c\"}");
      String got = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + task("c", "completed") + "}";
      w.send(got);
      assertThat(s.raw()).isEqualTo(got);
    }
  }

  @Test
  @DisplayName("K33: tasks/list is one page of all; who has no tasks or refuses is left out")
  void list() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", OFFER);
      w.addLegacy("none", Offer.tools("t"));
      WireServer two = w.addLegacy("two", OFFER);
      WireServer three = w.addLegacy("three", OFFER);
      w.request("1", "tasks/list", "{}");
      two.refuse(two.expect("tasks/list"), -32603, "no");
      one.answer(
          one.expect("tasks/list"),
          "{\"tasks\":[" + task("a", "working") + "],\"nextCursor\":\"x\"}");
      JsonObject more = one.expect("tasks/list");
      assertThat(Json.text(more, "params", "cursor")).isEqualTo("x");
      one.answer(more, "{\"tasks\":[" + task("b", "working") + "]}");
      three.answer(three.expect("tasks/list"), "{\"tasks\":[" + task("a", "failed") + "]}");
      assertThat(w.result("1"))
          .hasToString(
              "{\"tasks\":["
                  + task("one:a", "working")
                  + ","
                  + task("one:b", "working")
                  + ","
                  + task("three:a", "failed")
                  + "]}");
      w.request("2", "tasks/list", "{\"cursor\":\"x\"}");
      assertThat(w.code("2")).isEqualTo(-32602);
    }
  }

  @Test
  @DisplayName("K27, K33: a tasks/list is cancelled also while further pages are fetched")
  void cancelledList() {
    try (ManyWire w = ManyWire.legacy()) {
      WireServer one = w.addLegacy("one", OFFER);
      WireServer two = w.addLegacy("two", OFFER);
      w.request("1", "tasks/list", "{}");
      one.answer(one.expect("tasks/list"), "{\"tasks\":[],\"nextCursor\":\"x\"}");
      JsonObject more = one.expect("tasks/list");
      two.expect("tasks/list");
      w.cancel("1");
      two.expect("notifications/cancelled");
      one.answer(more, "{\"tasks\":[]}");
      w.sync(one);
      w.request("2", "tasks/list", "{}");
      one.answer(one.expect("tasks/list"), "{\"tasks\":[],\"nextCursor\":\"x\"}");
      JsonObject last = one.expect("tasks/list");
      two.answer(two.expect("tasks/list"), "{\"tasks\":[]}");
      w.sync(two);
      w.cancel("2");
      w.sync();
      one.answer(last, "{\"tasks\":[]}");
      w.sync(one);
    }
  }
}
