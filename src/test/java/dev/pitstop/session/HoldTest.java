package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.session.Sessions.StopsFirst;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Calls that wait for a server, in order, within limits.
@ExtendWith(Sessions.class)
class HoldTest {
  private static FakeServer crashed(SessionDriver d) {
    FakeServer s = d.connect("a");
    d.crash(s, 1);
    return s;
  }

  @Test
  @DisplayName("held calls reach the server in the order in which they came")
  void order(SessionDriver d) {
    crashed(d);
    d.call("1", "a", "{\"n\":1}");
    d.call("2", "a", "{\"n\":2}");
    d.request("3", "resources/read", "{\"uri\":\"x:3\"}");
    FakeServer s = d.spawned().handshake();
    d.call("4", "a", "{\"n\":4}");
    d.sync();
    s.list("a");
    for (String id : new String[] {"1", "2", "3", "4"}) {
      var m = s.next();
      assertThat(m.get("id")).hasToString(id);
      s.answer(m, "{}");
      d.result(id);
    }
  }

  @Test
  @DisplayName("one call more than the limit is refused at once, with the reason")
  void number(SessionDriver d) {
    crashed(d);
    for (int i = 1; i <= SessionDriver.HOLD.calls(); i++) {
      d.call("" + i, "a");
    }
    assertThat(d.callForText("\"more\"", "a"))
        .contains("5 calls already wait for it", "It takes new calls when");
    FakeServer s = d.spawned().comeUp("a");
    for (int i = 1; i <= SessionDriver.HOLD.calls(); i++) {
      s.answer(s.expectCall("a"), "{}");
      d.result("" + i);
    }
  }

  @Test
  @DisplayName("so is a call that would hold too many bytes; a smaller one may still wait")
  void bytes(SessionDriver d) {
    crashed(d);
    d.call("1", "a", "{\"x\":\"" + "y".repeat(50_000) + "\"}");
    d.call("2", "a", "{\"x\":\"" + "y".repeat(40_000) + "\"}");
    assertThat(d.text("2")).contains("of messages (the limit is ");
    d.call("3", "a");
    d.sync();
    FakeServer s = d.spawned().comeUp("a");
    s.answer(s.expectCall("a"), "{}");
    d.result("1");
    s.answer(s.expectCall("a"), "{}");
    d.result("3");
  }

  @Test
  @DisplayName("a call that has waited for the limit is given up, and never sent")
  void time(@Builds @StopsFirst SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "recompile");
    s.child().awaitStop();
    var build = d.builder.next();
    d.call("2", "a");
    d.sync();
    d.timers.advance(SessionDriver.HOLD.millis() / 2);
    d.call("3", "a");
    d.sync();
    d.timers.advance(SessionDriver.HOLD.millis() / 2);
    assertThat(d.text("2"))
        .contains("waited 2 min 0 s", "gave up: the server is building", "did not reach it");
    build.succeed();
    FakeServer now = d.spawned().comeUp("a");
    now.text(now.expectCall("a"), "three");
    String all = d.next().toString() + d.next();
    assertThat(all).contains("three", "Rebuilt");
    d.timers.advance(SessionDriver.HOLD.millis());
  }

  @Test
  @DisplayName("a cancelled one leaves the queue silently, and makes room")
  void cancelled(SessionDriver d) {
    crashed(d);
    for (int i = 1; i <= SessionDriver.HOLD.calls(); i++) {
      d.call("" + i, "a");
    }
    d.cancel("2");
    d.call("6", "a");
    d.sync();
    assertThat(d.server().held()).isEqualTo(SessionDriver.HOLD.calls());
    FakeServer s = d.spawned().comeUp("a");
    for (String id : new String[] {"1", "3", "4", "5", "6"}) {
      s.answer(s.expectCall("a"), "{}");
      d.result(id);
    }
  }

  @Test
  @DisplayName(
      "a server that does not read its stdin holds up nobody; past the limit calls are refused")
  void notReading(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().input().stick();
    String large = "{\"x\":\"" + "y".repeat(50_000) + "\"}";
    d.call("1", "a", large);
    d.awaitWriter(s); // what surely never left would go to the next run
    d.call("2", "a", large);
    assertThat(d.text("2"))
        .contains("has not read or answered", "the limit", "80.0 KiB", "If it hangs, `recompile`");
    d.sync();
    s.child().exit(137);
    assertThat(d.text("1")).contains("exit code 137 (SIGKILL?)");
  }

  @Test
  @DisplayName(
      "a call that surely never left, behind a write that is stuck, is delivered to the next one")
  void neverWritten(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "\"0\"", "a", "{\"x\":\"" + "y".repeat(3_000) + "\"}");
    s.child().input().stick();
    d.notify("notifications/x", "{\"x\":\"" + "y".repeat(2_000) + "\"}"); // has to wait for room
    d.awaitWriter(s);
    d.call("2", "a", "{\"n\":2}");
    d.sync();
    s.child().exit(1);
    assertThat(d.text("\"0\"")).contains("got no answer", "was sent to the server");
    FakeServer now = d.spawned().comeUp("a");
    var call = now.expectCall("a");
    assertThat(Json.text(call, "params", "arguments", "n")).isEqualTo("2");
    now.text(call, "two");
    assertThat(d.text("2")).endsWith("two");
  }

  /// A call that counts with this many bytes.
  private static void call(SessionDriver d, int id, int bytes) {
    int others = 344 + ("" + id).length(); // of the message, and what is counted for each call
    d.call("" + id, "a", "{\"x\":\"" + "y".repeat(bytes - others) + "\"}");
  }

  @Test
  @DisplayName("what is held counts beside what is in flight: all share one limit of bytes")
  void heldInTheBudget(@StopsFirst SessionDriver d) {
    FakeServer s = d.connect("?a"); // the limit is 81,920 bytes: a quarter above a message
    s.child().stubborn();
    int[] sizes = {15_000, 15_000, 15_000, 15_000, 6_000, 6_000, 3_500, 1_500, 1_000}; // 78,000
    for (int i = 0; i < sizes.length; i++) { // small in the end: what just leaves counts twice
      call(d, i, sizes[i]);
      s.expectCall("a");
    }
    d.call("\"r\"", "recompile");
    s.child().awaitStop();
    call(d, 9, 2_600);
    call(d, 10, 1_800);
    assertThat(d.text("10")).contains("of messages (the limit is ");
    s.child().exit(0);
    FakeServer now = d.spawned().comeUp("?a");
    d.text("\"r\"");
    for (int i = 0; i < 10; i++) {
      now.answer(now.expectCall("a"), "{}");
      d.result("" + i);
    }
  }
}
