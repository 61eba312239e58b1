package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One bad server, and the others answer as if it were not there.
@DisplayName("many servers: isolation")
class ManyIsolationTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer good = FixtureServer.NONE;

  private Hub hub(String... options) {
    good = bench.server("good", "{'tools':['echo','who'],'resources':['mem://good']}");
    Hub hub = bench.hub(options);
    hub.add("good", good);
    return hub;
  }

  /// Everything that must work, whatever another server does.
  private void assertFine(Hub hub) {
    for (int i = 0; i < 20; i++) {
      assertThat(hub.call("good__echo", "{'text':'n" + i + "'}").texts()).containsExactly("n" + i);
    }
    assertThat(hub.tools("good")).containsExactly("good__echo", "good__who");
    assertThat(hub.read("mem://good")).isEqualTo("mem://good of good");
    assertThat(hub.status("good")).isEqualTo("running");
    hub.client().ping();
    assertThat(good.pids()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdout", "stderr"})
  @DisplayName("a server that floods without an end")
  void floods(String where) {
    Hub hub = hub();
    FixtureServer bad = bench.server("bad", "{'tools':['flood','echo']}");
    hub.add("bad", bad);
    Path until = bench.path("until");
    hub.text("bad__flood", "{'where':'%s','until':'%s'}".formatted(where, until));
    assertFine(hub);
    assertThat(hub.text("bad__echo", "{'text':'also itself'}")).isEqualTo("also itself");
    bench.touch(until);
    Await.until(() -> !bad.lines("flooded").isEmpty(), hub.client()::story);
    assertFine(hub);
  }

  @Test
  @DisplayName("a flooding server is removed in mid-flood")
  void removedWhileFlooding() {
    Hub hub = hub("--set", "stopTimeout=1s");
    FixtureServer bad = bench.server("bad", "{'tools':['flood']}");
    hub.add("bad", bad);
    hub.text("bad__flood", "{'where':'stdout','until':'" + bench.path("never") + "'}");
    hub.remove("bad");
    Procs.awaitGone(bad.pid());
    assertFine(hub);
  }

  @Test
  @DisplayName("a server that is stopped by SIGSTOP, with calls waiting for it")
  void frozen() {
    Hub hub = hub("--set", "stopTimeout=1s");
    FixtureServer bad = bench.server("bad", "{'tools':['echo']}");
    hub.add("bad", bad);
    Procs.signal(bad.pid(), "STOP");
    String text = "x".repeat(64 * 1024);
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 40)
            .mapToObj(i -> hub.callAsync("bad__echo", "{'text':'" + text + "'}"))
            .toList();
    assertFine(hub);
    hub.remove("bad");
    for (CompletableFuture<JsonObject> call : calls) {
      assertThat(hub.refusal(hub.client().toolResult(call))).contains("bad");
    }
    Procs.awaitGone(bad.pid());
    assertFine(hub);
  }
}
