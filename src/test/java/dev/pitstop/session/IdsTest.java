package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Serving;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids of requests, both ways.
@ExtendWith(Sessions.class)
class IdsTest {
  @Test
  @DisplayName("1 and \"1\" are two ids")
  void numberAndString(SessionDriver d, @Serving("a") FakeServer s) {
    d.call("1", "a");
    JsonObject number = d.callTo(s, "\"1\"", "a");
    JsonObject string = s.expectCall("a");
    assertThat(number.get("id")).hasToString("1");
    assertThat(string.get("id")).hasToString("\"1\"");
    s.text(string, "string");
    assertThat(d.text("\"1\"")).isEqualTo("string");
    s.text(number, "number");
    assertThat(d.text("1")).isEqualTo("number");
  }

  @Test
  @DisplayName("a server that makes strings of ids and tokens serves")
  void stringsForNumbers(SessionDriver d, @Serving("a") FakeServer s) {
    for (String id : List.of("7", "8")) {
      d.request(id, "tools/call", "{\"name\":\"a\",\"_meta\":{\"progressToken\":" + id + "}}");
      s.expectCall("a");
      String said = "\"" + id + "\"";
      assertThat(
              Json.at(
                  d.saidBy(
                      s,
                      "notifications/progress",
                      "{\"progressToken\":" + said + ",\"progress\":1}"),
                  "params",
                  "progressToken"))
          .hasToString(id);
      s.say("{\"jsonrpc\":\"2.0\",\"id\":" + said + ",\"result\":{\"content\":[]}}");
      assertThat(d.result(id).get("content")).hasToString("[]");
    }
  }

  @ParameterizedTest
  @DisplayName("an id that a library may write otherwise travels as an alias and comes back exact")
  @ValueSource(strings = {"1.0", "9007199254740993", "1e3", "\"a<b\"", "\"\\u0041\"", "-0"})
  void aliased(String id, SessionDriver d, @Serving("a") FakeServer s) {
    d.bytes(
        ("{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}\n")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    JsonObject call = s.expectCall("a");
    assertThat(call.get("id").getAsInt()).isGreaterThanOrEqualTo(1_500_000_000);
    s.answer(call, "{}");
    String exact = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}";
    assertThat(d.take()).isEqualTo(exact);
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
    assertThat(d.take()).as("our own answers too").isEqualTo(exact);
  }

  @Test
  @DisplayName("the id of a cancelled call, used again while the server still works on the old one")
  void reusedAfterCancel(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject old = d.callTo(s, "1", "a");
    d.cancelTo(s, "1");
    JsonObject now = d.callTo(s, "1", "a");
    assertThat(now.get("id")).isNotEqualTo(old.get("id"));
    s.text(old, "old");
    s.text(now, "new");
    assertThat(d.text("1")).isEqualTo("new");
    JsonObject third = d.callTo(s, "1", "a");
    assertThat(third.get("id")).hasToString("1");
    s.text(third, "third");
    assertThat(d.text("1")).isEqualTo("third");
  }

  @Test
  @DisplayName("cancelling an aliased call names the alias to the server")
  void cancelAlias(SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject call = d.callTo(s, "2.50", "a");
    assertThat(Json.at(d.cancelTo(s, "2.50"), "params", "requestId")).isEqualTo(call.get("id"));
  }

  @Test
  @DisplayName("progress comes under the client's spelling of its token, however the server does")
  void tokenSpelling(SessionDriver d, @Serving("a") FakeServer s) {
    d.request("1", "tools/call", "{\"name\":\"a\",\"_meta\":{\"progressToken\":1.50e1}}");
    JsonObject call = s.expectCall("a");
    s.notify("notifications/progress", "{\"progressToken\":15,\"progress\":1}");
    assertThat(d.line()).contains("\"progressToken\":1.50e1,");
    s.text(call, "done");
    assertThat(d.text("1")).isEqualTo("done");
  }

