package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What becomes of a flood of calls that the client takes back before there is a server for them.
@DisplayName("calls cancelled while the server starts (L3)")
@Tag("all")
class CancelledWhileStartingTest {
  private static final int MANY = 10_000;

  @RegisterExtension final ManyBench bench = new ManyBench();

  private static String calls(String tool) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < MANY; i++) {
      String params = RawClient.callParams(tool, "{'text':'" + i + "'}");
      lines.append(RawClient.requestLine("\"c" + i + "\"", "tools/call", Json.object(params)));
      lines.append('\n');
    }
    return lines.toString();
  }

  @Test
  @DisplayName("L3: 10,000 of them reach nobody, and leave the server to the calls that follow")
  void flood() throws IOException {
    Path gate = bench.path("gate");
    PlannedServer server = bench.server("server", "{'tools':['echo'],'gate':'" + gate + "'}");
    RawClient client =
        bench
            .bench()
            .pitstop(server.files().argv(), "--hold-limit", "" + MANY, "--start-timeout", "60s")
            .drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    client.sendRaw(calls("echo"));
    client.ping();
    JsonObject before = client.call("server_status").facts();
    assertThat(before.get("held").getAsInt()).isEqualTo(MANY);
    for (int i = MANY - 1; i >= 0; i--) {
      client.cancel("\"c" + i + "\"");
    }
    client.ping();
    assertThat(client.call("server_status").facts().get("held").getAsInt()).isZero();
    Files.createFile(gate);
    client.result(initialize);
    client.notify("notifications/initialized", "{}");
    assertThat(client.call("echo", "{'text':'the first'}").text()).isEqualTo("the first");
    JsonObject after = client.call("server_status").facts();
    assertThat(after.get("held").getAsInt()).isZero();
    assertThat(after.get("in_flight").getAsInt()).isZero();
    assertThat(server.files().received().stream().filter(FixtureServer.callOf("echo"))).hasSize(1);
  }
}
