package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The handshake with the client, and its replay to new incarnations.
@ExtendWith(Sessions.class)
class HandshakeTest {
  private static final String ALL_LISTS =
      "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
          + "\"resources\":{\"listChanged\":true}}";

  @Test
  @DisplayName(
      "the server's own answer, with listChanged and our sentences behind its instructions")
  void ownAnswer(SessionDriver d, @Begun FakeServer s) {
    JsonObject asked = s.expect("initialize");
    assertThat(Json.at(asked, "params", "capabilities")).hasToString("{\"sampling\":{}}");
    s.answer(
        asked,
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":false},"
            + "\"prompts\":{}},\"instructions\":\"Be nice.\",\"serverInfo\":{\"name\":\"x\"}}");
    JsonObject r = d.result("\"init\"");
    assertThat(r.get("capabilities"))
        .hasToString("{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true}}");
    assertThat(Json.text(r, "instructions"))
        .startsWith("Pitstop: `recompile` restarts this server; `call_tool` ")
        .endsWith(".\n\nBe nice.");
    assertThat(Json.text(r, "serverInfo", "name")).isEqualTo("x");
  }

  @Test
  @DisplayName("one without tools has the capability for ours")
  void noTools(SessionDriver d) {
    d.initialize();
    d.spawned().greet("{\"prompts\":{}}");
    assertThat(d.result("\"init\"").get("capabilities"))
        .hasToString("{\"prompts\":{\"listChanged\":true},\"tools\":{\"listChanged\":true}}");
  }

  /// One of which nothing is known, and which has not answered when memory would: it has so much
  /// longer.
  private static FakeServer slowServer(SessionDriver d) {
    FakeServer s = d.begin();
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    d.awaitTimer(SessionDriver.LONGER_MILLIS);
    return s;
  }

