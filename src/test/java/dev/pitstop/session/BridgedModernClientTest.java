package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.OverLegacy;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What a modern client's messages become at a legacy server, and the other way round: the table of
/// docs/design/eras.md, row by row. Questions are in [QuestionsTest].
class BridgedModernClientTest {
  @RegisterExtension
  static final Sessions SESSIONS = Sessions.with(BridgedModernClientTest::connect);

  private static final String RESOURCES =
      "{\"tools\":{\"listChanged\":true},\"resources\":{\"subscribe\":true}}";

  /// A legacy server that has resources, which lists nothing but tools.
  private static FakeServer connect(SessionDriver d) {
    Bridged.call(d, "\"first\"", "a");
    FakeServer s = d.spawned().refusing("server/discover");
    s.greet(RESOURCES);
    s.expect("notifications/initialized");
    JsonObject call = s.expectCall("a");
    lists(s);
    s.text(call, "first");
    d.result("\"first\"");
    d.awaitTools("a");
    return s;
  }

  private static void lists(FakeServer s) {
    s.list("a");
    s.answer(s.expect("resources/list"), "{\"resources\":[]}");
    s.answer(s.expect("resources/templates/list"), "{\"resourceTemplates\":[]}");
  }

  @Test
  @DisplayName(
      "A second `server/discover` is answered from `initialize`; the first fails as directly")
  void discover(SessionDriver d) {
    Bridged.modern(d, "1", "server/discover", "");
    FakeServer s = d.spawned().refusing("server/discover");
    assertThat(d.code("1")).isEqualTo(-32601);
    Bridged.modern(d, "2", "server/discover", "");
    JsonObject first = s.next();
    if (Json.text(first, "method").equals("server/discover")) {
      s.refuse(first, -32601, "Method not found");
      first = s.next();
    }
    assertThat(Json.at(first, "params", "capabilities")).hasToString(Bridged.CAPABILITIES);
    s.greeted(first, "{\"tools\":{}}");
    s.expect("notifications/initialized");
    JsonObject r = d.result("2");
    assertThat(Json.at(r, "supportedVersions")).hasToString("[\"2026-07-28\"]");
    assertThat(Json.at(r, "_meta", Bridged.KEY + "serverInfo"))
        .hasToString("{\"name\":\"fake\",\"version\":\"1\"}");
    assertThat(Json.text(r, "resultType")).isEqualTo("complete");
    s.list("a");
    d.awaitTools("a");
  }

  @Test
  @DisplayName("A listen that shows the client's era is for a run that serves already")
  void listensFirst(SessionDriver d) {
    Bridged.modern(d, "1", "server/discover", "");
    FakeServer s = d.spawned().refusing("server/discover");
    d.error("1");
    d.listen(
        "2",
        "{\"notifications\":{\"resourceSubscriptions\":[\"a://1\"]},\"_meta\":{"
            + Bridged.META
            + "}}");
    s.refusing("server/discover");
    s.greet(RESOURCES);
    d.notified("notifications/subscriptions/acknowledged");
    s.expect("notifications/initialized");
    assertThat(Json.text(s.expect("resources/subscribe"), "params", "uri")).isEqualTo("a://1");
    lists(s);
    d.awaitTools("a");
    d.cancel("2");
    s.expect("resources/unsubscribe");
  }

  @Test
  @DisplayName(
      "A server that is silent after `server/discover` for ten seconds is sent `initialize`")
  void silent(SessionDriver d) {
    Bridged.call(d, "1", "a");
    FakeServer s = d.spawned();
    s.expect("server/discover");
    d.awaitTimerAndAdvance(10_000);
    s.handshake();
    JsonObject call = s.expectCall("a");
    s.list("a");
    s.text(call, "ok");
    assertThat(d.text("1")).contains("ok");
    d.awaitTools("a");
  }

  @Test
  @DisplayName("What the modern era has no more, or requires, is refused here")
  void refusals(SessionDriver d, FakeServer s) {
    for (String method :
        List.of("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe")) {
      Bridged.modern(d, "1", method, "\"level\":\"info\",\"uri\":\"a://1\"");
      assertThat(d.code("1")).as(method).isEqualTo(-32601);
    }
    assertThat(d.requestForCode("2", "tools/call", "{\"name\":\"a\",\"_meta\":{" + ME + "}}"))
        .isEqualTo(-32602);
    d.request(
        "3",
        "tools/call",
        "{\"name\":\"a\",\"_meta\":{" + Bridged.META.replace("2026-07-28", "2030-01-01") + "}}");
    assertThat(d.code("3")).isEqualTo(-32022);
    Bridged.heard(s); // the server has got nothing
  }

  private static final String ME = "\"" + Bridged.KEY + "protocolVersion\":\"2026-07-28\"";

