package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.OverModern;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a legacy client's messages become at a modern server, and the other way round: the table of
/// docs/design/eras.md, row by row. Its rounds are in [RoundsTest].
@ExtendWith(Sessions.class)
class BridgedLegacyClientTest {
  private static final String DISCOVERY =
      "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"_meta\":{\""
          + Bridged.KEY
          + "serverInfo\":{\"name\":\"new\",\"version\":\"2\"}},\"resultType\":\"complete\"}";

  @Test
  @DisplayName(
      "`initialize` is answered from `server/discover`; `ping` and `initialized` stay here")
  void handshake(SessionDriver d) {
    Bridged.initialize(d);
    FakeServer s = d.spawned();
    JsonObject own = s.expect("initialize");
    assertThat(Json.text(own, "params", "clientInfo", "name")).isEqualTo("old");
    s.refuse(own, -32022, "Unsupported protocol version");
    Bridged.comeUp(s, "a");
    JsonObject r = d.result("\"init\"");
    assertThat(Json.text(r, "protocolVersion")).isEqualTo("2025-11-25");
    assertThat(Json.at(r, "serverInfo")).hasToString("{\"name\":\"new\",\"version\":\"2\"}");
    assertThat(Json.text(r, "instructions")).contains("Be kind.");
    assertThat(r.keySet()).doesNotContain("resultType", "supportedVersions");
    d.notify("notifications/initialized", "{}");
    d.notify("notifications/roots/list_changed", "{}");
    d.awaitTools("a");
    d.sync();
    JsonObject call = d.callTo(s, "1", "a"); // nothing came before it
    assertThat(Json.at(call, "params", "_meta").toString())
        .isEqualTo("{" + Bridged.META.replace("\"m\"", "\"old\"") + "}");
    Bridged.complete(s, call, "ok");
    d.result("1");
  }

  @Test
  @DisplayName("A server that knows neither: the client gets the refusal of its own `initialize`")
  void neither(SessionDriver d) {
    Bridged.initialize(d);
    FakeServer s = d.spawned();
    s.refuse(s.expect("initialize"), -32000, "Go away");
    s.refusing("server/discover");
    assertThat(Json.text(d.error("\"init\""), "message")).isEqualTo("Go away");
  }

  @Test
  @DisplayName("A server known as modern is asked `server/discover` first after a restart")
  void knownEra(SessionDriver d, @OverModern("a") FakeServer s) {
    d.crash(s, 1);
    d.call("1", "a");
    FakeServer now = Bridged.comeUp(d.spawned(), "a");
    Bridged.complete(now, now.expectCall("a"), "ok");
    d.result("1");
  }

