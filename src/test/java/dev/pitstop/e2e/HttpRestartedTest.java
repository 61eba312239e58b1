package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Catalogue H with real processes: a daemon that its developer stops and starts, behind Pitstop.
@DisplayName("HTTP daemons that are restarted (H1–H4, A1, A2)")
class HttpRestartedTest {
  private static final int RESTARTS = 20;
  private static final int CALLERS = 8;

  @RegisterExtension final Bench bench = new Bench();

  private HttpDaemonProcess daemon(String name) {
    String[] words = name.split(" ");
    String[] options = List.of(words).subList(1, words.length).toArray(String[]::new);
    return switch (words[0]) {
      case "java" -> HttpDaemonProcess.java(bench);
      case "scripted" -> HttpDaemonProcess.scripted(bench, options);
      default -> HttpDaemonProcess.node(bench, "http-" + words[0] + ".mjs", options);
    };
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
  @DisplayName("H1, H3: a daemon that is killed and started again goes on to serve the same client")
  void restarted(String name) {
    try (HttpDaemonProcess daemon = daemon(name)) {
      daemon.start();
      RawClient client = pitstop(daemon);
      client.handshake();
      assertThat(Json.text(client.result(client.request("tools/list", "{}")))).contains("\"echo\"");
      assertThat(client.call("echo", echo("before")).lastText()).contains("before");
      daemon.restart();
      ToolResult after = client.call("echo", echo("after"));
      assertThat(after.lastText()).contains("after");
      assertThat(after.isError()).isFalse();
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
      assertThat(ProcessHandle.of(daemon.pid()).map(ProcessHandle::isAlive)).contains(true);
    }
  }

  @Tag("all")
  @Test
  @DisplayName(
      "H2, A1, A2: calls wait while nobody listens; then they are answered, and told what changed")
  void waits() throws IOException {
    Path log = bench.dir().resolve("executed");
    try (HttpDaemonProcess old = daemon("scripted --log " + log)) {
      old.start();
      RawClient client = pitstop(old);
      client.handshake();
      client.result(client.request("tools/list", "{}"));
      client.call("echo", echo("a"));
      old.kill();
      Status.await(client, "starting");
      List<CompletableFuture<JsonObject>> waiting = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        waiting.add(client.callAsync("count", "{'key':'k" + i + "'}"));
      }
      old.with("--tools", "echo,count,slow,fresh").start();
      int notices = 0;
      for (CompletableFuture<JsonObject> each : waiting) {
        ToolResult result = client.toolResult(each);
        assertThat(result.isError()).as(result.json().toString()).isFalse();
        if (result.hasNotice()) {
          notices++;
          assertThat(result.notice()).contains("was reconnected").contains("fresh");
        }
      }
      assertThat(notices).isEqualTo(1);
      client.awaitNotification("notifications/tools/list_changed");
      assertThat(Json.text(client.result(client.request("tools/list", "{}"))))
          .contains("\"fresh\"");
      Map<String, Integer> executed = executed(log);
      for (int i = 0; i < 5; i++) {
        assertThat(executed).containsEntry("k" + i, 1);
      }
    }
  }

  @Test
  @DisplayName(
      "H3: at once and not at the next call: a client that only listens hears of the change")
  void atOnce() {
    try (HttpDaemonProcess daemon = daemon("scripted")) {
      daemon.start();
      RawClient client = pitstop(daemon);
      client.handshake();
      client.result(client.request("tools/list", "{}"));
      daemon.kill();
      daemon.with("--tools", "echo,other").start();
      client.awaitNotification("notifications/tools/list_changed");
    }
  }

  @Tag("all")
  @Test
  @DisplayName("H2: a daemon that is not there yet is waited for from the beginning")
  void notThereYet() {
    try (HttpDaemonProcess daemon = daemon("scripted")) {
      RawClient client = pitstop(daemon, "--handshake-timeout", "200ms");
      client.handshake();
      CompletableFuture<JsonObject> call = client.callAsync("echo", echo("late"));
      daemon.start();
      assertThat(client.toolResult(call).lastText()).contains("late");
    }
  }

