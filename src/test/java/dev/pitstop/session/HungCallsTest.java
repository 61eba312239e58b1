package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Limited;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the agent reads of calls that a server does not answer: in `server_status`, in the text of
/// a reload, and with the call that is given up after them.
@ExtendWith(Sessions.class)
class HungCallsTest {
  /// Call 1 of `a` hangs, and was cancelled 5 s later.
  private static JsonObject hangs(SessionDriver d, FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    d.timers.advance(5_000);
    d.cancelTo(s, "1");
    return call;
  }

  private static String status(SessionDriver d, String id) {
    d.call(id, "server_status");
    return d.text(id);
  }

  @Test
  @DisplayName("a cancelled call is forgotten when the server answers what was asked later")
  void obeyed(SessionDriver d, @Serving("a b") FakeServer s) {
    hangs(d, s);
    assertThat(status(d, "\"s1\"")).doesNotContain("No answer yet");
    d.timers.advance(5_000);
    assertThat(status(d, "\"s2\"")).contains("No answer yet: `a` for 10.0 s (cancelled).");
    d.servedBy(s, "2", "b", "it was cancelled, indeed");
    d.timers.advance(60_000);
    assertThat(status(d, "\"s3\"")).doesNotContain("No answer yet");
  }

  @Test
  @DisplayName("a call that is given up says it, too")
  void givenUp(@Limited(20_000) SessionDriver d, @Serving("a b") FakeServer s) {
    d.callTo(s, "1", "a");
    d.timers.advance(20_000);
    assertThat(d.text("1")).contains("`a` timed out");
    s.expect("notifications/cancelled");
    d.callTo(s, "2", "b");
    d.timers.advance(20_000);
    assertThat(d.text("2")).contains("`b` timed out");
    assertThat(status(d, "3")).contains("No answer yet: `a` for 40.0 s (timed out), `b` for 20");
    s.expect("notifications/cancelled");
  }

  // server_status.

  @Test
  @DisplayName("the oldest five that wait longer than 10 s, and how many more")
  void inStatus(SessionDriver d, @Serving("a b") FakeServer s) {
    for (int i = 1; i <= 7; i++) {
      d.callTo(s, "" + i, i == 1 ? "a" : "b");
      d.timers.advance(1_000);
    }
    d.timers.advance(35_000);
    String text = status(d, "\"s\"");
    assertThat(text)
        .contains(
            "\nNo answer yet: `a` for 42.0 s, `b` for 41.0 s, ", "`b` for 38.0 s and 2 more.");
    s.child().exit(1);
    for (int i = 1; i <= 7; i++) {
      d.next();
    }
  }

  @Test
  @DisplayName("old and new are two while a new start hangs")
  void startBeside(SessionDriver d, @Serving("a") FakeServer old) {
    FakeServer now = d.recompiling("1");
    JsonObject greeting = now.expect("initialize");
    assertThat(status(d, "2"))
        .startsWith("Server `fake`: running, pid " + old.pid() + ", spawn #1, up ")
        .containsPattern("; starting beside it: spawn #2, pid " + now.pid() + ", for \\d+ ms\n");
    now.greeted(greeting, "{\"tools\":{}}");
    now.expect("notifications/initialized");
    now.list("a");
    d.text("1");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("one that was replaced and has calls is shown beside the one that serves")
  void replacedBeside(SessionDriver d, @Serving("a") FakeServer old) {
    JsonObject call = d.callTo(old, "1", "a");
    FakeServer now = d.recompiling("2").comeUp("a");
    d.text("2");
    d.timers.advance(12_000);
    assertThat(status(d, "3"))
        .startsWith("Server `fake`: running, pid " + now.pid() + ", spawn #2, up ")
        .contains(
            "; replaced but still running: spawn #1, pid " + old.pid() + "\n",
            "\nNo answer yet: `a` for 12.0 s.");
    old.text(call, "done");
    assertThat(d.text("1")).isEqualTo("done");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("what waits for the client's answer to a question has not hung")
  void asksTheClient(SessionDriver d, @Serving("a") FakeServer old) {
    JsonObject call = d.callTo(old, "1", "a");
    old.ask("77", "sampling/createMessage", "{}");
    JsonObject question = d.next();
    d.timers.advance(10 * SessionDriver.DRAIN_MILLIS);
    d.recompiling("2").comeUp("a");
    d.text("2");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{}}");
    old.next();
    old.text(call, "done");
    assertThat(d.text("1")).isEqualTo("done");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("what it has written since the oldest of them was called, and nothing older")
  void written(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().complain("ready");
    d.awaitStderr("ready");
    JsonObject call = d.callTo(s, "1", "a");
    d.timers.advance(11_900);
    assertThat(status(d, "2"))
        .contains("No answer yet: `a` for 11.9 s.")
        .doesNotContain("Its output");
    s.child().complain("SystemExit: 1");
    d.awaitStderr("SystemExit: 1");
    assertThat(status(d, "3"))
        .contains("11.9 s.\nIts output since the call was sent:\n  SystemExit: 1")
        .doesNotContain("ready");
    s.text(call, "after all");
    d.text("1");
  }

  // Many servers.
}
