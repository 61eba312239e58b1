package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Crashed;
import dev.pitstop.session.Sessions.Reports;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What becomes of calls when the server dies.
@ExtendWith(Sessions.class)
class CrashTest {
  /// The server has crashed, and call 1 has started it again: the new process, which was asked
  /// nothing yet.
  private static FakeServer respawned(SessionDriver d) {
    d.crash(d.connect("a"), 1);
    d.call("1", "a");
    return d.spawned();
  }

  @Test
  @DisplayName("the caller reads how it ended, the last stderr lines, and what to do")
  void report(SessionDriver d, @Serving("act") FakeServer s) {
    d.callTo(s, "1", "act");
    s.dies(101, "thread 'main' panicked at src/main.rs:7");
    String text = d.text("1");
    assertThat(text)
        .startsWith("[pitstop] `act` got no answer: server `fake` crashed")
        .contains("exit code 101", "spawn #1", "pid " + s.pid(), "panicked at src/main.rs:7")
        .contains(
            "was sent to the server and may have taken effect",
            "The next call restarts the server");
    assertThat(text.indexOf("did not repeat it")).isPositive();
  }

  @Test
  @DisplayName("blank lines of stderr are not quoted, and are nothing if there are no others")
  void blankLines(SessionDriver d, @Serving("act") FakeServer s) {
    d.callTo(s, "1", "act");
    s.dies(3, "");
    assertThat(d.text("1"))
        .contains("It wrote nothing to stderr.")
        .doesNotContain("Last lines", "its last line");
    FakeServer next = d.callStarting("2", "act").comeUp("act");
    next.expectCall("act");
    next.child().complain("first");
    next.dies(3, "  ", "last");
    assertThat(d.text("2")).contains("Last lines of its stderr:\n  first\n  last\n");
  }

  @Test
  @DisplayName("what was written since the lost call explains its end, and nothing older")
  void olderStderr(SessionDriver d, @Serving("act") FakeServer s) {
    s.child().complain("ValueError: answered long ago");
    d.awaitStderr("ValueError: answered long ago");
    d.callTo(s, "1", "act");
    s.dies(3, "at the end");
    assertThat(d.text("1"))
        .contains("Last lines of its stderr:\n  at the end\n")
        .doesNotContain("ValueError");
    FakeServer next = d.callStarting("2", "act").comeUp("act");
    next.child().complain("ValueError: answered");
    d.awaitStderr("ValueError: answered");
    next.text(next.expectCall("act"), "x");
    d.text("2");
    d.callTo(next, "3", "act");
    next.child().exit(3);
    assertThat(d.text("3")).contains("after the call. Older lines:\n  ValueError: answered\n");
  }

  @Test
  @DisplayName("the end is reported only when what it wrote has been read: its last answer counts")
  void lastWords(SessionDriver d, @Serving("a b") FakeServer s) {
    JsonObject answered = d.callTo(s, "1", "a");
    d.callTo(s, "2", "b");
    s.child().exitBeforeItsOutputIsRead(7);
    d.sync();
    assertThat(d.server().inFlight()).isEqualTo(2);
    s.text(answered, "from the pipe of the dead");
    s.dies(7, "panic: at the very end");
    assertThat(d.text("1")).isEqualTo("from the pipe of the dead");
    assertThat(d.text("2")).contains("exit code 7", "panic: at the very end");
  }

  @Test
  @DisplayName("a signal in words; another request than a call gets a JSON-RPC error")
  void signal(SessionDriver d, @Serving("a") FakeServer s) {
    d.requestTo(s, "1", "sampling/odd", "{}");
    s.child().exit(139);
    assertThat(Json.text(d.error("1"), "message"))
        .contains("exit code 139 (SIGSEGV?)", "`sampling/odd`");
  }

  @Test
  @DisplayName("a call that only reads is sent to the next incarnation, a read too, in order")
  void repeated(SessionDriver d, @Serving("?look") FakeServer s) {
    d.call("1", "look");
    d.request("2", "resources/read", "{\"uri\":\"x:1\"}");
    s.expectCall("look");
    s.expect("resources/read");
    s.child().exit(1);
    FakeServer s2 = d.spawned().comeUp("?look");
    s2.text(s2.expectCall("look"), "seen");
    s2.answer(s2.expect("resources/read"), "{\"contents\":[]}");
    assertThat(d.text("1")).contains("was restarted").endsWith("seen");
    d.result("2");
  }

  @Test
  @DisplayName("a call is not repeated because a newer build than the one that had it allows that")
  void allowedLater(SessionDriver d, @Serving("look") FakeServer s) {
    d.callTo(s, "1", "look");
    d.call("2", "recompile");
    d.spawned().comeUp("?look");
    d.notified("notifications/tools/list_changed");
    d.result("2");
    s.child().exit(1);
    assertThat(d.text("1")).contains("so Pitstop did not repeat it");
  }

