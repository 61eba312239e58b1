package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.OverLegacy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Questions of a legacy server to a modern client (docs/design/eras.md): row by row.
@ExtendWith(Sessions.class)
class QuestionsTest {
  @Test
  @DisplayName("A question is answered by the next request, whose answer is the server's result")
  void oneQuestion(SessionDriver d, Parked p) {
    assertThat(p.call().getAsJsonObject("params").toString())
        .isEqualTo("{\"name\":\"ask\",\"_meta\":{}}");
    p.answered(d, "2");
    p.s().text(p.call(), "done");
    JsonObject r = d.result("2");
    assertThat(Json.text(r, "resultType")).isEqualTo("complete");
    assertThat(r.toString()).contains("done");
    p.retry(d, "3");
    Bridged.stale(d, "3");
  }

  @Test
  @DisplayName("A second question while the client answers is the answer to its next request")
  void secondQuestion(SessionDriver d, Parked p) {
    p.s().ask("11", "elicitation/create", Bridged.FORM);
    Bridged.heard(p.s());
    p.answered(d, "2");
    String state = Bridged.input(d, "2", "q2");
    assertThat(state).isNotEqualTo(p.state());
    Bridged.retry(d, "3", "ask", Bridged.accepted("q2"), state);
    Bridged.answered(p.s(), "11");
    p.s().text(p.call(), "done");
    d.result("3");
  }

  @Test
  @DisplayName("... and so is a question after the answer; ten rounds and more pass")
  void elevenRounds(SessionDriver d, Parked p) {
    String state = p.state();
    String question = "10";
    for (int n = 1; n <= 11; n++) {
      String id = "\"r" + n + "\"";
      Bridged.retry(d, id, "ask", Bridged.accepted("q" + n), state);
      Bridged.answered(p.s(), question);
      question = "\"again " + n + "\"";
      p.s().ask(question, "elicitation/create", Bridged.FORM);
      state = Bridged.input(d, id, "q" + (n + 1));
    }
    Bridged.retry(d, "2", "ask", Bridged.accepted("q12"), state);
    Bridged.answered(p.s(), question);
    p.s().text(p.call(), "done");
    d.result("2");
  }

  @Test
  @DisplayName("The server's result before the client's answers waits for its next request")
  void resultFirst(SessionDriver d, Parked p) {
    p.s().text(p.call(), "done");
    Bridged.heard(p.s());
    p.retry(d, "2");
    assertThat(d.text("2")).contains("done");
    Bridged.answered(p.s(), "10"); // the server may still wait for it
  }

  @Test
  @DisplayName("... and what the client has not answered by then gets an error")
  void resultFirstWithoutAnswer(SessionDriver d, Parked p) {
    p.s().text(p.call(), "done");
    Bridged.heard(p.s());
    Bridged.modern(d, "2", "tools/call", "\"name\":\"ask\",\"requestState\":" + p.state());
    assertThat(d.text("2")).contains("done");
    Bridged.refused(p.s(), "10", -32601, "No call");
  }

  @Test
  @DisplayName("A retry that answers nothing is asked again, under a new state")
  void retryWithoutAnswers(SessionDriver d, Parked p) {
    Bridged.modern(d, "2", "tools/call", "\"name\":\"ask\",\"requestState\":" + p.state());
    String state = Bridged.input(d, "2", "q1");
    assertThat(state).isNotEqualTo(p.state());
    p.retry(d, "3");
    Bridged.stale(d, "3");
    Bridged.retry(d, "4", "ask", Bridged.accepted("q1"), state);
    Bridged.answered(p.s(), "10");
    p.s().text(p.call(), "done");
    d.result("4");
  }

