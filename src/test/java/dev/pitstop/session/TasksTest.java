package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.WireServer.Offer;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The tasks of 2025-11-25 and those of the extension `io.modelcontextprotocol/tasks`, between a
/// client of one era and a server of the other.
class TasksTest {
  private static final String EXTENSION = "io.modelcontextprotocol/tasks";
  private static final String RELATED =
      "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t\"}}";
  private static final String MODERN_TASK =
      "\"taskId\":\"t\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\",\"ttlMs\":5,\"pollIntervalMs\":700";
  private static final String LEGACY_TASK =
      "\"taskId\":\"t\",\"createdAt\":\"c\",\"lastUpdatedAt\":\"u\",\"ttl\":5,\"pollInterval\":700";
  private static final String OK = "{\"content\":[]}";
  private static final String WITH =
      "\"_meta\":{"
          + Bridged.meta("{\"elicitation\":{},\"extensions\":{\"" + EXTENSION + "\":{}}}")
          + "}";
  private static final String ASKS_FORM = Bridged.FORM.substring(0, Bridged.FORM.length() - 1);

  private static String modern(String status, String more) {
    return "{\"resultType\":\"complete\","
        + MODERN_TASK
        + ",\"status\":\""
        + status
        + "\""
        + more
        + "}";
  }

  private static String legacy(String status) {
    return "{" + LEGACY_TASK + ",\"status\":\"" + status + "\"}";
  }

  @Nested
  @DisplayName("a legacy client and a modern server with the extension")
  class LegacyClient {
    private FakeServer connect(SessionDriver d) {
      Bridged.initialize(d);
      FakeServer s = d.spawned();
      s.refuse(s.expect("initialize"), -32601, "Method not found");
      s.answer(
          s.expect("server/discover"),
          "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{},\"extensions\":{\""
              + EXTENSION
              + "\":{}}},\"resultType\":\"complete\"}");
      Bridged.acknowledge(s, s.expect("subscriptions/listen"));
      Bridged.list(s, "a");
      assertThat(Json.at(d.result("\"init\""), "capabilities", "tasks"))
          .hasToString("{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");
      d.notify("notifications/initialized", "{}");
      d.awaitTools("a");
      return s;
    }

    private void about(SessionDriver d, String id, String method) {
      d.request(id, method, "{\"taskId\":\"t\"}");
    }

    private JsonObject expect(FakeServer s, String method) {
      JsonObject m = s.expect(method);
      assertThat(Json.text(m, "params", "taskId")).isEqualTo("t");
      assertThat(extensions(m)).contains(EXTENSION);
      return m;
    }

    private String extensions(JsonObject m) {
      return Json.at(m, "params", "_meta", Bridged.KEY + "clientCapabilities").toString();
    }

    private JsonObject wanted(SessionDriver d, FakeServer s, String id) {
      d.request(id, "tools/call", "{\"name\":\"a\",\"task\":{\"ttl\":9}}");
      JsonObject call = s.expectCall("a");
      assertThat(call.getAsJsonObject("params").has("task")).isFalse();
      assertThat(extensions(call)).contains(EXTENSION);
      return call;
    }

    private void created(SessionDriver d, FakeServer s) {
      JsonObject call = wanted(d, s, "1");
      s.answer(call, "{\"resultType\":\"task\"," + MODERN_TASK + ",\"status\":\"working\"}");
      assertThat(d.result("1")).hasToString("{\"task\":" + legacy("working") + "}");
    }

