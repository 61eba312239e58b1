package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
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

  private static final String SAID = "notifications/tasks";
  private static final Offer EXTENSION =
      Offer.tools("sync").also("\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}");
  private static final String DECLARED =
      ManyWire.META.replace(
          "{\"elicitation\":{}}", "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");

  private static String meta(String listen) {
    return "\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":" + listen + "}";
  }

  private static void listen(ManyWire w, String id, String filter, String accepted) {
    w.request(
        id,
        "subscriptions/listen",
        "{\"notifications\":" + filter + ",\"_meta\":{" + DECLARED + "}}");
    assertThat(w.notified("notifications/subscriptions/acknowledged").get("params"))
        .hasToString("{" + meta(id) + ",\"notifications\":" + accepted + "}");
  }

  /// @param ids the tasks that this server is asked about, as it knows them
  private static String asked(WireServer s, String ids) {
    JsonObject listen = s.expect("subscriptions/listen");
    assertThat(listen.get("params"))
        .hasToString("{\"notifications\":{\"taskIds\":" + ids + "},\"_meta\":{" + DECLARED + "}}");
    s.acknowledge(listen);
    return s.listen();
  }

  private static void said(WireServer s, String listen, String id) {
    s.notify(SAID, "{" + meta(listen) + "," + task(id, "completed").substring(1));
  }

  private static void told(ManyWire w, String listen, String id) {
    assertThat(w.notified(SAID).get("params"))
        .hasToString("{" + meta(listen) + "," + task(id, "completed").substring(1));
  }

  @Test
  @DisplayName(
      "K33 (SEP-2663): each server is asked about its own tasks; what it says of them comes on the"
          + " client's listen, under the client's id")
  void listenToTasks() {
    try (ManyWire w = ManyWire.modern()) {
      WireServer one = w.addModern("one", EXTENSION);
      WireServer two = w.addModern("two", EXTENSION);
      WireServer none = w.addModern("none", Offer.tools("sync"));
      WireServer old = w.addLegacy("old", OFFER);
      listen(
          w,
          "\"a\"",
          "{\"toolsListChanged\":true,\"taskIds\":[\"one:a:1\",\"two:b\",\"none:c\",\"old:d\","
              + "\"gone:e\",\"f\",7]}",
          "{\"toolsListChanged\":true,\"taskIds\":[\"one:a:1\",\"two:b\"]}");
      String atOne = asked(one, "[\"a:1\"]");
      String atTwo = asked(two, "[\"b\"]");
      listen(w, "7", "{\"taskIds\":[\"one:x\"]}", "{\"taskIds\":[\"one:x\"]}");
      String again = asked(one, "[\"x\"]");
      said(one, atOne, "a:1");
      told(w, "\"a\"", "one:a:1");
      said(two, atTwo, "b");
      told(w, "\"a\"", "two:b");
      said(one, again, "x");
      told(w, "7", "one:x");
      said(one, "\"nobody's\"", "a:1");
      one.notify(SAID, task("a:1", "completed")); // on no subscription
      w.sync(one);
      w.cancel("\"a\"");
      assertThat(Json.at(one.expect("notifications/cancelled"), "params", "requestId"))
          .hasToString(atOne);
      two.expect("notifications/cancelled");
      said(one, atOne, "a:1");
      w.sync(one);
      said(one, again, "x");
      told(w, "7", "one:x");
      w.sync(none);
      w.sync(old);
      w.cancel("7");
      one.expect("notifications/cancelled");
    }
  }

  @Test
  @DisplayName("K33 (SEP-2663): what a task wants to ask names its server, as a result does")
  void questionsOfTasks() {
    try (ManyWire w = ManyWire.modern()) {
      WireServer s = w.addModern("s", EXTENSION);
      listen(w, "1", "{\"taskIds\":[\"s:a\"]}", "{\"taskIds\":[\"s:a\"]}");
      String question =
          ",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"";
      s.notify(SAID, "{\"taskId\":\"a\"," + meta(asked(s, "[\"a\"]")) + question + "m\"}}}}");
      assertThat(w.notified(SAID).get("params"))
          .hasToString("{\"taskId\":\"s:a\"," + meta("1") + question + "[s] m\"}}}}");
      w.cancel("1");
      s.expect("notifications/cancelled");
    }
  }

  @Test
  @DisplayName(
      "K33, E3: a later run is asked about the tasks again; one that refuses is not asked twice,"
          + " and its other notifications come")
  void tasksOfALaterRun() {
    try (ManyWire w = ManyWire.modern()) {
      WireServer s = w.addModern("s", EXTENSION.resources("a://1"));
      listen(
          w,
          "1",
          "{\"taskIds\":[\"s:a\"],\"resourceSubscriptions\":[\"a://1\"]}",
          "{\"resourceSubscriptions\":[\"a://1\"],\"taskIds\":[\"s:a\"]}");
      JsonObject asked = s.expect("subscriptions/listen");
      s.refuse(s.expect("subscriptions/listen"), -32602, "Unknown task");
      String own = s.acknowledge(asked).listen();
      s.expect("notifications/cancelled"); // of the own listen before
      w.listen("2", "{\"toolsListChanged\":true}"); // what is wanted is looked at again
      s.notify("notifications/resources/updated", "{" + meta(own) + ",\"uri\":\"a://1\"}");
      w.notified("notifications/resources/updated");
      w.sync(s);
      w.cancel("2");
      s.fake().child().exit(1);
      Await.until("its end", () -> !w.server("s").serves());
      w.modern("3", "tools/call", "\"name\":\"s__sync\"");
      WireServer again = w.again("s");
      again.answer(
          again.expect("server/discover"),
          "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{"
              + EXTENSION.capabilities()
              + "},\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}");
      again.expect("subscriptions/listen"); // the own one
      asked(again, "[\"a\"]");
      w.cancel("3");
      w.cancel("1");
    }
  }

  @Test
  @DisplayName("E3, K33: nothing of a task follows the final result of its listen")
  void endOfAListen() throws InterruptedException {
    ManyWire w = ManyWire.modern();
    WireServer s = w.addModern("s", EXTENSION);
    s.fake().child().stubborn();
    listen(w, "1", "{\"taskIds\":[\"s:a\"]}", "{\"taskIds\":[\"s:a\"]}");
    String asked = asked(s, "[\"a\"]");
    Thread end = w.shutDown();
    w.result("1");
    said(s, asked, "a");
    s.fake().child().kill();
    end.join();
    w.endInput();
    w.awaitEnd();
    w.close();
  }

  @Test
  @DisplayName("K33 (SEP-2663): a client that has not declared the extension is told so")
  void extensionNotDeclared() {
    try (ManyWire w = ManyWire.modern()) {
      w.modern("1", "subscriptions/listen", "\"notifications\":{\"taskIds\":[\"s:a\"]}");
      assertThat(w.error("1"))
          .hasToString(
              "{\"code\":-32021,\"message\":\"Missing required client capability\","
                  + "\"data\":{\"requiredCapabilities\":{\"extensions\":"
                  + "{\"io.modelcontextprotocol/tasks\":{}}}}}");
    }
  }
}
