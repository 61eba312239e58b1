package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Begun;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that answers, but not in a way that can be passed on, must not leave its caller without
/// a response.
@ExtendWith(Sessions.class)
class UnusableAnswerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":1,\"result\":{\"content\":[]}}",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{\"content\":[]}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"x\":NaN}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"boom\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{},\"result\":{\"content\":[]}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1}"
      })
  @DisplayName("an answer that is not a valid message, but names its call, ends the call")
  void invalid(String answer, SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.say(answer);
    assertThat(d.answer("1").toString()).contains("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INFO ANSWER", "{},ANSWER"})
  @DisplayName("a call whose answer is no line of its own ends, with what was wrong")
  void misplaced(String said, SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    String answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    s.say(said.replace("ANSWER", answer));
    d.awaitTimerAndAdvance(1_000);
    assertThat(d.text("1")).contains("not alone on its line");
  }

  @Test
  @DisplayName("a log line that quotes an answer does not replace it")
  void quoted(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    s.say("sending {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    s.text(call, "own");
    assertThat(d.text("1")).contains("own");
  }

  @Test
  @DisplayName("a server that frames its messages as in LSP fails to start, with the reason")
  void framed(SessionDriver d, @Begun FakeServer s) {
    for (String method : new String[] {"initialize", "server/discover"}) {
      JsonObject asked = s.expect(method);
      s.say("Content-Length: 38");
      s.say("");
      s.say("{\"jsonrpc\":\"2.0\",\"id\":" + asked.get("id") + ",\"result\":{}}Content-Length: 9");
    }
    assertThat(d.result("\"init\"").toString()).contains("`Content-Length` header");
    s.child().awaitStop();
  }

  @Test
  @DisplayName("an answer nested deeper than can be read ends its call")
  void tooDeep(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    String deep = "[".repeat(2_000) + "]".repeat(2_000);
    s.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"x\":" + deep + "}}");
    assertThat(d.answer("1").toString()).contains("nested");
  }

  @Test
  @DisplayName("an answer over the limit whose id stands at its end ends its call")
  void tooLongIdLast(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    String text = "x".repeat(SessionDriver.MAX_MESSAGE + 1);
    s.say("{\"result\":{\"content\":[],\"x\":\"" + text + "\"},\"id\":1,\"jsonrpc\":\"2.0\"}");
    assertThat(d.text("1")).contains("withheld");
  }

  @Test
  @DisplayName("a request of the server over the limit does not answer a call of its id")
  void tooLongRequest(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "a");
    String text = "x".repeat(SessionDriver.MAX_MESSAGE + 1);
    s.ask("1", "sampling/createMessage", "{\"x\":\"" + text + "\"}");
    s.text(call, "mine");
    assertThat(d.text("1")).isEqualTo("mine");
  }

  @Test
  @DisplayName("an answer whose id is the same value in another spelling is the answer")
  void spelling(SessionDriver d, @Serving("a") FakeServer s) {
    d.callTo(s, "1", "a");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{\"content\":[]}}");
    d.result("1");
    d.call("\"a/b\"", "a");
    String id = s.expectCall("a").get("id").toString();
    String spelt = id.replace("/", "\\/"); // as PHP does
    s.say("{\"jsonrpc\":\"2.0\",\"id\":" + spelt + ",\"result\":{\"content\":[]}}");
    d.result("\"a/b\"");
  }

  @Test
  @DisplayName("a server that closes its stdin but lives is stopped; its calls are answered")
  void stdinClosed(SessionDriver d, @Serving("a") FakeServer s) {
    s.child().input().shatter();
    d.call("1", "a");
    d.awaitTimerAndAdvance(1_000);
    s.child().awaitStop();
    // never delivered: it goes to the next incarnation
    FakeServer now = d.spawned().comeUp("a");
    now.text(now.expectCall("a"), "again");
    assertThat(d.text("1")).contains("again");
  }
}
