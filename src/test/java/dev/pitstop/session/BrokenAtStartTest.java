package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.session.Sessions.Crashed;
import dev.pitstop.session.Sessions.Reports;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A session that begins while the server is broken, and in which it is mended.
@ExtendWith(Sessions.class)
class BrokenAtStartTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}";
  private static final String DISCOVERED =
      "{\"resultType\":\"complete\",\"instructions\":\"Be quick.\",\"capabilities\":{\"tools\":{}}}";

  private SessionDriver session(MemoryDirectory memory) {
    return new SessionDriver(Setup.PLAIN.remembering(memory.path()));
  }

  private static void initialize(SessionDriver d) {
    d.spawner.refuse("no such program");
    d.initialize();
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
  }

  private static List<String> tools(SessionDriver d, String id) {
    d.spawner.refuse("no such program");
    d.request(id, "tools/list", "{}");
    return Json.names(Json.at(d.result(id), "tools"));
  }

  @Test
  @DisplayName("nothing known; when it is mended, the agent reads what its list lacks")
  void nothingKnown(SessionDriver d) {
    initialize(d);
    assertThat(tools(d, "1")).startsWith("recompile");
    FakeServer s = d.recompiling("2").comeUp("weather", "tides");
    d.notified("notifications/tools/list_changed");
    d.letPass();
    assertThat(d.text("2"))
        .contains("tools: 2 added", "+ tool `weather`", "+ tool `tides`")
        .doesNotContain("did not change");
    d.servedBy(s, "3", "weather", "fine");
  }

  @Test
  @DisplayName("the lists of the last run are shown, and what differs is told")
  void known() throws IOException {
    MemoryDirectory memory = MemoryDirectory.make();
    try (SessionDriver d = session(memory)) {
      d.connect("weather", "tides");
      memory.await("tides");
    }
    try (SessionDriver d = session(memory)) {
      initialize(d);
      assertThat(tools(d, "1")).startsWith("weather", "tides", "recompile");
      FakeServer s = d.callStarting("2", "weather").comeUp("weather", "winds");
      d.notified("notifications/tools/list_changed");
      s.text(s.expectCall("weather"), "fine");
      assertThat(d.text("2")).contains("`tides`", "`winds`").endsWith("fine");
    }
  }

  @Test
  @DisplayName("a server that worked and then does not start keeps its lists")
  void broken(@Crashed("weather") SessionDriver d) {
    assertThat(tools(d, "1")).startsWith("weather", "recompile");
  }

  @Test
  @DisplayName("in report mode the tools of a server that is down are not listed")
  void report(@Crashed("weather") @Reports SessionDriver d) {
    d.notified("notifications/tools/list_changed");
    assertThat(Json.names(Json.at(d.requestForResult("1", "tools/list", "{}"), "tools")))
        .startsWith("recompile");
  }

  @Test
  @DisplayName("a name under which a tool of ours was listed stays valid")
  void aliases(@Crashed("recompile") @Reports SessionDriver d) {
    d.notified("notifications/tools/list_changed");
    assertThat(Json.names(Json.at(d.requestForResult("1", "tools/list", "{}"), "tools")))
        .startsWith("pitstop_recompile");
    assertThat(d.callForText("2", "pitstop_server_status")).contains("Server `fake`: crashed");
  }

  @Test
  @DisplayName("a discover that no server answers is answered from memory, else with the error")
  void discover() throws IOException {
    MemoryDirectory memory = MemoryDirectory.make();
    String params = "{" + META + "}";
    try (SessionDriver d = session(memory)) {
      d.spawner.refuse("no such program");
      assertThat(Json.text(d.requestForError("0", "server/discover", params), "message"))
          .contains("no such program");
      d.request("1", "server/discover", params);
      FakeServer s = d.spawned();
      s.answer(s.expect("server/discover"), DISCOVERED);
      d.result("1");
      d.request("2", "tools/call", "{\"name\":\"a\"," + META + "}");
      s.answer(
          s.expect("tools/list"),
          "{\"resultType\":\"complete\",\"tools\":" + FakeServer.tools("a") + "}");
      s.answer(s.expectCall("a"), "{\"resultType\":\"complete\",\"content\":[]}");
      d.result("2");
      d.awaitTools("a");
      memory.await("Be quick.");
    }
    try (SessionDriver d = session(memory)) {
      d.spawner.refuse("no such program");
      JsonObject r = d.requestForResult("1", "server/discover", params);
      assertThat(Json.text(r, "instructions"))
          .startsWith("Pitstop: `recompile`")
          .contains("\n\nBe quick.\n\nThe server is not running now", "no such program");
      assertThat(Json.at(r, "ttlMs").getAsInt()).isZero();
    }
  }
}
