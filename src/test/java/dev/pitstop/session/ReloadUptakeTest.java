package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The client has the new list before it gets the answer of the reload that brought it.
@ExtendWith(Sessions.class)
class ReloadUptakeTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  private static void list(SessionDriver d, FakeServer s, String id, String... tools) {
    d.request(id, "tools/list", "{}");
    s.list(tools);
    assertThat(Json.names(Json.at(d.result(id), "tools"))).startsWith(tools);
  }

  @Test
  @DisplayName("list_changed, the list, and 100 ms later the answer, which names how to call it")
  void oneServer(SessionDriver d, @Serving("a") FakeServer s) {
    list(d, s, "1", "a");
    FakeServer now = d.recompiling("2").comeUp("a", "b");
    d.notified(CHANGED);
    list(d, now, "3", "a", "b");
    d.awaitTimerAndAdvance(Limits.SETTLE_MILLIS);
    assertThat(d.text("2"))
        .contains("+ tool `b`")
        .endsWith("If your tool list does not show this yet, `call_tool` can call `b`.");
    d.servedBy(now, "4", "b", "done");
  }

  @Test
  @DisplayName("a client that lets a change pass is waited for once, and other answers never wait")
  void letsItPass(SessionDriver d, @Serving("a") FakeServer s) {
    list(d, s, "1", "a");
    FakeServer second = d.recompiling("2").comeUp("a", "b");
    d.notified(CHANGED);
    d.awaitTimer(Limits.UPTAKE_MILLIS);
    assertThat(d.callAnswered(second, "3", "a", "at once"))
        .startsWith("[pitstop] ")
        .endsWith("\nat once");
    d.timers.advance(Limits.UPTAKE_MILLIS);
    assertThat(d.text("2")).as("told again").contains("+ tool `b`");
    d.recompiling("4").comeUp("a", "c");
    d.notified(CHANGED);
    assertThat(d.text("4")).contains("- tool `b` removed", "`call_tool` can call `c`");
    d.call("5", "recompile");
    d.spawned().comeUp("a"); // which the client still has
    assertThat(d.text("5")).contains("- tool `c` removed").doesNotContain("call_tool");
  }

  @Test
  @DisplayName("a reload that is cancelled while it waits has told nothing")
  void cancelled(SessionDriver d, @Serving("a") FakeServer s) {
    list(d, s, "1", "a");
    FakeServer now = d.recompiling("2").comeUp("a", "b");
    d.notified(CHANGED);
    d.awaitTimer(Limits.UPTAKE_MILLIS);
    d.cancel("2");
    d.sync();
    d.timers.advance(Limits.UPTAKE_MILLIS);
    assertThat(d.callAnswered(now, "3", "a", "own"))
        .contains("was restarted (spawn #2)", "+ tool `b`")
        .endsWith("own");
  }

  @Test
  @DisplayName("a crash while it waits: the answer tells how things are then")
  void crashes(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    list(d, s, "1", "a");
    d.building("2").succeed();
    FakeServer now = d.spawned().comeUp("a", "b");
    d.notified(CHANGED);
    d.awaitTimer(Limits.UPTAKE_MILLIS);
    d.crash(now, 3);
    d.timers.advance(Limits.UPTAKE_MILLIS);
    assertThat(d.text("2")).contains("Rebuilt", "spawn #2", "crashed with exit code 3");
  }
}
