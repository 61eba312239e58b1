package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.OverLegacy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What may happen while a modern client answers a question of a legacy server
/// (docs/design/eras.md): reload, crash, cancel, end.
@ExtendWith(Sessions.class)
class QuestionPairsTest {
  private static FakeServer reloaded(SessionDriver d) {
    Bridged.call(d, "\"reload\"", "recompile");
    FakeServer now = comeUp(d);
    d.result("\"reload\"");
    return now;
  }

  private static FakeServer comeUp(SessionDriver d) {
    return d.spawned().comeUp("ask", "other");
  }

  private static void serves(SessionDriver d, FakeServer s, String id) {
    Bridged.call(d, id, "other");
    s.text(s.expectCall("other"), "ok");
    assertThat(d.text(id)).contains("ok");
  }

  @Test
  @DisplayName("A reload while the client answers: the run that asked drains, and gets the answer")
  void reloadWhileAway(SessionDriver d, Parked p) {
    p.s().child().stubborn();
    FakeServer now = reloaded(d);
    assertThat(p.s().child().stopAsked()).isFalse();
    serves(d, now, "2");
    p.answered(d, "3");
    p.s().text(p.call(), "old");
    assertThat(d.text("3")).contains("old");
    p.s().child().awaitStop();
    p.s().child().exit(0);
    serves(d, now, "4");
  }

  @Test
  @DisplayName("Past the drain time the next request is told so; the new run gets nothing of it")
  void reloadPastTheDrainTime(SessionDriver d, Parked p) {
    FakeServer now = reloaded(d);
    d.awaitTimerAndAdvance(SessionDriver.DRAIN_MILLIS);
    p.s().child().awaitStop();
    serves(d, now, "2");
    p.retry(d, "3");
    assertThat(d.text("3")).contains("[pitstop]");
    p.retry(d, "4");
    Bridged.stale(d, "4");
    serves(d, now, "5");
  }

  @Test
  @DisplayName(
      "The server dies while the client answers: the next request is told, nothing is repeated")
  void crashWhileAway(SessionDriver d, Parked p) {
    p.s().child().exit(3);
    d.awaitState("crashed");
    p.retry(d, "2");
    assertThat(d.text("2")).contains("exit code 3").contains("may have");
    p.retry(d, "3");
    Bridged.call(d, "4", "other");
    FakeServer now = comeUp(d);
    Bridged.stale(d, "3");
    now.text(now.expectCall("other"), "ok");
    d.result("4");
  }

  @Test
  @DisplayName("... also while the client answers: its answers are to a question that is gone")
  void harmlessWhileAway(SessionDriver d) {
    Parked p = Parked.in(d, Bridged.modernClient(d, "?ask", "other"), "1");
    p.s().child().exit(3);
    FakeServer now = d.spawned().comeUp("?ask", "other");
    JsonObject call = now.expectCall("ask");
    now.ask("70", "elicitation/create", Bridged.FORM); // waits for the client's next request
    Bridged.heard(now);
    p.retry(d, "2");
    String state = Bridged.input(d, "2", "q2");
    Bridged.retry(d, "3", "ask", Bridged.accepted("q2"), state);
    Bridged.answered(now, "70");
    now.text(call, "done");
    assertThat(d.text("3")).contains("done");
  }

  @Test
  @DisplayName(
      "A client that has been asked has nothing to cancel: the call goes on waiting for it")
  void cancelWhileAway(SessionDriver d, Parked p) {
    d.notify("notifications/cancelled", "{\"requestId\":1}");
    serves(d, p.s(), "2");
    p.answered(d, "3");
    p.s().text(p.call(), "done");
    d.result("3");
  }

  @Test
  @DisplayName(
      "The client cancels its next request: the server is told, by the id of the call it has")
  void cancelAfterTheRetry(SessionDriver d, Parked p) {
    p.answered(d, "2");
    d.cancel("2");
    JsonObject n = p.s().expect("notifications/cancelled");
    assertThat(Json.at(n, "params", "requestId")).isEqualTo(p.call().get("id"));
    p.s().ask("11", "elicitation/create", Bridged.FORM);
    Bridged.refused(p.s(), "11", -32601, "No call");
    p.s().text(p.call(), "too late");
    serves(d, p.s(), "3");
  }

  @Test
  @DisplayName("Progress goes to the request that waits: first to the first, then to the next")
  void progress(SessionDriver d, @OverLegacy("ask") FakeServer s) {
    withToken(d, "1", "\"one\"", "");
    JsonObject call = s.expectCall("ask");
    String token = Json.at(call, "params", "_meta", "progressToken").toString();
    progress(s, token);
    assertThat(Json.text(d.notified("notifications/progress"), "params", "progressToken"))
        .isEqualTo("one");
    String state = Bridged.asks(d, s, "10", "1");
    progress(s, token); // the client waits for nothing now
    Bridged.heard(s);
    withToken(
        d,
        "2",
        "\"two\"",
        ",\"inputResponses\":" + Bridged.accepted("q1") + ",\"requestState\":" + state);
    Bridged.answered(s, "10");
    progress(s, token);
    assertThat(Json.text(d.notified("notifications/progress"), "params", "progressToken"))
        .isEqualTo("two");
    s.text(call, "done");
    d.result("2");
  }

  private static void withToken(SessionDriver d, String id, String token, String members) {
    d.request(
        id,
        "tools/call",
        "{\"name\":\"ask\",\"_meta\":{\"progressToken\":"
            + token
            + ","
            + Bridged.META
            + "}"
            + members
            + "}");
  }

  private static void progress(FakeServer s, String token) {
    s.notify("notifications/progress", "{\"progressToken\":" + token + ",\"progress\":1}");
  }
}
