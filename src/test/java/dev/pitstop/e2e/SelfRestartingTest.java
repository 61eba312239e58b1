package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// A command that restarts the server by itself: Node's own watch mode, behind npm. What is said of
/// others is in `dev.pitstop.session.SelfRestartTest`.
@DisplayName("commands that restart the server by themselves")
@Tag("all")
class SelfRestartingTest {
  @RegisterExtension final Bench bench = new Bench();

  @Test
  @DisplayName("npm run dev: the notice names the watcher and says what to do")
  void npm() throws IOException {
    String script = FixtureServer.file("in-node.mjs").toString();
    List<String> argv = bench.scripted().inNode(script);
    Files.writeString(
        bench.workDir().resolve("package.json"),
        "{\"name\":\"weather\",\"version\":\"1.0.0\",\"scripts\":{\"dev\":\"node --watch "
            + String.join(" ", argv.subList(1, argv.size()))
            + "\"}}");
    RawClient client = bench.pitstop(List.of("npm", "run", "dev")).drainStderr().greeted();
    // the command is looked at on a thread of its own: on a busy machine, after the first call
    Await.until("the look at the command", () -> client.stderr().contains("watcher"));
    ToolResult first = client.call("echo", "{'text':'hello'}");
    assertThat(first.notice())
        .contains("starts `node --watch` (script `dev` of package.json)", "let Pitstop watch");
    assertThat(first.lastText()).isEqualTo("hello");
  }
}
