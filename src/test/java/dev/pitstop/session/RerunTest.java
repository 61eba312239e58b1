package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Servers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Calls of the session that are made again on a new build.
class RerunTest {
  @RegisterExtension static final Sessions SESSIONS = Sessions.with(RerunTest::connect);

  private static final String READS = "{\"readOnlyHint\":true}";

  private static String tools() {
    return "[{\"name\":\"look\",\"inputSchema\":{},\"annotations\":"
        + READS
        + "},{\"name\":\"set\",\"inputSchema\":{},\"annotations\":{\"idempotentHint\":true}},"
        + "{\"name\":\"add\",\"inputSchema\":{}}]";
  }

  /// With a journal and these tools: `look` only reads, `set` is idempotent, `add` is neither.
  private static FakeServer connect(SessionDriver d) {
    d.showBeside();
    FakeServer server = d.greeted();
    list(server);
    d.awaitTools("look", "set", "add");
    return server;
  }

  private static void list(FakeServer server) {
    server.answer(server.expect("tools/list"), "{\"tools\":" + tools() + "}");
  }

  private static FakeServer next(SessionDriver d) {
    FakeServer next = d.spawned().handshake();
    list(next);
    return next;
  }

  private static String failed(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":true}";
  }

  /// The agent asks for these calls again, and the new run is there.
  private static FakeServer nextRun(SessionDriver d, String id, String which) {
    rerun(d, id, which);
    return next(d);
  }

  private static void rerun(SessionDriver d, String id, String which) {
    d.call(id, "recompile", "{\"rerun\":" + which + "}");
  }

  private static void says(SessionDriver d, String id, String... lines) {
    String text = d.text(id);
    assertThat(text).endsWith("\nMade again on the new build:\n" + String.join("\n", lines));
  }

  @Test
  @DisplayName("a call that failed works on the new build; the answer says what it said before")
  void failedWorks(SessionDriver d, FakeServer old) {
    old.answer(d.callTo(old, "1", "look", "{\"at\":1.50}"), failed("no such place"));
    assertThat(d.text("1")).isEqualTo("no such place");
    FakeServer now = nextRun(d, "2", "\"failed\"");
    JsonObject again = now.expectCall("look");
    assertThat(again.toString()).contains("{\"at\":1.50}").doesNotContain("progressToken");
    now.text(again, "here");
    says(d, "2", "- call 1 `look`: now works; it failed before: \"no such place\"");
    nextRun(d, "3", "\"failed\"");
    assertThat(d.text("3"))
        .endsWith("\nNothing to make again: no call has failed without working since.");
  }

  @Test
  @DisplayName(
      "what differs has its path; what differs between two answers of the build is left out")
  void changedAndNoise(SessionDriver d, FakeServer old) {
    d.callAnswered(old, "1", "look", "{\\\"time\\\":1,\\\"sum\\\":3}");
    FakeServer now = nextRun(d, "2", "\"last\"");
    now.text(now.expectCall("look"), "{\\\"time\\\":2,\\\"sum\\\":4}");
    now.text(now.expectCall("look"), "{\\\"time\\\":3,\\\"sum\\\":4}");
    says(
        d,
        "2",
        "- call 1 `look`: changed: content[0].text.sum: 3 → 4 (left out: content[0].text.time)");
  }

  @Test
  @DisplayName("without an old build, the new one answers twice, and the rest is the same")
  void noiseOfTheNewBuild(SessionDriver d, FakeServer old) {
    d.callAnswered(old, "1", "look", "at 1");
    d.crash(old, 1);
    FakeServer now = nextRun(d, "2", "[1]");
    now.text(now.expectCall("look"), "at 2");
    now.text(now.expectCall("look"), "at 3");
    says(d, "2", "- call 1 `look`: same (left out: content[0].text)");
  }

  @Test
  @DisplayName("of many servers: the calls of the one that is reloaded, also by way of call_tool")
  void ofMany(@Servers("alpha beta") ManyDriver d) {
    d.showBeside();
    FakeServer alpha = d.up("alpha", "?look");
    FakeServer beta = d.up("beta", "?look");
    d.listChanged();
    d.client.call("2", "call_tool", "{\"tool\":\"beta__look\",\"arguments\":{}}");
    d.delivers(beta, "2", "beta__look", "other");
    d.servedBy(alpha, "1", "alpha__look", "seven");
    d.client.call("3", "reload_server", "{\"name\":\"beta\",\"rerun\":\"last\"}");
    FakeServer now = d.spawned("beta").comeUp("?look");
    now.text(now.expectCall("look"), "other");
    assertThat(d.client.text("3"))
        .endsWith("`beta__look`: same")
        .doesNotContain("alpha__look", "seven");
  }