  @Test
  @DisplayName("requests of two incarnations with the same id are kept apart at the client")
  void serverRequests(SessionDriver d, @Serving("a") FakeServer old) {
    JsonObject call = d.callTo(old, "1", "a");
    old.ask("0", "sampling/createMessage", "{\"from\":\"old\"}");
    JsonObject first = d.notified("sampling/createMessage");
    assertThat(first.get("id")).hasToString("0");
    FakeServer now = d.recompiling("2").comeUp("a");
    d.text("2");
    now.ask("0", "sampling/createMessage", "{\"from\":\"new\"}");
    JsonObject second = d.notified("sampling/createMessage");
    assertThat(second.get("id")).isNotEqualTo(first.get("id"));
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + second.get("id") + ",\"result\":{\"to\":\"new\"}}");
    JsonObject answer = now.next();
    assertThat(answer.get("id")).hasToString("0");
    assertThat(Json.text(answer, "result", "to")).isEqualTo("new");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-1,\"message\":\"no\"}}");
    assertThat(Json.text(old.next(), "error", "message")).isEqualTo("no");
    old.ask("5", "roots/list", "{}");
    d.notified("roots/list");
    now.ask("5", "roots/list", "{}");
    JsonObject aliased = d.notified("roots/list");
    assertThat(
            Json.at(
                d.saidBy(now, "notifications/cancelled", "{\"requestId\":5}"),
                "params",
                "requestId"))
        .as("the one that is taken back")
        .isEqualTo(aliased.get("id"));
    d.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
    assertThat(old.next().get("id")).hasToString("5");
    old.text(call, "done");
    d.text("1");
    old.child().awaitStop();
  }

  @Test
  @DisplayName("the server that asked dies: the client is told, and its late answer goes nowhere")
  void lateClientAnswer(SessionDriver d, @Serving("a") FakeServer old) {
    old.ask("7", "roots/list", "{}");
    d.notified("roots/list");
    old.child().exit(1);
    JsonObject n = d.notified("notifications/cancelled");
    assertThat(Json.at(n, "params", "requestId")).hasToString("7");
    FakeServer now = d.callStarting("1", "a").comeUp("a");
    JsonObject call = now.expectCall("a");
    now.ask("7", "roots/list", "{}");
    JsonObject asked = d.notified("roots/list");
    assertThat(asked.get("id").toString())
        .as("7 is taken until the client answers")
        .isNotEqualTo("7");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"late\":true}}");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":\"nobody's\",\"result\":{}}");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + asked.get("id") + ",\"result\":{\"late\":false}}");
    JsonObject answer = now.next();
    assertThat(Json.at(answer, "result", "late").getAsBoolean()).isFalse();
    now.text(call, "x");
    d.text("1");
  }

  @Test
  @DisplayName("a server cancels its own request; the client's answer is dropped")
  void serverCancels(SessionDriver d, @Serving("a") FakeServer s) {
    s.ask("5", "elicitation/create", "{}");
    d.notified("elicitation/create");
    assertThat(
            Json.at(
                d.saidBy(s, "notifications/cancelled", "{\"requestId\":5}"), "params", "requestId"))
        .hasToString("5");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
    d.notify("notifications/after", "{}");
    s.expect("notifications/after");
  }

  @Test
  @DisplayName("progress of the client on a server's request reaches the one that asked")
  void clientProgress(SessionDriver d, @Serving("a") FakeServer s) {
    s.ask("5", "sampling/createMessage", "{\"_meta\":{\"progressToken\":\"t\"}}");
    d.notified("sampling/createMessage");
    d.notify("notifications/progress", "{\"progressToken\":\"t\",\"progress\":2}");
    assertThat(Json.text(s.expect("notifications/progress"), "params", "progress")).isEqualTo("2");
    d.send("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
    assertThat(s.next().get("id")).hasToString("5");
  }
}
