package dev.pitstop.e2e;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The official conformance suite in server mode judges a Pitstop with several servers, one of
/// which has what the suite asks for. `http-stdio.mjs` serves it over HTTP, each session a Pitstop
/// of its own, and takes the server's name off tools and prompts. A scenario asks right after its
/// handshake, when that server is still starting.
///
/// These are those that ask for resources, and one each of the others; all that revision 2025-11-25
/// requires are run with `--requirements 2025-11-25` instead of a scenario.
@DisplayName("the official conformance suite, server mode, with many servers")
@Tag("all")
class ManyConformanceTest {
  @RegisterExtension final ManyBench bench = new ManyBench();

  @BeforeAll
  static void installed() {
    ConformanceSuite.assumeInstalled();
  }

  private static JsonObject entry(Path script, String... options) {
    JsonArray args = new JsonArray();
    args.add(script.toString());
    List.of(options).forEach(args::add);
    JsonObject entry = new JsonObject();
    entry.addProperty("command", "node");
    entry.add("args", args);
    return entry;
  }

  private String pitstop() {
    Path servers = Bench.nodeDir().resolve("servers");
    Map<String, JsonObject> entries = new LinkedHashMap<>();
    entries.put("twin", entry(servers.resolve("sdk1.mjs")));
    entries.put("suite", entry(servers.resolve("conformance.mjs"), "--start-delay", "300"));
    bench.save(entries);
    JsonArray command = new JsonArray();
    command.add(Bench.launcher().toString());
    command.add("--config");
    command.add(bench.config().toString());
    return command.toString();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "resources-list",
        "resources-read-text",
        "resources-read-binary",
        "resources-templates-read",
        "resources-subscribe",
        "resources-unsubscribe",
        "completion-complete",
        "tools-call-embedded-resource",
        "prompts-get-embedded-resource",
      })
  void passes(String scenario) throws IOException, InterruptedException {
    try (HttpDaemonProcess front =
        HttpDaemonProcess.node(
            bench.bench(), "http-stdio.mjs", "--prefix", "suite", "--command", pitstop())) {
      ConformanceSuite.judges(bench.bench(), front, scenario, "2025-11-25");
    }
  }
}
