package dev.pitstop.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// E3, F3: what a `subscriptions/listen` is told.
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
  @DisplayName("F3: a listen with the id of an open one is refused; the open one goes on")
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
  @DisplayName(
      "E3, F6: acknowledged is what was asked for and will be sent: our tools, the server's")
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
}