  @Tag("all")
  @Test
  @DisplayName(
      "F3, H3: one that is restarted while the client is slow to read what it has answered")
  void slowClient() {
    try (HttpDaemonProcess daemon = daemon("scripted")) {
      daemon.start();
      RawClient client = pitstop(daemon);
      client.handshake();
      client.call("echo", echo("small"));
      daemon.restartWhileSlow(client, "echo");
      assertThat(client.call("echo", echo("after")).lastText()).isEqualTo("after");
    }
  }

  @Tag("all")
  @Test
  @DisplayName(
      "C2, H2, H3: twenty restarts while eight callers call: each is answered once, none runs twice")
  void storm() throws IOException {
    Path log = bench.dir().resolve("executed");
    try (HttpDaemonProcess daemon = daemon("scripted --log " + log)) {
      daemon.start();
      RawClient client = pitstop(daemon);
      client.handshake();
      client.result(client.request("tools/list", "{}"));
      AtomicBoolean over = new AtomicBoolean();
      Map<String, ToolResult> answers = new HashMap<>();
      List<CompletableFuture<Void>> callers = new ArrayList<>();
      for (int c = 0; c < CALLERS; c++) {
        String caller = "c" + c + "-";
        callers.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; !over.get(); i++) {
                    String key = caller + i;
                    ToolResult result = client.call("count", "{'key':'" + key + "'}");
                    synchronized (answers) {
                      answers.put(key, result);
                    }
                  }
                },
                task -> Thread.ofPlatform().start(task)));
      }
      for (int i = 0; i < RESTARTS; i++) {
        int before = size(answers);
        daemon.restart();
        Await.until(
            () ->
                size(answers) > before + CALLERS
                    || callers.stream().anyMatch(CompletableFuture::isCompletedExceptionally),
            () -> "calls after a restart");
        callers.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
      }
      over.set(true);
      callers.forEach(CompletableFuture::join);
      Map<String, Integer> executed = executed(log);
      int lost = 0;
      for (Map.Entry<String, ToolResult> e : answers.entrySet()) {
        ToolResult result = e.getValue();
        int times = executed.getOrDefault(e.getKey(), 0);
        assertThat(times).as(e.getKey() + ": " + result.json()).isLessThanOrEqualTo(1);
        if (result.isError()) {
          lost++;
          assertThat(result.text()).contains("may have taken effect");
        } else {
          assertThat(times).as(e.getKey()).isEqualTo(1);
        }
      }
      assertThat(lost).isLessThanOrEqualTo(RESTARTS * CALLERS);
      assertThat(answers.size() - lost).as("good answers").isGreaterThanOrEqualTo(RESTARTS);
    }
  }

  private static int size(Map<String, ToolResult> answers) {
    synchronized (answers) {
      return answers.size();
    }
  }

  /// How often each key was executed, by the daemon's own log.
  private static Map<String, Integer> executed(Path log) throws IOException {
    Map<String, Integer> times = new HashMap<>();
    for (String line : Files.readAllLines(log)) {
      JsonObject o = Json.object(line);
      if (o.has("executed")) {
        times.merge(o.get("executed").getAsString(), 1, Integer::sum);
      }
    }
    return times;
  }

  @Test
  @DisplayName(
      "H4, R1: --restart makes recompile work, and --start starts a daemon that outlives Pitstop")
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
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
      long left = bench.mustEnd(Long.parseLong(read(pid)));
      ProcessHandle handle = ProcessHandle.of(left).orElseThrow();
      assertThat(handle.isAlive()).isTrue();
      handle.destroyForcibly();
      Procs.awaitGone(left);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("E1, E3: a modern client in front of a modern daemon, before and after a restart")
  void modern() {
    try (HttpDaemonProcess daemon = daemon("scripted --era modern")) {
      daemon.start();
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
}
