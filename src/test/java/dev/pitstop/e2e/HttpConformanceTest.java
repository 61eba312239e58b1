package dev.pitstop.e2e;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official conformance suite in client mode: its server judges what Pitstop sends over HTTP
/// for an official SDK's client, whose transport is Pitstop as a child.
@DisplayName("the official conformance suite, client mode")
@Tag("all")
class HttpConformanceTest {
  @RegisterExtension final Bench bench = new Bench();

  @BeforeAll
  static void installed() {
    ConformanceSuite.assumeInstalled();
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
    ConformanceSuite.passes(
        bench,
        Map.of("PITSTOP_LAUNCHER", Bench.launcher().toString()),
        "client",
        "--command",
        ConformanceSuite.NODE + " " + Bench.nodeDir().resolve("conformance-client.mjs"),
        "--scenario",
        scenario,
        "--spec-version",
        revision,
        "--timeout",
        "60000");
  }
}