  @Test
  @DisplayName("... nor because the build before the one that had it allowed it")
  void allowedBefore(@Crashed("?look") SessionDriver d) {
    FakeServer s = d.callStarting("1", "look");
    s.comeUp("look");
    s.expectCall("look");
    d.notified("notifications/tools/list_changed");
    d.call("2", "recompile");
    d.spawned().comeUp("?look");
    d.result("2");
    s.child().exit(1);
    assertThat(d.text("1")).contains("so Pitstop did not repeat it");
  }

  @Test
  @DisplayName("so is a call that may be repeated, as its tool says")
  void idempotent(SessionDriver d) {
    String tools =
        "{\"tools\":[{\"name\":\"put\",\"inputSchema\":{\"type\":\"object\"},"
            + "\"annotations\":{\"idempotentHint\":true}}]}";
    FakeServer s = d.listing(tools, "put");
    d.callTo(s, "1", "put");
    s.child().exit(1);
    FakeServer s2 = d.spawned().handshake();
    s2.answer(s2.expect("tools/list"), tools);
    s2.text(s2.expectCall("put"), "again");
    assertThat(d.text("1")).endsWith("again");
  }

  @Test
  @DisplayName("repeated once only; if the next one dies too, the caller gets the crash")
  void diesTwice(SessionDriver d, @Serving("?look") FakeServer s) {
    d.callTo(s, "1", "look");
    s.child().exit(1);
    FakeServer s2 = d.spawned().comeUp("?look");
    s2.expectCall("look");
    s2.dies(2, "second death");
    assertThat(d.text("1")).contains("exit code 2", "second death", "went down both times");
  }

  @Test
  @DisplayName("a read that was executed and could not be repeated was not 'not sent'")
  void executedOnce(SessionDriver d, @Serving("?look") FakeServer s) {
    d.callTo(s, "1", "look");
    s.child().exit(2);
    FakeServer next = d.spawned();
    next.expect("initialize");
    next.child().exit(1);
    assertThat(d.text("1"))
        .contains(
            "got no answer",
            "The call was sent to the server",
            "The call only reads",
            "the server did not come back")
        .doesNotContain("not sent");
  }