  @Test
  @DisplayName("An `outputSchema` and a structure that are no objects are left out")
  void structures(SessionDriver d, @OverModern("a") FakeServer s) {
    d.request("1", "tools/list", "{}");
    String tool = "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":%s}";
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"tools\":["
            + tool.formatted("a", "{\"type\":\"array\"}")
            + ","
            + tool.formatted("b", "{\"type\":\"object\"}")
            + "]}");
    JsonArray tools = Json.at(d.result("1"), "tools").getAsJsonArray();
    assertThat(tools.get(0).getAsJsonObject().has("outputSchema")).isFalse();
    assertThat(tools.get(1).getAsJsonObject().has("outputSchema")).isTrue();
    JsonObject said = structured(d, s, "{\"type\":\"text\",\"text\":\"[1]\"}");
    assertThat(said.has("structuredContent")).isFalse();
    JsonObject unsaid = structured(d, s, "");
    assertThat(unsaid.get("structuredContent")).hasToString("{\"result\":[1]}");
  }

  private static JsonObject structured(SessionDriver d, FakeServer s, String content) {
    s.answer(
        d.callTo(s, "1", "a"),
        "{\"resultType\":\"complete\",\"content\":[" + content + "],\"structuredContent\":[1]}");
    return d.result("1");
  }

  @Test
  @DisplayName("`logging/setLevel` is answered here, and is in the `_meta` of what follows")
  void level(SessionDriver d, @OverModern("a") FakeServer s) {
    assertThat(d.requestForCode("1", "logging/setLevel", "{\"level\":\"loud\"}")).isEqualTo(-32602);
    assertThat(d.requestForResult("2", "logging/setLevel", "{\"level\":\"warning\"}"))
        .hasToString("{}");
    JsonObject call = d.callTo(s, "3", "a");
    assertThat(Json.text(call, "params", "_meta", Bridged.KEY + "logLevel")).isEqualTo("warning");
    d.saidBy(s, "notifications/message", "{\"level\":\"error\",\"data\":1}");
    Bridged.inputRequired(s, call, "\"x\"");
    Bridged.answer(d, Bridged.asked(d));
    JsonObject again = Bridged.again(s, call, Bridged.accepted("k"), "\"x\"");
    assertThat(Json.text(again, "params", "_meta", Bridged.KEY + "logLevel")).isEqualTo("warning");
    Bridged.complete(s, again, "ok");
    d.result("3");
  }

  @Test
  @DisplayName("One listen has all URIs: a new one is sent before the old one is cancelled")
  void subscriptions(SessionDriver d, @OverModern("a") FakeServer s) {
    assertThat(d.requestForResult("1", "resources/subscribe", "{\"uri\":\"a://1\"}"))
        .hasToString("{}");
    JsonObject listen = s.expect("subscriptions/listen");
    assertThat(Json.at(listen, "params", "notifications"))
        .hasToString(
            "{\"toolsListChanged\":true,\"promptsListChanged\":true,"
                + "\"resourcesListChanged\":true,\"resourceSubscriptions\":[\"a://1\"]}");
    Bridged.acknowledge(s, listen);
    s.expect("notifications/cancelled");
    updated(s, listen);
    assertThat(d.notified("notifications/resources/updated").get("params"))
        .hasToString("{\"_meta\":{},\"uri\":\"a://1\"}");
    d.requestForResult("2", "resources/subscribe", "{\"uri\":\"a://2\"}");
    JsonObject both = s.expect("subscriptions/listen");
    updated(s, listen);
    d.notified("notifications/resources/updated");
    Bridged.acknowledge(s, both);
    assertThat(Json.at(s.expect("notifications/cancelled"), "params", "requestId"))
        .isEqualTo(listen.get("id"));
    d.requestForResult("2", "resources/subscribe", "{\"uri\":\"a://2\"}"); // no news
    d.requestForResult("3", "resources/unsubscribe", "{\"uri\":\"a://1\"}");
    JsonObject one = s.expect("subscriptions/listen");
    assertThat(Json.at(one, "params", "notifications", "resourceSubscriptions"))
        .hasToString("[\"a://2\"]");
    Bridged.acknowledge(s, one);
    s.expect("notifications/cancelled");
  }

  private static void updated(FakeServer s, JsonObject listen) {
    s.notify(
        "notifications/resources/updated",
        "{\"_meta\":{\""
            + Bridged.SUBSCRIPTION
            + "\":"
            + listen.get("id")
            + "},\"uri\":\"a://1\"}");
  }

  @Test
  @DisplayName("The error of a resource that is not there becomes -32002")
  void errors(SessionDriver d, @OverModern("a") FakeServer s) {
    for (String data : new String[] {"{\"uri\":\"a://1\"}", "{}"}) {
      d.request("2", "resources/read", "{\"uri\":\"a://1\"}");
      error(s, s.expect("resources/read"), -32602, data);
      assertThat(d.code("2")).isEqualTo(data.equals("{}") ? -32602 : -32002);
    }
  }

  private static void error(FakeServer s, JsonObject request, int code, String data) {
    s.say(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + request.get("id")
            + ",\"error\":{\"code\":"
            + code
            + ",\"message\":\"no\",\"data\":"
            + data
            + "}}");
  }

  @Test
  @DisplayName(
      "A reload from a legacy build to a modern one and back keeps level and subscriptions")
  void thereAndBack(SessionDriver d, @Serving("a") FakeServer s) {
    s.answer(d.requestTo(s, "1", "resources/subscribe", "{\"uri\":\"a://1\"}"), "{}");
    d.result("1");
    FakeServer modern = d.recompiling("2");
    modern.refusing("initialize");
    modern.answer(modern.expect("server/discover"), DISCOVERY);
    JsonObject listen = modern.expect("subscriptions/listen");
    assertThat(Json.at(listen, "params", "notifications", "resourceSubscriptions"))
        .hasToString("[\"a://1\"]");
    Bridged.acknowledge(modern, listen);
    Bridged.list(modern, "a");
    d.result("2");
    updated(modern, listen);
    d.notified("notifications/resources/updated");
    d.call("3", "a");
    Bridged.complete(modern, modern.expectCall("a"), "modern");
    d.result("3");
    FakeServer legacy = d.recompiling("4");
    legacy.refusing("server/discover");
    legacy.handshake();
    assertThat(legacy.expect("resources/subscribe").get("params"))
        .hasToString("{\"uri\":\"a://1\"}");
    legacy.list("a");
    d.result("4");
    JsonObject call = d.callTo(legacy, "5", "a");
    assertThat(call.get("params")).hasToString("{\"name\":\"a\",\"arguments\":{}}");
    legacy.text(call, "legacy");
    assertThat(d.text("5")).contains("legacy");
  }
}
