package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is remembered of a server from one run to the next, and what is no memory.
class MemoryTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";

  private final MemoryDirectory memory = MemoryDirectory.make();

  private SessionDriver session() {
    return new SessionDriver(Setup.PLAIN.remembering(memory.path()));
  }

  /// An earlier session, whose server listed this tool.
  private void earlier(String tool) {
    try (SessionDriver d = session()) {
      d.connect(tool);
      memory.await("serverInfo");
      memory.await(tool);
    }
  }

  private static final String WHOLE = "\"_meta\":{" + Bridged.META + "}";

  private static void discover(SessionDriver d, String id) {
    d.request(id, "server/discover", "{" + META + "}");
  }

  private static void callModern(SessionDriver d, String id, String tool) {
    d.request(id, "tools/call", "{\"name\":\"" + tool + "\"," + META + "}");
  }

  private static void discovered(FakeServer s, JsonObject probe) {
    s.answer(
        probe,
        "{\"resultType\":\"complete\",\"ttlMs\":60000,\"instructions\":\"Be quick.\","
            + "\"capabilities\":{\"tools\":{}}}");
  }

  /// A modern session: the client probes, then calls.
  private static void modernSession(SessionDriver d, String tool) {
    discover(d, "1");
    FakeServer s = d.spawned();
    discovered(s, s.expect("server/discover"));
    d.result("1");
    callModern(d, "2", tool);
    Bridged.list(s, tool);
    s.answer(s.expectCall(tool), "{\"resultType\":\"complete\",\"content\":[]}");
    d.result("2");
    d.awaitTools(tool);
  }

  @Test
  @DisplayName(
      "a slow server/discover is answered with what the server said the last time, uncached")
  void slowDiscover() {
    try (SessionDriver d = session()) {
      modernSession(d, "a");
      memory.await("Be quick.");
    }
    try (SessionDriver d = session()) {
      discover(d, "1");
      FakeServer s = d.spawned();
      JsonObject probe = s.expect("server/discover");
      d.sync();
      d.timers.advance(SessionDriver.HANDSHAKE_MILLIS - 1);
      d.sync();
      d.timers.advance(1);
      JsonObject r = d.result("1");
      assertThat(Json.text(r, "instructions"))
          .startsWith("Pitstop: `recompile`")
          .endsWith("\n\nBe quick.");
      assertThat(Json.at(r, "ttlMs").getAsInt()).isZero();
      assertThat(Json.at(r, "capabilities", "tools", "listChanged").getAsBoolean()).isTrue();
      discovered(s, probe); // too late for the client, but the server lives
      d.awaitState("running");
      callModern(d, "2", "a");
      Bridged.list(s, "a");
      s.answer(s.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
      assertThat(d.result("2").toString()).doesNotContain("[pitstop]");
      d.awaitTools("a");
    }
  }

  @Test
  @DisplayName("an unknown modern server that imports for two seconds is modern")
  void slowImport() {
    try (SessionDriver d = quickSession()) {
      discover(d, "1");
      FakeServer s = d.spawned();
      JsonObject probe = s.expect("server/discover");
      d.awaitTimerAndAdvance(300);
      d.sync();
      d.timers.advance(1_899);
      discovered(s, probe);
      assertThat(Json.text(d.result("1"), "instructions")).endsWith("Be quick.");
    }
  }

  /// The client falls back to `initialize` as soon as `server/discover` is refused.
  private static void fallsBack(SessionDriver d, Supplier<FakeServer> server) {
    assertThat(d.code("1")).isEqualTo(-32601);
    d.initialize();
    FakeServer s = server.get();
    d.greeted(s);
    d.initialized(s, "a");
    d.call("2", "a");
    d.delivers(s, "2", "a", "own"); // no notice
  }

  private void isSilentToDiscover() {
    try (SessionDriver d = quickSession()) {
      discover(d, "1");
      FakeServer s = d.spawned();
      s.expect("server/discover");
      d.awaitTimerAndAdvance(300);
      d.awaitTimerAndAdvance(1_900);
      fallsBack(d, () -> s);
      memory.await("serverInfo");
    }
  }

  @Test
  @DisplayName("an unknown server that is silent to server/discover counts as legacy in time")
  void silentToDiscover() {
    isSilentToDiscover();
    try (SessionDriver d = quickSession()) {
      discover(d, "1"); // refused at once, and the server is not asked
      fallsBack(d, d::spawned);
    }
  }

  @Test
  @DisplayName("... but is asked if the client, at the same time, shows that it does not fall back")
  void discoversAndCalls() {
    isSilentToDiscover();
    try (SessionDriver d = quickSession()) {
      d.opened("1");
      d.opened("2");
      d.send(
          Json.request("1", "server/discover", "{" + WHOLE + "}")
              + "\n"
              + Json.request("2", "tools/call", "{\"name\":\"a\"," + WHOLE + "}"));
      FakeServer s = d.spawned();
      JsonObject first = s.next();
      if (Json.text(first, "method").equals("server/discover")) {
        s.refuse(first, -32601, "Method not found");
        first = s.next();
      }
      s.greeted(first, "{\"tools\":{}}");
      s.expect("notifications/initialized");
      assertThat(Json.at(d.result("1"), "supportedVersions")).hasToString("[\"2026-07-28\"]");
      s.text(s.expectCall("a"), "x");
      d.result("2");
    }
  }

  @Test
  @DisplayName("a server that exits over server/discover is asked once; nothing is told")
  void exitsOverDiscover() {
    try (SessionDriver d = quickSession()) {
      discover(d, "1");
      FakeServer first = d.spawned();
      first.expect("server/discover");
      first.child().exit(1);
      fallsBack(d, d::spawned);
      assertThat(d.callForText("3", "server_status")).contains("0 crashed");
    }
  }

  @Test
  @DisplayName("each era's answer is kept when a session of the other era follows")
  void bothEras() {
    earlier("a");
    try (SessionDriver d = session()) {
      modernSession(d, "b");
      memory.await("Be quick.");
    }
    assertThat(memory.remembered()).contains("serverInfo", "\"name\":\"b\"");
    slowLegacySession("2025-06-18", true, "b");
  }

  private SessionDriver quickSession() {
    return new SessionDriver(Setup.PLAIN.remembering(memory.path()).patient(300, 5_000, 25_000));
  }

  /// What is remembered answers after 300 ms, handshake and list.
  private static FakeServer answeredFromMemory(SessionDriver d, String version) {
    d.initialize(version);
    FakeServer s = d.spawned();
    d.awaitTimerAndAdvance(300);
    assertThat(Json.text(d.result("\"init\""), "serverInfo", "version")).isEqualTo("1");
    d.notify("notifications/initialized", "{}");
    d.request("1", "tools/list", "{}");
    d.awaitTimerAndAdvance(0); // the client has waited for the server already
    assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a", "recompile");
    return s;
  }

  @Test
  @DisplayName("what is remembered answers after 300 ms; what is the same is not told again")
  void quick() {
    earlier("a");
    try (SessionDriver d = quickSession()) {
      FakeServer s = answeredFromMemory(d, "2025-06-18");
      s.comeUp("a");
      d.servedBy(s, "2", "a", "own"); // no list_changed, no notice
    }
  }

  @Test
  @DisplayName("what turns out different is told by list_changed, and to the agent")
  void quickAndWrong() {
    earlier("a");
    try (SessionDriver d = quickSession()) {
      FakeServer s = answeredFromMemory(d, "2025-06-18");
      s.comeUp("a", "b");
      d.notified("notifications/tools/list_changed");
      d.awaitTools("a", "b");
      assertThat(d.callAnswered(s, "2", "a", "own"))
          .contains("is running (spawn #1)", "+ tool `b`")
          .endsWith("own");
    }
  }

  @Test
  @DisplayName("where nothing is remembered the list waits 5 s, as the handshake waits 25 s")
  void quickWithoutMemory() {
    try (SessionDriver d = quickSession()) {
      FakeServer s = d.begin();
      d.awaitTimerAndAdvance(300);
      d.awaitTimerAndAdvance(24_700);
      d.result("\"init\"");
      d.notify("notifications/initialized", "{}");
      d.request("1", "tools/list", "{}");
      d.awaitTimerAndAdvance(300);
      d.awaitTimer(4_700);
      s.handshake();
      s.list("a");
      assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("a", "recompile");
      s.list("a"); // ours
      d.awaitTools("a");
    }
  }

  @Test
  @DisplayName("each client's protocol version is remembered beside the others")
  void twoClients() {
    for (String version : List.of("2025-06-18", "2025-11-25")) {
      try (SessionDriver d = session()) {
        d.initialize(version);
        FakeServer s = d.spawned();
        s.answer(
            s.expect("initialize"),
            "{\"protocolVersion\":\""
                + version
                + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}");
        d.result("\"init\"");
        d.initialized(s, "a");
        memory.await(version);
      }
    }
    for (String version : List.of("2025-06-18", "2025-11-25")) {
      try (SessionDriver d = quickSession()) {
        FakeServer s = answeredFromMemory(d, version);
        s.comeUp("a");
        d.awaitTools("a");
      }
    }
  }

  @Test
  @DisplayName("an answer that was given to another protocol version is not used again")
  void otherVersion() {
    earlier("a");
    slowLegacySession("2024-11-05", false, "a");
  }

  /// The server is slow: initialize and list are answered without it. Then it comes.
  private void slowLegacySession(String version, boolean known, String... listed) {
    try (SessionDriver d = session()) {
      d.initialize(version);
      FakeServer s = d.spawned();
      JsonObject asked = s.expect("initialize");
      d.sync();
      d.timers.advance(SessionDriver.HANDSHAKE_MILLIS);
      if (!known) {
        d.awaitTimerAndAdvance(SessionDriver.LONGER_MILLIS);
      }
      JsonObject r = d.result("\"init\"");
      assertThat(Json.text(r, "protocolVersion")).isEqualTo(version);
      assertThat(Json.text(r, "serverInfo", "version"))
          .isEqualTo(known ? "1" : "unknown (pitstop 9.9)");
      d.notify("notifications/initialized", "{}");
      d.request("1", "tools/list", "{}");
      d.sync();
      d.timers.advance(SessionDriver.HANDSHAKE_MILLIS);
      List<String> names = new ArrayList<>(List.of(listed));
      names.add("recompile");
      assertThat(Json.names(Json.at(d.result("1"), "tools")))
          .startsWith(names.toArray(String[]::new));
      s.answer(
          asked,
          "{\"protocolVersion\":\""
              + version
              + "\",\"capabilities\":{\"tools\":{}},\"instructions\":\"Be here now.\"}");
      s.expect("notifications/initialized");
      s.list("now");
      d.notified("notifications/tools/list_changed");
      d.awaitTools("now");
      memory.await("Be here now.");
    }
  }

  /// What may have become of a description.
  enum Damage {
    EMPTY,
    CUT,
    NO_JSON,
    NO_TEXT,
    NO_OBJECT,
    DEEP,
    ODD_MEMBERS,
    ODD_LISTS;

    String of(String good) {
      return switch (this) {
        case EMPTY -> "";
        case CUT -> good.substring(0, good.length() / 2);
        case NO_JSON -> "\0\0\0\0";
        case NO_TEXT -> good.replace("remembered", "\u00ff\u00fe\u00c0");
        case NO_OBJECT -> good.replace("\n{", "\n[{") + "]";
        case DEEP -> "[".repeat(1_000_000);
        case ODD_MEMBERS ->
            good.replace("\"initialize\":{", "\"discover\":[],\"initialize\":7,\"x\":{")
                .replace("\"TOOLS\":[", "\"TEMPLATES\":7,\"TOOLS\":\"no\",\"y\":[");
        case ODD_LISTS ->
            good.replace("\"initialize\":{", "\"initialize\":null,\"x\":{")
                .replace("\"TOOLS\":[", "\"TOOLS\":[7,null,{},{\"name\":null}],\"y\":[");
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a damaged, foreign or newer description counts as none, and is written anew")
  void damaged(Damage damage) throws IOException {
    earlier("remembered");
    String good = memory.remembered();
    String bad = damage.of(good);
    assertThat(bad).isNotEqualTo(good);
    try (var files = Files.list(memory.path())) {
      for (Path f : files.toList()) {
        Files.writeString(f, bad, StandardCharsets.ISO_8859_1);
      }
    }
    slowLegacySession("2025-06-18", false);
  }
}
