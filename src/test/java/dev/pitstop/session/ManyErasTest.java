package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Servers of both eras under a client of each, translated at the session's edges only.
@ExtendWith(Sessions.class)
class ManyErasTest {
  private static final String LOG = "notifications/message";

  private static void log(WireServer s, String level) {
    s.notify(LOG, "{\"level\":\"" + level + "\",\"data\":\"" + s.name() + "\"}");
  }

  @Test
  @DisplayName("a legacy client in front of a modern server: `_meta` is added, whatever is there")
  void metaAdded(@Legacy ManyWire w) {
    WireServer s = w.addModern("s", Offer.tools("t"));
    String meta =
        "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"test\",\"version\":\"1\"},"
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"sampling\":{},\"roots\":{}}}";
    assertThat(Json.at(s.greeted(), "params", "_meta")).hasToString(meta);
    w.call("1", "s__t");
    JsonObject bare = s.expect("tools/call");
    assertThat(bare.get("params"))
        .hasToString("{\"_meta\":" + meta + ",\"name\":\"t\",\"arguments\":{}}");
    s.answer(bare, "{\"content\":[],\"resultType\":\"complete\"}");
    assertThat(w.result("1")).hasToString("{\"content\":[],\"resultType\":\"complete\"}");
    JsonObject with =
        w.requestTo(
            s, "2", "tools/call", "{\"_meta\":{\"progressToken\":7,\"a\":1},\"name\":\"s__t\"}");
    assertThat(with.get("params"))
        .hasToString(
            "{\"_meta\":{\"progressToken\":7,\"a\":1," + meta.substring(1) + ",\"name\":\"t\"}");
    s.answer(with, "{\"content\":[],\"resultType\":\"complete\"}");
    w.result("2");
    JsonObject nothing = w.requestTo(s, "3", "tools/call", "{\"_meta\":null,\"name\":\"s__t\"}");
    assertThat(nothing.get("params")).hasToString("{\"_meta\":" + meta + ",\"name\":\"t\"}");
    s.answer(nothing, "{\"content\":[],\"resultType\":\"complete\"}");
    w.result("3");
  }

  @Test
  @DisplayName(
      "a modern client in front of a legacy server: `_meta` is stripped, `resultType` added")
  void metaStripped(@Modern ManyWire w) {
    WireServer s = w.addLegacy("s", Offer.tools("t").prompts("p").resources("a://1"));
    assertThat(Json.at(s.greeted(), "params", "capabilities")).hasToString("{\"elicitation\":{}}");
    w.modern("1", "tools/call", "\"name\":\"s__t\"", "\"progressToken\":\"x\",\"vendor/y\":1");
    JsonObject call = s.expect("tools/call");
    assertThat(call.get("params"))
        .hasToString("{\"name\":\"t\",\"_meta\":{\"progressToken\":\"x\",\"vendor/y\":1}}");
    w.saidBy(s, "notifications/progress", "{\"progressToken\":\"x\",\"progress\":1}");
    s.answer(call, "{\"content\":[],\"structuredContent\":{\"a\":1},\"isError\":false}");
    assertThat(w.result("1"))
        .hasToString(
            "{\"resultType\":\"complete\",\"content\":[],\"structuredContent\":{\"a\":1},\"isError\":false}");
    w.modern("2", "prompts/get", "\"name\":\"s__p\"");
    s.answer(s.expect("prompts/get"), "{\"messages\":[]}");
    assertThat(w.result("2")).hasToString("{\"resultType\":\"complete\",\"messages\":[]}");
    w.modern("4", "resources/read", "\"uri\":\"a://1\"");
    s.answer(s.expect("resources/read"), "{}");
    assertThat(w.result("4"))
        .hasToString("{\"ttlMs\":0,\"cacheScope\":\"private\",\"resultType\":\"complete\"}");
  }

