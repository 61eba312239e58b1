package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue J: both eras of the protocol against a backend of the same era. The double start of
/// the second-generation SDK is in [DifferentialTest].
@DisplayName("eras (E1, E2, L4, F6a)")
@Tag("all")
class ErasTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient modern() {
    server = bench.modern();
    return bench.pitstop(server).drainStderr();
  }

  private static JsonObject modernResult(RawClient client, String method, String params) {
    return client.result(client.request(method, Modern.params(params)));
  }

  private static ToolResult modernCall(RawClient client, String tool, String arguments) {
    return client.toolResult(client.request("tools/call", Modern.call(tool, arguments)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  @DisplayName("E1: every legacy revision is negotiated between client and backend")
  void legacyRevisions(String version) {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr();
    assertThat(client.handshake(version).get("protocolVersion").getAsString()).isEqualTo(version);
    assertThat(client.call("echo", "{'text':'x'}").text()).isEqualTo("x");
  }

  @Test
  @DisplayName("E1: discover to a legacy backend is an error, and initialize works after it")
  void discoverThenInitialize() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr();
    JsonObject probe = client.await(client.request("server/discover", Modern.params("{}")));
    assertThat(Json.at(probe, "error").get("code").getAsInt())
        .as("no code that would make a client believe in a modern server")
        .isNotIn(-32020, -32021, -32022);
    client.handshake();
    assertThat(client.call("echo", "{'text':'x'}").text()).isEqualTo("x");
  }

  @Test
  @DisplayName("E1, F6a: a modern session may begin with tools/list")
  void modernWithoutDiscover() {
    RawClient client = modern();
    JsonObject list = modernResult(client, "tools/list", "{}");
    assertThat(Json.each(list.getAsJsonArray("tools"), "name"))
        .contains("echo", "recompile", "server_status");
    assertThat(modernCall(client, "echo", "{'text':'größe'}").text()).isEqualTo("größe");
    assertThat(server.received()).noneMatch(FixtureServer.method("initialize"));
  }

  @Test
  @DisplayName("E1, E2: discovery and lists are the backend's, with ttlMs 0")
  void discovery() {
    RawClient client = modern();
    JsonObject discovery = modernResult(client, "server/discover", "{}");
    assertThat(discovery.get("resultType").getAsString()).isEqualTo("complete");
    assertThat(discovery.get("ttlMs").getAsInt()).isZero();
    assertThat(discovery.getAsJsonArray("supportedVersions")).hasToString("[\"2026-07-28\"]");
    assertThat(discovery.get("instructions").getAsString())
        .startsWith("Pitstop: `recompile`")
        .endsWith("\n\nModern test server.");
    assertThat(Json.at(discovery, "capabilities", "tools").get("listChanged").getAsBoolean())
        .isTrue();
    for (String method : List.of("tools/list", "resources/list", "resources/templates/list")) {
      JsonObject list = modernResult(client, method, "{}");
      assertThat(list.get("ttlMs").getAsInt()).as(method).isZero();
      assertThat(list.get("cacheScope").getAsString()).as(method).isIn("public", "private");
      assertThat(list.get("resultType").getAsString()).as(method).isEqualTo("complete");
    }
  }

  @Test
  @DisplayName("E1: our own results are modern to a modern client")
  void ownResults() {
    RawClient client = modern();
    ToolResult status = modernCall(client, "server_status", "{}");
    assertThat(status.json().get("resultType").getAsString()).isEqualTo("complete");
    ToolResult crash = modernCall(client, "crash", "{'code':3,'stderr':'modern panic'}");
    assertThat(crash.isError()).isTrue();
    assertThat(crash.json().get("resultType").getAsString()).isEqualTo("complete");
    assertThat(crash.texts().getFirst()).startsWith("[pitstop]").contains("3", "modern panic");
  }

  @Test
  @DisplayName(
      "L4: a restart in a modern session replays no initialize; the notice comes all the same")
  void modernRestart() {
    RawClient client = modern();
    modernResult(client, "tools/list", "{}");
    modernCall(client, "crash", "{'code':3}");
    ToolResult next = modernCall(client, "pid", "{}");
    assertThat(next.hasNotice()).isTrue();
    assertThat(next.lastText()).contains("\"spawn\":2");
    assertThat(modernCall(client, "pid", "{}").texts()).hasSize(1);
    assertThat(server.received()).noneMatch(FixtureServer.method("initialize"));
  }

  @Test
  @DisplayName("C2: a read-only tool of a modern session is repeated")
  void modernRepeat() {
    RawClient client = modern();
    Status.awaitListed(() -> modernCall(client, "server_status", "{}"));
    assertThat(modernCall(client, "readonly_crash_once", "{}").lastText())
        .isEqualTo("fine the second time, spawn 2");
  }

  @Test
  @DisplayName("B1: initialize to a modern-only backend is answered from its discovery")
  void legacyClientModernBackend() {
    RawClient client = modern();
    JsonObject greeted = client.handshake("2025-06-18");
    assertThat(greeted.get("protocolVersion").getAsString()).isEqualTo("2025-06-18");
    assertThat(Json.at(greeted, "serverInfo").get("name").getAsString()).isEqualTo("modern");
    assertThat(greeted.get("instructions").getAsString()).endsWith("\n\nModern test server.");
    assertThat(client.call("echo", "{'text':'größe'}").text()).isEqualTo("größe");
  }

  @Test
  @DisplayName("E1: an unsupported version gets the error that names the supported ones")
  void unsupportedVersion() {
    RawClient client = modern();
    JsonObject error =
        client.error(client.request("tools/list", Modern.params("{}", "1900-01-01")));
    assertThat(error.get("code").getAsInt()).isEqualTo(-32022);
    JsonElement supported = Json.at(error, "data").get("supported");
    assertThat(supported).hasToString("[\"2026-07-28\"]");
  }
}
