package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Modern;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// docs/design/eras.md: what is said about a call whose round is lost, and a run of a legacy server
/// that refuses a modern client's session. The soak found these.
@ExtendWith(Sessions.class)
class RoundEndsTest {
  private static final String ME =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"m\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  private static final String ASKS =
      "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"inputRequests\":{\"q\":{"
          + "\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":1}}}}";

  /// A legacy client's session whose server speaks only the modern era.
  private static FakeServer legacyOverModern(SessionDriver d, String... tools) {
    FakeServer s = d.begin();
    s.refuse(s.expect("initialize"), -32022, "Unsupported protocol version");
    s.answer(
        s.expect("server/discover"),
        "{\"resultType\":\"complete\",\"supportedVersions\":[\"2026-07-28\"],"
            + "\"capabilities\":{\"tools\":{}}}");
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    s.expect("subscriptions/listen");
    s.answer(
        s.expect("tools/list"),
        "{\"resultType\":\"complete\",\"tools\":" + FakeServer.tools(tools) + "}");
    d.awaitTools(Arrays.stream(tools).map(t -> t.replace("?", "")).toArray(String[]::new));
    return s;
  }

  private static JsonObject asked(SessionDriver d, FakeServer s, String id, String tool) {
    s.answer(d.callTo(s, id, tool), ASKS);
    JsonObject question = d.next();
    assertThat(Json.text(question, "method")).isEqualTo("sampling/createMessage");
    return question;
  }

  @Test
  @DisplayName("A call that only reads, and whose server ends in its round, has had no effect")
  void readsOnly(SessionDriver d) {
    FakeServer s = legacyOverModern(d, "?look", "act");
    asked(d, s, "1", "look");
    asked(d, s, "2", "act");
    s.child().exit(1);
    assertThat(d.text("1")).contains("Only the run that asked").doesNotContain("effect");
    assertThat(d.text("2")).contains("Only the run that asked", "may have taken effect");
    d.notified("notifications/cancelled");
    d.notified("notifications/cancelled");
  }

  @Test
  @DisplayName(
      "A round that was not written is not called unsent: the first had reached the server")
  void notWritten(SessionDriver d) {
    FakeServer s = legacyOverModern(d, "act");
    JsonObject question = asked(d, s, "1", "act");
    d.callTo(s, "2", "act", "{\"x\":\"" + "y".repeat(3_000) + "\"}");
    s.child().input().stick();
    String reason = "y".repeat(2_000); // has to wait for room
    d.notify("notifications/cancelled", "{\"requestId\":2,\"reason\":\"" + reason + "\"}");
    d.awaitWriter(s);
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + question.get("id") + ",\"result\":{}}");
    d.cancel("2"); // known already
    d.sync();
    s.child().exit(1);
    assertThat(d.text("1"))
        .contains("may have taken effect")
        .doesNotContain("had not reached the server");
  }

  @Test
  @DisplayName("A run of a legacy server that refuses a modern client's session gets no calls")
  void refusingRun(SessionDriver d) {
    d.request("1", "tools/call", "{\"name\":\"act\"," + ME + "}");
    FakeServer s = d.spawned().refusing("server/discover");
    s.handshake();
    JsonObject call = s.expectCall("act");
    s.list("act");
    s.text(call, "done");
    d.result("1");
    d.crash(s, 1);
    d.request("2", "tools/call", "{\"name\":\"act\"," + ME + "}");
    FakeServer now = d.spawned();
    now.refuse(now.expect("initialize"), -32603, "not now");
    now.refuse(now.expect("server/discover"), -32603, "not now");
    assertThat(d.text("2")).contains("was not sent", "not now");
  }

  @Test
  @DisplayName(
      "A call that the client came back to, and whose server died: sent again as it is now")
  void repeatedUnderAnotherName(@Modern ManyWire w) {
    WireServer.Offer offer = WireServer.Offer.tools("?t").resources("a://1");
    WireServer s = w.addLegacy("s", offer);
    String can = "\"io.modelcontextprotocol/clientCapabilities\":{\"sampling\":{}}";
    w.modern("1", "tools/call", "\"name\":\"s__t\"", can);
    s.expect("tools/call");
    s.fake().ask("1", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1}");
    JsonObject round = w.result("1");
    String answers =
        "\"inputResponses\":{\"q1\":{\"model\":\"m\"}},\"requestState\":"
            + round.get("requestState")
            + ",\"name\":\"s__t\"";
    w.modern("\"the next\"", "tools/call", answers, can);
    assertThat(s.fake().next().get("result")).hasToString("{\"model\":\"m\"}");
    s.fake().child().exit(1);
    WireServer now = w.again("s").legacy(offer);
    JsonObject call = now.expect("tools/call");
    assertThat(call.get("params")).hasToString("{\"name\":\"t\",\"_meta\":{}}");
    now.answer(call, "{\"content\":[]}");
    assertThat(w.result("\"the next\"").toString()).contains("complete");
  }

  @Test
  @DisplayName("A call whose client is away asks anew at the next run")
  void asksAnew(@Modern ManyWire w) {
    WireServer.Offer offer = WireServer.Offer.tools("?t");
    WireServer s = w.addLegacy("s", offer);
    String can = "\"io.modelcontextprotocol/clientCapabilities\":{\"sampling\":{}}";
    w.modern("1", "tools/call", "\"name\":\"s__t\"", can);
    s.expect("tools/call");
    s.fake().ask("1", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1}");
    JsonObject round = w.result("1");
    s.fake().child().exit(1);
    WireServer now = w.again("s").legacy(offer);
    now.expect("tools/call");
    now.fake().ask("7", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":7}");
    now.fake().ask("\"read\"", "ping", "{}");
    now.fake().next(); // its answer: the question was read before
    String late =
        "\"name\":\"s__t\",\"inputResponses\":{\"q1\":{}},\"requestState\":"
            + round.get("requestState");
    w.modern("3", "tools/call", late, can);
    JsonObject again = w.result("3");
    assertThat(Json.at(again, "inputRequests").toString()).contains("\"maxTokens\":7");
  }
}
