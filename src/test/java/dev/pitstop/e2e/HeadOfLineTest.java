package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue C: whatever the backend does or does not do, Pitstop itself answers.
///
/// Each test holds the backend in a state it does not leave by itself, so an answer at all means
/// that nothing waited for the backend.
@DisplayName("head of line (F4, F6, L3)")
class HeadOfLineTest {
  @RegisterExtension final Bench bench = new Bench();

  /// Everything that must work while the backend does not.
  private static void assertResponsive(RawClient client) {
    client.ping();
    assertThat(client.call("server_status").isError()).isFalse();
    assertThat(client.call("server_stderr").isError()).isFalse();
    assertThat(client.call("binary_info").isError()).isFalse();
    client.ping();
  }

  @Test
  @DisplayName("F6: initialize is answered although the server never answers it")
  void neverInitializes() {
    RawClient client =
        bench.pitstop(bench.scripted("--never-init"), "--handshake-timeout", "1s").drainStderr();
    JsonObject answer = client.handshake();
    assertThat(Json.at(answer, "capabilities", "tools").get("listChanged").getAsBoolean()).isTrue();
    assertThat(answer.get("protocolVersion").getAsString()).isEqualTo("2025-11-25");
    assertResponsive(client);
  }

  @Test
  @DisplayName("F6: an initialize answered early is followed by list_changed once the server is up")
  void listsFollow() {
    RawClient client =
        bench
            .pitstop(bench.scripted("--start-delay", "1500"), "--handshake-timeout", "500ms")
            .drainStderr();
    client.handshake();
    client.awaitNotification("notifications/tools/list_changed");
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name")).contains("echo");
  }

  @Test
  @DisplayName("F4: while a restart does not come up")
  void restartHangs() {
    FixtureServer server = bench.scripted("--from-spawn", "2", "--never-init");
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    client.call("crash", "{'code':1}");
    String id = client.nextId();
    CompletableFuture<JsonObject> held =
        client.requestAs(
            id, "tools/call", Json.object(RawClient.callParams("echo", "{'text':'x'}")));
    server.awaitSpawns(2);
    assertResponsive(client);
    client.cancel(id);
    assertResponsive(client);
    assertThat(held).as("L3: a cancelled call leaves the queue silently").isNotDone();
  }

  @Test
  @DisplayName("F4: while a call hangs")
  void callHangs() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server, "--stop-timeout", "1s").drainStderr();
    client.handshake();
    CompletableFuture<JsonObject> hung = client.callAsync("never", "{}");
    server.awaitCall("never");
    assertResponsive(client);
    assertThat(client.call("echo", "{'text':'beside it'}").text()).isEqualTo("beside it");
    assertThat(hung).isNotDone();
  }

  @Test
  @DisplayName("F4: while the server is stopped by SIGSTOP")
  void serverIsStopped() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server, "--stop-timeout", "1s").drainStderr();
    client.handshake();
    CompletableFuture<JsonObject> hung = client.callAsync("stop_self", "{}");
    server.awaitCall("stop_self");
    assertResponsive(client);
    assertThat(hung).isNotDone();
  }

  @Test
  @DisplayName("F4: while the server does not read and its stdin pipe is full")
  void serverDoesNotRead() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
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

  @Test
  @DisplayName("L3: calls that arrive during a start are all answered, in their order")
  void heldCallsKeepTheirOrder() {
    FixtureServer server = bench.scripted("--start-delay", "700");
    RawClient client = bench.pitstop(server).drainStderr();
    CompletableFuture<JsonObject> initialize =
        client.request("initialize", RawClient.initializeParams("2025-11-25"));
    client.notify("notifications/initialized", "{}");
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 20)
            .mapToObj(i -> client.callAsync("echo", "{'text':'n" + i + "'}"))
            .toList();
    client.result(initialize);
    for (int i = 0; i < calls.size(); i++) {
      assertThat(client.toolResult(calls.get(i)).lastText()).isEqualTo("n" + i);
    }
    assertThat(server.received().stream().filter(FixtureServer.callOf("echo")))
        .extracting(m -> Json.at(m, "params", "arguments").get("text").getAsString())
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "n" + i).toList());
  }

  @Test
  @DisplayName("F4: while a call waits and many others pass it")
  void slowCallBlocksNobody() throws IOException {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    Path gate = bench.dir().resolve("gate");
    CompletableFuture<JsonObject> slow =
        client.callAsync("wait_for_file", "{'path':'" + gate + "'}");
    server.awaitCall("wait_for_file");
    for (int i = 0; i < 100; i++) {
      assertThat(client.call("echo", "{'text':'" + i + "'}").text()).isEqualTo("" + i);
    }
    assertThat(slow).isNotDone();
    Files.createFile(gate);
    assertThat(client.toolResult(slow).text()).startsWith("found");
  }
}