  @Test
  @DisplayName("A state that is unknown, used, or of another tool is -32602; the call still waits")
  void foreignState(SessionDriver d, Parked p) {
    Bridged.retry(d, "2", "ask", "{}", "\"x\"");
    Bridged.stale(d, "2");
    Bridged.retry(d, "3", "other", Bridged.accepted("q1"), p.state());
    Bridged.stale(d, "3");
    Bridged.modern(d, "4", "prompts/get", "\"name\":\"ask\",\"requestState\":" + p.state());
    Bridged.stale(d, "4");
    Bridged.retry(d, "5", "ask", "{}", "7");
    Bridged.stale(d, "5");
    p.answered(d, "6");
    p.s().text(p.call(), "done");
    d.result("6");
  }

  @Test
  @DisplayName(
      "After five minutes the question gets an error, the result is dropped, a retry is late")
  void expired(SessionDriver d, Parked p) {
    p.s().ask("11", "elicitation/create", Bridged.FORM); // waits behind the first
    Bridged.heard(p.s());
    d.timers.advance(Bridged.AWAY_MILLIS - 1);
    d.sync();
    d.timers.advance(1);
    Bridged.refused(p.s(), "10", -32603, "within five minutes");
    Bridged.refused(p.s(), "11", -32603, "within five minutes");
    JsonObject cancelled = p.s().expect("notifications/cancelled");
    assertThat(Json.at(cancelled, "params", "requestId")).isEqualTo(p.call().get("id"));
    p.s().ask("12", "elicitation/create", Bridged.FORM); // nobody is there for it
    JsonObject no = p.s().next();
    assertThat(no.has("error")).as("%s", no).isTrue();
    p.s().text(p.call(), "too late");
    p.retry(d, "2");
    Bridged.stale(d, "2");
  }

  @Test
  @DisplayName("The server withdraws its question: the next request waits for the result")
  void withdrawn(SessionDriver d, Parked p) {
    p.s().notify("notifications/cancelled", "{\"requestId\":10}");
    Bridged.heard(p.s());
    p.retry(d, "2");
    d.sync();
    p.s().text(p.call(), "done"); // and the server has got no answer
    assertThat(d.text("2")).contains("done");
  }

  @Test
  @DisplayName(
      "A question that the request has not declared is refused as the client would; ping passes")
  void undeclared(SessionDriver d, @OverLegacy("ask") FakeServer s) {
    d.request(
        "1", "tools/call", "{\"name\":\"ask\",\"_meta\":{" + Bridged.meta("{\"roots\":{}}") + "}}");
    JsonObject call = s.expectCall("ask");
    s.ask("10", "elicitation/create", Bridged.FORM);
    Bridged.refused(s, "10", -32601, "elicitation/create");
    s.ask("11", "vendor/ask", "{}");
    Bridged.refused(s, "11", -32601, "vendor/ask");
    s.ask("12", "ping", "{}");
    assertThat(s.next().get("result")).hasToString("{}");
    s.text(call, "done");
    d.result("1");
  }

  @Test
  @DisplayName("A question outside of any call gets an error")
  void outside(SessionDriver d, @OverLegacy("ask") FakeServer s) {
    s.ask("10", "elicitation/create", Bridged.FORM);
    Bridged.refused(s, "10", -32601, "No call of the client is open");
  }

  @Test
  @DisplayName("call_tool passes the answers and the state on to the tool that it calls")
  void callTool(SessionDriver d, @OverLegacy("ask") FakeServer s) {
    String called =
        "\"name\":\"call_tool\",\"arguments\":{\"tool\":\"ask\",\"arguments\":{\"a\":1}}";
    Bridged.modern(d, "1", "tools/call", called);
    JsonObject call = s.expectCall("ask");
    String state = Bridged.asks(d, s, "10", "1");
    Bridged.modern(
        d,
        "2",
        "tools/call",
        called + ",\"inputResponses\":" + Bridged.accepted("q1") + ",\"requestState\":" + state);
    Bridged.answered(s, "10");
    s.text(call, "done");
    assertThat(d.text("2")).contains("done");
  }
}
