package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Sessions in one engine that use one process of a server, because its entry or the command line
/// says so (docs/design/shared.md).
@DisplayName("Several clients, one server")
@Timeout(180)
@Tag("own-way")
class SharedServersTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void front() {
    Front.assumed();
    server = bench.scripted();
  }

  private Map<String, String> environment(String engine) {
    Map<String, String> env = new HashMap<>(bench.environment());
    env.put("PITSTOP_ENGINE", engine);
    return env;
  }

  private RawClient connected(String... more) {
    List<String> options = new ArrayList<>(List.of("--shared"));
    options.addAll(List.of(more));
    RawClient client =
        bench
            .start(
                Bench.pitstopArgv(server.argv(), options.toArray(String[]::new)),
                environment("on"),
                bench.workDir())
            .drainStderr();
    client.handshake();
    return client;
  }

  private static long pid(RawClient client) {
    return Json.object(client.call("pid").lastText()).get("pid").getAsLong();
  }

  private static String parent(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
        .filter(line -> line.startsWith("PPid:"))
        .map(line -> line.substring(5).strip())
        .findFirst()
        .orElseThrow();
  }

  private CompletableFuture<JsonObject> waiting(RawClient client, String file) {
    Path path = bench.workDir().resolve(file);
    return client.callAsync("wait_for_file", "{'path':'" + path + "'}");
  }

  private void release(String file) throws IOException {
    Files.createFile(bench.workDir().resolve(file));
  }

  @Test
  @DisplayName("Two sessions, one process; calls with the same ids, questions, subscriptions")
  void oneProcess() throws Exception {
    RawClient one = connected();
    RawClient two = connected();
    assertThat(pid(one)).isEqualTo(pid(two));
    assertThat(server.pids()).hasSize(1);
    assertThat(parent(pid(two))).isEqualTo(Long.toString(one.pid()));
    CompletableFuture<JsonObject> first = waiting(one, "first");
    CompletableFuture<JsonObject> second = waiting(two, "second");
    server.awaitCalls(2, "wait_for_file");
    release("second");
    assertThat(two.toolResult(second).lastText()).contains("found");
    assertThat(first).isNotDone();
    release("first");
    assertThat(one.toolResult(first).lastText()).contains("found");
    one.result(one.request("resources/subscribe", "{'uri':'mem://one'}"));
    two.result(two.request("resources/subscribe", "{'uri':'mem://one'}"));
    assertThat(server.received().stream().filter(FixtureServer.method("resources/subscribe")))
        .hasSize(1);
    assertThat(server.received().stream().filter(FixtureServer.method("initialize"))).hasSize(1);
    two.call("update_resource", "{'uri':'mem://one'}");
    one.awaitNotification("notifications/resources/updated");
    two.awaitNotification("notifications/resources/updated");
    assertThat(one.call("ask_client", "{'method':'roots/list'}").lastText())
        .contains("each of them has roots of its own");
    one.closeStdin();
    assertThat(one.awaitExit()).isZero();
    two.closeStdin();
    assertThat(two.awaitExit()).isZero();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("R1: one reloads, the other follows; its call is finished by the old process")
  void reload() throws Exception {
    RawClient one = connected();
    RawClient two = connected();
    long old = pid(two);
    CompletableFuture<JsonObject> call = waiting(two, "go");
    server.awaitCall("wait_for_file");
    assertThat(one.call("recompile").text()).contains("spawn #2");
    Deadline.await(() -> pid(two) != old, two::story);
    assertThat(pid(one)).isEqualTo(pid(two));
    release("go");
    assertThat(two.toolResult(call).lastText()).contains("found, spawn 1");
    Procs.awaitGone(List.of(old));
    assertThat(server.pids()).hasSize(2);
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(1);
  }

  @Test
  @DisplayName("F7: the session that started it ends: the other goes on with one of its own hand")
  void hostEnds() throws Exception {
    RawClient one = connected();
    RawClient two = connected();
    long old = pid(two);
    CompletableFuture<JsonObject> call = waiting(two, "go");
    server.awaitCall("wait_for_file");
    one.closeStdin();
    Deadline.await(() -> pid(two) != old, two::story);
    assertThat(parent(pid(two))).isEqualTo(Long.toString(two.pid()));
    release("go");
    assertThat(two.toolResult(call).lastText()).contains("found, spawn 1");
    assertThat(one.awaitExit()).isZero();
    Procs.awaitGone(List.of(old));
    assertThat(server.pids()).hasSize(2);
  }

  @Test
  @DisplayName("C1: the front that started it is killed: one answer for each call, and it goes on")
  void hostKilled() throws Exception {
    RawClient one = connected("--on-crash", "report");
    RawClient two = connected("--on-crash", "report");
    one.mayEndBadly();
    CompletableFuture<JsonObject> call = waiting(two, "never");
    server.awaitCall("wait_for_file");
    Procs.signal(one.pid(), "KILL");
    assertThat(two.toolResult(call).text()).contains("ended with the session that had started it");
    assertThat(parent(pid(two))).isEqualTo(Long.toString(two.pid()));
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(1);
  }

  @Test
  @DisplayName("C1: a crash is told to both, and the next process is one for both")
  void crash() {
    RawClient one = connected();
    RawClient two = connected();
    CompletableFuture<JsonObject> call = waiting(two, "never");
    server.awaitCall("wait_for_file");
    assertThat(one.call("crash", "{'code':3,'stderr':'boom'}").text()).contains("code 3", "boom");
    assertThat(two.toolResult(call).text()).contains("exit code 3", "boom");
    assertThat(pid(one)).isEqualTo(pid(two));
    assertThat(server.pids()).hasSize(2);
  }

  @Test
  @DisplayName("`\"shared\": true` in an entry; without an engine, each has its own")
  void entry() throws Exception {
    Path file = bench.workDir().resolve("shared.json");
    JsonObject entry = new JsonObject();
    entry.add("command", new Gson().toJsonTree(server.argv()));
    entry.addProperty("shared", true);
    JsonObject servers = new JsonObject();
    servers.add("s", entry);
    JsonObject all = new JsonObject();
    all.add("servers", servers);
    Files.writeString(file, all.toString());
    List<Long> pids = new ArrayList<>();
    for (String engine : List.of("on", "on", "off", "off")) {
      List<String> argv = List.of(Bench.launcher().toString(), "--config", file.toString());
      RawClient client = bench.start(argv, environment(engine), bench.workDir()).drainStderr();
      client.handshake();
      pids.add(Json.object(client.call("s__pid").lastText()).get("pid").getAsLong());
    }
    assertThat(pids.get(0)).isEqualTo(pids.get(1));
    assertThat(pids.subList(1, 4)).doesNotHaveDuplicates();
    assertThat(server.pids()).hasSize(3);
  }
}