  @Test
  @DisplayName("the next run of a legacy server is told what the client has declared last")
  void declaredSince(@Modern ManyWire w) {
    WireServer s = w.addLegacy("s", Offer.tools("t"));
    w.opened("1");
    w.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"s__t\",\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"sampling\":{}}}}}");
    s.answer(s.expect("tools/call"), "{\"content\":[]}");
    w.result("1");
    w.modern("2", "tools/call", "\"name\":\"reload_server\",\"arguments\":{\"name\":\"s\"}");
    WireServer fresh = w.again("s");
    assertThat(
            Json.at(fresh.expect("initialize"), "params", "capabilities")
                .getAsJsonObject()
                .keySet())
        .containsExactly("sampling");
    fresh.fake().child().exit(1);
    w.result("2");
  }

  @Test
  @DisplayName(
      "a modern server that wants input but asks for nothing: a clean error, nothing hangs")
  void inputOfALegacyClient(@Legacy ManyWire w) {
    WireServer s = w.addModern("s", Offer.tools("t").resources("a://1"));
    String wanted = "{\"resultType\":\"input_required\",\"inputRequests\":{}}";
    w.call("1", "s__t");
    s.answer(s.expect("tools/call"), wanted);
    JsonObject result = w.result("1");
    assertThat(Json.at(result, "isError").getAsBoolean()).isTrue();
    assertThat(Json.text(result, "content", 0, "text")).contains("input_required");
    s.answer(w.requestTo(s, "2", "resources/read", "{\"uri\":\"a://1\"}"), wanted);
    assertThat(w.code("2")).isEqualTo(-32603);
    s.answer(w.requestTo(s, "3", "resources/read", "{\"uri\":\"x://unlisted\"}"), wanted);
    assertThat(w.code("3")).isEqualTo(-32603);
  }

  @Test
  @DisplayName("an unsupported version is -32022 for every modern request, and settles nothing")
  void unsupportedVersion(ManyWire w) {
    WireServer s = w.start("s");
    List<String> methods =
        List.of(
            "server/discover",
            "tools/list",
            "tools/call",
            "resources/read",
            "subscriptions/listen",
            "ping",
            "vendor/x");
    for (String method : methods) {
      w.request(
          "1",
          method,
          "{\"name\":\"list_servers\",\"notifications\":{},\"uri\":\"a://1\",\"_meta\":{"
              + ManyWire.META.replace("2026-07-28", "1900-01-01")
              + "}}");
      JsonObject error = w.error("1");
      assertThat(error.get("code").getAsInt()).as(method).isEqualTo(-32022);
      assertThat(error.get("data"))
          .hasToString("{\"supported\":[\"2026-07-28\"],\"requested\":\"1900-01-01\"}");
    }
    w.modernForResult("2", "tools/list", "");
    s.modern(Offer.tools("t"));
    assertThat(Json.at(s.greeted(), "params", "_meta"))
        .as("the refused requests said nothing of the client")
        .hasToString("{" + ManyWire.META + "}");
  }

  @Test
  @DisplayName("a modern request without what each must say is -32602")
  void malformed(ManyWire w) {
    assertThat(
            w.requestForCode(
                "1",
                "tools/list",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"))
        .isEqualTo(-32602);
    assertThat(
            w.requestForCode(
                "2",
                "tools/list",
                "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":1,"
                    + "\"io.modelcontextprotocol/clientCapabilities\":{}}}"))
        .isEqualTo(-32602);
  }

  @Test
  @DisplayName("an `initialize` that speaks modern begins no legacy session")
  void modernInitialize(ManyWire w) {
    w.modern("1", "initialize", "\"protocolVersion\":\"2025-11-25\"");
    assertThat(w.code("1")).isEqualTo(-32601);
    w.modernForResult("2", "tools/list", "");
    WireServer s = w.start("s");
    JsonObject greeting = s.expect("server/discover"); // as a modern client's servers are
    s.refuse(greeting, -32601, "Method not found");
    assertThat(Json.at(s.expect("initialize"), "params", "capabilities"))
        .hasToString("{\"elicitation\":{}}");
  }

  @Test
  @DisplayName("`server/discover` that does not say who asks is -32602")
  void discoverWithoutMeta(ManyWire w) {
    for (String params : List.of("{}", "{\"_meta\":{}}", "{\"_meta\":{\"a\":1}}")) {
      assertThat(w.requestForCode("1", "server/discover", params)).as(params).isEqualTo(-32602);
    }
    w.initialize("2025-11-25");
    assertThat(w.requestForCode("2", "server/discover", "{}")).isEqualTo(-32602);
    w.modernForResult("3", "server/discover", "");
  }

  @Test
  @DisplayName("`initialize` works after `server/discover`, and modern requests beside it")
  void bothEras(ManyWire w) {
    assertThat(
            Json.at(
                w.requestForResult("1", "server/discover", "{\"_meta\":{" + ManyWire.META + "}}"),
                "supportedVersions"))
        .hasToString("[\"2026-07-28\"]");
    w.initialize("2025-06-18");
    w.notify("notifications/initialized", "{}");
    WireServer s = w.addLegacy("s", Offer.tools("t"));
    assertThat(Json.text(s.greeted(), "params", "protocolVersion")).isEqualTo("2025-06-18");
    assertThat(Json.at(s.greeted(), "params", "capabilities").toString()).contains("sampling");
    w.modern("2", "tools/call", "\"name\":\"s__t\"");
    JsonObject call = s.expect("tools/call");
    assertThat(call.get("params")).hasToString("{\"name\":\"t\",\"_meta\":{}}");
    s.answer(call, "{\"content\":[]}");
    assertThat(w.result("2")).hasToString("{\"resultType\":\"complete\",\"content\":[]}");
    w.call("3", "s__t");
    s.answer(s.expect("tools/call"), "{\"content\":[]}");
    assertThat(w.result("3")).hasToString("{\"content\":[]}");
  }

  @Test
  @DisplayName(
      "... after another modern request, servers go on to be greeted as a modern client does")
  void modernFirst(@Modern ManyWire w) {
    w.initialize("2025-06-18");
    w.notify("notifications/initialized", "{}");
    WireServer s = w.start("s");
    JsonObject greeting = s.expect("server/discover");
    assertThat(Json.text(greeting, "params", "_meta", "io.modelcontextprotocol/clientInfo", "name"))
        .isEqualTo("m");
  }

  @Test
  @DisplayName(
      "what a modern server says passes to a modern client, but for what our listen brings")
  void modernOverModern(@Modern ManyWire w) {
    WireServer s = w.addModern("s", Offer.tools("sync"));
    log(s, "debug");
    w.notified(LOG);
    s.notify(
        "notifications/vendor",
        "{\"_meta\":{\"" + ManyWire.SUBSCRIPTION + "\":" + s.listen() + "}}");
    w.sync(s);
  }

  @Test
  @DisplayName("that the client's roots changed is told to all legacy servers")
  void rootsChanged(@Legacy ManyWire w) {
    WireServer one = w.addLegacy("one", Offer.tools("t"));
    WireServer modern = w.addModern("m", Offer.tools("sync"));
    WireServer two = w.addLegacy("two", Offer.tools("t"));
    w.notify("notifications/roots/list_changed", "{}");
    one.expect("notifications/roots/list_changed");
    two.expect("notifications/roots/list_changed");
    w.sync(modern);
  }
}
