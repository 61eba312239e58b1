package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A session without a build command gets one from the agent, and its file gets it too.
@DisplayName("options of the agent")
class OptionsTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void folder() throws IOException {
    Files.createDirectories(bench.workDir().resolve("src"));
    Files.writeString(bench.workDir().resolve("built.json"), "[]");
    Files.writeString(
        bench.workDir().resolve("src/tools.json"),
        "[{\"name\":\"made\",\"inputSchema\":{\"type\":\"object\"}}]");
    server = bench.scripted("--extra-tools", bench.workDir().resolve("built.json").toString());
  }

  private Path work(String name) {
    return bench.workDir().resolve(name);
  }

  private static String arguments(String more) {
    return "{" + more + "'build':'cp src/tools.json built.json','save':true}";
  }

  private void savedFilesReload(RawClient client, String tool) throws IOException {
    Status.awaitWatching(client);
    String text = "[{\"name\":\"saved\",\"inputSchema\":{\"type\":\"object\"}}]";
    Files.writeString(work("src/tools.json"), text);
    Await.until(
        () ->
            client
                .result(client.request("tools/list", "{}"))
                .toString()
                .contains("\"" + tool + "\""),
        client::story);
  }

  @Test
  @DisplayName("one server: this reload builds, and so do later saves; the client's file has it")
  void one() throws IOException {
    List<String> argv = new ArrayList<>(List.of("/opt/pitstop/pitstop", "--watch", "src/**", "--"));
    argv.addAll(server.argv());
    Files.writeString(
        work(".mcp.json"), "{\"mcpServers\": {\"w\": " + FixtureServer.entry(argv) + "}}");
    RawClient client = bench.pitstop(server, "--watch", "src/**").drainStderr().greeted();
    ToolResult first = client.call("recompile", arguments(""));
    assertThat(first.text())
        .contains("Rebuilt server", "`made`")
        .endsWith("Saved in the entry `w` of .mcp.json (Claude Code).");
    assertThat(Files.readString(work(".mcp.json")))
        .contains("\"--watch\", \"src/**\", \"--build\", \"cp src/tools.json built.json\", \"--\"");
    assertThat(client.result(client.request("tools/list", "{}")).toString())
        .contains("Rebuilds and restarts this MCP server");
    savedFilesReload(client, "saved");
    ToolResult off = client.call("recompile", "{'build':''}");
    assertThat(off.isError()).as(off.text()).isFalse(); // may join a reload that a save began
    assertThat(client.call("recompile").text()).contains("Restarted server");
  }
}
