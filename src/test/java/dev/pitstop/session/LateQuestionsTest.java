package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.WireServer.Offer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A legacy server asks during a call that was cancelled, because it has not read the cancellation
/// yet or works on, while other calls of a modern client are open (docs/design/bridge.md): no other
/// call is shown the question.
class LateQuestionsTest {
  private static final long LATE_MILLIS = TurnstileTest.LATE_MILLIS;
  private static final long LIMIT = 60_000;

  static JsonObject cancelled(SessionDriver d, FakeServer s, String id, String tool) {
    JsonObject call = TurnstileTest.given(d, s, id, tool);
    d.cancel(id);
    s.expect("notifications/cancelled");
    return call;
  }

  static void ask(FakeServer s, String id) {
    s.ask(id, "elicitation/create", Bridged.FORM);
  }

  static void ends(SessionDriver d, FakeServer s, JsonObject call, String id) {
    s.text(call, "ok");
    assertThat(d.text(id)).contains("ok");
  }

  /// The client is asked this by the answer to this call, and answers.
  static void belongs(SessionDriver d, FakeServer s, JsonObject call, String id) {
    d.awaitTimerAndAdvance(Bridged.GATHER_MILLIS);
    answers(d, s, call, Bridged.input(d, id, "q1"));
  }

  private static void answers(SessionDriver d, FakeServer s, JsonObject call, String state) {
    String tool = Json.text(call, "params", "name");
    Bridged.retry(d, "\"last\"", tool, Bridged.accepted("q1"), state);
    Bridged.answered(s, "10");
    ends(d, s, call, "\"last\"");
  }

  @Test
  @DisplayName(
      "A tool that has asked, cancelled, and one that never has: the question is refused at once")
  void mostLikelyTheCancelled() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      cancelled(d, s, "1", "ask");
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      ask(s, "10");
      Bridged.refused(s, "10", -32601, "No call");
      ask(s, "11"); // it asks on
      Bridged.refused(s, "11", -32601, "No call");
      ends(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("... also in the middle of its conversation")
  void inTheMiddle() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      TurnstileTest.given(d, s, "1", "ask");
      String state = Bridged.asks(d, s, "9", "1");
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      Bridged.retry(d, "3", "ask", Bridged.accepted("q1"), state);
      Bridged.answered(s, "9");
      d.cancel("3");
      s.expect("notifications/cancelled");
      ask(s, "10");
      Bridged.refused(s, "10", -32601, "No call");
      ends(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("... and with the next call of a tool that asks waiting for its turn")
  void nextWaits() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      cancelled(d, s, "1", "ask");
      Bridged.call(d, "2", "ask");
      TurnstileTest.nothingYet(d, s);
      ask(s, "10");
      Bridged.refused(s, "10", -32601, "No call");
      d.timers.advance(LATE_MILLIS);
      ends(d, s, s.expectCall("ask"), "2");
    }
  }

