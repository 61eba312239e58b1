package dev.pitstop.session;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Notifications of the client while no server, or more than one, is there.
@ExtendWith(Sessions.class)
class ClientNotificationTest {
  private static final String ROOTS = "notifications/roots/list_changed";

  @Test
  @DisplayName("during a reload both learn of changed roots, the rest goes to the serving one")
  void roots(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer now = d.recompiling("1").handshake();
    JsonObject list = now.expect("tools/list");
    d.notify(ROOTS, "{}");
    d.notify("notifications/custom", "{}");
    old.expect(ROOTS);
    old.expect("notifications/custom");
    now.expect(ROOTS);
    now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    d.text("1");
    d.callAnswered(now, "2", "a", "x");
  }
}
