package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: servers that an agent adds, calls and removes. Reloads are in [ManyReloadTest].
@DisplayName("many servers: tools (M1, M5, A4, K22)")
@Tag("all")
class ManyToolsTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  @Test
  @DisplayName("M1, F6: an empty Pitstop introduces itself and has its own tools")
  void empty() {
    Hub hub = bench.raw(false);
    JsonObject answer = hub.client().handshake();
    assertThat(Json.at(answer, "serverInfo").get("name").getAsString()).isEqualTo("pitstop");
    JsonObject capabilities = Json.at(answer, "capabilities");
    for (String kind : List.of("tools", "prompts", "resources")) {
      assertThat(Json.at(capabilities, kind).get("listChanged").getAsBoolean()).as(kind).isTrue();
    }
    assertThat(Json.at(capabilities, "resources").get("subscribe").getAsBoolean()).isTrue();
    assertThat(capabilities.keySet()).contains("logging", "completions");
    assertThat(answer.get("instructions").getAsString())
        .contains("add_server")
        .hasSizeLessThan(2048);
    assertThat(hub.tools()).containsExactlyInAnyOrderElementsOf(Hub.OWN);
    assertThat(hub.rows()).isEmpty();
    assertThat(hub.listed("prompts/list", "prompts")).isEmpty();
    assertThat(hub.listed("resources/list", "resources")).isEmpty();
    assertThat(hub.listed("resources/templates/list", "resourceTemplates")).isEmpty();
  }

  @Test
  @DisplayName("A4: our tools are described completely")
  void ownTools() {
    Hub hub = bench.hub();
    for (JsonObject tool : hub.toolList()) {
      String name = tool.get("name").getAsString();
      assertThat(tool.get("description").getAsString().length()).as(name).isBetween(10, 600);
      assertThat(Json.at(tool, "inputSchema").get("type").getAsString()).isEqualTo("object");
      assertThat(tool.has("annotations")).as(name).isTrue();
    }
  }

  @Test
  @DisplayName("M1: add, list, call, remove")
  void addCallRemove() {
    Hub hub = bench.hub();
    FixtureServer server = bench.server("s", "{'tools':['echo','who']}");
    JsonObject added = hub.add("s", server);
    assertThat(added.get("name").getAsString()).isEqualTo("s");
    assertThat(added.get("status").getAsString()).isEqualTo("running");
    assertThat(Hub.strings(added.getAsJsonArray("tools"))).containsExactly("s__echo", "s__who");
    assertThat(added.get("tool_count").getAsInt()).isEqualTo(2);
    assertThat(added.get("pid").getAsLong()).isEqualTo(server.pid());
    hub.client().awaitNotification(Hub.TOOLS_CHANGED);

    JsonObject row = hub.row("s");
    assertThat(row.get("command").getAsString()).isEqualTo(server.argv().getFirst());
    assertThat(Hub.strings(row.getAsJsonArray("args")))
        .isEqualTo(server.argv().subList(1, server.argv().size()));
    assertThat(row.get("status").getAsString()).isEqualTo("running");
    assertThat(Hub.strings(row.getAsJsonArray("tools"))).containsExactly("s__echo", "s__who");
    assertThat(row.get("tool_count").getAsInt()).isEqualTo(2);
    assertThat(row.get("pid").getAsLong()).isEqualTo(server.pid());
    assertThat(row.get("uptime_seconds").getAsDouble()).isNotNegative();
    assertThat(row.has("error")).isFalse();
    assertThat(hub.text("s__echo", "{'text':'größe 🚗'}")).isEqualTo("größe 🚗");

    int changes = hub.changes("tools");
    JsonObject removed = hub.remove("s");
    assertThat(removed.get("name").getAsString()).isEqualTo("s");
    assertThat(removed.get("removed").getAsBoolean()).isTrue();
    assertThat(hub.rows()).isEmpty();
    hub.awaitChangesAbove("tools", changes); // before a list brings it
    assertThat(hub.tools("s")).isEmpty();
    Procs.awaitGone(server.pid());

    hub.add("s", server);
    assertThat(hub.who("s").get("spawn").getAsInt()).as("once more").isEqualTo(2);
  }

  @Test
  @DisplayName("M1: a server without tools is fine")
  void noTools() {
    Hub hub = bench.hub();
    JsonObject added = hub.add("none", bench.server("none", "{'prompts':['greet']}"));
    assertThat(added.get("tool_count").getAsInt()).isZero();
    assertThat(added.getAsJsonArray("tools")).isEmpty();
    assertThat(hub.status("none")).isEqualTo("running");
    hub.add("bare", bench.server("bare", "{'capabilities':{}}"));
    assertThat(hub.status("bare")).isEqualTo("running");
  }

  @Test
  @DisplayName("M1: env and cwd reach the server")
  void envAndCwd() {
    Hub hub = bench.hub();
    FixtureServer server = bench.server("s", "{'tools':['env','who']}");
    String cwd = bench.bench().dir().resolve("data").toString();
    hub.add("s", server.entry("{'env':{'COLOUR':'größe'},'cwd':'" + cwd + "'}"));
    assertThat(hub.text("s__env", "{'name':'COLOUR'}")).isEqualTo("größe");
    assertThat(hub.who("s").get("cwd").getAsString()).isEqualTo(cwd);
  }

  @Test
  @DisplayName("M1: a server that refuses the handshake has not come up")
  void refusedHandshake() {
    Hub hub = bench.hub();
    FixtureServer server =
        bench.server("s", "{'refuse':{'initialize':[-32603,'no licence found']}}");
    assertThat(hub.refusal(hub.tryAdd("s", server.entry()))).contains("no licence found");
    assertThat(hub.rows()).isEmpty();
    Procs.awaitGone(server.pids());
  }

  @Test
  @DisplayName("A4–A8: the other tools of ours, each for the server that is named")
  void otherTools() {
    Hub hub = bench.hub();
    FixtureServer a = bench.server("a", "{'tools':['echo','crash'],'instructions':'of a'}");
    FixtureServer b = bench.server("b", "{'tools':['echo','paint']}");
    hub.add("a", a);
    hub.add("b", b);
    JsonObject status = hub.good(hub.call("server_status", "{'server':'b'}")).facts();
    assertThat(status.get("pid").getAsLong()).isEqualTo(b.pid());
    assertThat(status.get("state").getAsString()).isEqualTo("running");
    assertThat(hub.call("server_status").json().toString()).contains("`a`", "`b`");
    assertThat(hub.text("binary_info", "{'server':'a'}")).contains("scripted.py");

    assertThat(hub.text("call_tool", "{'tool':'b__echo','arguments':{'text':'through'}}"))
        .isEqualTo("through");
    JsonArray found =
        hub.good(hub.call("search_tools", "{'query':'paint'}")).facts().getAsJsonArray("tools");
    assertThat(Json.each(found, "name")).contains("b__paint");
    JsonArray ofA =
        hub.good(hub.call("search_tools", "{'server':'a'}")).facts().getAsJsonArray("tools");
    assertThat(Json.each(ofA, "name")).containsExactlyInAnyOrder("a__echo", "a__crash");

    hub.call("a__crash", "{'stderr':'words of a'}");
    assertThat(hub.text("server_stderr", "{'server':'a'}")).contains("words of a");
    assertThat(hub.text("server_stderr", "{'server':'b'}")).doesNotContain("words of a");
  }

  @Test
  @DisplayName("A6: stop_server stops the one, and reload_server starts it again")
  void stopServer() {
    Hub hub = bench.hub();
    FixtureServer a = bench.server("a", "{'tools':['who']}");
    FixtureServer b = bench.server("b", "{'tools':['who']}");
    hub.add("a", a);
    hub.add("b", b);
    hub.good(hub.call("stop_server", "{'server':'a'}"));
    assertThat(hub.status("a")).isEqualTo("stopped");
    Procs.awaitGone(a.pid());
    assertThat(hub.who("b").get("pid").getAsLong()).isEqualTo(b.pid());
    hub.reload("a");
    assertThat(hub.who("a").get("spawn").getAsInt()).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "A6: others that run the same program are stopped with it, but not the other servers; they"
          + " are named")
  void stopServerOfASharedProgram() throws Exception {
    Path dir = Files.createDirectories(bench.path("shared"));
    Path program = Files.copy(Path.of(FixtureServer.PYTHON).toRealPath(), dir.resolve("program"));
    Hub hub = bench.hub();
    FixtureServer a = bench.server("a", "{'tools':['who']}");
    FixtureServer b = bench.server("b", "{'tools':['who']}");
    FixtureServer c = bench.server("c", "{'tools':['who']}");
    hub.add("a", shared(a, dir));
    hub.add("b", shared(b, dir));
    JsonObject launched = c.entry("{'command':'sh','cwd':'" + dir + "'}");
    JsonArray args = new JsonArray();
    args.add("-c");
    args.add("./program \"$@\"; exit");
    c.argv().forEach(args::add); // the first is the name of the shell's script
    launched.add("args", args);
    hub.add("c", launched);
    Process outsider =
        new ProcessBuilder(program.toString(), "-c", "import time; time.sleep(600)").start();
    try {
      String text = hub.good(hub.call("stop_server", "{'server':'a'}")).lastText();
      assertThat(text)
          .contains("Stopped server `a` (pid " + a.pid() + ")")
          .contains("Also stopped pid " + outsider.pid())
          .contains("Servers `b` and `c` run the same program and keep running.");
      assertThat(outsider.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      outsider.destroyForcibly();
    }
    assertThat(hub.who("b").get("pid").getAsLong()).isEqualTo(b.pid());
    assertThat(hub.who("c").get("pid").getAsLong()).isEqualTo(c.pid());
  }

  private static JsonObject shared(FixtureServer server, Path dir) {
    return server.entry("{'command':'./program','cwd':'" + dir + "'}");
  }

  @Test
  @DisplayName(
      "K22, M5: remove_server while ten calls are in flight: each ends once, nothing stays")
  void removeInMidCall() {
    Hub hub = bench.hub();
    FixtureServer a = bench.server("a", "{'tools':['gate','child']}");
    FixtureServer b = bench.server("b", "{'tools':['gate','who']}");
    hub.add("a", a);
    hub.add("b", b);
    long child = bench.bench().mustEnd(Long.parseLong(hub.text("a__child")));
    Path gate = bench.path("gate");
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 10)
            .mapToObj(i -> hub.callAsync("a__gate", "{'path':'" + gate + "'}"))
            .toList();
    CompletableFuture<JsonObject> others = hub.callAsync("b__gate", "{'path':'" + gate + "'}");
    a.awaitCalls(10, "gate");
    b.awaitCall("gate");
    hub.remove("a");
    for (CompletableFuture<JsonObject> call : calls) {
      assertThat(hub.refusal(hub.client().toolResult(call))).contains("a");
    }
    Procs.awaitGone(a.pid(), child);
    assertThat(hub.rows()).hasSize(1);
    assertThat(others).isNotDone();
    bench.touch(gate);
    assertThat(hub.client().toolResult(others).lastText()).isEqualTo("through the gate");
    hub.client().await(hub.callAsync("a__gate", "{}"));
    hub.client().await(hub.callAsync("call_tool", "{'tool':'a__gate','arguments':{}}"));
    assertThat(a.pids()).as("no return").hasSize(1);
    assertThat(hub.serverNames()).containsExactly("b");
  }

  @Test
  @DisplayName("M5: remove_server while its add_server still waits")
  void removeWhileStarting() {
    Hub hub = bench.hub("--stop-timeout", "1s");
    FixtureServer server =
        bench.server("s", "{'tools':['echo'],'gate':'" + bench.path("never") + "'}");
    CompletableFuture<JsonObject> adding = hub.addAsync("s", server.entry());
    server.awaitSpawns(1);
    hub.remove("s");
    assertThat(hub.refusal(hub.client().toolResult(adding))).contains("s");
    assertThat(hub.rows()).isEmpty();
    Procs.awaitGone(server.pid());
  }

  @Test
  @DisplayName("L6, M1: a server that hears neither end of input nor SIGTERM is killed on removal")
  void stubborn() {
    Hub hub = bench.hub("--stop-timeout", "1s");
    FixtureServer server = bench.server("s", "{'tools':['who'],'stubborn':true}");
    hub.add("s", server);
    hub.remove("s");
    assertThat(hub.rows()).as("gone at once").isEmpty();
    Procs.awaitGone(server.pid());
    hub.client().ping();
  }
}
