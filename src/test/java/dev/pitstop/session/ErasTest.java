package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Limited;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Modern sessions, and sessions of both eras.
class ErasTest {
  @RegisterExtension static final Sessions SESSIONS = Sessions.with(ErasTest::connect);

  private static final String ME =
      "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"m\",\"version\":\"1\"}";
  private static final String META = "\"_meta\":{" + ME + "}";
  private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  private static void modern(SessionDriver d, String id, String method, String members) {
    d.request(id, method, "{" + (members.isEmpty() ? "" : members + ",") + META + "}");
  }

  private static void call(SessionDriver d, String id, String tool) {
    modern(d, id, "tools/call", "\"name\":\"" + tool + "\"");
  }

  private static void greeted(FakeServer s) {
    JsonObject probe = s.expect("server/discover");
    assertThat(Json.at(probe, "params", "_meta")).hasToString("{" + ME + "}");
    s.answer(probe, "{\"resultType\":\"complete\",\"capabilities\":{\"tools\":{}}}");
  }

  /// A modern session that has made one call.
  private static FakeServer connect(SessionDriver d) {
    call(d, "\"first\"", "a");
    FakeServer s = d.spawned();
    greeted(s);
    JsonObject call = s.expectCall("a");
    Bridged.list(s, "a");
    s.answer(call, "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("\"first\"");
    d.awaitTools("a");
    return s;
  }

  @Test
  @DisplayName(
      "a modern session is never greeted with an initialize; its requests wait for discover")
  void noInitialize(SessionDriver d, FakeServer s) {
    d.crash(s, 1);
    call(d, "1", "a");
    FakeServer now = d.spawned();
    greeted(now);
    Bridged.list(now, "a");
    now.answer(now.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
    assertThat(d.result("1").toString()).contains("[pitstop]");
  }

  @Test
  @DisplayName("a discover that hangs and is given up gets an error, as any other request")
  void hangingDiscover(@Limited(10_000) SessionDriver d, FakeServer s) {
    modern(d, "1", "server/discover", "");
    s.expect("server/discover");
    d.timers.advance(10_000);
    assertThat(Json.text(d.error("1"), "message")).contains("timed out");
    s.expect("notifications/cancelled");
  }

  @Test
  @DisplayName("a throwaway discover is answered by the server, and makes no era")
  void probe(SessionDriver d) {
    modern(d, "1", "server/discover", "");
    FakeServer s = d.spawned();
    s.answer(
        s.expect("server/discover"),
        "{\"ttlMs\":60000,\"cacheScope\":\"public\",\"capabilities\":{\"tools\":{}}}");
    JsonObject r = d.result("1");
    assertThat(Json.text(r, "resultType")).isEqualTo("complete");
    assertThat(Json.at(r, "capabilities", "tools", "listChanged").getAsBoolean()).isTrue();
    assertThat(Json.at(r, "ttlMs").getAsInt()).isZero();
    assertThat(Json.text(r, "instructions")).contains("recompile");
    // no list of ours before the client has shown its era: it would decide it for the server
    d.initialize();
    d.greeted(s);
    d.initialized(s, "a");
  }

  @Test
  @DisplayName("our own results and lists say resultType, ttlMs 0 and cacheScope")
  void ownResults(SessionDriver d, FakeServer s) {
    modern(d, "1", "tools/list", "");
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"ttlMs\":900,\"cacheScope\":\"public\",\"tools\":"
            + FakeServer.tools("a")
            + "}");
    JsonObject list = d.result("1");
    assertThat(Json.at(list, "ttlMs").getAsInt()).isZero();
    assertThat(Json.text(list, "cacheScope")).isEqualTo("public");
    call(d, "2", "server_status");
    assertThat(Json.text(d.result("2"), "resultType")).isEqualTo("complete");
    modern(d, "4", "tools/list", "");
    s.refuse(s.expect("tools/list"), -32601, "no");
    assertThat(Json.at(d.result("4"), "ttlMs").getAsInt()).isZero();
    call(d, "5", "a");
    s.expectCall("a");
    s.child().exit(3);
    JsonObject lost = d.result("5");
    assertThat(lost.toString()).contains("exit code 3", "\"isError\":true");
    assertThat(Json.text(lost, "resultType")).isEqualTo("complete");
  }

  private static void listen(SessionDriver d, String id) {
    d.listen(id, "{\"notifications\":{\"toolsListChanged\":true}," + META + "}");
  }

  private static JsonObject acknowledged(SessionDriver d, String id) {
    JsonObject n = d.notified("notifications/subscriptions/acknowledged");
    assertThat(Json.at(n, "params", "_meta", SUBSCRIPTION)).hasToString(id);
    return n;
  }