    @Test
    @DisplayName(
        "a call with `task` makes a task; its state and its result are in the words of 2025-11-25")
    void result() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/get");
        s.answer(expect(s, "tasks/get"), modern("working", ""));
        assertThat(d.result("2")).hasToString(legacy("working"));
        about(d, "3", "tasks/result");
        s.answer(expect(s, "tasks/get"), modern("working", ""));
        d.awaitTimerAndAdvance(700);
        s.answer(expect(s, "tasks/get"), modern("completed", ",\"result\":" + OK));
        assertThat(d.result("3")).hasToString("{\"content\":[]," + RELATED + "}");
        about(d, "4", "tasks/get");
        String wrong = ",\"result\":{\"content\":[],\"isError\":true}";
        s.answer(expect(s, "tasks/get"), modern("completed", wrong));
        assertThat(d.result("4")).hasToString(legacy("failed"));
        about(d, "5", "tasks/result");
        s.answer(
            expect(s, "tasks/get"),
            modern("failed", ",\"error\":{\"code\":-7,\"message\":\"no\"}"));
        assertThat(d.error("5")).hasToString("{\"code\":-7,\"message\":\"no\"}");
        about(d, "6", "tasks/result");
        s.answer(expect(s, "tasks/get"), modern("cancelled", ""));
        assertThat(Json.text(d.error("6"), "message")).isEqualTo("The task was cancelled.");
        about(d, "7", "tasks/result");
        s.refuse(expect(s, "tasks/get"), -32602, "unknown task");
        assertThat(Json.text(d.error("7"), "message")).isEqualTo("unknown task");
      }
    }

    @Test
    @DisplayName(
        "what a task asks becomes a request to the client; the answer goes out as tasks/update")
    void question() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/result");
        String asks =
            ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\",\"params\":"
                + Bridged.FORM
                + "}}";
        s.answer(expect(s, "tasks/get"), modern("input_required", asks));
        JsonObject q = d.notified("elicitation/create");
        assertThat(Json.text(q, "params", "message")).isEqualTo("Name?");
        assertThat(q.toString()).contains(RELATED);
        d.awaitTimerAndAdvance(700); // the question is still open, and not asked twice
        s.answer(expect(s, "tasks/get"), modern("input_required", asks));
        Bridged.answer(d, q);
        JsonObject update = expect(s, "tasks/update");
        assertThat(Json.at(update, "params", "inputResponses")).hasToString(Bridged.accepted("k"));
        s.answer(update, "{\"resultType\":\"complete\"}");
        d.awaitTimerAndAdvance(700);
        s.answer(expect(s, "tasks/get"), modern("completed", ",\"result\":" + OK));
        assertThat(d.result("2")).hasToString("{\"content\":[]," + RELATED + "}");
      }
    }

    @Test
    @DisplayName(
        "a question that the client refuses ends the wait with a text, and the task is cancelled")
    void refused() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/result");
        s.answer(
            expect(s, "tasks/get"),
            modern(
                "input_required",
                ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\",\"params\":"
                    + Bridged.FORM
                    + "}}"));
        JsonObject q = d.notified("elicitation/create");
        d.send(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + q.get("id")
                + ",\"error\":{\"code\":-1,\"message\":\"not now\"}}");
        s.answer(expect(s, "tasks/cancel"), "{\"resultType\":\"complete\"}");
        assertThat(Json.text(d.error("2"), "message")).contains("not now");
        about(d, "3", "tasks/get"); // the answer before it has come by then
        s.answer(expect(s, "tasks/get"), modern("working", ""));
        d.result("3");
      }
    }

    @Test
    @DisplayName("a cancelled tasks/result is no longer waited for, and its question is withdrawn")
    void waitCancelled() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/result");
        s.answer(
            expect(s, "tasks/get"),
            modern(
                "input_required",
                ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\",\"params\":"
                    + Bridged.FORM
                    + "}}"));
        JsonObject q = d.notified("elicitation/create");
        d.cancel("2");
        Bridged.withdrawn(d, q);
        d.timers.advance(700);
        about(d, "3", "tasks/get");
        s.answer(expect(s, "tasks/get"), modern("working", ""));
        assertThat(d.result("3")).hasToString(legacy("working"));
      }
    }

    @Test
    @DisplayName("tasks/cancel is answered with the task; there is no tasks/list")
    void cancel() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/cancel");
        s.answer(expect(s, "tasks/cancel"), "{\"resultType\":\"complete\"}");
        s.answer(expect(s, "tasks/get"), modern("cancelled", ""));
        assertThat(d.result("2")).hasToString(legacy("cancelled"));
        d.request("3", "tasks/list", "{}");
        assertThat(d.error("3").get("code").getAsInt()).isEqualTo(-32601);
        about(d, "4", "tasks/cancel");
        s.refuse(expect(s, "tasks/cancel"), -32602, "unknown task");
        assertThat(Json.text(d.error("4"), "message")).isEqualTo("unknown task");
      }
    }

    @Test
    @DisplayName(
        "a server that answers at once: Pitstop keeps the result as a task of its own, of 64 the newest")
    void atOnce() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        Bridged.complete(s, wanted(d, s, "1"), "now");
        JsonObject task = Json.at(d.result("1"), "task").getAsJsonObject();
        assertThat(Json.text(task, "status")).isEqualTo("completed");
        String about = "{\"taskId\":" + task.get("taskId") + "}";
        d.request("2", "tasks/get", about);
        assertThat(d.result("2")).isEqualTo(task);
        d.request("3", "tasks/result", about);
        JsonObject result = d.result("3");
        assertThat(Json.at(result, "content").toString()).contains("now");
        assertThat(result.toString()).contains("related-task\":" + about);
        d.request("4", "tasks/cancel", about);
        assertThat(Json.text(d.error("4"), "message")).contains("over already");
        for (int i = 10; i < 74; i++) {
          Bridged.complete(s, wanted(d, s, "" + i), "later");
          d.result("" + i);
        }
        d.request("5", "tasks/get", about);
        s.refuse(s.expect("tasks/get"), -32602, "unknown task");
        assertThat(d.error("5").get("code").getAsInt()).isEqualTo(-32602);
      }
    }

    @Test
    @DisplayName(
        "a call without `task` does not declare the extension; tools say that they can be tasks")
    void plain() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        d.call("1", "a");
        JsonObject call = s.expectCall("a");
        assertThat(extensions(call)).doesNotContain(EXTENSION);
        Bridged.complete(s, call, "plain");
        assertThat(d.text("1")).isEqualTo("plain");
        d.request("2", "tools/list", "{}");
        Bridged.list(s, "a");
        assertThat(Json.at(d.result("2"), "tools").getAsJsonArray().get(0).toString())
            .contains("\"execution\":{\"taskSupport\":\"optional\"}");
      }
    }
  }

  @Nested
  @DisplayName("a modern client and a legacy server with tasks")
  class ModernClient {
    private FakeServer connect(SessionDriver d) {
      Bridged.call(d, "\"first\"", "a");
      FakeServer s = d.spawned();
      s.refuse(s.expect("server/discover"), -32601, "Method not found");
      s.greet("{\"tools\":{},\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}}");
      s.expect("notifications/initialized");
      JsonObject call = s.expectCall("a");
      s.answer(
          s.expect("tools/list"),
          "{\"tools\":[" + tool("a", "optional") + "," + tool("r", "required") + "]}");
      s.text(call, "first");
      d.result("\"first\"");
      d.awaitTools("a", "r");
      d.timers.advance(Bridged.GATHER_MILLIS);
      return s;
    }

    private static String tool(String name, String support) {
      return "{\"name\":\""
          + name
          + "\",\"inputSchema\":{\"type\":\"object\"},\"execution\":{\"taskSupport\":\""
          + support
          + "\"}}";
    }

    private void about(SessionDriver d, String id, String method, String more) {
      d.request(id, method, "{\"taskId\":\"t\"," + more + WITH + "}");
    }

    private JsonObject expect(FakeServer s, String method) {
      JsonObject m = s.expect(method);
      assertThat(Json.text(m, "params", "taskId")).isEqualTo("t");
      assertThat(m.toString()).doesNotContain("protocolVersion");
      return m;
    }

    private void created(SessionDriver d, FakeServer s) {
      d.request("1", "tools/call", "{\"name\":\"a\"," + WITH + "}");
      JsonObject call = s.expectCall("a");
      assertThat(Json.at(call, "params", "task")).hasToString("{}");
      s.answer(call, "{\"task\":" + legacy("working") + "}");
      assertThat(d.result("1"))
          .hasToString("{\"resultType\":\"task\"," + MODERN_TASK + ",\"status\":\"working\"}");
    }

    @Test
    @DisplayName(
        "a call becomes a task; tasks/get has the result, or the error, when the task is over")
    void result() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("working"));
        assertThat(d.result("2")).hasToString(modern("working", ""));
        about(d, "3", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("failed"));
        s.answer(expect(s, "tasks/result"), OK);
        assertThat(d.result("3")).hasToString(modern("completed", ",\"result\":" + OK));
        about(d, "4", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("failed"));
        s.refuse(expect(s, "tasks/result"), -7, "no");
        assertThat(d.result("4"))
            .hasToString(modern("failed", ",\"error\":{\"code\":-7,\"message\":\"no\"}"));
        about(d, "5", "tasks/cancel", "");
        s.answer(expect(s, "tasks/cancel"), legacy("cancelled"));
        assertThat(d.result("5")).hasToString("{\"resultType\":\"complete\"}");
        about(d, "6", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("cancelled"));
        assertThat(d.result("6")).hasToString(modern("cancelled", ""));
        about(d, "7", "tasks/result", "");
        assertThat(d.error("7").get("code").getAsInt()).isEqualTo(-32601);
      }
    }

    @Test
    @DisplayName("a question of a task shows in tasks/get; tasks/update has the answer")
    void question() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        about(d, "2", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("input_required"));
        JsonObject waits = expect(s, "tasks/result"); // with it the question comes
        assertThat(d.result("2")).hasToString(modern("working", ""));
        s.ask("5", "elicitation/create", ASKS_FORM + "," + RELATED + "}");
        Bridged.heard(s);
        about(d, "3", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("input_required"));
        JsonObject get = d.result("3");
        assertThat(Json.text(get, "status")).isEqualTo("input_required");
        assertThat(Json.text(get, "inputRequests", "q1", "params", "message")).isEqualTo("Name?");
        about(d, "4", "tasks/update", "\"inputResponses\":" + Bridged.accepted("q1") + ",");
        JsonObject answer = s.next();
        assertThat(answer.get("id")).hasToString("5");
        assertThat(Json.text(answer, "result", "action")).isEqualTo("accept");
        assertThat(answer.toString()).contains(RELATED);
        assertThat(d.result("4")).hasToString("{\"resultType\":\"complete\"}");
        about(d, "6", "tasks/get", "");
        s.answer(expect(s, "tasks/get"), legacy("working"));
        assertThat(d.result("6")).hasToString(modern("working", ""));
        s.answer(waits, OK);
      }
    }

    @Test
    @DisplayName("a question of a task is not one of the call that is open meanwhile")
    void notOfTheOpenCall() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        created(d, s);
        Bridged.call(d, "2", "a");
        JsonObject open = s.expectCall("a");
        assertThat(open.getAsJsonObject("params").has("task")).isFalse();
        s.ask("5", "elicitation/create", ASKS_FORM + "," + RELATED + "}");
        s.text(open, "done");
        assertThat(Json.text(d.result("2"), "resultType")).isEqualTo("complete");
        d.timers.advance(Bridged.AWAY_MILLIS);
        Bridged.refused(s, "5", -32603, "five minutes");
      }
    }

    @Test
    @DisplayName(
        "a client without the extension gets the result of a tool that must be a task, and is asked")
    void withoutTheExtension() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        Bridged.call(d, "1", "r");
        JsonObject call = s.expectCall("r");
        assertThat(Json.at(call, "params", "task")).hasToString("{}");
        s.answer(call, "{\"task\":" + legacy("working") + "}");
        JsonObject waits = expect(s, "tasks/result");
        s.ask("5", "elicitation/create", ASKS_FORM + "," + RELATED + "}");
        d.awaitTimerAndAdvance(Bridged.GATHER_MILLIS);
        JsonObject asked = d.result("1");
        assertThat(Json.text(asked, "resultType")).isEqualTo("input_required");
        String state = Json.at(asked, "requestState").toString();
        Bridged.retry(d, "2", "r", Bridged.accepted("q1"), state);
        Bridged.answered(s, "5");
        s.text(waits, "late");
        assertThat(d.result("2").toString()).contains("late");
      }
    }

    @Test
    @DisplayName("tasks/update of a task that nobody knows gets the server's error")
    void unknown() {
      try (SessionDriver d = new SessionDriver()) {
        FakeServer s = connect(d);
        about(d, "1", "tasks/update", "\"inputResponses\":{},");
        s.refuse(expect(s, "tasks/get"), -32602, "unknown task");
        assertThat(Json.text(d.error("1"), "message")).isEqualTo("unknown task");
        about(d, "2", "tasks/update", "\"inputResponses\":{},");
        s.answer(expect(s, "tasks/get"), legacy("working"));
        assertThat(d.result("2")).hasToString("{\"resultType\":\"complete\"}");
      }
    }
  }

  @Nested
  @DisplayName("with many servers")
  class Many {
    @Test
    @DisplayName("a legacy client's task at a modern server has the server's name in its id")
    void legacyClient() {
      try (ManyWire w = ManyWire.legacy()) {
        Offer offer = Offer.tools("t").also("\"extensions\":{\"" + EXTENSION + "\":{}}");
        WireServer one = w.addModern("one", offer);
        w.request("1", "tools/call", "{\"name\":\"one__t\",\"task\":{}}");
        JsonObject call = one.expect("tools/call");
        assertThat(call.getAsJsonObject("params").has("task")).isFalse();
        one.answer(call, "{\"resultType\":\"task\"," + MODERN_TASK + ",\"status\":\"working\"}");
        assertThat(Json.text(w.result("1"), "task", "taskId")).isEqualTo("one:t");
        w.request("2", "tasks/result", "{\"taskId\":\"one:t\"}");
        JsonObject get = one.expect("tasks/get");
        assertThat(Json.text(get, "params", "taskId")).isEqualTo("t");
        one.answer(get, modern("completed", ",\"result\":" + OK));
        assertThat(w.result("2").toString()).contains("\"taskId\":\"one:t\"");
        w.request("3", "tools/call", "{\"name\":\"one__t\",\"task\":{}}");
        one.answer(one.expect("tools/call"), "{\"resultType\":\"complete\",\"content\":[]}");
        String own = Json.text(w.result("3"), "task", "taskId");
        assertThat(own).startsWith("one:");
        w.request("4", "tasks/get", "{\"taskId\":\"" + own + "\"}");
        assertThat(Json.text(w.result("4"), "taskId")).isEqualTo(own);
        w.request("5", "tasks/cancel", "{\"taskId\":\"one:t\"}");
        one.answer(one.expect("tasks/cancel"), "{\"resultType\":\"complete\"}");
        one.answer(one.expect("tasks/get"), modern("cancelled", ""));
        assertThat(Json.text(w.result("5"), "taskId")).isEqualTo("one:t");
      }
    }

    @Test
    @DisplayName("a modern client's task at a legacy server, and its question")
    void modernClient() {
      try (ManyWire w = ManyWire.modern()) {
        String list =
            "[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
                + "\"execution\":{\"taskSupport\":\"optional\"}}]";
        Offer offer =
            new Offer(
                "\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}",
                Map.of("tools/list", list));
        WireServer one = w.addLegacy("one", offer);
        ask(w, "1", "tools/call", "\"name\":\"one__t\"");
        JsonObject call = one.expect("tools/call");
        assertThat(Json.at(call, "params", "task")).hasToString("{}");
        one.answer(call, "{\"task\":" + legacy("working") + "}");
        assertThat(Json.text(w.result("1"), "taskId")).isEqualTo("one:t");
        one.fake().ask("5", "elicitation/create", ASKS_FORM + "," + RELATED + "}");
        Bridged.heard(one.fake());
        ask(w, "2", "tasks/get", "\"taskId\":\"one:t\"");
        one.answer(one.expect("tasks/get"), legacy("working"));
        JsonObject get = w.result("2");
        assertThat(Json.text(get, "taskId")).isEqualTo("one:t");
        assertThat(Json.at(get, "inputRequests", "q1").toString()).contains("Name?", "one:t");
        String answer = ",\"inputResponses\":" + Bridged.accepted("q1");
        ask(w, "3", "tasks/update", "\"taskId\":\"one:t\"" + answer);
        JsonObject told = one.fake().next();
        assertThat(told.get("id")).hasToString("5");
        assertThat(told.toString()).contains(RELATED);
        w.result("3");
        ask(w, "4", "tasks/get", "\"taskId\":\"one:t\"");
        one.answer(one.expect("tasks/get"), legacy("completed"));
        one.answer(one.expect("tasks/result"), OK);
        assertThat(Json.at(w.result("4"), "result")).hasToString(OK);
      }
    }

    private void ask(ManyWire w, String id, String method, String members) {
      w.request(id, method, "{" + members + "," + WITH + "}");
    }
  }
}
