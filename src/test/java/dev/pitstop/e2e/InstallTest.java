package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The built program wraps what a client has configured, a client starts what stands there then, as
/// another reader understands it, and the file comes back byte for byte.
@DisplayName("pitstop install, a session, pitstop uninstall")
class InstallTest {
  @RegisterExtension final Bench bench = new Bench();

  private Ended run(List<String> argv, Map<String, String> more) {
    Map<String, String> environment = bench.environment();
    environment.putAll(more);
    return Ended.of(argv, environment, bench.workDir());
  }

  private Ended pitstop(String... words) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(List.of(words));
    Ended ended = run(argv, Map.of());
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
    return ended;
  }

  /// What a reader that is not ours finds for a server: command and arguments.
  private List<String> configured(Path file, String container) throws Exception {
    String text;
    if (file.toString().endsWith(".toml")) {
      Ended read =
          run(
              List.of(
                  "python3",
                  "-c",
                  "import tomllib,json,sys;print(json.dumps(tomllib.load(open(sys.argv[1],'rb')),default=str))",
                  file.toString()),
              Map.of());
      assertThat(read.code()).as(read.err()).isZero();
      text = read.out();
    } else {
      text =
          Files.readString(file).replaceAll("(?m)^\\s*//.*$", "").replaceAll(",(\\s*[}\\]])", "$1");
    }
    JsonObject server =
        JsonParser.parseString(text)
            .getAsJsonObject()
            .getAsJsonObject(container)
            .getAsJsonObject("weather");
    List<String> argv = new ArrayList<>();
    if (server.get("command").isJsonArray()) {
      server.getAsJsonArray("command").forEach(word -> argv.add(word.getAsString()));
      return argv;
    }
    argv.add(server.get("command").getAsString());
    JsonArray args = server.getAsJsonArray("args");
    args.forEach(a -> argv.add(a.getAsString()));
    return argv;
  }

  private static String quoted(List<String> words) {
    List<String> quoted = new ArrayList<>();
    words.forEach(w -> quoted.add("\"" + w + "\""));
    return String.join(", ", quoted);
  }

  private static String echo(RawClient client) {
    client.handshake();
    return client.call("echo", "{'text':'there'}").text();
  }

  @Tag("all")
  @ParameterizedTest
  @DisplayName("a program in JSON, TOML and JSON with comments")
  @CsvSource({
    "claude-code, work/.mcp.json, mcpServers",
    "codex, home/.codex/config.toml, mcp_servers",
    "opencode, work/.opencode/opencode.jsonc, mcp",
  })
  void program(String client, String place, String container) throws Exception {
    FixtureServer server = bench.scripted();
    String program = server.argv().getFirst();
    String args = quoted(server.argv().subList(1, server.argv().size()));
    Path file = bench.dir().resolve(place);
    Files.createDirectories(file.getParent());
    String text =
        place.endsWith(".toml")
            ? "# mine\r\n[mcp_servers.weather]\r\ncommand = '"
                + program
                + "' # c\r\nargs = [\r\n\t"
                + args
                + ", # é\r\n]\r\n[other]\r\nx = 1979-05-27"
            : "\t// mine\r\n{\r\n\t\"theme\": \"é\",\r\n\t\""
                + container
                + "\": {\r\n\t\t\"weather\": {\r\n\t\t\t"
                + (client.equals("opencode")
                    ? "\"type\": \"local\",\r\n\t\t\t\"command\": [\"" + program + "\", "
                    : "\"command\": \"" + program + "\",\r\n\t\t\t\"args\": [")
                + args
                + "],\r\n\t\t},\r\n\t},\r\n}";
    Files.writeString(file, text);

    assertThat(pitstop("install", client, "--yes").out()).contains("weather  wrapped");
    List<String> argv = configured(file, container);
    assertThat(argv).startsWith(Bench.launcher().toString());
    RawClient session = bench.start(argv, RawClient.Peer.PITSTOP).drainStderr();
    assertThat(echo(session)).contains("there");
    assertThat(session.call("server_status").text()).contains("running");
    assertThat(pitstop("install").out()).contains("✓ wrapped: " + program);
    pitstop("uninstall", client);
    assertThat(Files.readString(file)).isEqualTo(text);
    assertThat(file.resolveSibling(file.getFileName() + ".before-pitstop")).doesNotExist();
  }

  @Test
  @DisplayName("a URL; one with a header is left alone, and the text says what to write")
  void url() throws Exception {
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy())) {
      Path file = bench.workDir().resolve(".mcp.json");
      String text =
          "{\"mcpServers\": {\"weather\": {\"type\": \"http\", \"url\": \""
              + daemon.url()
              + "\"}, \"secret\": {\"url\": \""
              + daemon.url()
              + "\", \"headers\": {\"X-Key\": \"k-1\"}}}}";
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
      assertThat(pitstop("install", "claude-code").out())
          .contains("secret   skipped: Pitstop cannot move its `headers`");
      RawClient session =
          bench.start(configured(file, "mcpServers"), RawClient.Peer.PITSTOP).drainStderr();
      assertThat(echo(session)).contains("there");
      pitstop("uninstall", "claude-code");
      assertThat(Files.readString(file)).isEqualTo(text);
    }
  }

  @Tag("all")
  @Test
  @DisplayName("called by a link on the PATH, that link is written")
  void link() throws Exception {
    Path bin = Files.createDirectory(bench.dir().resolve("bin"));
    Path link = Files.createSymbolicLink(bin.resolve("pitstop"), Bench.launcher());
    Path file = bench.workDir().resolve(".mcp.json");
    Files.writeString(file, "{\"mcpServers\":{\"weather\":{\"command\":\"x\",\"args\":[]}}}");
    String path = bin + ":" + System.getenv("PATH");
    Ended ended =
        run(List.of("/bin/sh", "-c", "pitstop install claude-code"), Map.of("PATH", path));
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(configured(file, "mcpServers")).startsWith(link.toString(), "--", "x");
  }
}
