package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Servers that hang: Node's event loop is blocked, or the process is stopped by a signal; over
/// stdio and behind a URL.
@DisplayName("a server that hangs (C1, F3, A8, --call-timeout)")
@Tag("all")
class HungServerTest {
  /// Long enough for calls that are answered on a busy machine, and for a reload to tell of one.
  private static final String LIMIT = "3s";

  @RegisterExtension final Bench bench = new Bench();

  private final List<HttpDaemonProcess> daemons = new CopyOnWriteArrayList<>();

  enum Way {
    STDIO,
    URL
  }

  /// A client of a server of its own.
  ///
  /// @param daemon what serves it behind a URL
  private record Hung(RawClient client, Path log, Path free, Optional<HttpDaemonProcess> daemon) {
    List<String> received() {
      return FixtureServer.linesOf(log);
    }

    void awaitBlocked() {
      Await.until(
          () -> received().stream().anyMatch(l -> l.contains("\"block\"")), () -> "it blocks");
    }

    CompletableFuture<JsonObject> block() {
      CompletableFuture<JsonObject> call =
          client.callAsync("block", "{'until':'%s'}".formatted(free));
      awaitBlocked();
      return call;
    }

    void release() {
      try {
        Files.createFile(free);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    long pid() {
      return daemon
          .map(HttpDaemonProcess::pid)
          .orElseGet(() -> client.call("server_status").facts().get("pid").getAsLong());
    }
  }

  private HttpDaemonProcess started(String script, String... options) {
    HttpDaemonProcess process = HttpDaemonProcess.node(bench, script, options);
    daemons.add(process);
    process.start();
    return process;
  }

  private Hung connected(Way way, String... options) {
    String log = bench.dir().resolve(way + "-read").toString();
    Optional<HttpDaemonProcess> daemon =
        way == Way.URL ? Optional.of(started("hangs.mjs", "--log", log)) : Optional.empty();
    List<String> command =
        daemon
            .map(process -> List.of(process.url().toString()))
            .orElseGet(() ->
                List.of(
                    "node", Bench.nodeDir().resolve("servers/hangs.mjs").toString(), "--log", log));
    RawClient client = bench.pitstop(command, options).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    assertThat(client.call("echo", "{'text':'up'}").lastText()).isEqualTo("up");
    return new Hung(client, Path.of(log), bench.dir().resolve(way + "-free"), daemon);
  }

  @AfterEach
  void end() {
    daemons.forEach(HttpDaemonProcess::close);
  }

  @Test
  @DisplayName(
      "blocked: the call is given up at its limit, the late answer dropped, nothing killed")
  void blocked() {
    Beside.each(List.of(Way.values()), this::blocked);
  }

  private void blocked(Way way) {
    Hung server = connected(way, "--call-timeout", LIMIT);
    RawClient client = server.client();
    long pid = server.pid();
    ToolResult hung = client.toolResult(server.block());
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
    server.release();
    Await.until(
        () ->
            server.received().stream().filter(l -> l.contains("notifications/cancelled")).count()
                == 2,
        () -> "both cancellations in " + server.received());
    assertThat(client.call("echo", "{'text':'awake'}").lastText()).isEqualTo("awake");
    assertThat(server.pid()).isEqualTo(pid);
  }

  @Test
  @DisplayName("stopped by SIGSTOP: the same; continued, it answers")
  void stopped() {
    Beside.each(List.of(Way.values()), this::stopped);
  }

  private void stopped(Way way) {
    Hung server = connected(way, "--call-timeout", LIMIT);
    RawClient client = server.client();
    long pid = server.pid();
    Procs.signal(pid, "STOP");
    ToolResult hung = client.call("echo", "{'text':'x'}");
    Procs.signal(pid, "CONT");
    assertThat(hung.isError()).isTrue();
    assertThat(hung.text()).contains("`echo` timed out");
    assertThat(client.call("echo", "{'text':'awake'}").lastText()).isEqualTo("awake");
  }

  @Test
  @DisplayName("E1: a modern daemon is told by the end of the stream (cancellation, 2026-07-28)")
  void modernDaemon() {
    Beside.each(List.of("", "--sse"), this::modernDaemon);
  }

  private void modernDaemon(String options) {
    HttpLog log = new HttpLog(bench.dir().resolve("executed" + options));
    List<String> all = new ArrayList<>(List.of("--modern", "--log", log.file().toString()));
    all.addAll(options.isEmpty() ? List.of() : List.of(options));
    HttpDaemonProcess process = started("http-scripted.mjs", all.toArray(String[]::new));
    RawClient client =
        bench.pitstop(List.of(process.url().toString()), "--call-timeout", LIMIT).drainStderr();
    client.result(client.request("tools/list", Modern.params("{}")));
    ToolResult hung =
        client.toolResult(
            client.request("tools/call", Modern.call("slow", "{'key':'k','ms':600000}")));
    assertThat(hung.isError()).isTrue();
    assertThat(hung.text()).contains("`slow` timed out");
    Await.until(() -> !log.with("abandoned").isEmpty(), () -> "the end of the stream");
    ToolResult next =
        client.toolResult(client.request("tools/call", Modern.call("echo", "{'text':'x'}")));
    assertThat(next.lastText()).isEqualTo("x");
  }

  @Test
  @DisplayName("R1: recompile replaces a server that hangs, and says what it had not answered")
  void recompiled() {
    Hung server = connected(Way.STDIO, "--call-timeout", LIMIT);
    RawClient client = server.client();
    client.toolResult(server.block());
    assertThat(client.call("recompile").text())
        .contains("Spawn #1 had not answered `block` for", "(timed out)");
    assertThat(client.call("echo", "{'text':'new'}").lastText()).isEqualTo("new");
  }

  @Test
  @DisplayName("A8: without a limit the next call is told, after 10 s, what it waits behind")
  void waitsBehind() {
    Beside.each(List.of(Way.values()), this::waitsBehind);
  }

  private void waitsBehind(Way way) {
    Hung server = connected(way);
    RawClient client = server.client();
    String id = client.nextId();
    client.requestAs(
        id,
        "tools/call",
        Json.object(RawClient.callParams("block", "{'until':'%s'}".formatted(server.free()))));
    server.awaitBlocked();
    client.cancel(id);
    CompletableFuture<JsonObject> next =
        client.request(
            "tools/call", "{'name':'echo','arguments':{'text':'b'},'_meta':{'progressToken':'p'}}");
    JsonObject said = client.awaitNotification("notifications/progress");
    assertThat(said.toString()).contains("has not answered `block` for", "(cancelled)");
    assertThat(client.call("server_status").text()).contains("`block` has had no answer for");
    server.release();
    ToolResult result = client.toolResult(next);
    assertThat(result.notice()).contains("`echo` waited", "had not answered `block` for");
    assertThat(result.lastText()).isEqualTo("b");
  }
}
