package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Crashed;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A server that is slower than a start usually may be, while somebody waits for it and nobody has
/// said how long it may take.
class SlowStartTest {
  @RegisterExtension
  final Sessions sessions = Sessions.of(usual -> new SessionDriver(usual.startingSlowly()));

  /// The time is up, and up again.
  private static void overdue(SessionDriver d) {
    d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
    d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
  }

  /// A first start for which the time is up; the handshake was answered in its place.
  private static String overdueFirst(SessionDriver d) {
    d.awaitTimer(SessionDriver.START_MILLIS);
    d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
    d.awaitTimerAndAdvance(SessionDriver.LONGER_MILLIS);
    String instructions = Json.text(d.result("\"init\""), "instructions");
    d.timers.advance(2 * SessionDriver.START_MILLIS);
    return instructions;
  }

  @Test
  @DisplayName("the first start is waited for as long as it runs, and its tools follow")
  void firstStart(SessionDriver d, @Begun FakeServer s) {
    JsonObject asked = s.expect("initialize");
    s.child().complain("loading the index");
    d.awaitStderr("loading the index");
    assertThat(overdueFirst(d)).contains("has been starting for", "its tools appear when it has");
    assertThat(d.callForText("1", "server_status"))
        .contains("starting for ")
        .doesNotContain("failed");
    d.call("2", "a");
    d.awaitTimerAndAdvance(SessionDriver.HOLD.millis());
    assertThat(d.text("2"))
        .contains(
            "gave up: the server has been starting for ", "did not reach it", "loading the index");
    assertThat(s.child().stopAsked()).isFalse();
    d.notify("notifications/initialized", "{}");
    d.sync();
    s.answer(asked, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}}}");
    s.expect("notifications/initialized");
    s.list("a");
    d.notified("notifications/tools/list_changed");
    d.servedBy(s, "3", "a", "at last");
  }

  @Test
  @DisplayName("a later start is waited for as long as a call waits for it, and then stopped")
  void laterStart(@Crashed("a") SessionDriver d) {
    FakeServer s = d.callStarting("1", "a");
    s.expect("initialize");
    overdue(d);
    assertThat(s.child().stopAsked()).isFalse();
    d.cancel("1");
    d.sync();
    d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
    assertThat(s.child().awaitStop()).isEqualTo("abandoned");
    d.awaitState("stopped");
  }

  @Test
  @DisplayName("a reload is told that the new one is not there in time; the old one serves")
  void reload(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer s = d.recompiling("1");
    s.expect("initialize");
    d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
    assertThat(s.child().awaitStop()).isEqualTo("abandoned");
    assertThat(d.text("1")).contains("within 30.0 s");
    d.servedBy(old, "2", "a", "as always");
  }

  @Test
  @DisplayName("a reload gives up a start that hangs, and its caller gets the new one")
  void hangs(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer hung = d.recompiling("1");
    hung.expect("initialize");
    d.timers.advance(5_000);
    d.call("2", "recompile");
    hung.child().awaitStop();
    d.spawned().comeUp("a");
    assertThat(d.text("1")).contains("spawn #3");
    assertThat(d.text("2")).contains("spawn #3");
    old.child().awaitStop();
  }
}
