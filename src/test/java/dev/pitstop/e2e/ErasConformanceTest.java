package dev.pitstop.e2e;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official conformance suite in server mode, as a client of one era, judges a Pitstop whose
/// server knows the other era only. `http-stdio.mjs` serves Pitstop over HTTP.
///
/// These are some of the scenarios; `scripts/eras-table.mjs` runs all, and says which cannot pass.
/// `input-required-result-multiple-input-requests` does not: what a legacy server asks at once
/// reaches the client one after another.
@DisplayName("the official conformance suite over servers of the other era")
@Tag("all")
class ErasConformanceTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  enum Era {
    LEGACY("2025-11-25", "conformance.mjs"),
    MODERN("2026-07-28", "conformance-modern.mjs");

    final String revision;
    private final String fixture;

    Era(String revision, String fixture) {
      this.revision = revision;
      this.fixture = fixture;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    Era other() {
      return this == LEGACY ? MODERN : LEGACY;
    }

    /// The command of a server that knows nothing else.
    List<String> server() {
      return DifferentialTest.node(Bench.nodeDir().resolve("servers/" + fixture));
    }
  }

  enum Shape {
    ONE,
    MANY,
    DAEMON
  }

  @BeforeAll
  static void installed() {
    ConformanceSuite.assumeInstalled();
  }

  @ParameterizedTest(name = "{0} client, {1}: {2}")
  @CsvSource({
    "LEGACY, ONE, server-initialize",
    "LEGACY, ONE, tools-call-with-logging",
    "LEGACY, ONE, tools-call-sampling",
    "LEGACY, MANY, tools-call-elicitation",
    "LEGACY, MANY, resources-subscribe",
    "LEGACY, DAEMON, elicitation-sep1034-defaults",
    "LEGACY, DAEMON, tools-call-with-progress",
    "MODERN, ONE, tools-call-with-progress",
    "MODERN, ONE, input-required-result-basic-sampling",
    "MODERN, ONE, input-required-result-multi-round",
    "MODERN, ONE, input-required-result-tampered-state",
    "MODERN, MANY, input-required-result-validate-input",
    "MODERN, MANY, input-required-result-capability-check",
    "MODERN, MANY, input-required-result-non-tool-request",
    "MODERN, DAEMON, input-required-result-basic-list-roots",
    "MODERN, DAEMON, caching",
  })
  @DisplayName("passes")
  void passes(Era client, Shape shape, String scenario) throws IOException, InterruptedException {
    switch (shape) {
      case ONE -> judge(client, scenario, one(client, client.other().server()));
      case MANY -> judge(client, scenario, many(client), "--prefix", "suite");
      case DAEMON -> {
        try (HttpDaemonProcess daemon = http(client.other(), client.other().server())) {
          daemon.start();
          judge(client, scenario, pitstop(client, "--tools", "none", daemon.url().toString()));
        }
      }
    }
  }

  /// What a client that knows the modern era only is recognised by at once.
  private static List<String> pitstop(Era client, String... options) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    if (client == Era.MODERN) {
      argv.add("--set=modernClient=true");
    }
    argv.addAll(List.of(options));
    return argv;
  }

  private static List<String> one(Era client, List<String> server) {
    List<String> argv = pitstop(client, "--tools", "none", "--");
    argv.addAll(server);
    return argv;
  }

  private List<String> many(Era client) {
    Path twin = Bench.nodeDir().resolve("servers/sdk1.mjs");
    Map<String, JsonObject> entries = new LinkedHashMap<>();
    entries.put("twin", entry(DifferentialTest.node(twin)));
    entries.put("suite", entry(client.other().server()));
    bench.save(entries);
    return List.of(Bench.launcher().toString(), "--config", bench.config().toString());
  }

  private static JsonObject entry(List<String> argv) {
    JsonObject entry = new JsonObject();
    entry.addProperty("command", argv.getFirst());
    entry.add("args", array(argv.subList(1, argv.size())));
    return entry;
  }

  private static JsonArray array(List<String> words) {
    JsonArray array = new JsonArray();
    words.forEach(array::add);
    return array;
  }

  /// A command served over HTTP, in this era only.
  private HttpDaemonProcess http(Era era, List<String> command, String... options) {
    String argv = array(command).toString();
    return HttpDaemonProcess.node(
            bench.bench(), "http-stdio.mjs", "--era", era.word(), "--command", argv)
        .with(options);
  }

  private void judge(Era client, String scenario, List<String> pitstop, String... options)
      throws IOException, InterruptedException {
    try (HttpDaemonProcess front = http(client, pitstop, options)) {
      ConformanceSuite.judges(bench.bench(), front, scenario, client.revision);
    }
  }
}
