package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Ledger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// C1, C2: what a session enters into its ledger, and makes of what it finds there.
class KeptLinesTest {
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":\"init\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\","
          + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  @Test
  @DisplayName("What the client was told has failed is not repeated for a successor")
  void refused() {
    FakeLedger ledger = new FakeLedger(Ledger.Before.NOBODY);
    try (SessionDriver d = new SessionDriver(ledger)) {
      FakeServer s = d.connect("a");
      d.request("1", "logging/setLevel", "{\"level\":\"info\"}");
      s.answer(s.expect("logging/setLevel"), "{}");
      d.result("1");
      d.request("2", "logging/setLevel", "{\"level\":\"no such\"}");
      s.refuse(s.expect("logging/setLevel"), -32602, "no such level");
      d.error("2");
      d.request("3", "resources/subscribe", "{\"uri\":\"mem://a\"}");
      s.answer(s.expect("resources/subscribe"), "{}");
      d.result("3");
      d.request("4", "resources/unsubscribe", "{\"uri\":\"mem://a\"}");
      s.refuse(s.expect("resources/unsubscribe"), -32603, "not now");
      d.error("4");
    }
    assertThat(ledger.done)
        .containsSubsequence("kept 0", "kept 1", "kept 2", "answered 3", "kept 4", "answered 5")
        .doesNotContain("free 2", "free 4");
  }

  @Test
  @DisplayName("Of two lines that say the same, the newer is kept before the older is free")
  void again() {
    FakeLedger ledger = new FakeLedger(Ledger.Before.NOBODY);
    try (SessionDriver d = new SessionDriver(ledger)) {
      FakeServer s = d.connect("a");
      for (String id : new String[] {"1", "2"}) {
        d.request(id, "resources/subscribe", "{\"uri\":\"mem://a\"}");
        s.answer(s.expect("resources/subscribe"), "{}");
        d.result(id);
      }
    }
    assertThat(ledger.done).containsSubsequence("kept 2", "kept 3", "free 2");
  }

  @Test
  @DisplayName("... and if its process ended between the two, the next frees the older")
  void twice() {
    FakeLedger ledger =
        new FakeLedger(
            Ledger.Before.NOBODY,
            Ledger.How.KEPT,
            Ledger.How.KEPT,
            Ledger.How.KEPT,
            Ledger.How.KEPT);
    try (SessionDriver d = new SessionDriver(ledger)) {
      d.send(INITIALIZE);
      d.send(INITIALIZED);
      for (int id = 1; id <= 2; id++) {
        d.send(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"mem://a\"}}");
        d.notified("notifications/resources/updated");
      }
      d.spawned();
      assertThat(ledger.done).contains("free 2").doesNotContain("free 3");
    }
  }

  @Test
  @DisplayName("A batch is taken before the handshake is repeated: its client has had an answer")
  void batch() {
    FakeLedger ledger = new FakeLedger(Ledger.Before.DIED, Ledger.How.KEPT, Ledger.How.KEPT);
    try (SessionDriver d = new SessionDriver(ledger)) {
      d.send(INITIALIZE);
      d.send(INITIALIZED);
      d.spawned(); // and has not answered the handshake
      d.send("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");
      assertThat(d.take()).isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
    }
  }

  /// Without the news of it.
  private static FakeLedger takenOver() {
    return new FakeLedger(
        Ledger.Before.NOBODY, Ledger.How.KEPT, Ledger.How.KEPT, Ledger.How.KEPT, Ledger.How.KEPT);
  }

  private static void begin(SessionDriver d) {
    d.send(INITIALIZE);
    d.send(INITIALIZED);
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}");
    d.send(
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"mem://a\"}}");
    assertThat(d.notified("notifications/resources/updated").get("params"))
        .hasToString("{\"uri\":\"mem://a\"}"); // nobody has told what happened meanwhile
  }

  private static void toldAll(FakeServer s) {
    s.greet();
    s.expect("notifications/initialized");
    s.answer(s.expect("logging/setLevel"), "{}");
    s.answer(s.expect("resources/subscribe"), "{}");
  }

  @Test
  @DisplayName("L4: what the client has said holds, also if the first server dies of it")
  void firstServerDies() {
    try (SessionDriver d = new SessionDriver(takenOver())) {
      begin(d);
      FakeServer first = d.spawned();
      toldAll(first);
      first.child().exit(1);
      d.awaitState("crashed");
      d.call("4", "a");
      FakeServer second = d.spawned();
      toldAll(second);
      second.list("a");
      second.text(second.expectCall("a"), "x");
      assertThat(d.text("4")).contains("x");
    }
  }

  @Test
  @DisplayName("L4: what the client has said holds, also if the first server refuses the handshake")
  void firstServerRefuses() {
    try (SessionDriver d = new SessionDriver(takenOver())) {
      begin(d);
      FakeServer first = d.spawned();
      first.refuse(first.expect("initialize"), -32603, "not now");
      first.child().exit(1);
      d.awaitState("crashed");
      d.call("4", "a");
      FakeServer second = d.spawned();
      toldAll(second);
      second.text(second.expectCall("a"), "x");
      second.list("a");
      d.allListsChanged(); // its handshake was answered in an unknown server's place
      assertThat(d.text("4")).contains("x");
    }
  }
}
