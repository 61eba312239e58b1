package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.session.Sessions.Serving;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What happens between the handshake of a new incarnation and the switch.
@ExtendWith(Sessions.class)
class BeforeServingTest {
  private static final ReplayRule A = new ReplayRule("a", Optional.empty());
  private static final ReplayRule B = new ReplayRule("b", Optional.empty());

  private static void answered(SessionDriver d, FakeServer s, String id, String tool) {
    d.callAnswered(s, id, tool, "own");
  }

  private static FakeServer greeted(SessionDriver d) {
    FakeServer now = d.spawned().handshake();
    return now;
  }

  @Test
  @DisplayName("a replayed call that is never answered is cancelled, told, and the next sent")
  void replayHangs() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.replaying(A, B))) {
      FakeServer s = d.connect("a", "b");
      answered(d, s, "1", "a");
      answered(d, s, "2", "b");
      d.call("3", "recompile");
      FakeServer now = greeted(d);
      JsonObject hangs = now.expectCall("a");
      d.awaitTimerAndAdvance(SessionDriver.START_MILLIS);
      JsonObject cancelled = now.expect("notifications/cancelled");
      assertThat(Json.at(cancelled, "params", "requestId")).isEqualTo(hangs.get("id"));
      now.text(now.expectCall("b"), "in");
      now.text(hangs, "too late");
      now.list("a", "b");
      assertThat(d.text("3"))
          .contains("spawn #2", "The replayed call of `a` timed out after 30.0 s");
    }
  }

  @Test
  @DisplayName("a failed replay after a crash is part of the notice")
  void replayFailsAfterCrash() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.replaying(A))) {
      FakeServer s = d.connect("a");
      answered(d, s, "1", "a");
      d.crash(s, 1);
      d.call("2", "a");
      FakeServer now = greeted(d);
      now.refuse(now.expectCall("a"), -32000, "no device");
      now.list("a");
      now.text(now.expectCall("a"), "own");
      assertThat(d.text("2"))
          .contains("restarted", "The replayed call of `a` failed: no device (--replay).", "own");
    }
  }

  @Test
  @DisplayName("a list change announced before the switch is in the diff of the reload")
  void changesWhileStarting(@Serving("a") SessionDriver d) {
    d.call("1", "recompile");
    FakeServer now = greeted(d);
    JsonObject first = now.expect("tools/list");
    now.notify("notifications/tools/list_changed", "{}");
    now.answer(first, "{\"tools\":[]}");
    now.list("a", "late");
    d.notified("notifications/tools/list_changed");
    assertThat(d.text("1")).contains("+ tool `late`").doesNotContain("removed");
    d.awaitTools("a", "late");
  }

  @Test
  @DisplayName("one that announces changes without end serves, and is asked once more then")
  void changesWithoutEnd(@Serving("a") SessionDriver d) {
    d.call("1", "recompile");
    FakeServer now = greeted(d);
    for (int i = 0; i < 3; i++) {
      JsonObject list = now.expect("tools/list");
      now.notify("notifications/tools/list_changed", "{}");
      now.answer(list, "{\"tools\":" + FakeServer.tools("a") + "}");
    }
    assertThat(d.text("1")).contains("did not change");
    now.list("a", "late");
    d.notified("notifications/tools/list_changed");
    d.awaitTools("a", "late");
  }
}
