package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Gate;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Step;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.Sessions.OverLegacy;
import dev.pitstop.session.WireServer.Offer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A legacy server asks while several calls of a modern client are open there
/// (docs/design/eras.md): the question is refused, unless its transport says which call it is of.
@ExtendWith(Sessions.class)
class SeveralCallsTest {
  private static JsonObject given(SessionDriver d, FakeServer s, String id, String tool) {
    Bridged.call(d, id, tool);
    return s.expectCall(tool);
  }

  private static JsonObject cancelled(SessionDriver d, FakeServer s, String id, String tool) {
    JsonObject call = given(d, s, id, tool);
    d.cancelTo(s, id);
    return call;
  }

  private static void ask(FakeServer s, String id) {
    s.ask(id, "elicitation/create", Bridged.FORM);
  }

  private static void refused(FakeServer s, String question) {
    Bridged.refused(s, question, -32603, "cannot be assigned to a call: 2 calls are open");
  }

  private static void ends(SessionDriver d, FakeServer s, JsonObject call, String id) {
    s.text(call, "ok");
    assertThat(d.text(id)).contains("ok");
  }

  /// A question during this call, which is the only one, is answered.
  private static void belongs(SessionDriver d, FakeServer s, JsonObject call, String id) {
    answers(d, s, call, Bridged.asks(d, s, "10", id), "10");
  }

  private static void answers(
      SessionDriver d, FakeServer s, JsonObject call, String state, String question) {
    String tool = Json.text(call, "params", "name");
    Bridged.retry(d, "\"last\"", tool, Bridged.accepted("q1"), state);
    Bridged.answered(s, question);
    ends(d, s, call, "\"last\"");
  }

  @Test
  @DisplayName("It is refused at once, and says what to do; the calls go on; alone, it is asked")
  void two(SessionDriver d, @OverLegacy("ask other") FakeServer s) {
    JsonObject ask = given(d, s, "1", "ask");
    JsonObject other = given(d, s, "2", "other");
    ask(s, "9");
    Bridged.refused(s, "9", -32603, "Call one after the other, or move the server to revision");
    ask(s, "9");
    refused(s, "9");
    ends(d, s, other, "2");
    belongs(d, s, ask, "1");
  }

  @Test
  @DisplayName("A call whose question is with the client is open: refused, and then answered")
  void away(SessionDriver d, @OverLegacy("ask other") FakeServer s) {
    JsonObject ask = given(d, s, "1", "ask");
    String state = Bridged.asks(d, s, "9", "1");
    JsonObject other = given(d, s, "2", "other");
    ask(s, "10");
    refused(s, "10");
    answers(d, s, ask, state, "9");
    belongs(d, s, other, "2");
  }

  @Test
  @DisplayName("... but not once the server has answered it")
  void answered(SessionDriver d, @OverLegacy("ask other") FakeServer s) {
    JsonObject ask = given(d, s, "1", "ask");
    String state = Bridged.asks(d, s, "9", "1");
    s.text(ask, "done");
    Bridged.heard(s);
    belongs(d, s, given(d, s, "2", "other"), "2");
    Bridged.retry(d, "3", "ask", Bridged.accepted("q1"), state);
    assertThat(d.text("3")).contains("done");
    Bridged.answered(s, "9");
  }

  @Test
  @DisplayName("A cancelled call does not count")
  void cancelled(SessionDriver d, @OverLegacy("ask other") FakeServer s) {
    cancelled(d, s, "1", "ask");
    belongs(d, s, given(d, s, "2", "other"), "2");
  }

  @Test
  @DisplayName("Only cancelled calls are left: the question has no call")
  void onlyCancelled(SessionDriver d, @OverLegacy("ask other") FakeServer s) {
    cancelled(d, s, "1", "ask");
    cancelled(d, s, "2", "other");
    ask(s, "10");
    Bridged.refused(s, "10", -32601, "No call");
  }

  @Test
  @DisplayName("Many servers: calls of another server do not count")
  void many(@Modern ManyWire w) {
    WireServer one = w.addLegacy("one", Offer.tools("ask", "other"));
    WireServer two = w.addLegacy("two", Offer.tools("ask"));
    JsonObject elsewhere = manyCall(w, two, "1", "ask");
    JsonObject first = manyCall(w, one, "2", "ask");
    ask(one.fake(), "9");
    Bridged.heard(one.fake());
    String state = Json.at(w.result("2"), "requestState").toString();
    JsonObject other = manyCall(w, one, "3", "other");
    ask(one.fake(), "10");
    refused(one.fake(), "10");
    w.modern(
        "4",
        "tools/call",
        "\"name\":\"one__ask\",\"inputResponses\":"
            + Bridged.accepted("q1")
            + ",\"requestState\":"
            + state);
    Bridged.answered(one.fake(), "9");
    one.answer(first, "{\"content\":[]}");
    w.result("4");
    one.answer(other, "{\"content\":[]}");
    w.result("3");
    two.answer(elsewhere, "{\"content\":[]}");
    w.result("1");
  }

  private static JsonObject manyCall(ManyWire w, WireServer s, String id, String tool) {
    w.modern(id, "tools/call", "\"name\":\"" + s.name() + "__" + tool + "\"");
    return s.expect("tools/call");
  }

  @Test
  @DisplayName(
      "HTTP: a question belongs to the call in whose stream it comes, of several open ones")
  void streams() throws InterruptedException {
    ScriptedDaemon daemon = ScriptedDaemon.started(dev.pitstop.http.fixture.Setup.legacy());
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE)) {
      httpCall(d, "\"first\"", "");
      d.answer("\"first\"");
      Gate one = new Gate();
      Gate two = new Gate();
      opens(d, "1", one);
      opens(d, "2", two);
      two.open();
      String second = httpState(d, "2");
      one.open();
      String first = httpState(d, "1");
      httpCall(d, "3", first);
      assertThat(d.text("3")).contains("hi");
      httpCall(d, "4", second);
      assertThat(d.text("4")).contains("hi");
    }
  }

  /// A call in whose stream the daemon asks when the gate opens.
  private static void opens(HttpDriver d, String id, Gate gate) throws InterruptedException {
    Step asks =
        Step.ask(
            new JsonPrimitive("q" + id),
            "elicitation/create",
            JsonParser.parseString(Bridged.FORM).getAsJsonObject());
    d.daemon.on("tools/call").once().reply(Answer.sse(Step.stall(gate), asks, Step.result()));
    httpCall(d, id, "");
    gate.awaitReached();
  }

  private static String httpState(HttpDriver d, String id) {
    JsonObject r = Json.at(d.answer(id), "result").getAsJsonObject();
    assertThat(Json.text(r, "resultType")).as("%s", r).isEqualTo("input_required");
    return Json.at(r, "requestState").toString();
  }

  /// @param state of the question that it answers; empty if it is a first call
  private static void httpCall(HttpDriver d, String id, String state) {
    String answers = ",\"inputResponses\":" + Bridged.accepted("q1") + ",\"requestState\":" + state;
    d.request(
        id,
        "tools/call",
        "{\"name\":\"echo\",\"arguments\":{\"key\":\"k\",\"text\":\"hi\"}"
            + (state.isEmpty() ? "" : answers)
            + ",\"_meta\":{"
            + Bridged.META
            + "}}");
  }
}
