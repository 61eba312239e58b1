package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What a `subscriptions/listen` is told.
class ListenTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private static FakeServer connect(SessionDriver d) {
    d.request("0", "tools/call", "{\"name\":\"a\"," + META + "}");
    FakeServer s = d.spawned();
    s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    JsonObject first = s.expectCall("a");
    s.list("a");
    s.answer(first, "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("0");
    d.awaitTools("a");
    return s;
  }

  private static JsonObject acknowledged(SessionDriver d, FakeServer s, String notifications) {
    JsonObject listen = s.expect("subscriptions/listen");
    s.notify(
        "notifications/subscriptions/acknowledged",
        "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + listen.get("id") + "}" + notifications + "}");
    return Json.at(
            d.notified("notifications/subscriptions/acknowledged"), "params", "notifications")
        .getAsJsonObject();
  }

  @Test
  @DisplayName("a listen with the id of an open one is refused; the open one goes on")
  void sameId() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = connect(d);
      d.listen("7", "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
      acknowledged(d, s, ",\"notifications\":{}");
      d.listen("7", "{\"notifications\":{}," + META + "}");
      assertThat(Json.text(d.error("7"), "code")).isEqualTo("-32600");
      d.cancel("7");
      assertThat(Json.text(s.expect("notifications/cancelled"), "params", "requestId"))
          .isEqualTo("7");
    }
  }

  @Test
  @DisplayName("acknowledged is what was asked for and will be sent: our tools, the server's")
  void promises() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = connect(d);
      String all =
          "\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":true";
      d.listen("7", "{\"notifications\":{" + all + "}," + META + "}");
      JsonObject known = acknowledged(d, s, ",\"notifications\":{\"promptsListChanged\":true}");
      assertThat(known.keySet())
          .containsExactlyInAnyOrder("toolsListChanged", "promptsListChanged");
      d.listen("8", "{\"notifications\":{\"resourcesListChanged\":true}," + META + "}");
      assertThat(acknowledged(d, s, "")).hasToString("{}");
      d.listen("9", "{\"notifications\":{}," + META + "}");
      assertThat(acknowledged(d, s, ",\"notifications\":{}")).hasToString("{}");
      d.cancel("7");
      d.cancel("8");
      d.cancel("9");
    }
  }

  private static void call(SessionDriver d, String id, String tool) {
    d.request(id, "tools/call", "{\"name\":\"" + tool + "\"," + META + "}");
  }

  private static void listen(SessionDriver d) {
    d.listen("1.50", "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
  }

  /// The next incarnation, greeted: it has been sent the open listen.
  private static FakeServer greeted(SessionDriver d) {
    FakeServer s = d.spawned();
    s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
    return s;
  }

  private static void lists(FakeServer s, String... tools) {
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"tools\":" + FakeServer.tools(tools) + "}");
  }

  private static void says(FakeServer s, JsonObject listen, String method) {
    s.notify(
        method,
        "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + listen.get("id") + "},\"notifications\":{}}");
  }

  private static void hears(SessionDriver d, String method) {
    assertThat(Json.at(d.notified(method), "params", "_meta", SUBSCRIPTION).getAsString())
        .isEqualTo("1.50");
  }

  private static final String ACK = "notifications/subscriptions/acknowledged";
  private static final String UPDATED = "notifications/resources/updated";
  private static final String TOOLS = "notifications/tools/list_changed";

  @Test
  @DisplayName("the new one acknowledges before it takes over: the client hears it, once")
  void newOneFirst() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      JsonObject first = old.expect("subscriptions/listen");
      call(d, "1", "recompile");
      FakeServer now = greeted(d);
      JsonObject second = now.expect("subscriptions/listen");
      says(now, second, ACK);
      hears(d, ACK);
      says(old, first, ACK);
      d.sync(old); // once is enough
      lists(now, "a", "b");
      hears(d, TOOLS);
      d.result("1");
      old.child().awaitStop();
      says(now, second, ACK);
      d.sync(now);
      cancel(d, now);
    }
  }

  private static void cancel(SessionDriver d, FakeServer now) {
    d.cancel("1.50");
    now.expect("notifications/cancelled");
  }

  @Test
  @DisplayName("the old one acknowledges while it drains: heard, then the change of the reload")
  void oldOneLate() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      JsonObject first = old.expect("subscriptions/listen");
      call(d, "\"long\"", "a");
      JsonObject working = old.expectCall("a");
      call(d, "1", "recompile");
      FakeServer now = greeted(d);
      JsonObject second = now.expect("subscriptions/listen");
      lists(now, "a", "b");
      d.result("1");
      d.sync(now); // no list change before the acknowledgement
      says(old, first, ACK);
      hears(d, ACK);
      hears(d, TOOLS);
      says(now, second, ACK);
      d.sync(now);
      old.text(working, "done");
      d.result("\"long\"");
      old.child().awaitStop();
      cancel(d, now);
    }
  }

  @Test
  @DisplayName("neither acknowledges over several reloads: nothing is said; then the third does")
  void nobodyAcknowledges() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = connect(d);
      listen(d);
      s.expect("subscriptions/listen");
      for (int i = 0; i < 2; i++) {
        call(d, "" + i, "recompile");
        FakeServer now = greeted(d);
        JsonObject listen = now.expect("subscriptions/listen");
        lists(now, "a", "b" + i);
        d.result("" + i);
        s.child().awaitStop();
        d.sync(now);
        s = now;
        if (i == 1) {
          says(now, listen, ACK);
          hears(d, ACK);
          hears(d, TOOLS);
        }
      }
      cancel(d, s);
    }
  }

  @Test
  @DisplayName("the new one has no subscriptions: we acknowledge in its place when it takes over")
  void newOneHasNone() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      old.expect("subscriptions/listen");
      call(d, "1", "recompile");
      FakeServer now = greeted(d);
      now.refuse(now.expect("subscriptions/listen"), -32601, "Method not found");
      d.sync(now); // as long as the old one may still answer
      lists(now, "a", "b");
      hears(d, ACK);
      hears(d, TOOLS);
      d.result("1");
      old.child().awaitStop();
      d.cancel("1.50");
    }
  }

  @Test
  @DisplayName("the new one ends the subscription before it takes over: it ends when it does")
  void newOneEnds() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      says(old, old.expect("subscriptions/listen"), ACK);
      hears(d, ACK);
      call(d, "1", "recompile");
      FakeServer now = greeted(d);
      now.refuse(now.expect("subscriptions/listen"), -32603, "No more of that");
      d.sync(now);
      lists(now, "a");
      assertThat(Json.text(d.error("1.50"), "message")).isEqualTo("No more of that");
      d.result("1");
      old.child().awaitStop();
    }
  }

  @Test
  @DisplayName("what a draining one says is heard for the whole drain, over several reloads")
  void drain() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      JsonObject first = old.expect("subscriptions/listen");
      says(old, first, ACK);
      hears(d, ACK);
      call(d, "\"long\"", "a");
      JsonObject working = old.expectCall("a");
      List<FakeServer> running = new ArrayList<>(List.of(old));
      for (int i = 0; i < 3; i++) {
        call(d, "" + i, "recompile");
        FakeServer now = greeted(d);
        JsonObject listen = now.expect("subscriptions/listen");
        says(now, listen, ACK);
        lists(now, "a");
        d.result("" + i);
        if (i > 0) {
          running.getLast().child().awaitStop();
        }
        running.add(now);
        says(old, first, UPDATED);
        hears(d, UPDATED);
        says(now, listen, UPDATED);
        hears(d, UPDATED);
        says(old, first, TOOLS); // of tools that are not there any more
        old.notify("notifications/message", "{\"data\":\"behind it\"}");
        d.notified("notifications/message");
      }
      says(old, first, UPDATED);
      old.answer(first, "{\"resultType\":\"complete\"}"); // its good-bye
      old.answer(working, "{\"resultType\":\"complete\",\"content\":[]}");
      hears(d, UPDATED);
      d.result("\"long\"");
      old.child().awaitStop();
      cancel(d, running.getLast());
    }
  }

  @Test
  @DisplayName("what a new one says before it takes over is not heard: the old one serves")
  void beforeTakeover() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = connect(d);
      listen(d);
      JsonObject first = old.expect("subscriptions/listen");
      says(old, first, ACK);
      hears(d, ACK);
      call(d, "1", "recompile");
      FakeServer now = greeted(d);
      JsonObject second = now.expect("subscriptions/listen");
      says(now, second, UPDATED);
      d.sync(now);
      says(old, first, UPDATED);
      hears(d, UPDATED);
      lists(now, "a");
      d.result("1");
      old.child().awaitStop();
      cancel(d, now);
    }
  }
}