  @Test
  @DisplayName(
      "a last answer without a line end reaches the client, though nothing is read after it")
  void lastAnswerWithoutALineEnd(SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "a");
    String id = s.expectCall("a").get("id").toString();
    String answer =
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"bye\"}]}}";
    s.child().write(answer.getBytes(StandardCharsets.UTF_8));
    s.child().closeStdout();
    assertThat(d.text("1")).isEqualTo("bye");
    d.crash(s, 0);
  }

  @Test
  @DisplayName("what is told later has the one line that says why, and no more of it")
  void reasonToldLater(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().complain("INFO closing");
    s.child().complain("Error: cannot load the stations");
    s.child().complain("    at load (/home/me/weather/stations.mjs:3:14)");
    s.child().complain("Node.js v22.3.0");
    d.crash(s, 3);
    FakeServer s2 = d.callStarting("1", "a").comeUp("a");
    s2.text(s2.expectCall("a"), "fine");
    assertThat(d.text("1"))
        .containsPattern(
            "Spawn #1 crashed with exit code 3, .* after it started: `Error:"
                + " cannot load the stations`\\. Details:")
        .doesNotContain("stations.mjs", "INFO closing");
  }

  @Test
  @DisplayName("one that complained of nothing: its last line; one that was silent: its exit")
  void lastLineToldLater(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().complain("INFO no such station");
    d.crash(s, 3);
    FakeServer s2 = d.callStarting("1", "a").comeUp("a");
    s2.text(s2.expectCall("a"), "fine");
    assertThat(d.text("1")).contains("; its last line was `INFO no such station`. Details:");
    d.crash(s2, 4);
    FakeServer s3 = d.callStarting("2", "a").comeUp("a");
    s3.text(s3.expectCall("a"), "fine");
    assertThat(d.text("2"))
        .containsPattern("crashed with exit code 4, [0-9. ms]+ after it started\\. ");
  }

  @Test
  @DisplayName("at most 9,000 characters, with the cause, the call's fate and what to do")
  void bounded(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.say("w".repeat(5_000));
    s.child().complain("FATAL: " + "f".repeat(5_000));
    for (int i = 0; i < 150; i++) {
      s.child().complain("TypeError: " + i + "x".repeat(3_000));
      s.child().complain("    at f (/nonexistent/" + "y".repeat(3_000) + ".js:1:" + i + ")");
    }
    s.child().exit(1);
    assertThat(d.text("1"))
        .hasSizeLessThanOrEqualTo(9_000)
        .contains("exit code 1", "FATAL: ff", "TypeError: 149x", "may have taken effect")
        .contains("The next call restarts the server.");
  }

  @Test
  @DisplayName("in report mode the tools leave the list, and calls wait for a reload")
  void reportMode(@Reports SessionDriver d, @Serving("a") FakeServer s) {
    s.child().exit(1);
    d.notified("notifications/tools/list_changed");
    assertThat(Json.names(Json.at(d.requestForResult("1", "tools/list", "{}"), "tools")))
        .contains("recompile")
        .doesNotContain("a");
    assertThat(d.callForText("2", "a"))
        .contains("is down", "exit code 1", "`recompile` restarts the server");
    FakeServer s2 = d.recompiling("3").comeUp("a");
    d.notified("notifications/tools/list_changed");
    d.letPass();
    assertThat(d.text("3")).contains("spawn #2");
    d.servedBy(s2, "4", "a", "back");
  }

  @Test
  @DisplayName("after five crashes in 30 s it stays down until a reload, and says so")
  void crashLoop(SessionDriver d, @Serving("a") FakeServer s) {
    for (int i = 1; i <= 5; i++) {
      d.crash(s, 1);
      if (i < 5) {
        d.call("" + i, "a");
        s = d.spawned().comeUp("a");
        s.text(s.expectCall("a"), "up");
        d.text("" + i);
        d.timers.advance(1_000);
      }
    }
    assertThat(d.callForText("6", "a")).contains("5 times within 30 s", "`recompile`");
    assertThat(d.callForText("7", "server_status")).contains("crash loop");
    FakeServer s6 = d.recompiling("8").comeUp("a");
    assertThat(d.text("8")).contains("spawn #6");
    d.servedBy(s6, "9", "a", "ok");
  }

  @Test
  @DisplayName("a server that does not answer its start is stopped and reported with its stderr")
  void startTimeout(SessionDriver d) {
    FakeServer s2 = respawned(d);
    long id = s2.expect("initialize").get("id").getAsLong();
    assertThat(id).as("fits into 32 bits").isBetween(0L, (long) Integer.MAX_VALUE);
    s2.child().complain("connecting to database...");
    d.awaitStderr("connecting to database...");
    d.timers.advance(SessionDriver.START_MILLIS);
    assertThat(s2.child().awaitStop()).isEqualTo("abandoned");
    assertThat(d.text("1"))
        .contains("`initialize` (id " + id + ") within 30.0 s", "connecting to database...");
    d.awaitState("stopped");
  }

  @Test
  @DisplayName("the start deadline means nothing once the server serves")
  void startInTime(SessionDriver d, @Serving("a") FakeServer s) {
    d.timers.advance(10 * SessionDriver.START_MILLIS);
    d.servedBy(s, "1", "a", "still here");
  }

  @Test
  @DisplayName("a command that cannot be started is told with its reason")
  void spawnFails(SessionDriver d, @Serving("a") FakeServer s) {
    d.crash(s, 1);
    d.spawner.refuse("no program `fake-server` on PATH");
    assertThat(d.callForText("1", "a")).contains("no program `fake-server` on PATH");
  }

  @Test
  @DisplayName("calls that waited for the server when it was stopped do not start it again")
  void stopWhileCallsWait(SessionDriver d) {
    d.crash(d.connect("?look"), 1);
    FakeServer s2 = d.callStarting("1", "look");
    s2.expect("initialize");
    d.call("2", "stop_server");
    s2.child().awaitStop();
    assertThat(d.text("1")).contains("was not sent");
    assertThat(d.text("2")).contains("Stopped server `fake`");
    assertThat(d.server().state()).isEqualTo("stopped");
  }

  @Test
  @DisplayName("a read in flight does not start a server again that was stopped on purpose")
  void stopWithReadInFlight(SessionDriver d, @Serving("?look") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "look");
    assertThat(call.get("id")).hasToString("1");
    d.call("2", "stop_server");
    assertThat(d.text("1")).contains("was stopped by `stop_server`");
    assertThat(d.text("2")).contains("Stopped server `fake` (pid " + s.pid() + ")");
    FakeServer s2 = d.callStarting("3", "look").comeUp("?look");
    s2.text(s2.expectCall("look"), "again");
    assertThat(d.text("3")).endsWith("again");
  }

  @Test
  @DisplayName("a call that is delivered again comes before those that came after it")
  void againInFront(@StopsFirst SessionDriver d, @Serving("?a") FakeServer s) {
    s.child().stubborn();
    d.callTo(s, "1", "a", "{\"n\":1}");
    d.call("\"r\"", "recompile");
    s.child().awaitStop();
    d.call("2", "a", "{\"n\":2}");
    d.sync();
    assertThat(d.server().held()).isEqualTo(1);
    s.child().exit(0);
    FakeServer now = d.spawned().comeUp("?a");
    d.text("\"r\"");
    for (String id : List.of("1", "2")) {
      JsonObject call = now.expectCall("a");
      assertThat(call.get("id")).hasToString(id);
      now.text(call, id);
      assertThat(d.text(id)).endsWith(id);
    }
  }
}
