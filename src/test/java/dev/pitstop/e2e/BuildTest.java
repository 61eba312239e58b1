package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue B with a build command, in both orders.
@DisplayName("build")
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
    RawClient client = bench.pitstop(server, all.toArray(String[]::new)).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private void buildIs(String script) {
    write("build.sh", script + "\n");
  }

  private void write(String file, String text) {
    Disk.io(() -> Files.writeString(bench.workDir().resolve(file), text));
  }

  /// The lines of a file that a build makes.
  private List<String> awaitLines(String name) {
    Path file = bench.workDir().resolve(name);
    Await.until(() -> Files.exists(file), () -> "no file " + name);
    return Disk.io(() -> Files.readAllLines(file));
  }

  /// The processes of [#HANGING], which must be gone at the end.
  private List<Long> awaitBuildPids() {
    return awaitLines("build.pids").stream().map(Long::valueOf).map(bench::mustEnd).toList();
  }

  private static void assertReloaded(ToolResult recompile) {
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
    assertThat(recompile.facts().get("outcome").getAsString()).isEqualTo("reloaded");
  }

  private void assertFailedAndOldServes(ToolResult recompile, int run) {
    assertThat(recompile.isError()).as(recompile.json().toString()).isTrue();
    assertThat(recompile.facts().get("outcome").getAsString()).isEqualTo("build_failed");
    assertThat(recompile.text()).startsWith("[pitstop]").contains("The old server keeps running");
    assertThat(server.pids()).hasSize(run);
  }

  @Test
  @DisplayName("a build in the server's directory; no such compiler, errors, 5,000 lines")
  void builds() throws IOException {
    RawClient client = connect(bench.scripted(), "pwd > built-in; echo '{\"id\":1}'; cat");
    assertThat(Files.exists(bench.workDir().resolve("built-in"))).isFalse();
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(recompile.text()).contains("Rebuilt server", "spawn #2");
    assertThat(awaitLines("built-in")).containsExactly(bench.workDir().toString());
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");

    buildIs("no-such-compiler --strict");
    ToolResult missing = client.call("recompile");
    assertFailedAndOldServes(missing, 2);
    assertThat(missing.text()).contains("no-such-compiler", "127");

    buildIs(
        "i=0; while [ $i -lt 5000 ]; do echo \"compiling module $i\"; i=$((i+1)); done;"
            + " echo 'src/a.c:7:3: error: expected expression' >&2; exit 1");
    ToolResult broken = client.call("recompile");
    assertFailedAndOldServes(broken, 2);
    assertThat(broken.facts().get("errors").getAsInt()).isEqualTo(1);
    assertThat(broken.text().lines().count()).isLessThanOrEqualTo(65);
    String log = broken.facts().get("build_log").getAsString();
    assertThat(broken.text())
        .contains("src/a.c:7:3: error: expected expression", "compiling module 4999", log)
        .doesNotContain("compiling module 2500");
    assertThat(Files.readString(Path.of(log))).contains("compiling module 2500\n");

    buildIs("true");
    assertReloaded(client.call("recompile"));
    assertThat(client.call("pid").text()).contains("\"spawn\":3}");
  }

  @Test
  @DisplayName("the tree of a build that is cancelled, or of a Pitstop that ends, is killed")
  void trees() throws IOException {
    RawClient client = connect(bench.scripted(), HANGING);
    String id = client.nextId();
    CompletableFuture<JsonObject> cancelled =
        client.requestAs(id, "tools/call", Json.object(RawClient.callParams("recompile", "{}")));
    List<Long> pids = awaitBuildPids();
    assertThat(Status.state(client)).isEqualTo("building");
    assertThat(client.call("pid").text()).as("calls go on").contains("\"spawn\":1}");
    client.cancel(id);
    Procs.awaitGone(pids);
    Status.await(client, "running");
    assertThat(cancelled).isNotDone();

    Files.delete(bench.workDir().resolve("build.pids"));
    CompletableFuture<JsonObject> last = client.callAsync("recompile", "{}");
    List<Long> more = awaitBuildPids();
    assertThat(last).isNotDone();
    Procs.signal(client.pid(), "TERM");
    assertThat(client.awaitExit()).isZero();
    Procs.awaitGone(more);
  }
}
