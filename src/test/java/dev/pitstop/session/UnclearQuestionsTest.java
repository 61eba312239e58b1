package dev.pitstop.session;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// A question of a legacy server that may belong to a cancelled call or to an open one of a modern
/// client (docs/design/bridge.md): it is not given to the open one while that is not clear.
class UnclearQuestionsTest {
  @Test
  @DisplayName(
      "A tool that has asked, cancelled five seconds ago, and one that never has: refused after three"
          + " more, and the next try works")
  void later() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(TurnstileTest.LATE_MILLIS);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "9");
      Bridged.heard(s);
      d.awaitTimerAndAdvance(Bridged.UNCLEAR_MILLIS);
      Bridged.refused(s, "9", -32603, "2 calls are open");
      LateQuestionsTest.ends(d, s, other, "2");
      other = TurnstileTest.given(d, s, "3", "other");
      LateQuestionsTest.ask(s, "10");
      LateQuestionsTest.belongs(d, s, other, "3");
    }
  }

  @Test
  @DisplayName("... or as soon as the other call has ended")
  void laterAlone() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(TurnstileTest.LATE_MILLIS);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      Bridged.heard(s);
      LateQuestionsTest.ends(d, s, other, "2");
      Bridged.refused(s, "10", -32601, "No call");
    }
  }

  @Test
  @DisplayName("... or given to it, if the server answers the cancelled call")
  void laterAnswered() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      JsonObject ask = LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(TurnstileTest.LATE_MILLIS);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      Bridged.heard(s);
      s.text(ask, "too late");
      LateQuestionsTest.belongs(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("Five minutes later the cancelled call counts no more")
  void muchLater() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = TurnstileTest.taught(d);
      LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(Bridged.AWAY_MILLIS);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      LateQuestionsTest.belongs(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("Neither tool has asked before: refused after three seconds, whenever it came")
  void unclear() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject ask = TurnstileTest.given(d, s, "1", "ask");
      TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10"); // perhaps of the call that is then cancelled
      Bridged.heard(s);
      d.cancel("2");
      s.expect("notifications/cancelled");
      d.timers.advance(Bridged.UNCLEAR_MILLIS - 1);
      TurnstileTest.nothingYet(d, s);
      d.timers.advance(1);
      Bridged.refused(s, "10", -32603, "2 calls are open");
      LateQuestionsTest.ends(d, s, ask, "1");
    }
  }

  @Test
  @DisplayName("... also if the time of the cancelled call passes while the question waits")
  void timePasses() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(TurnstileTest.LATE_MILLIS - 1);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      Bridged.heard(s);
      d.timers.advance(Bridged.UNCLEAR_MILLIS);
      Bridged.refused(s, "10", -32603, "2 calls are open");
      LateQuestionsTest.ends(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("... but given to the open call, if the server answers the cancelled one")
  void unclearAnswered() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject ask = LateQuestionsTest.cancelled(d, s, "1", "ask");
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      Bridged.heard(s);
      s.text(ask, "too late");
      LateQuestionsTest.belongs(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("... or if it came five seconds after the cancellation")
  void afterTheGrace() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      LateQuestionsTest.cancelled(d, s, "1", "ask");
      d.timers.advance(TurnstileTest.LATE_MILLIS);
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      LateQuestionsTest.belongs(d, s, other, "2");
    }
  }

  @Test
  @DisplayName("A call that came after the question is not meant")
  void cameAfterwards() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = Bridged.modernClient(d, "ask", "other");
      JsonObject ask = TurnstileTest.given(d, s, "1", "ask");
      JsonObject other = TurnstileTest.given(d, s, "2", "other");
      LateQuestionsTest.ask(s, "10");
      Bridged.heard(s);
      JsonObject last = TurnstileTest.given(d, s, "3", "ask");
      LateQuestionsTest.ends(d, s, ask, "1");
      LateQuestionsTest.belongs(d, s, other, "2");
      LateQuestionsTest.ends(d, s, last, "3");
    }
  }
}
