package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue B without a build command, with real processes: the old one and the new one run at the
/// same time. All else is in `dev.pitstop.session.ReloadTest`. Builds are in [BuildTest].
@DisplayName("reload")
class ReloadTest {
  @RegisterExtension final Bench bench = new Bench();

  @Test
  @DisplayName("a call in flight is the old one's, which ends then; a new one that dies")
  void besideEachOther() throws IOException {
    FixtureServer server = bench.scripted("--from-spawn", "3", "--until-spawn", "3", "--exit", "3");
    RawClient client = bench.pitstop(server).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    Path go = bench.dir().resolve("go");
    CompletableFuture<JsonObject> call = client.callAsync("wait_for_file", "{'path':'" + go + "'}");
    server.awaitCall("wait_for_file");
    long old = server.pids().getFirst();
    ToolResult recompile = client.call("recompile");
    long now = server.pids().getLast();
    assertThat(recompile.text())
        .startsWith("[pitstop]")
        .contains("spawn #2", "pid " + now, "did not change");
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
    assertThat(Procs.alive(old)).isTrue();
    assertThat(call).isNotDone();
    Files.createFile(go);
    assertThat(client.toolResult(call).text()).isEqualTo("found, spawn 1");
    Procs.awaitGone(old);
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(1);

    assertThat(client.call("recompile").text())
        .contains("cannot start: configuration is missing")
        .contains("The old server keeps running", "pid " + now);
    Procs.awaitGone(server.pids().getLast());
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
    assertThat(client.call("recompile").text()).contains("spawn #4");
    Procs.awaitGone(now);
    assertThat(client.notifications("notifications/tools/list_changed")).isEmpty();
  }
}
