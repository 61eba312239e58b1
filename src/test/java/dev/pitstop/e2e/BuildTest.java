package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue B with a build command, in both orders.
@DisplayName("build (R1–R5)")
class BuildTest {
  @RegisterExtension final Bench bench = new Bench();

  /// A build that hangs: it tells its own pid and that of a child, and waits.
  private static final String HANGING =
      "echo $$ > build.pids.new; sleep 600 & echo $! >> build.pids.new;"
          + " mv build.pids.new build.pids; wait";

  private FixtureServer server = FixtureServer.NONE;

  /// Pitstop with the build command `sh build.sh`, whose text tests change.
  private RawClient connect(FixtureServer fixture, String build, String... options) {
    server = fixture;
    buildIs(build);
    List<String> all = new ArrayList<>(List.of("--build", "sh build.sh"));
    all.addAll(Arrays.asList(options));
    RawClient client = bench.pitstop(server, all.toArray(String[]::new)).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private void buildIs(String script) {
    write("build.sh", script + "\n");
  }

  private void write(String file, String text) {
    try {
      Files.writeString(bench.workDir().resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The lines of a file that a build makes.
  private List<String> awaitLines(String name) {
    Path file = bench.workDir().resolve(name);
    Await.until(() -> Files.exists(file), () -> "no file " + name);
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The processes of [#HANGING], which must be gone at the end.
  private List<Long> awaitBuildPids() {
    return awaitLines("build.pids").stream().map(Long::valueOf).map(bench::mustEnd).toList();
  }

  private static String outcome(ToolResult recompile) {
    return recompile.facts().get("outcome").getAsString();
  }

  private static void assertReloaded(ToolResult recompile) {
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
    assertThat(outcome(recompile)).isEqualTo("reloaded");
  }

  private void assertFailedAndOldServes(RawClient client, ToolResult recompile) {
    assertThat(recompile.isError()).as(recompile.json().toString()).isTrue();
    assertThat(outcome(recompile)).isEqualTo("build_failed");
    assertThat(recompile.text()).startsWith("[pitstop]").contains("The old server keeps running");
    assertThat(client.call("pid").text()).contains("\"spawn\":1}");
    assertThat(server.pids()).hasSize(1);
  }

  @Test
  @DisplayName("R1: recompile builds, in the server's directory, and then restarts")
  void builds() {
    RawClient client = connect(bench.scripted(), "pwd > built-in");
    assertThat(Files.exists(bench.workDir().resolve("built-in"))).isFalse();
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(recompile.text()).contains("Rebuilt server", "spawn #2");
    assertThat(awaitLines("built-in")).containsExactly(bench.workDir().toString());
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
  }

  @Test
  @DisplayName(
      "R2: a broken build leaves the old one serving; its errors are told; then it is fixed")
  void brokenThenFixed() {
    RawClient client =
        connect(
            bench.scripted(),
            "echo \"src/server.ts(3,5): error TS2322: Type 'string' is not assignable to type"
                + " 'number'.\"; exit 2");
    ToolResult broken = client.call("recompile");
    assertFailedAndOldServes(client, broken);
    assertThat(broken.text()).contains("src/server.ts(3,5): error TS2322", "1 error", "2");
    assertThat(broken.facts().get("errors").getAsInt()).isEqualTo(1);
    buildIs("true");
    assertReloaded(client.call("recompile"));
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
  }

  @Test
  @DisplayName("R2: a build command that does not exist is a failed build")
  void noSuchCommand() {
    RawClient client = connect(bench.scripted(), "no-such-compiler --strict");
    ToolResult recompile = client.call("recompile");
    assertFailedAndOldServes(client, recompile);
    assertThat(recompile.text()).contains("no-such-compiler", "127");
  }

  @Test
  @DisplayName("R3: a build that hangs is killed with its whole tree when its time is up")
  void hangingBuild() {
    RawClient client = connect(bench.scripted(), HANGING, "--build-timeout", "3s");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    List<Long> pids = awaitBuildPids();
    assertThat(client.call("pid").text()).as("calls go on").contains("\"spawn\":1}");
    ToolResult result = client.toolResult(recompile);
    assertFailedAndOldServes(client, result);
    assertThat(result.text()).contains("--build-timeout");
    Procs.awaitGone(pids);
  }

  @Test
  @DisplayName("R3, F3: a cancelled recompile kills the build's tree and is not answered")
  void cancelledBuild() {
    RawClient client = connect(bench.scripted(), HANGING);
    String id = client.nextId();
    CompletableFuture<JsonObject> recompile =
        client.requestAs(id, "tools/call", Json.object(RawClient.callParams("recompile", "{}")));
    List<Long> pids = awaitBuildPids();
    assertThat(Status.state(client)).isEqualTo("building");
    client.cancel(id);
    Procs.awaitGone(pids);
    Status.await(client, "running");
    assertThat(client.call("pid").text()).contains("\"spawn\":1}");
    buildIs("true");
    assertReloaded(client.call("recompile"));
    assertThat(server.pids()).hasSize(2);
    assertThat(recompile).isNotDone();
  }

  @Test
  @DisplayName("R3, R5: a build that somebody else waits for too outlives the cancellation")
  void cancelledByOneOfTwo() throws IOException {
    RawClient client =
        connect(bench.scripted(), "echo x >> builds; while [ ! -e go ]; do sleep 0.02; done");
    CompletableFuture<JsonObject> first = client.callAsync("recompile", "{}");
    awaitLines("builds");
    CompletableFuture<JsonObject> second = client.callAsync("recompile", "{}");
    String id = client.nextId();
    CompletableFuture<JsonObject> third =
        client.requestAs(id, "tools/call", Json.object(RawClient.callParams("recompile", "{}")));
    client.ping();
    client.cancel(id);
    Files.createFile(bench.workDir().resolve("go"));
    assertReloaded(client.toolResult(first));
    assertReloaded(client.toolResult(second));
    assertThat(awaitLines("builds")).hasSize(2);
    assertThat(third).isNotDone();
  }

  @Test
  @DisplayName("R2: a build that is killed from outside is a failed build")
  void killedFromOutside() {
    RawClient client = connect(bench.scripted(), "exec sh -c '" + HANGING + "'");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    List<Long> pids = awaitBuildPids();
    Procs.signal(pids.getFirst(), "KILL");
    ToolResult result = client.toolResult(recompile);
    assertFailedAndOldServes(client, result);
    assertThat(result.text()).containsAnyOf("SIGKILL", "137");
    Procs.end(pids);
  }

  @Test
  @DisplayName("F7: Pitstop ends while it builds: nothing is left of the build")
  void endsWhileBuilding() {
    RawClient client = connect(bench.scripted(), HANGING);
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    List<Long> pids = awaitBuildPids();
    assertThat(recompile).isNotDone();
    Procs.signal(client.pid(), "TERM");
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(pids);
  }

  @Test
  @DisplayName("L6: stop_server ends the build too, and the waiting recompile is answered")
  void stoppedWhileBuilding() {
    RawClient client = connect(bench.scripted(), HANGING);
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    List<Long> pids = awaitBuildPids();
    client.call("stop_server");
    assertThat(outcome(client.toolResult(recompile))).isEqualTo("stopped");
    Procs.awaitGone(pids);
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2}");
  }

  @Test
  @DisplayName("C1, R1: the old one dies during the build; the next call waits for the new one")
  void oldDiesDuringBuild() throws IOException {
    RawClient client =
        connect(bench.scripted(), "touch begun; while [ ! -e go ]; do sleep 0.02; done");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    awaitLines("begun");
    ToolResult crash = client.call("crash", "{'code':3}");
    assertThat(crash.isError()).isTrue();
    CompletableFuture<JsonObject> held = client.callAsync("pid", "{}");
    client.ping();
    Files.createFile(bench.workDir().resolve("go"));
    assertThat(client.toolResult(held).lastText()).contains("\"spawn\":2}");
    assertReloaded(client.toolResult(recompile));
    assertThat(server.pids()).hasSize(2);
  }

  @Test
  @DisplayName("R5: two recompiles at once build one after the other")
  void twoAtOnce() {
    RawClient client =
        connect(
            bench.scripted(),
            "mkdir building || exit 9; echo x >> builds; sleep 0.1; rmdir building");
    CompletableFuture<JsonObject> first = client.callAsync("recompile", "{}");
    CompletableFuture<JsonObject> second = client.callAsync("recompile", "{}");
    assertReloaded(client.toolResult(first));
    assertReloaded(client.toolResult(second));
    assertThat(awaitLines("builds")).hasSize(2);
    assertThat(server.pids()).hasSize(3);
  }

  @Test
  @DisplayName("R3: a build's output is shortened; a file named in the result has all of it")
  void longOutput() throws IOException {
    RawClient client =
        connect(
            bench.scripted(),
            "i=0; while [ $i -lt 5000 ]; do echo \"compiling module $i\"; i=$((i+1)); done;"
                + " echo 'src/a.c:7:3: error: expected expression' >&2; exit 1");
    ToolResult recompile = client.call("recompile");
    assertFailedAndOldServes(client, recompile);
    assertThat(recompile.text().lines().count()).isLessThanOrEqualTo(65);
    assertThat(recompile.text())
        .contains("src/a.c:7:3: error: expected expression", "compiling module 4999")
        .doesNotContain("compiling module 2500");
    String log = recompile.facts().get("build_log").getAsString();
    assertThat(recompile.text()).contains(log);
    assertThat(Files.readString(Path.of(log))).contains("compiling module 2500\n");
  }

  @Test
  @DisplayName("R3: lines of the build are progress for a client that gave a token")
  void progress() {
    RawClient client = connect(bench.scripted(), "echo compiling; echo linking");
    JsonObject params = Json.object(RawClient.callParams("recompile", "{}"));
    params.add("_meta", Json.object("{'progressToken':'build 1'}"));
    assertReloaded(client.toolResult(client.requestAs(client.nextId(), "tools/call", params)));
    List<JsonObject> progress = client.notifications("notifications/progress");
    assertThat(progress)
        .extracting(p -> Json.at(p, "params").get("message").getAsString())
        .contains("compiling", "linking");
    assertThat(progress)
        .allSatisfy(p ->
            assertThat(Json.at(p, "params").get("progressToken").getAsString())
                .isEqualTo("build 1"));
    List<Double> values =
        progress.stream().map(p -> Json.at(p, "params").get("progress").getAsDouble()).toList();
    assertThat(values).isSorted().doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("F3, R3: without a token there is no progress")
  void noProgressWithoutToken() {
    RawClient client = connect(bench.scripted(), "echo compiling; echo linking");
    assertReloaded(client.call("recompile"));
    assertThat(client.notifications("notifications/progress")).isEmpty();
  }

  @Test
  @DisplayName("F2: nothing of the build's output reaches the wire as it is, whatever it prints")
  void messagesOnTheBuildsStdout() {
    RawClient client =
        connect(bench.scripted(), "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'; cat");
    assertReloaded(client.call("recompile"));
    client.ping();
  }

  // ---- orders (R4) ----

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String[] holding(String kind) {
    return kind.equals("port")
        ? new String[] {"--hold-port", Integer.toString(freePort())}
        : new String[] {"--hold-lock", bench.dir().resolve("lock").toString()};
  }

  @ParameterizedTest
  @ValueSource(strings = {"port", "lock"})
  @DisplayName("R4: stop-first replaces a server that holds a port or a lock file")
  void stopFirst(String kind) {
    RawClient client =
        connect(bench.scripted(holding(kind)), "echo x >> builds", "--order", "stop-first");
    long old = server.pids().getFirst();
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(Procs.alive(old)).isFalse();
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
    assertThat(server.pids()).hasSize(2);
    assertThat(awaitLines("builds")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"port", "lock"})
  @DisplayName("R4: beside the old one it fails; the second try stops that first, without a build")
  void secondTry(String kind) {
    RawClient client = connect(bench.scripted(holding(kind)), "echo x >> builds");
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(recompile.text()).contains("--order stop-first");
    assertThat(client.call("pid").text()).contains("\"spawn\":3}");
    assertThat(server.pids()).hasSize(3);
    assertThat(awaitLines("builds")).hasSize(1);
  }

  @Test
  @DisplayName("R1, R4: calls that arrive while stop-first builds and starts are held, and succeed")
  void heldWhileStopped() throws IOException {
    RawClient client =
        connect(
            bench.scripted(holding("lock")),
            "touch begun; while [ ! -e go ]; do sleep 0.02; done",
            "--order",
            "stop-first");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    awaitLines("begun");
    Procs.awaitGone(server.pids().getFirst());
    List<CompletableFuture<JsonObject>> held = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      held.add(client.callAsync("counter", "{}"));
    }
    client.ping();
    assertThat(Status.state(client)).isEqualTo("building");
    Files.createFile(bench.workDir().resolve("go"));
    assertReloaded(client.toolResult(recompile));
    held.forEach(call -> assertThat(client.toolResult(call).isError()).isFalse());
    assertThat(server.executionsOf("counter")).isEqualTo(20);
  }

  @Test
  @DisplayName("R4: after a failed build in stop-first nothing is started, and calls say so")
  void stopFirstBuildFails() {
    RawClient client =
        connect(
            bench.scripted(), "echo 'error: cannot find symbol'; exit 1", "--order", "stop-first");
    ToolResult recompile = client.call("recompile");
    assertThat(recompile.isError()).isTrue();
    assertThat(outcome(recompile)).isEqualTo("build_failed");
    assertThat(recompile.text()).contains("The server is not running now", "cannot find symbol");
    ToolResult call = client.call("pid");
    assertThat(call.isError()).isTrue();
    assertThat(call.text())
        .startsWith("[pitstop]")
        .contains("build failed", "cannot find symbol", "recompile");
    assertThat(server.pids()).hasSize(1);
    assertThat(Status.state(client)).isEqualTo("stopped");
    buildIs("true");
    assertReloaded(client.call("recompile"));
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
  }
}
