package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that hang: Node's event loop is blocked, or the process is stopped by a signal; over
/// stdio and behind a URL.
@DisplayName("a server that hangs (C1, F3, A8, --call-timeout)")
class HungServerTest {
  /// Long enough for calls that are answered on a busy machine, and for a reload to tell of one.
  private static final String LIMIT = "3s";

  @RegisterExtension final Bench bench = new Bench();

  private Optional<HttpDaemonProcess> daemon = Optional.empty();

  enum Way {
    STDIO,
    URL
  }

  private Path file(String name) {
    return bench.dir().resolve(name);
  }

  private List<String> received() {
    return FixtureServer.linesOf(file("read"));
  }

  private RawClient connected(Way way, String... options) {
    String log = file("read").toString();
    List<String> command =
        switch (way) {
          case STDIO ->
              List.of(
                  "node", Bench.nodeDir().resolve("servers/hangs.mjs").toString(), "--log", log);
          case URL -> {
            HttpDaemonProcess process = HttpDaemonProcess.node(bench, "hangs.mjs", "--log", log);
            process.start();
            daemon = Optional.of(process);
            yield List.of(process.url().toString());
          }
        };
    RawClient client = bench.pitstop(command, options).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    assertThat(client.call("echo", "{'text':'up'}").lastText()).isEqualTo("up");
    return client;
  }

  @AfterEach
  void end() {
    daemon.ifPresent(HttpDaemonProcess::close);
  }

  private CompletableFuture<JsonObject> block(RawClient client) {
    CompletableFuture<JsonObject> call =
        client.callAsync("block", "{'until':'%s'}".formatted(file("free")));
    Deadline.await(
        () -> received().stream().anyMatch(l -> l.contains("\"block\"")), () -> "it blocks");
    return call;
  }

  private void release() throws IOException {
    Files.createFile(file("free"));
  }

  private long pid(RawClient client) {
    return daemon.isPresent()
        ? daemon.get().pid()
        : client.call("server_status").facts().get("pid").getAsLong();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "blocked: the call is given up at its limit, the late answer dropped, nothing killed")
  void blocked(Way way) throws IOException {
    RawClient client = connected(way, "--call-timeout", LIMIT);
    long pid = pid(client);
    ToolResult hung = client.toolResult(block(client));
    assertThat(hung.isError()).isTrue();
    assertThat(hung.text())
        .startsWith("[pitstop] `block` timed out: server `")
        .contains("did not answer within 3.0 s (the call timeout)", "may still take effect");
    client.ping();
    ToolResult behind = client.call("echo", "{'text':'behind'}");
    assertThat(behind.isError()).isTrue();
    // Of the first call this is not certain: Pitstop's own request for the list may have been
    // answered between the sending of the call and its arrival.
    assertThat(behind.text()).contains("`echo` timed out", "The server has answered nothing since");
    release();
    Deadline.await(
        () -> received().stream().filter(l -> l.contains("notifications/cancelled")).count() == 2,
        () -> "both cancellations in " + received());
    assertThat(client.call("echo", "{'text':'awake'}").lastText()).isEqualTo("awake");
    assertThat(pid(client)).isEqualTo(pid);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("stopped by SIGSTOP: the same; continued, it answers")
  void stopped(Way way) {
    RawClient client = connected(way, "--call-timeout", LIMIT);
    long pid = pid(client);
    Procs.signal(pid, "STOP");
    ToolResult hung = client.call("echo", "{'text':'x'}");
    Procs.signal(pid, "CONT");
    assertThat(hung.isError()).isTrue();
    assertThat(hung.text()).contains("`echo` timed out");
    assertThat(client.call("echo", "{'text':'awake'}").lastText()).isEqualTo("awake");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--sse"})
  @DisplayName("E1: a modern daemon is told by the end of the stream (cancellation, 2026-07-28)")
  void modernDaemon(String options) {
    HttpLog log = new HttpLog(file("executed"));
    List<String> all = new ArrayList<>(List.of("--modern", "--log", log.file().toString()));
    all.addAll(options.isEmpty() ? List.of() : List.of(options));
    HttpDaemonProcess process =
        HttpDaemonProcess.node(bench, "http-scripted.mjs", all.toArray(String[]::new));
    process.start();
    daemon = Optional.of(process);
    RawClient client =
        bench.pitstop(List.of(process.url().toString()), "--call-timeout", LIMIT).drainStderr();
    client.result(client.request("tools/list", Modern.params("{}")));
    ToolResult hung =
        client.toolResult(
            client.request("tools/call", Modern.call("slow", "{'key':'k','ms':600000}")));
    assertThat(hung.isError()).isTrue();
    assertThat(hung.text()).contains("`slow` timed out");
    Deadline.await(() -> !log.with("abandoned").isEmpty(), () -> "the end of the stream");
    ToolResult next =
        client.toolResult(client.request("tools/call", Modern.call("echo", "{'text':'x'}")));
    assertThat(next.lastText()).isEqualTo("x");
  }

  @Test
  @DisplayName("R1: recompile replaces a server that hangs, and says what it had not answered")
  void recompiled() {
    RawClient client = connected(Way.STDIO, "--call-timeout", LIMIT);
    client.toolResult(block(client));
    assertThat(client.call("recompile").text())
        .contains("Spawn #1 had not answered `block` for", "(timed out)");
    assertThat(client.call("echo", "{'text':'new'}").lastText()).isEqualTo("new");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A8: without a limit the next call is told, after 10 s, what it waits behind")
  void waitsBehind(Way way) throws IOException {
    RawClient client = connected(way);
    String id = client.nextId();
    client.requestAs(
        id,
        "tools/call",
        Json.object(RawClient.callParams("block", "{'until':'%s'}".formatted(file("free")))));
    Deadline.await(
        () -> received().stream().anyMatch(l -> l.contains("\"block\"")), () -> "it blocks");
    client.cancel(id);
    CompletableFuture<JsonObject> next =
        client.request(
            "tools/call", "{'name':'echo','arguments':{'text':'b'},'_meta':{'progressToken':'p'}}");
    JsonObject said = client.awaitNotification("notifications/progress");
    assertThat(said.toString()).contains("has not answered `block` for", "(cancelled)");
    assertThat(client.call("server_status").text()).contains("`block` has had no answer for");
    release();
    ToolResult result = client.toolResult(next);
    assertThat(result.notice()).contains("`echo` waited", "had not answered `block` for");
    assertThat(result.lastText()).isEqualTo("b");
  }
}