  @Test
  @DisplayName("The run is lost: what was cancelled there counts no more")
  void lost() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      cancelled(d, s, "1", "ask");
      s.child().exit(3);
      d.awaitState("crashed");
      Bridged.call(d, "2", "other");
      FakeServer now = d.spawned().comeUp("ask", "also", "other");
      JsonObject other = now.expectCall("other");
      ask(now, "10");
      belongs(d, now, other, "2");
    }
  }

  @Test
  @DisplayName("The client's input ends: a call behind a cancelled one is answered")
  void endOfInput() {
    SessionDriver d = new SessionDriver();
    FakeServer s = TurnstileTest.taught(d);
    cancelled(d, s, "1", "ask");
    Bridged.call(d, "2", "ask");
    TurnstileTest.nothingYet(d, s);
    d.endInput();
    d.timers.advance(LATE_MILLIS);
    ends(d, s, s.expectCall("ask"), "2");
    s.child().awaitStop();
    s.child().exit(0);
    d.awaitEnd();
  }

  @Test
  @DisplayName("... also if the session ends before its turn")
  void endOfSession() {
    SessionDriver d = new SessionDriver();
    FakeServer s = TurnstileTest.taught(d);
    cancelled(d, s, "1", "ask");
    Bridged.call(d, "2", "ask");
    TurnstileTest.nothingYet(d, s);
    d.endInput();
    s.child().awaitStop();
    s.child().exit(0);
    assertThat(d.text("2")).contains("[pitstop]");
    d.awaitEnd();
  }

  @Test
  @DisplayName("A call that has reached the time limit counts like a cancelled one")
  void overdue() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.limited(LIMIT))) {
      FakeServer s = TurnstileTest.taught(d);
      TurnstileTest.given(d, s, "1", "ask");
      Bridged.call(d, "2", "also");
      TurnstileTest.nothingYet(d, s);
      d.timers.advance(LIMIT);
      assertThat(d.text("1")).contains("did not answer within");
      s.expect("notifications/cancelled");
      ask(s, "10");
      Bridged.refused(s, "10", -32601, "No call");
      d.timers.advance(LATE_MILLIS);
      ends(d, s, s.expectCall("also"), "2");
    }
  }

  @Test
  @DisplayName("... and so does one whose client did not come back within five minutes")
  void expired() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      TurnstileTest.given(d, s, "1", "ask");
      Bridged.asks(d, s, "9", "1");
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      d.timers.advance(Bridged.AWAY_MILLIS);
      Bridged.refused(s, "9", -32603, "within five minutes");
      s.expect("notifications/cancelled");
      ask(s, "10");
      Bridged.refused(s, "10", -32601, "No call");
      ends(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("A cancelled call that waits for its turn with its answer asks nothing meanwhile")
  void entering() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      TurnstileTest.given(d, s, "1", "ask");
      String state = Bridged.asks(d, s, "9", "1");
      Bridged.call(d, "2", "also");
      d.awaitTimerAndAdvance(10_000);
      JsonObject also = s.expectCall("also");
      Bridged.retry(d, "3", "ask", Bridged.accepted("q1"), state);
      d.cancel("3");
      s.expect("notifications/cancelled");
      ask(s, "10"); // so it is of the call whose turn it is
      d.awaitTimerAndAdvance(Bridged.GATHER_MILLIS);
      String next = Bridged.input(d, "2", "q1");
      Bridged.retry(d, "4", "also", Bridged.accepted("q1"), next);
      Bridged.answered(s, "10");
      ends(d, s, also, "4");
      Bridged.answered(s, "9");
      ask(s, "11"); // now the server goes on with it
      Bridged.refused(s, "11", -32601, "No call");
    }
  }

  @Test
  @DisplayName("Many servers: the late question of one is refused, and the other's calls go on")
  void many() {
    try (ManyWire w = ManyWire.modern()) {
      WireServer one = w.addLegacy("one", Offer.tools("ask", "other"));
      WireServer two = w.addLegacy("two", Offer.tools("ask"));
      JsonObject first = manyCall(w, one, "1", "ask");
      ask(one.fake(), "9");
      Bridged.heard(one.fake());
      w.timers.advance(Bridged.GATHER_MILLIS);
      String state = Json.at(w.result("1"), "requestState").toString();
      w.modern(
          "2",
          "tools/call",
          "\"name\":\"one__ask\",\"inputResponses\":"
              + Bridged.accepted("q1")
              + ",\"requestState\":"
              + state);
      Bridged.answered(one.fake(), "9");
      JsonObject other = manyCall(w, one, "3", "other");
      w.cancel("2");
      assertThat(Json.at(one.expect("notifications/cancelled"), "params", "requestId"))
          .isEqualTo(first.get("id"));
      ask(one.fake(), "10");
      Bridged.refused(one.fake(), "10", -32601, "No call");
      w.modern("4", "tools/call", "\"name\":\"one__ask\"");
      Bridged.heard(one.fake()); // it waits for its turn
      two.answer(manyCall(w, two, "5", "ask"), "{\"content\":[]}");
      w.result("5");
      one.answer(first, "{\"content\":[]}");
      one.answer(one.expect("tools/call"), "{\"content\":[]}");
      w.result("4");
      one.answer(other, "{\"content\":[]}");
      w.result("3");
    }
  }

  private static JsonObject manyCall(ManyWire w, WireServer s, String id, String tool) {
    w.modern(id, "tools/call", "\"name\":\"" + s.name() + "__" + tool + "\"");
    return s.expect("tools/call");
  }
}
