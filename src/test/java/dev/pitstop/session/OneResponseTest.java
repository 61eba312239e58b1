package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Every request has exactly one response; the client gets nothing it did not ask for.
@ExtendWith(Sessions.class)
class OneResponseTest {
  @Test
  @DisplayName("an answer passes byte for byte")
  void passes(SessionDriver d, @Serving("echo") FakeServer s) {
    assertThat(d.callTo(s, "1", "echo", "{\"a\": 1}"))
        .isEqualTo(
            Json.parse(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"a\":1}}}"));
    String odd = "{ \"result\" : {\"content\":[] , \"x\":1.0e2},\"id\":1,\"jsonrpc\":\"2.0\"}";
    s.say(odd);
    assertThat(d.line()).isEqualTo(odd);
  }

  @Test
  @DisplayName("duplicate and unsolicited answers are dropped")
  void unsolicited(SessionDriver d, @Serving("echo") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "echo");
    s.text(call, "first");
    s.text(call, "second");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"?\"}}");
    s.say("{\"jsonrpc\":\"2.0\",\"id\":\"pitstop-1\",\"error\":{\"code\":1,\"message\":\"?\"}}");
    assertThat(d.text("1")).isEqualTo("first");
    d.sync(s);
  }

  @Test
  @DisplayName("a cancelled call has no response, and the server is told")
  void cancelled(SessionDriver d, @Serving("slow") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "slow");
    JsonObject n = d.cancelTo(s, "1");
    assertThat(Json.at(n, "params", "requestId")).isEqualTo(call.get("id"));
    s.text(call, "too late");
    d.sync(s);
    d.callTo(s, "2", "slow");
    d.cancelTo(s, "2");
    d.crash(s, 2); // of the cancellation: nobody hears of the call
  }

  @Test
  @DisplayName("an answer that crosses its cancellation, and a cancellation of nothing")
  void cancelledTooLate(SessionDriver d, @Serving("echo") FakeServer s) {
    d.servedBy(s, "1", "echo", "done");
    d.cancel("1");
    d.cancel("\"never\"");
    d.notify("notifications/cancelled", "{}");
    d.sync();
  }

  @Test
  @DisplayName("progress with a token that the client did not issue, or no more, is dropped")
  void progress(SessionDriver d, @Serving("slow") FakeServer s) {
    d.request("1", "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":\"t\"}}");
    JsonObject call = s.expectCall("slow");
    s.notify("notifications/progress", "{\"progressToken\":\"foreign\",\"progress\":1}");
    s.notify("notifications/progress", "{\"progress\":1}");
    assertThat(
            Json.text(
                d.saidBy(s, "notifications/progress", "{\"progressToken\":\"t\",\"progress\":2}"),
                "params",
                "progress"))
        .isEqualTo("2");
    s.text(call, "done");
    assertThat(d.text("1")).isEqualTo("done");
    s.notify("notifications/progress", "{\"progressToken\":\"t\",\"progress\":3}");
    d.sync(s);
  }

  @Test
  @DisplayName("of two calls with one progress token the older keeps it when the newer ends")
  void oneTokenTwice(SessionDriver d, @Serving("slow") FakeServer s) {
    String params = "{\"name\":\"slow\",\"_meta\":{\"progressToken\":\"t\"}}";
    d.request("1", "tools/call", params);
    d.request("2", "tools/call", params);
    s.expectCall("slow");
    s.text(s.expectCall("slow"), "newer");
    assertThat(d.text("2")).isEqualTo("newer");
    d.saidBy(s, "notifications/progress", "{\"progressToken\":\"t\",\"progress\":1}");
    d.cancelTo(s, "1");
    s.notify("notifications/progress", "{\"progressToken\":\"t\",\"progress\":2}");
    d.sync(s);
  }

  @Test
  @DisplayName("progress of a cancelled call is dropped")
  void progressAfterCancel(SessionDriver d, @Serving("slow") FakeServer s) {
    d.request("1", "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":7}}");
    s.expectCall("slow");
    d.cancelTo(s, "1");
    s.notify("notifications/progress", "{\"progressToken\":7,\"progress\":1}");
    d.sync(s);
  }

  @Test
  @DisplayName("the server dies with several requests of every kind in flight")
  void dies(SessionDriver d, @Serving("a b") FakeServer s) {
    d.call("1", "a");
    d.call("2", "b");
    d.request("3", "logging/other", "{}");
    s.expectCall("a");
    s.expectCall("b");
    s.expect("logging/other");
    s.child().exit(1);
    assertThat(Json.at(d.result("1"), "isError").getAsBoolean()).isTrue();
    assertThat(Json.at(d.result("2"), "isError").getAsBoolean()).isTrue();
    assertThat(d.code("3")).isEqualTo(-32603);
  }

  @Test
  @DisplayName("two initialize requests before the server answers are both answered")
  void twoInitializes(SessionDriver d) {
    d.initialize();
    d.sync();
    d.request("2", "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
    d.error("\"init\"");
    FakeServer s = d.spawned();
    s.greet();
    d.result("2");
  }

  @Test
  @DisplayName("what is no message on the server's stdout does not reach the client")
  void strayLines(SessionDriver d, @Serving("a") FakeServer s) {
    s.say("Listening on port 8080");
    s.say("{\"log\":\"json, but no message\"}");
    s.say("[1,2]");
    d.sync(s);
    assertThat(d.callForText("1", "server_stderr"))
        .contains("[stdout] Listening on port 8080")
        .contains("json, but no message");
  }
}