  @Test
  @DisplayName("a call that may have taken effect is sent only if it is named")
  void neverTwice(SessionDriver d, FakeServer old) {
    old.answer(d.callTo(old, "1", "set", "{\"to\":1}"), failed("no"));
    d.text("1");
    d.callTo(old, "2", "add");
    old.child().exit(1);
    assertThat(d.text("2")).contains("exit");
    FakeServer now = nextRun(d, "3", "\"failed\"");
    now.text(now.expectCall("set"), "set");
    says(
        d,
        "3",
        "- call 1 `set`: now works; it failed before: \"no\"",
        "- call 2 `add`: not sent: not read-only; name it: rerun [2]");
    FakeServer last = nextRun(d, "4", "\"[2]\"");
    last.text(last.expectCall("add"), "added");
    assertThat(d.text("4")).contains("- call 2 `add`: now works");
  }

  @Test
  @DisplayName("a call that no server was given is sent")
  void neverDelivered(@Reports SessionDriver d, FakeServer old) {
    d.crash(old, 1);
    d.notified("notifications/tools/list_changed");
    assertThat(d.callForText("1", "add")).contains("[pitstop]");
    FakeServer now = nextRun(d, "2", "\"failed\"");
    now.text(now.expectCall("add"), "added");
    assertThat(d.text("2")).contains("- call 1 `add`: now works; it failed before: ");
  }

  @Test
  @DisplayName("numbers without a call, own tools, and a tool that is gone are named")
  void notSent(SessionDriver d, FakeServer old) {
    d.callAnswered(old, "1", "look", "x");
    d.callForText("2", "server_status");
    rerun(d, "3", "[1,2,3,9]");
    FakeServer now = d.spawned().handshake();
    now.answer(now.expect("tools/list"), "{\"tools\":" + FakeServer.tools("other") + "}");
    d.notified("notifications/tools/list_changed");
    says(
        d,
        "3",
        "- call 1 `look`: not sent: there is no tool `look` now",
        "- call 2 `server_status`: not sent: it is no call of a server's tool",
        "- call 3 `recompile`: not sent: it is no call of a server's tool",
        "- call 9: not sent: the journal has no such call");
  }

  @Test
  @DisplayName("no call is made if the reload fails; wrong words are refused")
  void failedReload(@Builds SessionDriver d, FakeServer old) {
    old.answer(d.callTo(old, "1", "look"), failed("no"));
    d.text("1");
    rerun(d, "2", "\"failed\"");
    d.builder.next().fail("it does not compile");
    assertThat(d.text("2")).endsWith("\nNo call was made again.");
    rerun(d, "3", "\"faild\"");
    assertThat(d.text("3"))
        .isEqualTo(
            "[pitstop] `rerun` must be \"failed\", \"last\", or call numbers such as [3,5], 20"
                + " at most.");
    assertThat(d.builder.noMore()).isTrue();
  }

  @Test
  @DisplayName("a call that hangs is cancelled, and the others follow")
  void hangs(SessionDriver d, FakeServer old) {
    for (String id : List.of("1", "2")) {
      old.answer(d.callTo(old, id, "look", "{\"n\":" + id + "}"), failed("no"));
      d.text(id);
    }
    FakeServer now = nextRun(d, "3", "\"failed\"");
    now.expectCall("look");
    d.awaitTimerAndAdvance(Limits.RERUN_MILLIS);
    now.expect("notifications/cancelled");
    now.text(now.expectCall("look"), "yes");
    says(
        d,
        "3",
        "- call 1 `look`: still fails: no answer within 30 s, so Pitstop cancelled it",
        "- call 2 `look`: now works; it failed before: \"no\"");
  }

  @Test
  @DisplayName("the agent can cancel it; the call in flight is cancelled too")
  void cancelled(SessionDriver d, FakeServer old) {
    old.answer(d.callTo(old, "1", "look"), failed("no"));
    d.text("1");
    FakeServer now = nextRun(d, "2", "\"failed\"");
    now.expectCall("look");
    d.cancelTo(now, "2");
    assertThat(d.callAnswered(now, "3", "look", "still there")).endsWith("still there");
  }

  @Test
  @DisplayName("notices wait for the agent's own calls")
  void notices(SessionDriver d, FakeServer old) {
    old.answer(d.callTo(old, "1", "look"), failed("no"));
    d.text("1");
    d.crash(old, 1);
    d.request("2", "resources/read", "{\"uri\":\"x:1\"}"); // which starts it: that is news
    FakeServer now = next(d);
    now.answer(now.expect("resources/read"), "{\"contents\":[]}");
    d.result("2");
    CompletableFuture<List<String>> lines =
        CompletableFuture.supplyAsync(() -> d.direct().rerunLast());
    now.text(now.expectCall("look"), "yes");
    assertThat(Await.result("the end", lines))
        .containsExactly(
            "{\"type\":\"rerun\",\"call\":1,\"name\":\"look\",\"verdict\":\"now works\","
                + "\"text\":\"now works; it failed before: \\\"no\\\"\"}");
    assertThat(d.callAnswered(now, "3", "look", "mine")).contains("was restarted").endsWith("mine");
  }
}
