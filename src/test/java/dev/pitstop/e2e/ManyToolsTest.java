package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue K: the story of servers that an agent adds, calls, reloads and removes, and what only
/// their processes show. The rules are matters of the tests in `session`.
@DisplayName("many servers: tools")
class ManyToolsTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  @Test
  @DisplayName("add, list, call, reload, remove")
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
    server.plan("{'tools':['who','fresh']}");
    ToolResult reload = hub.reload("s");
    assertThat(Hub.strings(reload.facts().getAsJsonArray("tools")))
        .containsExactly("s__who", "s__fresh");
    hub.awaitChangesAbove("tools", changes);
    assertThat(hub.tools("s")).containsExactly("s__who", "s__fresh");
    assertThat(hub.text("s__fresh")).isEqualTo("fresh of s, spawn 2");
    Procs.awaitGone(server.pids().getFirst());

    changes = hub.changes("tools");
    JsonObject removed = hub.remove("s");
    assertThat(removed.get("name").getAsString()).isEqualTo("s");
    assertThat(removed.get("removed").getAsBoolean()).isTrue();
    assertThat(hub.rows()).isEmpty();
    hub.awaitChangesAbove("tools", changes); // before a list brings it
    assertThat(hub.tools("s")).isEmpty();
    Procs.awaitGone(server.pids());

    hub.add("s", server);
    assertThat(hub.who("s").get("spawn").getAsInt()).as("once more").isEqualTo(3);
  }

  @Tag("all")
  @Test
  @DisplayName("others that run the same program are stopped with it, but not the other servers")
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
          .contains("Also stopped pid " + outsider.pid());
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
}