  @Test
  @DisplayName(
      "a listen outlives the server: sent again, acknowledged once, our list change carries its id")
  void overARestart(SessionDriver d, FakeServer s) {
    listen(d, "\"l\"");
    Bridged.acknowledge(s, s.expect("subscriptions/listen"));
    JsonObject ack = acknowledged(d, "\"l\"");
    assertThat(Json.at(ack, "params", "notifications", "toolsListChanged").getAsBoolean()).isTrue();
    call(d, "1", "recompile");
    FakeServer now = d.spawned();
    greeted(now);
    JsonObject again = now.expect("subscriptions/listen");
    Bridged.acknowledge(now, again);
    Bridged.list(now, "a", "b");
    JsonObject changed = d.notified("notifications/tools/list_changed");
    assertThat(Json.at(changed, "params", "_meta", SUBSCRIPTION)).hasToString("\"l\"");
    d.result("1");
    s.child().awaitStop();
    now.notify(
        "notifications/tools/list_changed",
        "{\"_meta\":{\"" + SUBSCRIPTION + "\":" + again.get("id") + "}}");
    Bridged.list(now, "a", "b", "c");
    assertThat(
            Json.at(
                d.notified("notifications/tools/list_changed"), "params", "_meta", SUBSCRIPTION))
        .hasToString("\"l\"");
    d.cancelTo(now, "\"l\"");
    d.sync(now);
  }

  @Test
  @DisplayName("a listen that the client has cancelled is not sent to the next server")
  void cancelled(SessionDriver d, FakeServer s) {
    listen(d, "5");
    Bridged.acknowledge(s, s.expect("subscriptions/listen"));
    acknowledged(d, "5");
    d.cancelTo(s, "5");
    call(d, "1", "recompile");
    FakeServer now = d.spawned();
    greeted(now);
    Bridged.list(now, "a", "b");
    d.result("1");
    s.child().awaitStop();
    d.sync(now);
  }

  @Test
  @DisplayName("a server without subscriptions: we acknowledge, and tell of our own changes")
  void serverWithoutSubscriptions(SessionDriver d, FakeServer s) {
    listen(d, "7");
    s.refusing("subscriptions/listen");
    acknowledged(d, "7");
    d.crash(s, 1);
    call(d, "1", "a");
    FakeServer now = d.spawned();
    greeted(now);
    now.refusing("subscriptions/listen");
    Bridged.list(now, "a", "b");
    assertThat(
            Json.at(
                d.notified("notifications/tools/list_changed"), "params", "_meta", SUBSCRIPTION))
        .hasToString("7");
    now.answer(now.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("1");
    d.cancel("7");
  }

  @Test
  @DisplayName("the server ends a subscription; the good-bye of a replaced server does not")
  void goodBye(SessionDriver d, FakeServer s) {
    listen(d, "7");
    JsonObject first = s.expect("subscriptions/listen");
    Bridged.acknowledge(s, first);
    acknowledged(d, "7");
    s.child().stubborn();
    call(d, "1", "recompile");
    FakeServer now = d.spawned();
    greeted(now);
    JsonObject second = now.expect("subscriptions/listen");
    Bridged.acknowledge(now, second);
    Bridged.list(now, "a");
    d.result("1");
    s.child().awaitStop();
    s.answer(first, "{\"resultType\":\"complete\"}");
    s.child().exit(0);
    d.sync(now);
    now.notify("notifications/cancelled", "{\"requestId\":" + second.get("id") + "}");
    d.result("7");
  }

  @Test
  @DisplayName("a listen that never reached the server that died is sent to the next one")
  void listenThatWasNeverWritten(SessionDriver d, FakeServer s) {
    modern(d, "1", "tools/call", "\"name\":\"a\",\"x\":\"" + "y".repeat(3_000) + "\"");
    s.expectCall("a");
    s.child().input().stick();
    d.notify("notifications/x", "{\"x\":\"" + "y".repeat(2_000) + "\"}");
    d.awaitWriter(s);
    listen(d, "7");
    acknowledged(d, "7");
    d.sync();
    s.child().exit(1);
    d.result("1");
    call(d, "2", "a");
    FakeServer now = d.spawned();
    greeted(now);
    now.expect("subscriptions/listen");
    Bridged.list(now, "a");
    now.answer(now.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("2");
    d.cancelTo(now, "7");
  }

  @Test
  @DisplayName("a session that speaks both eras is kept in both")
  void both(SessionDriver d, @Serving("a") FakeServer s) {
    call(d, "1", "a");
    s.answer(s.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("1");
    listen(d, "7");
    acknowledged(d, "7");
    d.crash(s, 1);
    call(d, "2", "a");
    FakeServer now = d.spawned().comeUp("a", "b");
    d.notified("notifications/tools/list_changed");
    JsonObject changed = d.notified("notifications/tools/list_changed");
    assertThat(Json.at(changed, "params", "_meta", SUBSCRIPTION)).hasToString("7");
    now.answer(now.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("2");
    d.cancel("7");
  }
}
