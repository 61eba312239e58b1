package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a program says of itself, and what a client gets of it.
@DisplayName("command-line tools: schemas (T1)")
@Tag("all")
class CliToolListTest {
  @RegisterExtension final Bench bench = new Bench();

  private ToolProgram tool = ToolProgram.NONE;

  @BeforeEach
  void program() {
    tool = bench.tool("tool");
  }

  private RawClient connected(String... options) {
    RawClient client = bench.cli(tool, options).drainStderr();
    client.handshake();
    return client;
  }

  private static List<JsonObject> tools(RawClient client) {
    return Hub.objects(client.result(client.request("tools/list", "{}")).getAsJsonArray("tools"));
  }

  private static List<String> names(RawClient client) {
    return tools(client).stream().map(t -> t.get("name").getAsString()).toList();
  }

  @Test
  @DisplayName("T1: words on stderr do no harm to a schema")
  void wordsOnStderr() {
    tool.save("schema.stderr", "DeprecationWarning: old\n".repeat(50_000));
    RawClient client = connected();
    assertThat(names(client)).contains("echo");
    assertThat(client.call("server_stderr").lastText()).contains("DeprecationWarning");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EOF", "TERM"})
  @DisplayName("F7: the end of the client while the schema is fetched: nothing is left")
  void endWhileStarting(String how) {
    tool.save("schema.gate", "");
    RawClient client = bench.cli(tool).drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    tool.awaitSchemas(1);
    if (how.equals("EOF")) {
      client.closeStdin();
    } else {
      Procs.signal(client.pid(), how);
    }
    assertThat(client.awaitExit()).isZero();
    assertThat(initialize).isDone();
    Procs.awaitGone(tool.pids());
  }

  @Test
  @DisplayName(
      "F4, F6: ping and status are answered while the schema is fetched; calls wait for it")
  void slowSchema() {
    tool.save("schema.gate", "");
    RawClient client = bench.cli(tool, "--handshake-timeout", "100ms").drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    tool.awaitSchemas(1);
    CompletableFuture<JsonObject> call = client.callAsync("count", "{'key':'x'}");
    assertThat(Status.state(client)).isEqualTo("starting");
    assertThat(call).isNotDone();
    tool.remove("schema.gate");
    client.result(initialize);
    client.notify("notifications/initialized", "{}");
    assertThat(client.toolResult(call).isError()).isFalse();
    assertThat(tool.executions()).containsExactly("count x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'arguments':{}}", "{'name':5}"})
  @DisplayName("F5: a call that is none is an error, and the session goes on")
  void noCall(String params) {
    RawClient client = connected();
    JsonObject answer = client.await(client.request("tools/call", params));
    assertThat(answer.has("error") || answer.toString().contains("\"isError\":true"))
        .as(answer.toString())
        .isTrue();
    assertThat(tool.executions()).isEmpty();
    client.ping();
  }
}
