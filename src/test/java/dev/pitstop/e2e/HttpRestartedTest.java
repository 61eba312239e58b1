package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Catalogue H with real processes: a daemon that its developer stops and starts, behind Pitstop.
@DisplayName("HTTP daemons that are restarted")
class HttpRestartedTest {
  @RegisterExtension final Bench bench = new Bench();

  private HttpDaemonProcess daemon(String name) {
    return HttpDaemonProcess.named(bench, name);
  }

  private RawClient pitstop(HttpDaemonProcess daemon, String... options) {
    return bench.pitstop(List.of(daemon.url().toString()), options).drainStderr();
  }

  private static String echo(String text) {
    return "{'text':'" + text + "','message':'" + text + "'}";
  }

  @Tag("all")
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "scripted --sse",
    "scripted --stateless",
    "scripted --no-get --server http10",
    "scripted --no-get --server wsgi",
    "sdk1",
    "sdk1 --refuse-404",
    "sdk1 --stateless",
    "sdk2 --stateful",
    "sdk2 --stateless",
    "everything",
    "supergateway --stateful",
    "supergateway",
    "mcp-proxy",
    "mcp-proxy --stateless",
    "java",
  })
  @DisplayName("a daemon that is killed and started again goes on to serve the same client")
  void restarted(String name) {
    HttpDaemonProcess daemon = daemon(name);
    RawClient client = bench.started(daemon);
    assertThat(Json.text(client.result(client.request("tools/list", "{}")))).contains("\"echo\"");
    assertThat(client.call("echo", echo("before")).lastText()).contains("before");
    daemon.restart();
    ToolResult after = client.call("echo", echo("after"));
    assertThat(after.lastText()).contains("after");
    assertThat(after.isError()).isFalse();
    client.finish();
    assertThat(ProcessHandle.of(daemon.pid()).map(ProcessHandle::isAlive)).contains(true);
  }

  @Test
  @DisplayName("--restart makes recompile work, and --start starts a daemon that outlives Pitstop")
  void startAndRestart() {
    try (HttpDaemonProcess daemon = daemon("scripted --tools echo,pid")) {
      Path pid = bench.dir().resolve("daemon.pid");
      String run = daemon.shell() + " & echo $! >" + pid;
      RawClient client =
          pitstop(
              daemon, "--start", run, "--restart", "kill -9 $(cat " + pid + "); sleep 0.1; " + run);
      client.handshake();
      ToolResult first = client.call("pid");
      assertThat(first.isError()).as(first.json().toString()).isFalse();
      ToolResult reloaded = client.call("recompile");
      assertThat(reloaded.isError()).as(reloaded.json().toString()).isFalse();
      assertThat(reloaded.text()).contains("Ran the restart command").contains("session #");
      ToolResult second = client.call("pid");
      assertThat(second.lastText()).isNotEqualTo(first.lastText());
      Await.until(
          () -> client.call("server_stderr").text().contains("listening on"),
          () -> client.call("server_stderr").text());
      client.finish();
      long left = bench.mustEnd(Long.parseLong(read(pid)));
      ProcessHandle handle = ProcessHandle.of(left).orElseThrow();
      assertThat(handle.isAlive()).isTrue();
      handle.destroyForcibly();
      Procs.awaitGone(left);
    }
  }

  private static String read(Path file) {
    return Disk.io(() -> Files.readString(file)).strip();
  }

  @Test
  @DisplayName("a modern client in front of a modern daemon, before and after a restart")
  void modern() {
    HttpDaemonProcess daemon = bench.start(daemon("scripted --era modern"));
    RawClient client = pitstop(daemon);
    client.result(client.request("server/discover", Modern.params("{}")));
    client.result(client.request("tools/list", Modern.params("{}")));
    client.request(
        "subscriptions/listen", Modern.params("{'notifications':{'toolsListChanged':true}}"));
    client.awaitNotification("notifications/subscriptions/acknowledged");
    assertThat(
            client
                .toolResult(client.request("tools/call", Modern.call("echo", echo("a"))))
                .lastText())
        .contains("a");
    daemon.kill();
    daemon.with("--era", "modern", "--tools", "echo,other").start();
    client.awaitNotification("notifications/tools/list_changed");
    assertThat(
            client
                .toolResult(client.request("tools/call", Modern.call("echo", echo("b"))))
                .lastText())
        .contains("b");
  }
}
