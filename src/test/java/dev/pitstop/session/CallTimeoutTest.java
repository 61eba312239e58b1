package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Limited;
import dev.pitstop.session.Sessions.Serving;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// `--call-timeout`. A call that is not answered in time is given up, with a text that says what is
/// known; whatever else happens at that moment, it has one response.
@ExtendWith(Sessions.class)
class CallTimeoutTest {
  private static final long LIMIT = 60_000;

  private static String reason(JsonObject cancelled) {
    return Json.text(cancelled, "params", "reason");
  }

  /// The server is told that this call is cancelled.
  private static void isCancelled(FakeServer s, JsonObject call) {
    JsonObject cancelled = s.expect("notifications/cancelled");
    assertThat(Json.at(cancelled, "params", "requestId")).isEqualTo(call.get("id"));
    assertThat(reason(cancelled)).isEqualTo("not answered within 1 min 0 s");
  }

  @Test
  @DisplayName(
      "a call without an answer ends as a tool result that says what hung and for how long")
  void hangs(@Limited(LIMIT) SessionDriver d, @Serving("slow a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "slow");
    d.timers.advance(LIMIT - 1);
    d.sync();
    d.timers.advance(1);
    JsonObject result = d.result("1");
    assertThat(Json.at(result, "isError").getAsBoolean()).isTrue();
    assertThat(Json.text(result, "content", 0, "text"))
        .isEqualTo(
            "[pitstop] `slow` timed out: server `fake` (spawn #1, pid "
                + s.pid()
                + ") did not answer within 1 min 0 s (the call timeout).\nThe"
                + " call was sent to the server and may still take effect;"
                + " Pitstop sent a cancellation. The server has answered"
                + " nothing since the call.\n`recompile` restarts it. Details:"
                + " `server_status`.");
    isCancelled(s, call);
    s.text(call, "too late");
    d.servedBy(s, "2", "a", "the next one");
    assertThat(s.child().stopAsked()).as("it is left alone").isFalse();
  }

  @Test
  @DisplayName("what is no tool call gets an error of JSON-RPC")
  void otherRequests(@Limited(LIMIT) SessionDriver d, @Serving("a") FakeServer s) {
    JsonObject read = d.requestTo(s, "1", "resources/read", "{\"uri\":\"x:1\"}");
    d.timers.advance(LIMIT);
    JsonObject error = d.error("1");
    assertThat(Json.at(error, "code").getAsInt()).isEqualTo(-32603);
    assertThat(Json.text(error, "message"))
        .startsWith("[pitstop] `resources/read` timed out: server `fake` (");
    isCancelled(s, read);
  }

  @Test
  @DisplayName("the text says whether the server answers others")
  void othersAreAnswered(@Limited(LIMIT) SessionDriver d, @Serving("slow a") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "slow");
    d.servedBy(s, "2", "a", "one");
    d.servedBy(s, "3", "a", "two");
    d.timers.advance(LIMIT);
    assertThat(d.text("1")).contains("The server has answered 2 other requests since the call");
    isCancelled(s, call);
  }

  @Test
  @DisplayName("progress prolongs a call; the text says that there was some")
  void progress(@Limited(LIMIT) SessionDriver d, @Serving("slow") FakeServer s) {
    d.request("1", "tools/call", "{\"name\":\"slow\",\"_meta\":{\"progressToken\":7}}");
    JsonObject call = s.expectCall("slow");
    d.timers.advance(LIMIT - 10);
    d.saidBy(s, "notifications/progress", "{\"progressToken\":7,\"progress\":1}");
    d.timers.advance(LIMIT - 1);
    d.sync();
    d.timers.advance(1);
    assertThat(d.text("1")).contains("showed no progress for 1 min 0 s (the call timeout)");
    isCancelled(s, call);
  }

