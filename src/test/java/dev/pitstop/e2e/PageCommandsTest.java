package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs the blocks of README.md and docs that are not marked as examples, as printed: in the home
/// directory of a user whose checkout is `~/pitstop`, and whose server is `~/weather`, a copy of
/// `src/test/node/projects/weather`.
@DisplayName("the commands in README.md and docs work as printed")
@DisabledOnOs(OS.WINDOWS)
@Tag("all")
class PageCommandsTest {
  @RegisterExtension final Bench bench = new Bench();

  static Stream<Page> pages() {
    return Page.forUsers().stream()
        .filter(p -> p.blocks().stream().anyMatch(PageCommandsTest::isRun));
  }

  private static boolean isRun(Page.Block block) {
    return block.language().equals("sh") && block.mark().isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void run(Page page) throws Exception {
    prepare();
    run("the server's build", "cd ~/weather && npm run build");
    for (Page.Block block : page.blocks()) {
      if (isRun(block)) {
        run(page.file() + ":" + block.line(), block.text());
      }
    }
  }

  /// Without a terminal, and with nothing on stdin.
  private void run(String where, String command) throws IOException, InterruptedException {
    Map<String, String> environment = bench.environment();
    environment.put("HOME", bench.workDir().toString());
    environment.put("PATH", bench.workDir().resolve("pitstop") + ":" + environment.get("PATH"));
    Ended ended = Ended.of(List.of("bash", "-ec", command), environment, bench.workDir());
    assertThat(ended.code()).as("%s: %s%n%s%s", where, command, ended.out(), ended.err()).isZero();
  }

  private void prepare() throws IOException {
    Path home = bench.workDir();
    Samples.copyProject("weather", Files.createDirectory(home.resolve("weather")));
    Path checkout = Files.createDirectory(home.resolve("pitstop"));
    Files.createSymbolicLink(checkout.resolve("examples"), Path.of("examples").toAbsolutePath());
    Path pitstop = checkout.resolve("pitstop");
    Files.writeString(pitstop, "#!/bin/sh\nexec '" + Bench.launcher() + "' \"$@\"\n");
    assertThat(pitstop.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("weather/.mcp.json"),
        """
        { "mcpServers": { "weather": { "command": "node", "args": ["dist/server.js"] } } }
        """);
  }
}
