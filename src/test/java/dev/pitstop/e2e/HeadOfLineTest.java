package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue C: whatever the backend does or does not do, Pitstop itself answers. Here the backend
/// is held by what only a real process has: SIGSTOP, and a full pipe.
@DisplayName("head of line")
class HeadOfLineTest {
  @RegisterExtension final Bench bench = new Bench();

  /// Everything that must work while the backend does not.
  private static void assertResponsive(RawClient client) {
    client.ping();
    for (String tool : List.of("server_status", "server_stderr", "binary_info")) {
      assertThat(client.call(tool).isError()).as(tool).isFalse();
    }
  }

  @Test
  @DisplayName("while the server is stopped by SIGSTOP, which stop_server ends all the same")
  void serverIsStopped() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server, "--set", "stopTimeout=1s").drainStderr().greeted();
    CompletableFuture<JsonObject> hung = client.callAsync("stop_self", "{}");
    server.awaitCall("stop_self");
    assertResponsive(client);
    assertThat(hung).isNotDone();
    client.call("stop_server");
    assertThat(client.toolResult(hung).text()).contains("stop_server");
    Procs.awaitGone(server.pids().getFirst());
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
  }

  @Test
  @DisplayName("while the server does not read and its stdin pipe is full")
  void serverDoesNotRead() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr().greeted();
    client.call("stop_reading");
    String text = "x".repeat(64 * 1024);
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 40)
            .mapToObj(i -> client.callAsync("length", "{'text':'" + text + "'}"))
            .toList();
    assertResponsive(client);
    client.cancel("999999");
    client.call("stop_server");
    for (CompletableFuture<JsonObject> call : calls) {
      client.await(call);
    }
    assertThat(client.call("echo", "{'text':'again'}").lastText()).isEqualTo("again");
  }
}
