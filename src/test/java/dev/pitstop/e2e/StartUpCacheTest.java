package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the build makes so that a start takes no longer than it must, and which of it a command
/// line gets.
@DisplayName("the start-up caches")
@Timeout(60)
class StartUpCacheTest {
  private static final Path DIST =
      Path.of(System.getProperty("pitstop.launcher"))
          .toAbsolutePath()
          .resolveSibling("target")
          .resolve("dist");

  @TempDir Path directory;

  /// Shows the JVM's options instead of starting it.
  private static final String SHOW =
      "pitstop_lib=$1; shift; . \"$pitstop_lib/start.sh\"; pitstop_java=echo;" + " run_java \"$@\"";

  @ParameterizedTest(name = "pitstop {0}: {1}")
  @CsvSource({
    "'', many",
    "--config f.json, many",
    "--log-level debug --config=f.json, many",
    "--version, many",
    "-- server, solo",
    "--name x --watch *.c -- server http://x/, solo",
    "--name=http://x -- server, solo",
    "--start http://x server, solo",
    "demo, solo",
    "npx mcp-remote http://x/, solo",
    "http://localhost:8080/mcp, http",
    "https://x/mcp --name x, http",
    "--header X:y --restart make http://x, http",
    "--bearer-env=V -- http://x, http",
    "--watch *.js --url http://x/mcp -- node server.js, http",
    "--url=http://x/mcp -- server, http",
    "cli -- ./tool, cli",
    "--build make cli --set parallel=3 ./tool, cli",
    "-- cli http://x, cli"
  })
  @DisplayName("Each command line gets the one that was trained for it, and that is there")
  void mode(String arguments, String mode) throws Exception {
    List<String> argv = new ArrayList<>(List.of("sh", "-c", SHOW, "sh", DIST.toString()));
    if (!arguments.isEmpty()) {
      argv.addAll(List.of(arguments.split(" ", -1)));
    }
    Process shown = new ProcessBuilder(argv).redirectErrorStream(true).start();
    String options = new String(shown.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shown.waitFor()).as(options).isZero();
    assertThat(options).contains("-XX:AOTCache=" + DIST + "/" + mode + ".aot ");
    assertThat(DIST.resolve(mode + ".aot")).exists().isNotEmptyFile();
    assertThat(Files.getLastModifiedTime(DIST.resolve(mode + ".aot")))
        .as("not written to since it was made: such a one is checked at each start")
        .isLessThanOrEqualTo(Files.getLastModifiedTime(DIST.resolve("trained")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-- cat", "--config none.json", "http://127.0.0.1:9/", "cli -- cat"})
  @DisplayName("The JVM takes its classes from it")
  void used(String arguments) throws Exception {
    Files.writeString(directory.resolve("none.json"), "{}");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("XDG_STATE_HOME", directory.toString());
    environment.put("XDG_CACHE_HOME", directory.toString());
    Packages.assertCached(
        Bench.launcher(), environment, directory.resolve("loaded"), arguments.split(" ", -1));
  }
}
