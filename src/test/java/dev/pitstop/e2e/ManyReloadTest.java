package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: reloads and crashes of one server among several.
@DisplayName("many servers: reload and crash (M1, M5, L2, K20, K23)")
class ManyReloadTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer a = FixtureServer.NONE;
  private FixtureServer b = FixtureServer.NONE;

  private Hub two(String planOfA, String... options) {
    a = bench.server("a", planOfA);
    b = bench.server("b", "{'tools':['who','echo']}");
    Hub hub = bench.hub(options);
    hub.add("a", a);
    hub.add("b", b);
    return hub;
  }

  @Test
  @DisplayName("M1, R1: version 1 becomes version 2; the new tool is listed and can be called")
  void newVersion() {
    Hub hub = two("{'tools':['who','old']}");
    int changes = hub.changes("tools");
    a.plan("{'tools':['who','fresh']}");
    ToolResult reload = hub.reload("a");
    assertThat(reload.facts().get("name").getAsString()).isEqualTo("a");
    assertThat(Hub.strings(reload.facts().getAsJsonArray("tools")))
        .containsExactly("a__who", "a__fresh");
    assertThat(reload.lastText()).startsWith("[pitstop]").contains("fresh", "old");
    hub.awaitChangesAbove("tools", changes);
    assertThat(hub.tools("a")).containsExactly("a__who", "a__fresh");
    assertThat(hub.text("a__fresh")).isEqualTo("fresh of a, spawn 2");
    assertThat(hub.client().await(hub.callAsync("a__old", "{}")).toString())
        .as("A3")
        .contains("[pitstop]", "a__old");
    assertThat(hub.who("b").get("pid").getAsLong()).isEqualTo(b.pid());
    Procs.awaitGone(a.pids().getFirst());
  }

  @Test
  @DisplayName("R2, M1: a reload that fails loses neither the server nor its configuration")
  void failedReload() {
    Hub hub = two("{'tools':['who']}");
    a.plan("{'tools':['who'],'exit':{'code':5,'stderr':'a comma is missing'}}");
    ToolResult failed = hub.tryReload("a");
    assertThat(hub.refusal(failed)).contains("a comma is missing");
    assertThat(failed.facts().get("outcome").getAsString()).isEqualTo("start_failed");
    assertThat(hub.who("a").get("spawn").getAsInt()).isEqualTo(1);
    assertThat(hub.row("a").get("command").getAsString()).isEqualTo(a.argv().getFirst());
    a.plan("{'tools':['who','more']}");
    hub.reload("a");
    assertThat(hub.tools("a")).containsExactly("a__who", "a__more");
  }

  @Test
  @DisplayName("R3: a build of one server's own; its errors are told, the old process serves on")
  void build() {
    a = bench.server("a", "{'tools':['who']}");
    Hub hub = bench.hub();
    hub.add(
        "a",
        a.entry("{'build':'test ! -e broken || { echo main.c:3: error: no semicolon; exit 1; }'}"));
    bench.touch(bench.bench().workDir().resolve("broken"));
    ToolResult failed = hub.tryReload("a");
    assertThat(hub.refusal(failed)).contains("no semicolon");
    assertThat(failed.facts().get("outcome").getAsString()).isEqualTo("build_failed");
    assertThat(hub.who("a").get("spawn").getAsInt()).isEqualTo(1);
  }

  @Test
  @DisplayName("L2: a crash makes it `crashed`, its tools leave; reload_server brings them back")
  void crashAndBack() {
    Hub hub = two("{'tools':['who','crash']}");
    int changes = hub.changes("tools");
    ToolResult crash = hub.call("a__crash", "{'code':9,'stderr':'panic: out of oil'}");
    assertThat(hub.refusal(crash)).contains("9", "panic: out of oil", "reload_server");
    hub.awaitStatus("a", "crashed");
    hub.awaitChangesAbove("tools", changes); // before a list brings it
    hub.awaitNoTool("a__who");
    assertThat(hub.tools("a")).isEmpty();
    assertThat(hub.row("a").get("error").getAsString()).contains("9");
    assertThat(hub.who("b").get("pid").getAsLong()).isEqualTo(b.pid());
    assertThat(hub.client().await(hub.callAsync("a__who", "{}")).toString())
        .as("not started by a call")
        .contains("[pitstop]", "reload_server");
    assertThat(a.pids()).hasSize(1);

    changes = hub.changes("tools");
    hub.reload("a");
    hub.awaitChangesAbove("tools", changes);
    assertThat(hub.tools("a")).containsExactly("a__who", "a__crash");
    assertThat(hub.who("a").get("spawn").getAsInt()).isEqualTo(2);
    assertThat(hub.status("a")).isEqualTo("running");
  }

  @Test
  @DisplayName("K20: a crash in mid-call ends the calls of that server only")
  void crashInMidCall() {
    Hub hub = two("{'tools':['never','crash']}");
    FixtureServer c = bench.server("c", "{'tools':['gate']}");
    hub.add("c", c);
    CompletableFuture<JsonObject> lost = hub.callAsync("a__never", "{}");
    CompletableFuture<JsonObject> kept =
        hub.callAsync("c__gate", "{'path':'" + bench.path("gate") + "'}");
    a.awaitCall("never");
    c.awaitCall("gate");
    assertThat(hub.refusal(hub.call("a__crash", "{'stderr':'the reason'}"))).contains("the reason");
    assertThat(hub.refusal(hub.client().toolResult(lost))).contains("the reason");
    assertThat(kept).isNotDone();
    bench.touch(bench.path("gate"));
    assertThat(hub.client().toolResult(kept).texts())
        .as("without a notice")
        .containsExactly("through the gate");
  }

  @Test
  @DisplayName("K23: two reload_server at once: both are answered, one process serves")
  void twoReloads() {
    Hub hub = two("{'tools':['who']}");
    a.plan("{'tools':['who'],'gate':'" + bench.path("gate") + "'}");
    List<CompletableFuture<JsonObject>> reloads =
        IntStream.range(0, 2).mapToObj(i -> hub.reloadAsync("a")).toList();
    a.awaitSpawns(2);
    hub.client().ping();
    bench.touch(bench.path("gate"));
    for (CompletableFuture<JsonObject> reload : reloads) {
      ToolResult result = hub.good(hub.client().toolResult(reload));
      assertThat(result.facts().get("outcome").getAsString()).isEqualTo("reloaded");
    }
    // R5: the second one may have been asked for something that the first did not see.
    assertThat(a.pids().size()).isBetween(2, 3);
    long last = hub.who("a").get("pid").getAsLong();
    assertThat(last).isEqualTo(a.pids().getLast());
    Procs.awaitGone(a.pids().subList(0, a.pids().size() - 1));
    assertThat(b.pids()).hasSize(1);
  }

  @Test
  @DisplayName("R1, M5: a call in flight outlives the reload of its server")
  void callOverReload() {
    Hub hub = two("{'tools':['who','gate']}");
    CompletableFuture<JsonObject> call =
        hub.callAsync("a__gate", "{'path':'" + bench.path("gate") + "'}");
    a.awaitCall("gate");
    hub.reload("a");
    assertThat(hub.who("a").get("spawn").getAsInt()).isEqualTo(2);
    bench.touch(bench.path("gate"));
    assertThat(hub.client().toolResult(call).lastText()).isEqualTo("through the gate");
    Procs.awaitGone(a.pids().getFirst());
  }

  @Test
  @DisplayName("M5: reload_server and remove_server at once end in a removed server")
  void reloadAndRemove() {
    Hub hub = two("{'tools':['who']}", "--stop-timeout", "1s");
    a.plan("{'tools':['who'],'gate':'" + bench.path("never") + "'}");
    CompletableFuture<JsonObject> reload = hub.reloadAsync("a");
    a.awaitSpawns(2);
    hub.remove("a");
    assertThat(hub.client().toolResult(reload).isError()).isTrue();
    assertThat(hub.serverNames()).containsExactly("b");
    Procs.awaitGone(a.pids());
  }
}
