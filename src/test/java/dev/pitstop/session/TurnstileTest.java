package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Which call a question of a legacy server belongs to, when several are open
/// (docs/design/bridge.md): calls of tools that ask go one at a time, all others at once.
class TurnstileTest {
  static final long LATE_MILLIS = 5_000;
  private static final long PATIENCE_MILLIS = 10_000;

  static JsonObject given(SessionDriver d, FakeServer s, String id, String tool) {
    Bridged.call(d, id, tool);
    return s.expectCall(tool);
  }

  private static void retry(SessionDriver d, String id, String tool, String state) {
    Bridged.retry(d, id, tool, Bridged.accepted("q1"), state);
  }

  /// Both tools have asked something.
  static FakeServer taught(SessionDriver d) {
    FakeServer s = Bridged.modernClient(d, "ask", "also", "other");
    for (String tool : new String[] {"ask", "also"}) {
      JsonObject call = given(d, s, "\"t1 " + tool + "\"", tool);
      String state = Bridged.asks(d, s, "1", "\"t1 " + tool + "\"");
      retry(d, "\"t2 " + tool + "\"", tool, state);
      Bridged.answered(s, "1");
      s.text(call, "done");
      d.result("\"t2 " + tool + "\"");
    }
    return s;
  }

  static void nothingYet(SessionDriver d, FakeServer s) {
    d.sync();
    Bridged.heard(s);
  }

