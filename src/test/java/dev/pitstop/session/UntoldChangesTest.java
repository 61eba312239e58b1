package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Whatever happened since the agent was last told is told once, by a notice or by `recompile`.
@ExtendWith(Sessions.class)
class UntoldChangesTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  /// The server died and came back for a read, which can carry no notice.
  private static FakeServer cameBack(SessionDriver d, FakeServer s, String... tools) {
    FakeServer now = cameBackAsKnown(d, s, tools);
    d.notified(CHANGED);
    return answered(d, now);
  }

  private static FakeServer cameBackAsKnown(SessionDriver d, FakeServer s, String... tools) {
    d.requestTo(s, "\"read\"", "resources/read", "{\"uri\":\"x:1\"}");
    s.child().exit(1);
    return d.spawned().comeUp(tools);
  }

  private static FakeServer answered(SessionDriver d, FakeServer now) {
    now.answer(now.expect("resources/read"), "{\"contents\":[]}");
    d.result("\"read\"");
    return now;
  }

  @Test
  @DisplayName("a change that the agent was not told of is in what recompile says, once")
  void recompileTellsAnEarlierChange(SessionDriver d) {
    cameBack(d, d.connect("a", "b"), "a");
    d.recompiling("1").comeUp("a");
    JsonObject told = d.result("1");
    assertThat(Json.text(told, "content", 0, "text")).contains("`b` removed");
    assertThat(Json.at(told, "_meta", "dev.pitstop/facts", "diff").toString())
        .contains("- tool `b` removed");
    FakeServer last = d.recompiling("2").comeUp("a");
    assertThat(d.text("2")).contains("did not change");
    assertThat(d.callAnswered(last, "3", "a", "own")).isEqualTo("own");
  }

  @Test
  @DisplayName("of two restarts before the next call both are told: changes and crashes")
  void twoRestarts(SessionDriver d) {
    FakeServer s = cameBack(d, d.connect("a"), "a", "b");
    s = cameBack(d, s, "a", "b", "c");
    assertThat(d.callAnswered(s, "1", "a", "own"))
        .contains("tool `b`", "tool `c`", "spawn #3")
        .contains("Spawn #1 crashed with exit code 1")
        .contains("Spawn #2 crashed with exit code 1");
    assertThat(d.callAnswered(s, "2", "a", "own")).isEqualTo("own");
  }

  @Test
  @DisplayName("what came and went before the agent was told is no change")
  void cameAndWent(SessionDriver d) {
    FakeServer s = cameBack(d, d.connect("a", "b"), "a");
    s = answered(d, cameBackAsKnown(d, s, "a", "b"));
    assertThat(d.callAnswered(s, "1", "a", "own"))
        .contains("Tools unchanged")
        .doesNotContain("What changed");
    assertThat(d.callForText("2", "server_status"))
        .as("step by step")
        .contains("Last change:", "+ tool `b`");
  }

  @Test
  @DisplayName("a recompile that the client cancelled tells nothing, so the notice does")
  void cancelled(@Serving("a") SessionDriver d) {
    FakeServer now = d.recompiling("1");
    d.cancel("1");
    d.sync();
    now.comeUp("a", "b");
    d.notified(CHANGED);
    assertThat(d.callAnswered(now, "2", "a", "own"))
        .contains("was restarted (spawn #2)", "+ tool `b`");
  }

  @Test
  @DisplayName("what the server changed by itself, and told, is not told again as a reload's")
  void changedAtRunTime(SessionDriver d, @Serving("a") FakeServer s) {
    s.notify(CHANGED, "{}");
    s.list("a", "b");
    d.notified(CHANGED);
    d.awaitTools("a", "b");
    d.recompiling("1").comeUp("a", "b");
    assertThat(d.text("1")).contains("did not change");
  }

  @Test
  @DisplayName("what a new one adds right after its start is part of what its notice tells")
  void changedBeforeTheNotice(SessionDriver d) {
    FakeServer s = cameBack(d, d.connect("a", "b"), "a");
    s.notify(CHANGED, "{}");
    s.list("a", "late");
    d.notified(CHANGED);
    d.awaitTools("a", "late");
    assertThat(d.callAnswered(s, "1", "a", "own")).contains("- tool `b` removed", "+ tool `late`");
  }

  @Test
  @DisplayName("recompile after a crash with nothing in flight tells of it, once")
  void crashBeforeRecompile(SessionDriver d) {
    d.connect("a").child().exit(3);
    d.awaitState("crashed");
    d.recompiling("1").comeUp("a");
    assertThat(d.text("1")).contains("Spawn #1 crashed with exit code 3");
    d.recompiling("2").comeUp("a");
    assertThat(d.text("2")).doesNotContain("crashed");
  }

  @Test
  @DisplayName("the first lists of a server that had not come up before are no change")
  void nothingKnownBefore(SessionDriver d) {
    d.initialize();
    d.spawned().child().exit(1);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.sync();
    FakeServer s = d.recompiling("1").handshake();
    assertThat(d.text("1")).contains("estarted server `fake`: spawn #2").doesNotContain("hange");
    s.list("a");
    d.notified(CHANGED);
    d.awaitTools("a");
  }

  @Test
  @DisplayName("a second try that fails says that the good one was stopped for it")
  void secondTryFails(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer second = d.recompiling("1");
    second.dies(1, "Error: listen EADDRINUSE: address already in use :::3000");
    old.child().awaitStop();
    FakeServer third = d.spawned();
    third.dies(2, "no such luck");
    assertThat(d.text("1"))
        .contains("did not start: it crashed with exit code 2", "no such luck")
        .contains("second try", "so Pitstop stopped the old server")
        .contains("The server is not running now. The next call restarts the server");
  }

  @Test
  @DisplayName("all who wait for one reload are told the same")
  void threeWaitForOne(@Serving("a") @Builds SessionDriver d) {
    FakeBuild first = d.building("1");
    d.waitForNextReload("2", "3", "4");
    first.succeed();
    d.spawned().comeUp("a");
    assertThat(d.text("1")).contains("did not change");
    d.builder.next().succeed();
    d.spawned().comeUp("a", "b");
    d.notified("notifications/tools/list_changed");
    assertThat(d.texts("2", "3", "4").values())
        .allSatisfy(text -> assertThat(text).contains("spawn #3", "`b`"));
    d.building("5").succeed();
    d.spawned().comeUp("a", "b");
    assertThat(d.text("5")).contains("did not change");
  }
}
