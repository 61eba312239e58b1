package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Legacy;
import dev.pitstop.session.Sessions.Serving;
import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What servers ask the client is kept within limits.
@ExtendWith(Sessions.class)
class ServerRequestLimitsTest {
  private static final int MOST = Limits.MOST_OPEN;

  private static void asked(SessionDriver d, FakeServer s, String id) {
    s.ask(id, "roots/list", "{}");
    assertThat(d.notified("roots/list").get("id")).hasToString(id);
  }

  private static void answered(SessionDriver d, FakeServer s, String id) {
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
    assertThat(s.next().get("id")).hasToString(id);
  }

  private static void refused(FakeServer s, String id) {
    JsonObject refusal = s.next();
    assertThat(refusal.get("id")).hasToString(id);
    assertThat(Json.text(refusal, "error", "message")).contains("the limit");
  }

  @Test
  @DisplayName("one more open request than the limit is refused at once; an answer makes room")
  void number(SessionDriver d, @Serving("a") FakeServer s) {
    for (int i = 0; i < MOST; i++) {
      asked(d, s, "" + i);
    }
    s.ask("\"more\"", "roots/list", "{}");
    refused(s, "\"more\"");
    d.sync(s); // nothing of it reached the client
    answered(d, s, "7");
    asked(d, s, "\"again\"");
    s.ask("\"more\"", "roots/list", "{}");
    refused(s, "\"more\"");
    d.saidBy(s, "notifications/cancelled", "{\"requestId\":8}");
    asked(d, s, "\"and again\"");
    s.child().exit(1);
    for (int i = 0; i < MOST; i++) {
      d.notified("notifications/cancelled");
    }
    d.awaitState("crashed");
  }

  @Test
  @DisplayName("the limit is each server's own: another incarnation may ask")
  void other(SessionDriver d, @Serving("a") FakeServer s) {
    for (int i = 0; i < MOST; i++) {
      asked(d, s, "" + i);
    }
    s.child().exit(1);
    for (int i = 0; i < MOST; i++) {
      d.notified("notifications/cancelled");
    }
    FakeServer now = d.callStarting("1", "a").comeUp("a");
    now.text(now.expectCall("a"), "fine");
    assertThat(d.text("1")).endsWith("fine");
    asked(d, now, "\"mine\"");
    answered(d, now, "\"mine\"");
  }

  @Test
  @DisplayName("a request with a very long id is refused")
  void length(SessionDriver d) {
    String much = "x".repeat(Limits.LONGEST_ID);
    FakeServer s = d.connect("a");
    s.ask("\"" + much + "\"", "roots/list", "{}");
    refused(s, "\"" + much + "\"");
    asked(d, s, "\"" + much.substring(2) + "\"");
    answered(d, s, "\"" + much.substring(2) + "\"");
  }

  @Test
  @DisplayName("of cancelled requests no more are kept than of open ones: old ones go")
  void cancelledNumber(SessionDriver d, @Serving("a") FakeServer s) {
    asked(d, s, "1");
    cancelled(d, s, "1");
    s.ask("1", "roots/list", "{}");
    String alias = d.notified("roots/list").get("id").toString();
    assertThat(alias).isNotEqualTo("1"); // the client may still answer the first
    d.send("{\"jsonrpc\":\"2.0\",\"id\":" + alias + ",\"result\":{}}");
    assertThat(s.next().get("id")).hasToString("1");
    for (int i = 0; i < MOST; i++) {
      asked(d, s, "\"" + i + "\"");
      cancelled(d, s, "\"" + i + "\"");
    }
    asked(d, s, "1");
    answered(d, s, "1");
  }

  private static void cancelled(SessionDriver d, FakeServer s, String id) {
    d.saidBy(s, "notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /// Runs of removed servers, one of which had asked what nobody has answered.
  private static WeakReference<?> removed(ManyWire w, String name, Consumer<WireServer> asks) {
    WireServer s = w.addLegacy(name, WireServer.Offer.tools("t"));
    WeakReference<?> run = w.server(name).run();
    asks.accept(s);
    String id = "\"remove " + name + "\"";
    w.request(
        id, "tools/call", "{\"name\":\"remove_server\",\"arguments\":{\"name\":\"" + name + "\"}}");
    while (!w.next().has("result")) {
      // the client is told that questions are withdrawn
    }
    return run;
  }

  @Test
  @DisplayName("of a question that nobody can answer any more only its id is kept, not who asked")
  void nothingOfWhoAsked(@Legacy ManyWire w) {
    WeakReference<?> silent = removed(w, "silent", s -> {});
    WeakReference<?> asking =
        removed(
            w,
            "asking",
            s -> {
              s.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}");
              w.notified("roots/list");
              s.say("{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"roots/list\"}");
              w.notified("roots/list");
              w.saidBy(s, "notifications/cancelled", "{\"requestId\":8}");
            });
    gone(silent);
    gone(asking);
    w.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"roots\":[]}}"); // too late: for nobody
    WireServer other = w.addLegacy("other", WireServer.Offer.tools("sync"));
    w.sync(other);
  }

  private static void gone(WeakReference<?> run) {
    Await.until(
        "nothing keeps the run",
        () -> {
          System.gc();
          return run.refersTo(null);
        });
  }
}