  @Test
  @DisplayName(
      "a late server never seen: the minimum in the end, all lists by list_changed when it serves")
  void late(SessionDriver d) {
    FakeServer s = slowServer(d);
    JsonObject asked = s.expect("initialize");
    d.timers.advance(SessionDriver.LONGER_MILLIS - 1);
    d.sync(); // nothing was answered but this
    d.timers.advance(1);
    JsonObject r = d.result("\"init\"");
    assertThat(Json.text(r, "protocolVersion")).isEqualTo("2025-06-18");
    assertThat(Json.at(r, "capabilities")).hasToString(ALL_LISTS);
    d.notify("notifications/initialized", "{}");
    d.request("1", "tools/list", "{}");
    d.sync();
    d.timers.advance(SessionDriver.HANDSHAKE_MILLIS);
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).contains("recompile");
    s.answer(asked, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}");
    s.expect("notifications/initialized");
    s.list("a"); // before it serves: somebody was told that there is nothing
    d.notified("notifications/tools/list_changed");
    d.awaitTools("a");
    assertThat(d.callAnswered(s, "2", "a", "done"))
        .startsWith("[pitstop] Server `fake` is running (spawn #1).")
        .contains("tools: 1 added", "+ tool `a`");
  }

  @Test
  @DisplayName("it takes long to start: its own answer, with all it can do")
  void slow(SessionDriver d) {
    FakeServer s = slowServer(d);
    JsonObject asked = s.expect("initialize");
    d.timers.advance(SessionDriver.LONGER_MILLIS - 1);
    s.answer(
        asked,
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"completions\":{}},"
            + "\"instructions\":\"Be patient.\"}");
    JsonObject r = d.result("\"init\"");
    assertThat(Json.at(r, "capabilities").getAsJsonObject().keySet()).contains("completions");
    assertThat(Json.text(r, "instructions")).endsWith("\n\nBe patient.");
    d.notify("notifications/initialized", "{}");
    s.expect("notifications/initialized");
  }

  @Test
  @DisplayName("with --set handshakeTimeout the minimum comes after that time")
  void asGiven() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.patient(2_000, 2_000, 2_000))) {
      d.initialize();
      d.spawned().expect("initialize");
      d.sync();
      d.timers.advance(2_000);
      assertThat(Json.at(d.result("\"init\""), "capabilities")).hasToString(ALL_LISTS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"prompts/list", "resources/list", "resources/templates/list"})
  @DisplayName("a list that only the minimum promised is an empty one, and no error")
  void promised(String method, SessionDriver d) {
    FakeServer s = slowServer(d);
    JsonObject asked = s.expect("initialize");
    d.timers.advance(SessionDriver.LONGER_MILLIS);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.sync();
    s.answer(asked, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}");
    s.expect("notifications/initialized");
    s.list("a");
    d.notified("notifications/tools/list_changed");
    s.refuse(d.requestTo(s, "1", method, "{}"), -32601, "Method not found");
    assertThat(d.result("1").toString()).contains(":[]").doesNotContain("Method not found");
  }

  @Test
  @DisplayName("a server that is down when the client connects: the minimum at once")
  void downAtStart(SessionDriver d) {
    d.spawner.refuse("no such program");
    d.initialize();
    JsonObject r = d.result("\"init\"");
    assertThat(Json.text(r, "serverInfo", "name")).isEqualTo("fake");
    d.notify("notifications/initialized", "{}");
    assertThat(d.callForText("1", "server_status")).contains("stopped");
  }

  @Test
  @DisplayName("the handshake is replayed with the client's parameters; its answer stays with us")
  void replayed(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer now = d.recompiling("1");
    JsonObject asked = now.greet();
    assertThat(Json.text(asked, "params", "protocolVersion")).isEqualTo("2025-06-18");
    assertThat(Json.text(asked, "params", "clientInfo", "name")).isEqualTo("test");
    assertThat(asked.get("id").getAsInt()).isGreaterThanOrEqualTo(1_500_000_000);
    now.expect("notifications/initialized");
    now.list("a");
    assertThat(d.text("1")).contains("spawn #2");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("log level and open subscriptions are replayed, closed ones are not")
  void levelAndSubscriptions(SessionDriver d, @Serving("a") FakeServer s) {
    ok(d, s, "1", "logging/setLevel", "{\"level\":\"debug\"}");
    ok(d, s, "2", "resources/subscribe", "{\"uri\":\"x:1\"}");
    ok(d, s, "3", "resources/subscribe", "{\"uri\":\"x:2\"}");
    ok(d, s, "4", "resources/unsubscribe", "{\"uri\":\"x:1\"}");
    s.refuse(
        d.requestTo(s, "5", "resources/subscribe", "{\"uri\":\"x:3\"}"),
        -32002,
        "no such resource");
    d.error("5");
    d.crash(s, 1);
    FakeServer now = d.callStarting("6", "a").handshake();
    JsonObject level = now.expect("logging/setLevel");
    assertThat(Json.text(level, "params", "level")).isEqualTo("debug");
    JsonObject subscribe = now.expect("resources/subscribe");
    assertThat(Json.text(subscribe, "params", "uri")).isEqualTo("x:2");
    now.answer(level, "{}");
    now.answer(subscribe, "{}");
    now.list("a");
    now.text(now.expectCall("a"), "there");
    assertThat(d.text("6")).endsWith("there");
  }

  private static void ok(SessionDriver d, FakeServer s, String id, String method, String params) {
    s.answer(d.requestTo(s, id, method, params), "{}");
    d.result(id);
  }

  @Test
  @DisplayName("before the client is initialized, a respawned server is not told so either")
  void notYetInitialized(SessionDriver d, @Begun FakeServer s) {
    d.greeted(s);
    d.crash(s, 1);
    d.request("1", "tools/list", "{}");
    FakeServer now = d.spawned();
    now.greet();
    now.list("a");
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a");
    d.notify("notifications/initialized", "{}");
    now.expect("notifications/initialized");
    now.list("a");
    d.awaitTools("a");
  }

  @Test
  @DisplayName("a new server is told of the session though the old one has used up the room")
  void initializedInFullHouse(SessionDriver d, @Serving("a") FakeServer old) {
    old.child().input().stick();
    d.call("1", "a", "{\"x\":\"" + "y".repeat(50_000) + "\"}");
    d.awaitWriter(old);
    d.call("2", "a", "{\"x\":\"" + "y".repeat(29_000) + "\"}");
    for (int i = 0; i < 200; i++) {
      d.notify("x", "{}"); // shorter than what the new one must be told
    }
    FakeServer now = d.recompiling("3").handshake();
    now.list("a");
    assertThat(d.text("3")).contains("spawn #2");
    old.child().exit(137);
    now.text(now.expectCall("a"), "two");
    assertThat(d.next().toString() + d.next()).contains("\"id\":1", "two");
  }
}