  @Test
  @DisplayName("a question to the user may take longer")
  void question(@Limited(LIMIT) SessionDriver d, @Serving("slow") FakeServer s) {
    JsonObject call = d.callTo(s, "1", "slow");
    s.ask("\"q\"", "elicitation/create", "{\"message\":\"sure?\"}");
    JsonObject asked = d.notified("elicitation/create");
    d.timers.advance(10 * LIMIT);
    d.sync();
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + asked.get("id") + ",\"result\":{}}");
    assertThat(Json.text(s.next(), "id")).isEqualTo("q");
    d.timers.advance(LIMIT - 1);
    d.sync();
    d.timers.advance(1);
    assertThat(d.text("1")).contains("did not answer within 1 min 0 s");
    isCancelled(s, call);
  }

  // Pairs of events.

  @Test
  @DisplayName(
      "limit × answer: an answer in time is the answer; each call counts from its own start")
  void answer(@Limited(LIMIT) SessionDriver d, @Serving("slow") FakeServer s) {
    JsonObject first = d.callTo(s, "1", "slow");
    d.timers.advance(LIMIT / 2);
    JsonObject second = d.callTo(s, "2", "slow");
    d.timers.advance(LIMIT / 2 - 1);
    s.text(first, "in time");
    assertThat(d.text("1")).isEqualTo("in time");
    d.timers.advance(LIMIT / 2);
    d.sync();
    d.timers.advance(1);
    assertThat(d.text("2")).contains("did not answer within");
    isCancelled(s, second);
    d.timers.advance(10 * LIMIT);
    d.sync();
    assertThat(d.timers.count()).as("timers without calls").isZero();
  }

  @Test
  @DisplayName(
      "limit × cancel: what the client has cancelled gets no response, and one cancellation")
  void cancel(@Limited(LIMIT) SessionDriver d, @Serving("slow a") FakeServer s) {
    d.callTo(s, "1", "slow");
    d.cancelTo(s, "1");
    d.timers.advance(LIMIT);
    d.servedBy(s, "2", "a", "next");
  }

  @Test
  @DisplayName(
      "limit × reload: a call that the old one still has is given up, and that one stopped")
  void reload(@Limited(10_000) SessionDriver d, @Serving("slow") FakeServer old) {
    d.callTo(old, "1", "slow");
    d.recompiling("2").comeUp("slow");
    d.text("2");
    d.timers.advance(10_000);
    assertThat(d.text("1")).contains("(spawn #1, pid " + old.pid() + ", since replaced)");
    assertThat(old.child().awaitStop()).isEqualTo("replaced");
  }

  @Test
  @DisplayName("limit × held call: the time that it waits for a server does not count")
  void held(@Limited(10_000) SessionDriver d, @Serving("slow") FakeServer s) {
    d.crash(s, 1);
    FakeServer next = d.callStarting("1", "slow");
    JsonObject greeting = next.expect("initialize");
    d.timers.advance(20_000);
    d.sync();
    next.greeted(greeting, "{\"tools\":{}}");
    next.expect("notifications/initialized");
    next.list("slow");
    JsonObject call = next.expectCall("slow");
    d.timers.advance(9_999);
    d.sync();
    d.timers.advance(1);
    assertThat(d.text("1")).contains("did not answer within 10.0 s");
    assertThat(Json.at(next.expect("notifications/cancelled"), "params", "requestId"))
        .isEqualTo(call.get("id"));
  }

  @Test
  @DisplayName("limit × replay: a replayed call has the limit of a start, not this one")
  void replay() {
    ReplayRule rule = new ReplayRule("login", Optional.empty());
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.replaying(rule).limited(5_000))) {
      FakeServer s = d.connect("login");
      d.servedBy(s, "1", "login", "in");
      FakeServer next = d.recompiling("2").handshake();
      JsonObject replayed = next.expectCall("login");
      d.timers.advance(20_000);
      d.sync();
      next.text(replayed, "in again");
      next.list("login");
      assertThat(d.text("2")).contains("estarted").doesNotContain("--replay");
    }
  }

  @Test
  @DisplayName("a server that does not read has not been given the call")
  void notDelivered(@Limited(LIMIT) SessionDriver d, @Serving("slow") FakeServer s) {
    JsonObject read = d.callTo(s, "\"0\"", "slow", "{\"x\":\"" + "y".repeat(3_000) + "\"}");
    s.child().input().stick();
    d.notify("notifications/x", "{\"x\":\"" + "y".repeat(2_000) + "\"}"); // waits for room
    d.awaitWriter(s);
    d.call("1", "slow");
    d.sync();
    d.timers.advance(LIMIT);
    assertThat(d.text("\"0\""))
        .contains("The call was sent to the server and may still take effect");
    assertThat(d.text("1"))
        .contains("The server does not read, so the call has not left Pitstop yet");
    s.child().input().release();
    s.expect("notifications/x");
    s.expectCall("slow");
    isCancelled(s, read);
    s.expect("notifications/cancelled");
  }

  // Cost.

  @Test
  @DisplayName("without a limit a call sets no timer; with one all calls share one")
  void timers() {
    try (SessionDriver d = new SessionDriver()) {
      FakeServer s = d.connect("a");
      int before = d.timers.count();
      JsonObject call = d.callTo(s, "1", "a");
      JsonObject beside = d.callTo(s, "2", "a");
      assertThat(d.timers.count()).isEqualTo(before);
      s.text(call, "1");
      d.text("1");
      s.text(beside, "2");
      d.text("2");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.limited(LIMIT))) {
      FakeServer s = d.connect("a");
      int before = d.timers.count();
      for (int i = 0; i < 100; i++) {
        d.servedBy(s, "" + i, "a", "x");
      }
      assertThat(d.timers.count()).isEqualTo(before + 1);
      d.crash(s, 1);
      Await.until("no timer of a run that is over", () -> d.timers.count() == before);
    }
  }

  @Test
  @DisplayName("to a modern client the result is a complete one")
  void modern(@Limited(LIMIT) SessionDriver d) {
    d.request("1", "tools/call", "{\"name\":\"slow\",\"_meta\":" + META + "}");
    FakeServer s = d.spawned();
    JsonObject first = s.next();
    while (!Json.text(first, "method").equals("tools/call")) {
      s.answer(first, "{\"tools\":[],\"resultType\":\"complete\"}");
      first = s.next();
    }
    d.awaitState("running");
    JsonObject call = first;
    d.timers.advance(LIMIT);
    JsonObject result = d.result("1");
    assertThat(Json.text(result, "resultType")).isEqualTo("complete");
    assertThat(Json.text(result, "content", 0, "text")).contains("did not answer within");
    JsonObject m = s.next();
    while (!Json.text(m, "method").equals("notifications/cancelled")) {
      m = s.next();
    }
    assertThat(Json.at(m, "params", "requestId")).isEqualTo(call.get("id"));
  }

  private static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
}
