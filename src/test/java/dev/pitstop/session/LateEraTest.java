package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.WireServer.Offer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A request comes when nobody knows that the next run will be of the other era. The bridge decides
/// about it when that run is about to be given it (docs/design/eras.md).
@ExtendWith(Sessions.class)
class LateEraTest {
  private static String code(JsonObject error) {
    return error.get("code").toString();
  }

  /// A modern server that refuses `initialize` and comes up.
  private static void discovered(FakeServer s) {
    s.refusing("initialize");
    s.answer(
        s.expect("server/discover"),
        "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},"
            + "\"resultType\":\"complete\"}");
  }

  @Nested
  @DisplayName("a legacy client and a modern server")
  class LegacyClient {
    @Test
    @DisplayName(
        "what the client says before the first run has answered is answered here, in order")
    void beforeTheFirst(SessionDriver d) {
      Bridged.initialize(d);
      d.request("1", "resources/subscribe", "{\"uri\":\"a://1\"}");
      d.request("2", "logging/setLevel", "{\"level\":\"loud\"}");
      d.request("3", "logging/setLevel", "{\"level\":\"warning\"}");
      d.request("4", "resources/unsubscribe", "{\"uri\":\"a://2\"}");
      d.notify("notifications/initialized", "{}");
      d.notify("notifications/roots/list_changed", "{}");
      FakeServer s = d.callStarting("5", "a");
      discovered(s);
      d.result("\"init\"");
      assertThat(d.result("1")).hasToString("{}");
      assertThat(code(d.error("2"))).isEqualTo("-32602");
      assertThat(d.result("3")).hasToString("{}");
      assertThat(d.result("4")).hasToString("{}");
      JsonObject first = s.expect("subscriptions/listen");
      JsonObject listen = s.expect("subscriptions/listen");
      assertThat(Json.at(listen, "params", "notifications", "resourceSubscriptions"))
          .hasToString("[\"a://1\"]");
      JsonObject call = s.expectAmongOthers("tools/call"); // the list is asked for beside it
      assertThat(Json.text(call, "params", "name")).isEqualTo("a");
      assertThat(Json.text(call, "params", "_meta", Bridged.KEY + "logLevel")).isEqualTo("warning");
      Bridged.list(s, "a");
      Bridged.acknowledge(s, listen);
      assertThat(Json.at(s.expect("notifications/cancelled"), "params", "requestId"))
          .isEqualTo(first.get("id"));
      Bridged.complete(s, call, "ok");
      d.result("5");
      d.awaitTools("a");
    }

    @Test
    @DisplayName("a request that a legacy run leaves behind is not repeated at a modern one")
    void repeated(SessionDriver d, @Serving("a") FakeServer old) {
      d.requestTo(old, "1", "resources/subscribe", "{\"uri\":\"a://1\"}");
      old.child().exit(1);
      FakeServer s = d.spawned();
      discovered(s);
      s.expect("subscriptions/listen");
      Bridged.list(s, "a");
      assertThat(d.result("1")).hasToString("{}");
      JsonObject listen = s.expect("subscriptions/listen");
      assertThat(Json.at(listen, "params", "notifications", "resourceSubscriptions"))
          .hasToString("[\"a://1\"]");
      Bridged.acknowledge(s, listen);
      s.expect("notifications/cancelled");
    }
  }

  @Nested
  @DisplayName("a modern client and a legacy server")
  class ModernClient {
    private static final String NO_CAPABILITIES =
        "\"_meta\":{\"" + Bridged.KEY + "protocolVersion\":\"2026-07-28\"}";

    /// A legacy server that comes up.
    private void greeted(FakeServer s, String capabilities) {
      s.refusing("server/discover");
      s.greet(capabilities);
      s.expect("notifications/initialized");
    }

    @Test
    @DisplayName("what the modern era has no more, or requires, is refused here")
    void refusals() {
      try (SessionDriver d = new SessionDriver(Setup.PLAIN.holding(10))) {
        Bridged.call(d, "1", "a");
        List<String> removed =
            List.of("logging/setLevel", "resources/subscribe", "resources/unsubscribe");
        for (int n = 0; n < removed.size(); n++) {
          Bridged.modern(d, "1" + n, removed.get(n), "\"level\":\"info\",\"uri\":\"a://1\"");
        }
        d.request("2", "tools/call", "{\"name\":\"a\"," + NO_CAPABILITIES + "}");
        d.request("3", "prompts/list", "{" + NO_CAPABILITIES + "}");
        Bridged.retry(d, "4", "a", "{}", "\"unknown\"");
        FakeServer s = d.spawned();
        greeted(s, "{\"tools\":{}}");
        for (int n = 0; n < removed.size(); n++) {
          assertThat(code(d.error("1" + n))).as(removed.get(n)).isEqualTo("-32601");
        }
        assertThat(code(d.error("2"))).isEqualTo("-32602");
        assertThat(code(d.error("3"))).isEqualTo("-32602");
        Bridged.stale(d, "4");
        JsonObject call = s.expectCall("a");
        s.list("a");
        s.text(call, "ok");
        d.result("1");
        d.awaitTools("a");
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("the log messages that a request wants pass while it is open, and not cancelled")
    void logs(boolean cancelled, SessionDriver d) {
      String wants = "\"" + Bridged.KEY + "logLevel\":\"info\"";
      d.request(
          "1", "tools/call", "{\"name\":\"a\",\"_meta\":{" + Bridged.META + "," + wants + "}}");
      FakeServer s = d.spawned();
      greeted(s, "{\"tools\":{},\"logging\":{}}");
      assertThat(Json.text(s.expect("logging/setLevel"), "params", "level")).isEqualTo("info");
      JsonObject call = s.expectCall("a");
      s.list("a");
      d.saidBy(s, "notifications/message", "{\"level\":\"warning\",\"data\":1}");
      if (cancelled) {
        d.cancelTo(s, "1");
      } else {
        s.text(call, "ok");
        d.result("1");
      }
      s.notify("notifications/message", "{\"level\":\"warning\",\"data\":2}");
      Bridged.heard(s);
      d.awaitTools("a");
    }

    @Test
    @DisplayName(
        "a `server/discover` that a modern run leaves behind is answered from `initialize`")
    void discover(SessionDriver d) {
      Bridged.call(d, "1", "a");
      FakeServer old = d.spawned();
      old.answer(
          old.expect("server/discover"),
          "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"resultType\":\"complete\"}");
      JsonObject call = old.expectCall("a");
      Bridged.list(old, "a");
      Bridged.complete(old, call, "ok");
      d.result("1");
      d.awaitTools("a");
      Bridged.modern(d, "2", "server/discover", "");
      old.expect("server/discover");
      old.child().exit(1);
      FakeServer s = d.spawned();
      greeted(s, "{\"tools\":{}}");
      s.list("a");
      assertThat(Json.at(d.result("2"), "_meta", Bridged.KEY + "serverInfo"))
          .hasToString("{\"name\":\"fake\",\"version\":\"1\"}");
    }

    @Test
    @DisplayName("many servers: a state that nobody waits for")
    void many(@Modern ManyWire w) {
      WireServer old = w.addLegacy("s", Offer.tools("a"));
      old.fake().child().exit(1);
      Await.until("its end", () -> !w.server("s").serves());
      w.modern("1", "tools/call", "\"name\":\"s__a\",\"requestState\":\"unknown\"");
      w.again("s").legacy(Offer.tools("a"));
      assertThat(w.code("1")).isEqualTo(-32602);
    }
  }
}
