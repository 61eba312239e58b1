package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Notifications of the client while no server, or more than one, is there.
class ClientNotificationTest {
  private static final String ROOTS = "notifications/roots/list_changed";

  @Test
  @DisplayName("notifications wait for a server that starts, in their place among the calls")
  void held() {
    try (SessionDriver d = new SessionDriver()) {
      d.connect("a", "b").child().exit(1);
      d.awaitState("crashed");
      d.call("1", "a");
      FakeServer now = d.spawned();
      d.notify("notifications/custom", "{\"n\":1}");
      d.call("2", "b");
      d.notify("notifications/custom", "{\"n\":2}");
      d.call("3", "a");
      d.cancel("2");
      d.sync();
      now.comeUp("a", "b");
      JsonObject first = now.expectCall("a");
      assertThat(Json.text(now.expect("notifications/custom"), "params", "n")).isEqualTo("1");
      assertThat(Json.text(now.expect("notifications/custom"), "params", "n")).isEqualTo("2");
      JsonObject third = now.expectCall("a");
      now.text(first, "x");
      d.text("1");
      now.text(third, "x");
      d.text("3");
    }
  }

  @Test
  @DisplayName("as many notifications wait as calls may, and no more")
  void bounded() {
    try (SessionDriver d = new SessionDriver()) {
      d.connect("a").child().exit(1);
      d.awaitState("crashed");
      d.call("1", "a");
      FakeServer now = d.spawned();
      for (int i = 0; i < SessionDriver.HOLD.calls() + 3; i++) {
        d.notify("notifications/custom", "{}");
      }
      d.sync();
      now.comeUp("a");
      JsonObject call = now.expectCall("a");
      for (int i = 0; i < SessionDriver.HOLD.calls(); i++) {
        now.expect("notifications/custom");
      }
      now.text(call, "x");
      d.text("1");
      d.call("2", "a");
      now.text(now.expectCall("a"), "x");
      d.text("2");
    }
  }

  @Test
  @DisplayName("during a reload both learn of changed roots, the rest goes to the serving one")
  void roots() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer old = d.connect("a");
      d.call("1", "recompile");
      FakeServer now = d.spawned();
      now.greet();
      now.expect("notifications/initialized");
      JsonObject list = now.expect("tools/list");
      d.notify(ROOTS, "{}");
      d.notify("notifications/custom", "{}");
      old.expect(ROOTS);
      old.expect("notifications/custom");
      now.expect(ROOTS);
      now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
      d.text("1");
      d.call("2", "a");
      now.text(now.expectCall("a"), "x");
      d.text("2");
    }
  }
}
