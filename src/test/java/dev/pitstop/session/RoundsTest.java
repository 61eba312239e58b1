package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.OverModern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Rounds of a legacy client and a modern server (docs/design/eras.md), and what may happen in the
/// middle of one.
@ExtendWith(Sessions.class)
class RoundsTest {
  private static final String STATE = "\"a\\u0062+/=\"";
  private static final String PLAIN = "\"ab+/=\"";

  /// A call that has been answered with a question, and the question.
  private record Open(FakeServer s, JsonObject call, JsonObject question) {}

  private static Open open(SessionDriver d, FakeServer s, String id) {
    JsonObject call = d.callTo(s, id, "ask");
    Bridged.inputRequired(s, call, STATE);
    return new Open(s, call, Bridged.asked(d));
  }

  private static Open open(SessionDriver d) {
    return open(d, Bridged.legacyClient(d, "ask", "other"), "1");
  }

  private static JsonObject again(Open o) {
    return Bridged.again(o.s(), o.call(), Bridged.accepted("k"), PLAIN);
  }

  @Test
  @DisplayName(
      "A question becomes a request; the call goes again with answer and state, as they are")
  void oneRound(SessionDriver d, @OverModern("ask") FakeServer s) {
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\","
            + "\"arguments\":{\"n\":1.50},\"_meta\":{\"progressToken\":\"t\"}}}");
    d.opened("1");
    JsonObject call = s.expectCall("ask");
    Bridged.inputRequired(s, call, STATE);
    JsonObject q = Bridged.asked(d);
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":" + q.get("id") + ",\"result\":{ \"action\":\"decline\" }}");
    String raw = s.child().nextLine();
    assertThat(raw)
        .contains("\"inputResponses\":{\"k\":{ \"action\":\"decline\" }}")
        .contains("\"requestState\":" + STATE)
        .contains("\"arguments\":{\"n\":1.50}")
        .contains("clientCapabilities\":" + Bridged.CAPABILITIES);
    JsonObject again = Json.parse(raw);
    assertThat(
            Json.text(
                d.saidBy(
                    s,
                    "notifications/progress",
                    "{\"progressToken\":"
                        + Json.at(again, "params", "_meta", "progressToken")
                        + ",\"progress\":1}"),
                "params",
                "progressToken"))
        .isEqualTo("t");
    Bridged.complete(s, again, "done");
    assertThat(d.text("1")).isEqualTo("done");
  }

  @Test
  @DisplayName("Without a state none is sent; without questions the call just goes again")
  void stateAlone(SessionDriver d, @OverModern("ask") FakeServer s) {
    s.answer(d.callTo(s, "1", "ask"), "{\"resultType\":\"input_required\",\"requestState\":\"x\"}");
    JsonObject second = s.expectCall("ask");
    assertThat(Json.at(second, "params", "inputResponses")).hasToString("{}");
    assertThat(Json.text(second, "params", "requestState")).isEqualTo("x");
    s.answer(
        second,
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":{\"method\":\"roots/list\"}}}");
    JsonObject q = d.notified("roots/list");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + q.get("id") + ",\"result\":{\"roots\":[]}}");
    JsonObject third = s.expectCall("ask");
    assertThat(Json.at(third, "params", "inputResponses")).hasToString("{\"r\":{\"roots\":[]}}");
    assertThat(third.getAsJsonObject("params").has("requestState")).isFalse();
    Bridged.complete(s, third, "done");
    d.result("1");
  }

  @Test
  @DisplayName("Several questions are asked at once, and the call goes when the last is answered")
  void several(SessionDriver d, @OverModern("ask") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "ask");
    Bridged.inputRequired(s, call, STATE, "a", "b", "c");
    JsonObject a = Bridged.asked(d);
    JsonObject b = Bridged.asked(d);
    JsonObject c = Bridged.asked(d);
    Bridged.answer(d, c);
    Bridged.answer(d, a);
    d.sync(); // the server has nothing yet
    Bridged.answer(d, b);
    JsonObject again = s.expectCall("ask");
    assertThat(Json.at(again, "params", "inputResponses").getAsJsonObject().keySet())
        .containsExactlyInAnyOrder("a", "b", "c");
    Bridged.complete(s, again, "done");
    d.result("1");
  }

  @Test
  @DisplayName("Ten rounds pass; the eleventh question ends the call with a text")
  void tenRounds(SessionDriver d, @OverModern("ask") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "ask");
    for (int n = 1; n <= 10; n++) {
      Bridged.inputRequired(s, call, "\"" + n + "\"");
      Bridged.answer(d, Bridged.asked(d));
      call = Bridged.again(s, call, Bridged.accepted("k"), "\"" + n + "\"");
    }
    Bridged.inputRequired(s, call, "\"11\"");
    assertThat(d.text("1")).contains("asked the client ten times");
    d.servedBy(s, "2", "ask", "ok");
  }

  @Test
  @DisplayName("The client answers with an error: the call ends with a text, other questions too")
  void refused(SessionDriver d, @OverModern("ask") FakeServer s) {
    d.call("1", "ask");
    Bridged.inputRequired(s, s.expectCall("ask"), STATE, "a", "b");
    JsonObject a = Bridged.asked(d);
    JsonObject b = Bridged.asked(d);
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + a.get("id")
            + ",\"error\":{\"code\":-1,\"message\":\"The user left.\"}}");
    Bridged.withdrawn(d, b);
    assertThat(d.text("1")).contains("The user left.");
    Bridged.answer(d, b); // too late: nobody gets it
    d.servedBy(s, "2", "ask", "ok");
  }

  @Test
  @DisplayName("A server is told what the client has declared")
  void declared(SessionDriver d) {
    FakeServer s = d.begin().refusing("initialize"); // with sampling alone
    Bridged.comeUp(s, "ask");
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.awaitTools("ask");
    JsonObject call = d.callTo(s, "1", "ask");
    assertThat(Json.at(call, "params", "_meta", Bridged.KEY + "clientCapabilities"))
        .hasToString("{\"sampling\":{}}");
    s.text(call, "ok");
    assertThat(d.text("1")).contains("ok");
  }

  @Test
  @DisplayName(
      "The client cancels while it is asked: the question is withdrawn, the server has nothing")
  void cancelWhileAsked(SessionDriver d) {
    Open o = open(d);
    d.cancel("1");
    Bridged.withdrawn(d, o.question());
    Bridged.answer(d, o.question());
    d.servedBy(o.s(), "2", "other", "ok");
  }

  @Test
  @DisplayName(
      "The client cancels while the server has the repeated request: the server is told its id")
  void cancelWhileRepeated(SessionDriver d) {
    Open o = open(d);
    Bridged.answer(d, o.question());
    JsonObject again = again(o);
    d.cancel("1");
    JsonObject n = o.s().expect("notifications/cancelled");
    assertThat(Json.at(n, "params", "requestId")).isEqualTo(again.get("id"));
    Bridged.complete(o.s(), again, "too late");
    d.servedBy(o.s(), "2", "other", "ok");
  }

  @Test
  @DisplayName("The server dies while the client answers: the question is withdrawn, the call ends")
  void crashWhileAsked(SessionDriver d) {
    Open o = open(d);
    o.s().dies(1, "boom");
    assertThat(d.text("1"))
        .contains("asked the client something and crashed with exit code 1", "\n  boom\n");
    Bridged.withdrawn(d, o.question());
    d.awaitState("crashed");
    Bridged.answer(d, o.question());
    d.call("2", "other");
    FakeServer now = Bridged.comeUp(d.spawned(), "ask", "other");
    Bridged.complete(now, now.expectCall("other"), "ok");
    assertThat(d.text("2")).contains("was restarted", "ok").doesNotContain("exit code"); // known
  }

  @Test
  @DisplayName("The server dies with the repeated request: it is never sent to another run")
  void crashWhileRepeated(SessionDriver d) {
    FakeServer s = Bridged.legacyClient(d, "?ask", "other"); // not even if it only reads
    Open o = open(d, s, "1");
    Bridged.answer(d, o.question());
    again(o);
    o.s().child().exit(1);
    assertThat(d.text("1")).contains("[pitstop]");
    d.awaitState("crashed");
    d.call("2", "other");
    FakeServer now = Bridged.comeUp(d.spawned(), "?ask", "other");
    Bridged.complete(now, now.expectCall("other"), "ok");
    assertThat(d.text("2")).contains("ok");
  }

  @Test
  @DisplayName(
      "A reload while the client answers: the run that asked drains, and the round goes to it")
  void reloadWhileAsked(SessionDriver d) {
    Open o = open(d);
    o.s().child().stubborn();
    FakeServer now = reloaded(d);
    assertThat(o.s().child().stopAsked()).isFalse();
    JsonObject fresh = d.callTo(now, "3", "ask");
    Bridged.answer(d, o.question());
    JsonObject again = again(o);
    assertThat(o.s().child().stopAsked()).isFalse();
    Bridged.complete(o.s(), again, "old");
    assertThat(d.text("1")).contains("old");
    o.s().child().awaitStop();
    o.s().child().exit(0);
    Bridged.complete(now, fresh, "new");
    assertThat(d.text("3")).contains("new");
  }

  private static FakeServer reloaded(SessionDriver d) {
    d.call("\"reload\"", "recompile");
    FakeServer now = Bridged.comeUp(d.spawned(), "ask", "other");
    d.result("\"reload\"");
    return now;
  }

  @Test
  @DisplayName("Past the drain time the call ends with a text; the new run never gets the state")
  void reloadPastTheDrainTime(SessionDriver d) {
    Open o = open(d);
    FakeServer now = reloaded(d);
    d.awaitTimerAndAdvance(SessionDriver.DRAIN_MILLIS);
    o.s().child().awaitStop();
    assertThat(d.text("1")).contains("asked the client something and was replaced by a reload");
    Bridged.withdrawn(d, o.question());
    Bridged.answer(d, o.question());
    d.call("3", "other");
    Bridged.complete(now, now.expectCall("other"), "ok");
    assertThat(d.text("3")).contains("ok");
  }

  @Test
  @DisplayName("call_tool carries the answers and the state of the tool that it calls")
  void callTool(SessionDriver d, @OverModern("ask") FakeServer s) {
    d.call("1", "call_tool", "{\"tool\":\"ask\",\"arguments\":{\"a\":1}}");
    JsonObject call = s.expectCall("ask");
    Bridged.inputRequired(s, call, STATE);
    Bridged.answer(d, Bridged.asked(d));
    JsonObject again = Bridged.again(s, call, Bridged.accepted("k"), PLAIN);
    assertThat(Json.at(again, "params", "arguments")).hasToString("{\"a\":1}");
    Bridged.complete(s, again, "done");
    assertThat(d.text("1")).isEqualTo("done");
  }
}