  @Test
  @DisplayName("With two calls open a question waits; when one ends, it belongs to the other")
  void oneEnds() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject ask = given(d, s, "1", "ask");
      JsonObject other = given(d, s, "2", "other");
      s.ask("10", "elicitation/create", Bridged.FORM);
      Bridged.heard(s);
      s.text(other, "ok");
      d.result("2");
      d.awaitTimerAndAdvance(Bridged.GATHER_MILLIS);
      String state = Bridged.input(d, "1", "q1");
      retry(d, "3", "ask", state);
      Bridged.answered(s, "10");
      s.text(ask, "done");
      d.result("3");
    }
  }

  @Test
  @DisplayName(
      "It stays unclear for three seconds: an error; from then on such calls go one at a time")
  void unclear() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject one = given(d, s, "1", "ask");
      JsonObject two = given(d, s, "2", "ask");
      s.ask("10", "elicitation/create", Bridged.FORM);
      Bridged.heard(s);
      d.timers.advance(Bridged.UNCLEAR_MILLIS - 1);
      nothingYet(d, s);
      d.timers.advance(1);
      Bridged.refused(s, "10", -32603, "2 calls are open");
      Bridged.call(d, "3", "ask");
      nothingYet(d, s);
      s.text(two, "no");
      d.result("2");
      s.text(one, "no");
      d.result("1");
      JsonObject three = s.expectCall("ask"); // its turn, since nobody is inside any more
      String state = Bridged.asks(d, s, "11", "3");
      retry(d, "4", "ask", state);
      Bridged.answered(s, "11");
      s.text(three, "done");
      d.result("4");
    }
  }

  @Test
  @DisplayName("The first call of a tool asks and ends while it is gathered: the next has its turn")
  void firstEndsEarly() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject one = given(d, s, "1", "ask");
      s.ask("10", "elicitation/create", Bridged.FORM);
      d.awaitTimer(Bridged.GATHER_MILLIS);
      Bridged.call(d, "2", "ask");
      nothingYet(d, s);
      s.text(one, "done");
      d.result("1");
      JsonObject two = s.expectCall("ask");
      d.timers.advance(Bridged.GATHER_MILLIS);
      Bridged.refused(s, "10", -32601, "No call");
      s.text(two, "done");
      d.result("2");
    }
  }

  @Test
  @DisplayName("Calls of two tools that ask go one after the other; a call of another tool at once")
  void twoAskingTools() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      JsonObject ask = given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      JsonObject other = given(d, s, "3", "other");
      String state = Bridged.asks(d, s, "10", "1"); // clear, although two are open
      s.text(other, "ok");
      d.result("3");
      nothingYet(d, s);
      retry(d, "4", "ask", state);
      Bridged.answered(s, "10");
      nothingYet(d, s);
      s.text(ask, "done");
      d.result("4");
      JsonObject also = s.expectCall("also");
      s.text(also, "done");
      d.result("2");
    }
  }

  @Test
  @DisplayName("A slow client loses its turn after ten seconds, and goes on when the next is over")
  void slowClient() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      JsonObject ask = given(d, s, "1", "ask");
      String state = Bridged.asks(d, s, "10", "1");
      Bridged.call(d, "2", "also");
      d.timers.advance(PATIENCE_MILLIS - 1);
      nothingYet(d, s);
      d.timers.advance(1);
      JsonObject also = s.expectCall("also");
      retry(d, "3", "ask", state);
      nothingYet(d, s); // its answer waits, so that a question now belongs to `also`
      String second = Bridged.asks(d, s, "11", "2");
      retry(d, "4", "also", second);
      Bridged.answered(s, "11");
      s.text(also, "done");
      d.result("4");
      Bridged.answered(s, "10");
      s.text(ask, "done");
      d.result("3");
    }
  }

  @Test
  @DisplayName(
      "A client that cancels while it waits for its turn: the server's question gets an end")
  void cancelWhileItWaitsForItsTurn() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      given(d, s, "1", "ask");
      String state = Bridged.asks(d, s, "10", "1");
      Bridged.call(d, "2", "also");
      d.timers.advance(PATIENCE_MILLIS);
      JsonObject also = s.expectCall("also");
      retry(d, "3", "ask", state);
      d.cancel("3");
      s.expect("notifications/cancelled");
      s.text(also, "done");
      d.result("2");
      Bridged.answered(s, "10"); // given, since the client had come back with it
      Bridged.call(d, "5", "ask");
      nothingYet(d, s); // the server goes on with the cancelled call now
      d.timers.advance(LATE_MILLIS);
      JsonObject ask = s.expectCall("ask");
      s.text(ask, "done");
      d.result("5");
    }
  }

  @Test
  @DisplayName("Cancelled before its turn: the server never gets it, the next does")
  void cancelBeforeItsTurn() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      JsonObject one = given(d, s, "1", "ask");
      Bridged.call(d, "2", "ask");
      Bridged.call(d, "3", "also");
      d.cancel("2");
      nothingYet(d, s);
      s.text(one, "done");
      d.result("1");
      s.text(s.expectCall("also"), "done");
      d.result("3");
    }
  }

  @Test
  @DisplayName("The call inside is cancelled: the next has its turn five seconds later")
  void insideIsCancelled() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      d.cancel("1");
      s.expect("notifications/cancelled");
      d.timers.advance(LATE_MILLIS - 1);
      nothingYet(d, s);
      d.timers.advance(1);
      JsonObject also = s.expectCall("also");
      String state = Bridged.asks(d, s, "10", "2"); // the cancelled call counts no more
      retry(d, "3", "also", state);
      Bridged.answered(s, "10");
      s.text(also, "done");
      d.result("3");
    }
  }

  @Test
  @DisplayName("... or at once when the server answers the cancelled call")
  void insideIsAnsweredLate() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      JsonObject ask = given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      d.cancel("1");
      s.expect("notifications/cancelled");
      nothingYet(d, s);
      s.refuse(ask, 0, "Request cancelled");
      s.text(s.expectCall("also"), "done");
      d.result("2");
    }
  }

  @Test
  @DisplayName("... or when its run is lost")
  void insideIsLost() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      d.cancel("1");
      s.expect("notifications/cancelled");
      nothingYet(d, s);
      s.child().exit(3);
      FakeServer now = d.spawned().comeUp("ask", "also", "other");
      now.text(now.expectCall("also"), "done");
      assertThat(d.text("2")).contains("done");
    }
  }

  @Test
  @DisplayName("The run of the call inside dies: the next has its turn")
  void insideDies() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = taught(d);
      given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      nothingYet(d, s);
      s.child().exit(3);
      assertThat(d.text("1")).contains("exit code 3");
      FakeServer now = d.spawned().comeUp("ask", "also", "other");
      now.text(now.expectCall("also"), "done");
      assertThat(d.text("2")).contains("done");
    }
  }
}