  @Test
  @DisplayName("Results get what the schema wants, errors their new codes")
  void answers(SessionDriver d, FakeServer s) {
    Bridged.modern(d, "1", "resources/read", "\"uri\":\"a://1\"");
    s.answer(s.expect("resources/read"), "{\"contents\":[]}");
    assertThat(d.result("1"))
        .hasToString(
            "{\"ttlMs\":0,\"cacheScope\":\"private\",\"resultType\":\"complete\",\"contents\":[]}");
    Bridged.modern(d, "2", "resources/read", "\"uri\":\"a://1\"");
    s.refuse(s.expect("resources/read"), -32002, "Resource not found");
    assertThat(d.code("2")).isEqualTo(-32602);
    Bridged.call(d, "3", "a");
    s.refuse(s.expectCall("a"), -32042, "URL");
    assertThat(d.code("3")).isEqualTo(-32603);
    Bridged.call(d, "4", "a");
    s.refuse(s.expectCall("a"), -1, "mine");
    assertThat(d.code("4")).isEqualTo(-1);
  }

  @Test
  @DisplayName(
      "Messages of the server pass while a request that wants them is open, also over a round")
  void messages(SessionDriver d, @OverLegacy("ask") FakeServer s) {
    message(s);
    Bridged.heard(s);
    String wants = ",\"_meta\":{" + Bridged.META + ",\"" + Bridged.KEY + "logLevel\":\"info\"}}";
    d.request("1", "tools/call", "{\"name\":\"ask\"" + wants);
    JsonObject call = s.expectCall("ask");
    message(s);
    d.notified("notifications/message");
    String state = Bridged.asks(d, s, "10", "1");
    message(s); // no request is open
    Bridged.heard(s);
    d.request(
        "2",
        "tools/call",
        "{\"name\":\"ask\",\"inputResponses\":"
            + Bridged.accepted("q1")
            + ",\"requestState\":"
            + state
            + wants);
    Bridged.answered(s, "10");
    message(s);
    d.notified("notifications/message");
    s.text(call, "done");
    d.result("2");
    message(s);
    Bridged.heard(s);
  }

  private static void message(FakeServer s) {
    s.notify("notifications/message", "{\"level\":\"warning\",\"data\":1}");
  }

  private static void listen(SessionDriver d, String id, String uris) {
    d.listen(
        id,
        "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":"
            + uris
            + "},\"_meta\":{"
            + Bridged.META
            + "}}");
  }

  private static void acknowledged(SessionDriver d, String id) {
    assertThat(
            Json.at(
                d.notified("notifications/subscriptions/acknowledged"),
                "params",
                "_meta",
                Bridged.SUBSCRIPTION))
        .hasToString(id);
  }

  private static void updated(SessionDriver d, String id) {
    JsonObject n = d.notified("notifications/resources/updated");
    assertThat(Json.at(n, "params", "_meta", Bridged.SUBSCRIPTION)).hasToString(id);
  }

  @Test
  @DisplayName("Listens become subscriptions; the last listener that leaves ends them")
  void listens(SessionDriver d, FakeServer s) {
    listen(d, "7", "[\"a://1\"]");
    acknowledged(d, "7");
    assertThat(s.expect("resources/subscribe").get("params")).hasToString("{\"uri\":\"a://1\"}");
    listen(d, "8", "[\"a://1\"]");
    acknowledged(d, "8");
    s.notify("notifications/resources/updated", "{\"uri\":\"a://1\"}");
    updated(d, "7");
    updated(d, "8");
    d.cancel("7");
    d.sync();
    s.notify("notifications/resources/updated", "{\"uri\":\"a://1\"}");
    updated(d, "8");
    d.cancel("8");
    assertThat(s.expect("resources/unsubscribe").get("params")).hasToString("{\"uri\":\"a://1\"}");
  }

  @Test
  @DisplayName("A reload from a legacy build to a modern one and back keeps an open listen")
  void thereAndBack(SessionDriver d, FakeServer s) {
    listen(d, "7", "[\"a://1\"]");
    acknowledged(d, "7");
    s.expect("resources/subscribe");
    Bridged.call(d, "1", "recompile");
    FakeServer modern = d.spawned();
    JsonObject first = modern.next();
    if (Json.text(first, "method").equals("initialize")) {
      modern.refuse(first, -32601, "Method not found");
      first = modern.next();
    }
    modern.answer(
        first,
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":"
            + RESOURCES
            + ",\"resultType\":\"complete\"}");
    JsonObject listen = modern.expect("subscriptions/listen");
    Bridged.acknowledge(modern, listen); // the client knows already
    lists(modern);
    d.result("1");
    modern.notify(
        "notifications/resources/updated",
        "{\"_meta\":{\""
            + Bridged.SUBSCRIPTION
            + "\":"
            + listen.get("id")
            + "},\"uri\":\"a://1\"}");
    updated(d, "7");
    Bridged.call(d, "2", "recompile");
    FakeServer legacy = d.spawned().refusing("server/discover");
    legacy.greet(RESOURCES);
    legacy.expect("notifications/initialized");
    assertThat(legacy.expect("resources/subscribe").get("params"))
        .hasToString("{\"uri\":\"a://1\"}");
    lists(legacy);
    d.result("2");
    legacy.notify("notifications/resources/updated", "{\"uri\":\"a://1\"}");
    updated(d, "7");
    Bridged.call(d, "3", "a");
    legacy.text(legacy.expectCall("a"), "ok");
    d.result("3");
    d.cancel("7");
    legacy.expect("resources/unsubscribe");
  }
}
