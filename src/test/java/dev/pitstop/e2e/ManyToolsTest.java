package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What only the processes of many servers show of Pitstop's own tools. The rules are matters of
/// the tests in `session`.
@DisplayName("many servers: tools")
@Tag("all")
class ManyToolsTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

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
      Await.end("the process outside", outsider);
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
