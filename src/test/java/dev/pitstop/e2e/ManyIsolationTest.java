package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// M7: one bad server, and the others answer as if it were not there.
@DisplayName("many servers: isolation (M7, F4, K16, K20)")
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
  @DisplayName("M7: a server that floods without an end")
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
  @DisplayName("M7: a flooding server is removed in mid-flood")
  void removedWhileFlooding() {
    Hub hub = hub("--stop-timeout", "1s");
    FixtureServer bad = bench.server("bad", "{'tools':['flood']}");
    hub.add("bad", bad);
    hub.text("bad__flood", "{'where':'stdout','until':'" + bench.path("never") + "'}");
    hub.remove("bad");
    Procs.awaitGone(bad.pid());
    assertFine(hub);
  }

  @ParameterizedTest
  @ValueSource(strings = {"initialize", "tools/list"})
  @DisplayName("K16, M7: a server that leaves initialize, or its list, unanswered")
  void hangs(String method) {
    bench.bench().impatient();
    Hub hub = hub("--stop-timeout", "1s");
    FixtureServer bad = bench.server("bad", "{'tools':['echo'],'mute':['" + method + "']}");
    CompletableFuture<JsonObject> adding = hub.addAsync("bad", bad.entry());
    bad.awaitMethod(method);
    assertFine(hub);
    FixtureServer more = bench.server("more", "{'tools':['echo']}");
    hub.add("more", more);
    assertThat(hub.text("more__echo", "{'text':'beside it'}")).isEqualTo("beside it");
    hub.remove("bad");
    hub.client().await(adding);
    assertFine(hub);
  }

  @Test
  @DisplayName("L5, M7: a handshake that does not end is given up after its time")
  void handshakeTimesOut() {
    Hub hub = hub("--stop-timeout", "1s");
    FixtureServer bad = bench.server("bad", "{'tools':['echo'],'mute':['initialize']}");
    assertThat(hub.refusal(hub.tryAdd("bad", bad.entry("{'startTimeout':'1s'}"))))
        .contains("did not answer");
    assertThat(hub.serverNames()).containsExactly("good");
    Procs.awaitGone(bad.pids());
    assertFine(hub);
  }

  @Test
  @DisplayName("K20, L5: a server in a crash loop, in report mode and respawned")
  void crashLoop() {
    FixtureServer reported = bench.server("reported", "{'tools':['echo'],'crash_loop':true}");
    FixtureServer respawned = bench.server("respawned", "{'tools':['echo'],'crash_loop':true}");
    good = bench.server("good", "{'tools':['echo','who'],'resources':['mem://good']}");
    bench.save(
        Map.of(
            "reported", reported.entry(),
            "respawned", respawned.entry("{'onCrash':'respawn'}"),
            "good", good.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("good__echo");
    hub.awaitStatus("reported", "crashed");
    assertThat(hub.row("reported").get("error").getAsString()).contains("crash loop");
    for (int i = 0; i < 12; i++) {
      JsonObject answer = hub.client().await(hub.callAsync("respawned__echo", "{'text':'x'}"));
      assertThat(answer.toString()).contains("[pitstop]");
      assertThat(hub.text("good__echo", "{'text':'x'}")).isEqualTo("x");
    }
    assertThat(reported.pids()).hasSize(1);
    assertThat(respawned.pids().size()).as("bounded").isBetween(1, 12);
    assertFine(hub);
  }

  @Test
  @DisplayName("M7: a server that is stopped by SIGSTOP, with calls waiting for it")
  void frozen() {
    Hub hub = hub("--stop-timeout", "1s");
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

  @Test
  @DisplayName("M7: answers of megabytes from one, small ones from the other")
  void bigAnswers() {
    Hub hub = hub();
    hub.add("bad", bench.server("bad", "{'tools':['big']}"));
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 8)
            .mapToObj(i -> hub.callAsync("bad__big", "{'bytes':4000000}"))
            .toList();
    assertFine(hub);
    for (CompletableFuture<JsonObject> call : calls) {
      assertThat(hub.client().toolResult(call).lastText()).hasSize(4_000_000);
    }
  }

  @Test
  @DisplayName("M7: a server that refuses or breaks every list keeps the others' lists whole")
  void brokenLists() {
    Hub hub = hub();
    FixtureServer bad =
        bench.server(
            "bad",
            """
            {'tools':['echo'],'prompts':['p'],'resources':['mem://bad'],'refuse':{
            'tools/list':[-32603,'no tools today'],'prompts/list':[-32603,'none'],
            'resources/list':[-32603,'none'],'resources/templates/list':[-32603,'none']}}\
            """);
    hub.client().await(hub.addAsync("bad", bad.entry()));
    assertFine(hub);
    assertThat(hub.listed("resources/list", "resources"))
        .extracting(r -> r.get("uri").getAsString())
        .containsExactly("mem://good");
    assertThat(hub.listed("prompts/list", "prompts")).isEmpty();
  }

  @Test
  @DisplayName("M7: ten servers die at the same time; each is told, the other lives on")
  void manyDie() {
    Hub hub = hub();
    List<FixtureServer> dying =
        IntStream.range(0, 10)
            .mapToObj(i -> bench.server("d" + i, "{'tools':['never','crash']}"))
            .toList();
    for (int i = 0; i < 10; i++) {
      hub.add("d" + i, dying.get(i));
    }
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 10).mapToObj(i -> hub.callAsync("d" + i + "__never", "{}")).toList();
    dying.forEach(server -> server.awaitCall("never"));
    dying.forEach(server -> Procs.signal(server.pid(), "KILL"));
    for (int i = 0; i < 10; i++) {
      assertThat(hub.refusal(hub.client().toolResult(calls.get(i)))).contains("d" + i, "KILL");
      hub.awaitStatus("d" + i, "crashed");
    }
    assertFine(hub);
  }
}
