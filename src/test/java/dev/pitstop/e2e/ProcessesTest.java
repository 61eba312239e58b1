package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue I: processes begin and end as they should, with all they started.
@DisplayName("processes")
class ProcessesTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected(String... serverOptions) {
    server = bench.scripted(serverOptions);
    return bench.pitstop(server).drainStderr().greeted();
  }

  private long child(RawClient client, String mode) {
    return bench.mustEnd(
        Long.parseLong(client.call("spawn_child", "{'mode':'" + mode + "'}").lastText()));
  }

  private List<Long> children(RawClient client, String... modes) {
    return Stream.of(modes).map(mode -> child(client, mode)).toList();
  }

  @Test
  @DisplayName("nothing that a server starts survives its crash, or the end of stdin; code 0")
  void trees() {
    RawClient client = connected();
    assertEnvironment(client);
    List<Long> first = children(client, "plain", "inherit", "double_fork", "ignore_term");
    assertThat(client.call("crash", "{'code':3,'stderr':'last words'}").isError()).isTrue();
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    Procs.awaitGone(first);
    client.call("stderr", "{'line':'größe: words of the second'}");
    // stderr and stdout are two pipes: its answer may come first
    Await.until(
        () -> client.call("server_stderr").lastText().contains("größe: words of the second"),
        client::story);
    assertThat(client.call("server_stderr").lastText())
        .containsSubsequence("last words", "größe: words of the second");
    Await.until(() -> client.stderr().contains("größe: words of the second"), client::story);
    List<Long> second =
        children(client, "plain", "inherit", "setsid", "double_fork", "ignore_term");
    client.finish();
    Procs.awaitGone(server.pids());
    Procs.awaitGone(second);
  }

  private void assertEnvironment(RawClient client) {
    assertThat(client.call("cwd").text()).isEqualTo(bench.workDir().toString());
    JsonObject env = Json.object(client.call("env").text());
    Map<String, String> ours = bench.environment();
    ours.keySet().removeAll(List.of("_", "PWD", "OLDPWD", "SHLVL"));
    ours.forEach((name, value) -> assertThat(env.get(name)).as(name).isNotNull());
    assertThat(env.get("HOME").getAsString()).isEqualTo(bench.environment().get("HOME"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  @DisplayName("SIGTERM and SIGINT stop the server; exit code 0")
  void signals(String signal) {
    RawClient client = connected();
    client.call("pid");
    assumeFalse(
        signal.equals("INT") && Procs.ignoresInterrupts(client.pid()),
        "optional: whoever started the tests ignores SIGINT");
    Procs.signal(client.pid(), signal);
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("a server that ignores end of stdin and SIGTERM is killed")
  void stubbornServer() {
    bench.impatient();
    RawClient client = connected("--stubborn");
    client.call("pid");
    client.finish();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("a second signal cuts the waiting short")
  void secondSignal() {
    RawClient client = connected("--stubborn");
    client.call("pid");
    client.mayEndBadly();
    Procs.signal(client.pid(), "TERM");
    // Repeated until it is gone: which one comes second is up to the system.
    Await.until(
        () -> {
          if (client.isAlive()) {
            Procs.signalIfAlive(client.pid(), "TERM");
          }
          return !client.isAlive();
        },
        client::story);
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("stop_server ends the whole tree of a shell that started the server")
  void serverBehindAShell() {
    server = bench.scripted();
    List<String> shell = new ArrayList<>(List.of("sh", "-c", "\"$@\"; exit $?", "sh"));
    shell.addAll(server.argv());
    RawClient client = bench.pitstop(shell).drainStderr().greeted();
    long pid = child(client, "plain");
    client.call("stop_server");
    Procs.awaitGone(server.pids());
    Procs.awaitGone(pid);
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("no orphan survives when Pitstop itself is killed")
  void killedItself() {
    RawClient client = connected("--stubborn");
    long pid = child(client, "plain");
    client.mayEndBadly();
    Procs.signal(client.pid(), "KILL");
    client.awaitExit();
    Procs.awaitGone(server.pids());
    Procs.awaitGone(pid);
  }

  @Test
  @DisplayName("killed right after the start and started again, as clients do")
  void startedTwice() {
    server = bench.scripted();
    for (String signal : List.of("TERM", "KILL", "INT")) {
      RawClient first = bench.pitstop(server).drainStderr();
      first.mayEndBadly();
      CompletableFuture<JsonObject> unanswered =
          first.request("initialize", RawClient.initializeParams("2025-11-25"));
      boolean ignored = signal.equals("INT") && Procs.ignoresInterrupts(first.pid());
      Procs.signal(first.pid(), ignored ? "TERM" : signal);
      first.awaitExit();
      assertThat(unanswered).isDone();
    }
    RawClient second = bench.pitstop(server).drainStderr().greeted();
    second.call("pid");
    Procs.awaitGone(server.pids().subList(0, server.pids().size() - 1));
  }

  @Test
  @DisplayName("a throwaway start that only asks server/discover leaves nothing behind")
  void throwawayStart() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.await(
        client.requestAs(
            "\"server-discover-probe-1\"", "server/discover", Json.object(Modern.params("{}"))));
    client.finish();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("10 MB of stderr with nobody reading ours")
  void stderrFlood() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).greeted();
    assertThat(client.call("flood_stderr", "{'mb':10}").text()).isEqualTo("flooded 10 MB");
    client.ping();
    assertThat(client.call("server_stderr", "{'lines':5}").lastText()).contains("stderr flood");
    client.call("crash", "{'code':3}");
    assertThat(client.call("echo", "{'text':'alive'}").lastText()).isEqualTo("alive");
  }
}
