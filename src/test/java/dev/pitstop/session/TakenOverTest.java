package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.rpc.Ledger;
import dev.pitstop.session.WireServer.Offer;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// E3, L4: what a client is subscribed to when its engine ends. The next one tells the servers, and
/// the client that it may have missed something. It knows which era a server speaks.
class TakenOverTest {
  private static final String UPDATED = "notifications/resources/updated";
  private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
  private static final String FILTER = "\"notifications\":{\"resourceSubscriptions\":[\"a://1\"]}";
  private static final String ON_IT =
      "{\"_meta\":{\"" + Bridged.SUBSCRIPTION + "\":1},\"uri\":\"a://1\"}";
  private static final String RESOURCES = "\"tools\":{},\"resources\":{\"subscribe\":true}";

  /// A listen is open.
  private static FakeLedger listening() {
    return new FakeLedger(Ledger.Before.DIED, Ledger.How.OPEN);
  }

  @Test
  @DisplayName("A modern client is told after the acknowledgement of a modern server")
  void modern() {
    try (SessionDriver d = new SessionDriver(listening())) {
      d.listen("1", "{" + FILTER + ",\"_meta\":{" + Bridged.META + "}}");
      FakeServer s = d.spawned();
      s.answer(s.expect("server/discover"), "{\"capabilities\":{" + RESOURCES + "}}");
      JsonObject listen = s.expect("subscriptions/listen");
      s.notify(
          ACKNOWLEDGED,
          "{\"_meta\":{\"" + Bridged.SUBSCRIPTION + "\":" + listen.get("id") + "}," + FILTER + "}");
      d.notified(ACKNOWLEDGED);
      assertThat(d.notified(UPDATED).get("params")).hasToString(ON_IT);
      lists(s);
      d.awaitTools("a");
      d.cancel("1");
      s.expect("notifications/cancelled");
    }
  }

  private static void lists(FakeServer s) {
    s.list("a");
    s.answer(s.expect("resources/list"), "{\"resources\":[]}");
    s.answer(s.expect("resources/templates/list"), "{\"resourceTemplates\":[]}");
  }

  @Test
  @DisplayName("... and of Pitstop's own for a legacy server, which is told")
  void modernOverLegacy() {
    try (SessionDriver d = new SessionDriver(listening())) {
      d.listen("1", "{" + FILTER + ",\"_meta\":{" + Bridged.META + "}}");
      FakeServer s = d.spawned();
      s.refuse(s.expect("server/discover"), -32601, "Method not found");
      s.greet("{" + RESOURCES + "}");
      d.notified(ACKNOWLEDGED);
      assertThat(d.notified(UPDATED).get("params")).hasToString(ON_IT);
      s.expect("notifications/initialized");
      s.answer(s.expect("resources/subscribe"), "{}");
      lists(s);
      d.awaitTools("a");
      d.cancel("1");
      s.expect("resources/unsubscribe");
    }
  }

  @Test
  @DisplayName(
      "A server of a known era that refuses both handshakes has failed to start; the next is told")
  void refuses() {
    try (SessionDriver d = new SessionDriver(listening().noted("era fake", "legacy"))) {
      d.listen("1", "{" + FILTER + ",\"_meta\":{" + Bridged.META + "}}");
      FakeServer first = d.spawned();
      first.refuse(first.expect("initialize"), -32603, "not now");
      first.refuse(first.expect("server/discover"), -32603, "not now");
      first.child().awaitStop();
      first.child().exit(0);
      d.awaitState("stopped");
      Bridged.call(d, "2", "a");
      FakeServer s = d.spawned();
      s.greet("{" + RESOURCES + "}");
      d.notified(ACKNOWLEDGED);
      assertThat(d.notified(UPDATED).get("params")).hasToString(ON_IT);
      s.expect("notifications/initialized");
      s.answer(s.expect("resources/subscribe"), "{}");
      JsonObject call = s.expectCall("a");
      lists(s);
      d.awaitTools("a");
      s.text(call, "x");
      assertThat(d.text("2")).contains("x");
      d.cancel("1");
      s.expect("resources/unsubscribe");
    }
  }

  @Test
  @DisplayName("A call whose question was with the client is not made anew: nobody knows its state")
  void round() {
    FakeLedger ledger = new FakeLedger(Ledger.Before.NOBODY);
    String state;
    try (SessionDriver d = new SessionDriver(ledger)) {
      FakeServer s = Bridged.modernClient(d, "a");
      Bridged.call(d, "1", "a");
      JsonObject call = s.expectCall("a");
      state = Bridged.asks(d, s, "7", "1");
      Bridged.retry(d, "2", "a", Bridged.accepted("q1"), state);
      Bridged.answered(s, "7");
      s.text(call, "x");
      d.result("2");
    }
    FakeLedger next = new FakeLedger(Ledger.Before.DIED).noted("states", ledger.noted("states"));
    try (SessionDriver d = new SessionDriver(next)) {
      Bridged.retry(d, "2", "a", Bridged.accepted("q1"), state);
      Bridged.stale(d, "2");
    }
  }

  @Test
  @DisplayName("The era that a server has shown is noted")
  void noted() {
    FakeLedger ledger = new FakeLedger(Ledger.Before.NOBODY);
    try (SessionDriver d = new SessionDriver(ledger)) {
      FakeServer old = Bridged.modernClient(d, "a");
      assertThat(ledger.noted("era fake")).isEqualTo("legacy");
      d.crash(old, 1);
      Bridged.call(d, "1", "a");
      FakeServer s = d.spawned();
      s.refuse(s.expect("initialize"), -32601, "Method not found");
      s.answer(s.expect("server/discover"), "{\"capabilities\":{\"tools\":{}}}");
      Bridged.list(s, "a");
      JsonObject call = s.expectCall("a");
      assertThat(ledger.noted("era fake")).isEqualTo("modern");
      Bridged.complete(s, call, "x");
      assertThat(d.text("1")).contains("x");
    }
  }

  @Test
  @DisplayName("Of one of many servers it is told when that has been subscribed")
  void many() {
    FakeLedger left =
        new FakeLedger(Ledger.Before.DIED, Ledger.How.KEPT, Ledger.How.KEPT, Ledger.How.KEPT);
    try (ManyWire w = new ManyWire(Optional.of(left))) {
      w.send(
          "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
              + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
      w.notify("notifications/initialized", "{}");
      w.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{"
              + "\"uri\":\"a://1\"}}");
      w.start("first", false).fake().child().exit(1); // nobody is starting any more
      w.look(() -> true);
      WireServer s = w.start("s").legacy(Offer.tools("sync").resources("a://1"));
      assertThat(s.expect("resources/subscribe").get("params")).hasToString("{\"uri\":\"a://1\"}");
      JsonObject told = w.next();
      while (!Json.text(told, "method").equals(UPDATED)) {
        assertThat(Json.text(told, "method")).endsWith("/list_changed");
        told = w.next();
      }
      assertThat(told.get("params")).hasToString("{\"uri\":\"a://1\"}");
    }
  }
}
