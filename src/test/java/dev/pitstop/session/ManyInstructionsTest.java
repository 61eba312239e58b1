package dev.pitstop.session;

import static dev.pitstop.session.ManyDriver.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.pitstop.harness.Await;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.session.Sessions.Modern;
import dev.pitstop.session.Sessions.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What many servers say of themselves reaches the agent, and who speaks is named.
@ExtendWith(Sessions.class)
class ManyInstructionsTest {
  private static final String SENTENCE =
      "Pitstop: `add_server` adds a server, `reload_server` rebuilds one;"
          + " `call_tool` calls tools missing from your list.";

  private final MemoryDirectory memory = MemoryDirectory.make();

  private static FakeServer up(ManyDriver d, String name, String instructions) {
    FakeServer s = d.spawned(name);
    JsonObject initialize = s.expect("initialize");
    s.answer(
        initialize,
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}"
            + (instructions.isEmpty() ? "" : ",\"instructions\":\"" + instructions + "\"")
            + "}");
    s.expect("notifications/initialized");
    s.list("t");
    d.awaitTools(name, "t");
    return s;
  }

  private void awaitKept(String... texts) {
    Await.until(
        "kept are " + List.of(texts),
        () -> {
          List<String> kept =
              handshakes().stream()
                  .filter(h -> h.has("instructions"))
                  .map(h -> h.get("instructions").getAsString())
                  .filter(text -> !text.isBlank())
                  .sorted()
                  .toList();
          return kept.equals(List.of(texts));
        });
  }

  /// The remembered handshakes: the first line of each file.
  private List<JsonObject> handshakes() {
    List<JsonObject> all = new ArrayList<>();
    try (var files = Files.list(memory.path())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        JsonElement first = JsonParser.parseString(Files.readString(file).split("\n", -1)[0]);
        if (first.isJsonObject()) {
          all.add(first.getAsJsonObject());
        }
      }
    } catch (IOException | JsonParseException beingWrittenOrDamaged) {
      // it does not count
    }
    return all;
  }

  /// The answer to a client that hears of no lists yet: those of earlier sessions are perhaps still
  /// being read.
  private static JsonObject greets(ManyDriver d) {
    d.client.hello("2025-06-18", "{\"sampling\":{}}");
    return d.client.result("\"init\"");
  }

  /// What a client is told whose session begins now.
  private String told(ServerSpec... specs) {
    try (ManyDriver d = ManyDriver.silent(memory, specs)) {
      String told = Json.text(greets(d), "instructions");
      d.timers.advance(Limits.PLACE_MILLIS); // for the third
      for (ServerSpec spec : specs) {
        d.spawned(spec.name());
      }
      return told;
    }
  }

  @Test
  @DisplayName("from the second session on the handshake has what the servers say")
  void remembered() {
    ServerSpec[] specs = {spec("alpha"), spec("beta"), spec("gamma")};
    assertThat(told(specs)).isEqualTo(SENTENCE);
    try (ManyDriver d = ManyDriver.remembering(memory, specs)) {
      up(d, "alpha", "Read\\nfirst.");
      up(d, "beta", "");
      up(d, "gamma", "Say please.");
      d.listNow("1");
      awaitKept("Read\nfirst.", "Say please.");
    }
    assertThat(told(specs))
        .isEqualTo(SENTENCE + "\n\n# alpha\nRead\nfirst.\n\n# gamma\nSay please.");
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      up(d, "alpha", ""); // has nothing to say any more
      d.listNow("1");
      awaitKept("Say please.");
    }
    assertThat(told(specs)).isEqualTo(SENTENCE + "\n\n# gamma\nSay please.");
  }

  @Test
  @DisplayName("4,000 characters are shared out fairly; each begins with its server's name")
  void fairShares() {
    ServerSpec[] specs = {spec("alpha"), spec("beta"), spec("gamma")};
    try (ManyDriver d = ManyDriver.remembering(memory, specs)) {
      up(d, "alpha", "a".repeat(9_000));
      up(d, "beta", "short");
      up(d, "gamma", "c".repeat(9_000));
      d.listNow("1");
      awaitKept("a".repeat(9_000), "c".repeat(9_000), "short");
    }
    String told = told(specs);
    assertThat(told).hasSizeBetween(3_900, 4_000).startsWith(SENTENCE + "\n");
    assertThat(told).contains("\n# beta\nshort\n");
    assertThat(told.chars().filter(c -> c == 'a').count()).isBetween(1_900L, 1_960L);
    assertThat(told.chars().filter(c -> c == 'c').count()).isBetween(1_900L, 1_960L);
  }

  @Test
  @DisplayName("what comes late is in list_servers and in the answer of add_server")
  void late() {
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      up(d, "alpha", "Read first.");
      d.listNow("1");
      assertThat(d.client.callForText("2", "list_servers"))
          .contains("\n  Its instructions: Read first.");
      d.add("3", "beta");
      up(d, "beta", "Say\\nplease.");
      assertThat(d.client.text("3")).endsWith("\n  Its instructions: Say\n  please.");
      d.listChanged();
      awaitKept("Read first.", "Say\nplease.");
    }
    try (ManyDriver d = ManyDriver.remembering(memory, spec("alpha"))) {
      up(d, "alpha", "Read first.");
      d.listNow("1");
      d.client.call("2", "list_servers"); // the agent has it from the handshake
      assertThat(d.client.text("2")).doesNotContain("instructions");
    }
  }

  @Test
  @DisplayName("log messages and questions name the server that speaks")
  void speakers(@Servers("alpha") ManyDriver d) {
    FakeServer s = d.upAndListed("alpha", "a");
    s.notify("notifications/message", "{\"level\":\"info\",\"data\":1}");
    assertThat(said(d, "notifications/message"))
        .isEqualTo("{\"logger\":\"alpha\",\"level\":\"info\",\"data\":1}");
    s.notify("notifications/message", "{\"level\":\"info\",\"logger\":\"db\",\"data\":1}");
    assertThat(said(d, "notifications/message"))
        .isEqualTo("{\"level\":\"info\",\"logger\":\"alpha/db\",\"data\":1}");
    s.ask("1", "elicitation/create", "{\"message\":\"Which \\\"one\\\"?\",\"x\":{}}");
    assertThat(said(d, "elicitation/create"))
        .isEqualTo("{\"message\":\"[alpha] Which \\\"one\\\"?\",\"x\":{}}");
    s.ask("2", "sampling/createMessage", "{\"messages\":[],\"maxTokens\":1}");
    assertThat(said(d, "sampling/createMessage"))
        .isEqualTo(
            "{\"systemPrompt\":\"The MCP server `alpha` asks this.\",\"messages\":[],\"maxTokens\":1}");
    s.ask("3", "sampling/createMessage", "{\"messages\":[],\"systemPrompt\":\"Be kind.\"}");
    assertThat(said(d, "sampling/createMessage"))
        .isEqualTo(
            "{\"messages\":[],\"systemPrompt\":\"The MCP server `alpha` asks this.\\n\\nBe kind.\"}");
    s.ask("4", "roots/list", "{}");
    assertThat(said(d, "roots/list")).isEqualTo("{}");
  }

  @Test
  @DisplayName("so do the questions of a result that wants input first")
  void inputRequired(@Modern ManyWire w) {
    WireServer s = w.addModern("alpha", WireServer.Offer.tools("t"));
    w.modern("1", "tools/call", "\"name\":\"alpha__t\"");
    s.answer(
        s.expect("tools/call"),
        "{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\","
            + "\"params\":{\"message\":\"Which?\"}},\"r\":{\"method\":\"roots/list\"}}}");
    JsonObject asked = w.result("1");
    assertThat(Json.text(asked, "inputRequests", "k", "params", "message"))
        .isEqualTo("[alpha] Which?");
    assertThat(Json.at(asked, "inputRequests", "r")).hasToString("{\"method\":\"roots/list\"}");
  }

  private static String said(ManyDriver d, String method) {
    JsonObject m = d.client.heard(method);
    if (m.has("id")) {
      d.client.send("{\"jsonrpc\":\"2.0\",\"id\":" + m.get("id") + ",\"result\":{}}");
    }
    return m.get("params").toString();
  }
}
