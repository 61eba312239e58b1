package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /// The processes of [#HANGING], which must be gone at the end.
  private List<Long> awaitBuildPids() {
    Path file = bench.workDir().resolve("build.pids");
    Await.until(() -> Files.exists(file), () -> "no " + file);
    return Disk.text(file).lines().map(Long::valueOf).map(bench::mustEnd).toList();
  }

  @Test
  @DisplayName("the tree of a build that is cancelled, or of a Pitstop that ends, is killed")
  void trees() throws IOException {
    RawClient client = bench.pitstop(bench.scripted(), "--build", HANGING).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
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
