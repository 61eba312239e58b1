package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pitstop behind Pitstop: the hardest server of all, as it is one of our own.
@DisplayName("many servers: Pitstop behind Pitstop")
@Tag("all")
class ManyNestedTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private static JsonObject pitstop(List<String> args) {
    JsonObject entry = Json.object("{'args':[]}");
    entry.addProperty("command", Bench.launcher().toString());
    args.forEach(entry.getAsJsonArray("args")::add);
    return entry;
  }

  private JsonObject emptyPitstop() {
    JsonObject entry = pitstop(List.of());
    entry.addProperty("cwd", bench.path("data").toString()); // a folder without a configuration
    return entry;
  }

  @ParameterizedTest(name = "modern client: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("servers are added to the inner one through the outer one, called and removed")
  void hubInHub(boolean modern) {
    Hub hub = modern ? bench.modernHub() : bench.hub();
    bench.bench().mustEnd(hub.add("inner", emptyPitstop()).get("pid").getAsLong());
    assertThat(hub.tools()).contains("add_server", "inner__add_server").doesNotHaveDuplicates();
    FixtureServer server = bench.server("s", "{'tools':['who','echo'],'resources':['mem://s']}");
    JsonObject arguments = server.entry("{'name':'s'}");
    JsonObject added = hub.good(hub.call("inner__add_server", Json.text(arguments))).facts();
    assertThat(Hub.strings(added.getAsJsonArray("tools"))).containsExactly("s__who", "s__echo");
    hub.awaitTool("inner__s__echo");
    assertThat(hub.text("inner__s__echo", "{'text':'größe'}")).isEqualTo("größe");
    assertThat(hub.serverNames()).containsExactly("inner");
    Await.until(
        () -> hub.listed("resources/list", "resources").toString().contains("mem://s"),
        hub.client()::story);
    assertThat(hub.read("mem://s")).isEqualTo("mem://s of s");
    server.plan("{'tools':['who','fresh']}");
    hub.good(hub.call("inner__reload_server", "{'name':'s'}"));
    hub.awaitTool("inner__s__fresh");
    assertThat(hub.call("inner__s__fresh").lastText()).isEqualTo("fresh of s, spawn 2");
    hub.good(hub.call("inner__remove_server", "{'name':'s'}"));
    hub.awaitNoTool("inner__s__fresh");
    Procs.awaitGone(server.pids());
    hub.remove("inner");
    assertThat(hub.tools()).containsExactlyInAnyOrderElementsOf(Hub.OWN);
  }

  @Test
  @DisplayName("when the outer one ends, everything ends")
  void allEnd() {
    Hub hub = bench.hub();
    long inner = bench.bench().mustEnd(hub.add("inner", emptyPitstop()).get("pid").getAsLong());
    FixtureServer server = bench.server("s", "{'tools':['who']}");
    hub.good(hub.call("inner__add_server", Json.text(server.entry("{'name':'s'}"))));
    hub.client().closeStdin();
    assertThat(hub.client().awaitExit()).isZero();
    Procs.awaitGone(inner, server.pid());
  }
}
