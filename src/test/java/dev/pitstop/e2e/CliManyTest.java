package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Command-line programs among other servers.
@DisplayName("command-line tools: among many servers")
@Tag("all")
class CliManyTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private ToolProgram tool = ToolProgram.NONE;
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void programs() {
    tool = bench.bench().tool("tool");
    server = bench.server("s", "{'tools':['echo','who']}");
  }

  /// How a configuration file, and `add_server`, name a program.
  private static JsonObject entry(ToolProgram tool, String more) {
    JsonArray argv = new JsonArray();
    tool.argv().forEach(argv::add);
    JsonObject entry = new JsonObject();
    entry.add("cli", argv);
    Json.object(more).entrySet().forEach(member -> entry.add(member.getKey(), member.getValue()));
    return entry;
  }

  @Test
  @DisplayName("add_server with `cli`, reload_server, remove_server in mid-call")
  void added() {
    Hub hub = bench.hub();
    hub.add("s", server);
    JsonObject added = hub.add("t", entry(tool, "{'env':{'MINE':'1'}}"));
    assertThat(added.get("status").getAsString()).isEqualTo("running");
    assertThat(Hub.strings(added.getAsJsonArray("tools"))).contains("t__count");
    hub.client().awaitNotification(Hub.TOOLS_CHANGED);
    assertThat(ToolProgram.variable(hub.call("t__echo"), "MINE")).contains("1");

    tool.addTool("fresh");
    hub.reload("t");
    assertThat(hub.tools("t")).contains("t__fresh");
    assertThat(hub.good(hub.call("t__fresh")).isError()).isFalse();

    CompletableFuture<JsonObject> hanging = hub.callAsync("t__hang", "{'tree':'plain'}");
    tool.awaitHanging(1);
    hub.remove("t");
    assertThat(hub.client().await(hanging).toString()).contains("removed");
    Procs.awaitGone(tool.pids());
    assertThat(hub.tools("t")).isEmpty();
    assertThat(hub.text("s__echo", "{'text':'x'}")).isEqualTo("x");
  }
}
