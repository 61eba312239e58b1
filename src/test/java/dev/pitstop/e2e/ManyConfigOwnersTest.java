package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A server belongs to whoever has added it: to the configuration file, or to the agent.
///
/// That something did *not* happen is seen after a later change of the file did: changes are
/// handled in their order.
@DisplayName("many servers: what is the file's, and what the agent's (M1, M6)")
@Tag("all")
class ManyConfigOwnersTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer simple(String folder) {
    return bench.server(folder, "{'tools':['who','env']}");
  }

  /// Adds an entry by hand and waits for its server: earlier saves have been handled then.
  private void fence(Hub hub, String name) throws IOException {
    var whole = Json.object(Files.readString(bench.config()));
    whole.getAsJsonObject("mcpServers").add(name, simple(name).entry());
    bench.save(bench.config(), Json.text(whole));
    hub.awaitTool(name + "__who");
  }

  @Test
  @DisplayName("M1: a server that was saved and then removed stays removed; the file keeps it")
  void savedAndRemoved() throws IOException {
    Hub hub = bench.hub();
    FixtureServer x = simple("x");
    hub.add("x", x.entry("{'save':true}"));
    ToolResult removed = hub.good(hub.tryRemove("x"));
    fence(hub, "fence");
    assertThat(hub.serverNames()).containsExactly("fence");
    assertThat(x.pids()).hasSize(1);
    assertThat(removed.texts().getFirst())
        .contains("still saved in", "pitstop.json", "`save: true`");
    assertThat(Files.readString(bench.config())).contains("\"x\"");

    hub.good(hub.call("remove_server", "{'name':'x','save':true}".replace('\'', '"')));
    assertThat(Files.readString(bench.config())).doesNotContain("\"x\"").contains("\"fence\"");
  }

  @Test
  @DisplayName("M6: a server of the agent's is not touched by an entry of its name")
  void agentsOwn() throws IOException {
    FixtureServer files = simple("files");
    bench.save(Map.of("x", files.entry()));
    Hub hub = bench.hub();
    hub.awaitTool("x__who");
    hub.remove("x");
    hub.add("x", simple("agents"));
    hub.add("my-server", simple("agents-too"));
    fence(hub, "first"); // another entry is saved
    assertThat(hub.who("x").get("folder").getAsString()).isEqualTo("agents");
    bench.save(Map.of("my.server", simple("files-too").entry())); // and this one is deleted
    hub.awaitTool("my-server-2__who");
    assertThat(hub.who("x").get("folder").getAsString()).isEqualTo("agents");
    assertThat(hub.who("my-server").get("folder").getAsString()).isEqualTo("agents-too");
    assertThat(hub.who("my-server-2").get("folder").getAsString()).isEqualTo("files-too");
    assertThat(files.pids()).hasSize(1);
  }

  @Test
  @DisplayName("M6: what the agent has saved is the file's from then on")
  void savedIsTheFiles() throws IOException {
    Hub hub = bench.hub();
    FixtureServer x = simple("x");
    hub.add("x", x.entry("{'save':true}"));
    bench.save(Map.of("x", x.entry("{'env':{'X':'2'}}")));
    Await.until(() -> hub.said("x__env", "{\"name\":\"X\"}").equals("2"), hub.client()::story);
    bench.save(Map.of("y", simple("y").entry()));
    hub.awaitTool("y__who");
    hub.awaitNoTool("x__who");
    assertThat(hub.serverNames()).isEqualTo(List.of("y"));
  }
}
