package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `--record` and `pitstop replay` with the real program and real servers.
@DisplayName("a session is recorded, and played to the next build")
@Timeout(120)
@Tag("all")
class RecordingTest {
  private static final Path SERVER = Path.of("src/test/replay/server.py").toAbsolutePath();

  @RegisterExtension final Bench bench = new Bench();

  private Path recording = Path.of("");
  private Path server = Path.of("");

  @BeforeEach
  void files() throws IOException {
    recording = bench.workDir().resolve("session.ndjson");
    server = Files.createDirectory(bench.workDir().resolve("server")).resolve("server.py");
    Files.copy(SERVER, server);
  }

  private List<String> command() {
    return List.of("python3", server.toString());
  }

  private void version(String now) throws IOException {
    Files.writeString(server.resolveSibling("VERSION"), now);
  }

  private Ended replay(String... words) {
    return replay(Map.of(), words);
  }

  private Ended replay(Map<String, String> more, String... words) {
    List<String> argv =
        new ArrayList<>(
            List.of(Bench.launcher().toString(), "replay", recording.getFileName().toString()));
    argv.addAll(List.of(words));
    if (!argv.contains("--config")) {
      argv.add("--");
      argv.addAll(command());
    }
    Map<String, String> environment = bench.environment();
    environment.putAll(more);
    return Ended.of(argv, environment, bench.workDir());
  }

  private List<JsonObject> recorded(String dir) throws IOException {
    return Files.readAllLines(recording).stream()
        .map(l -> JsonParser.parseString(l).getAsJsonObject())
        .filter(o -> o.has("dir") && o.get("dir").getAsString().equals(dir))
        .toList();
  }

  /// The messages of one direction, byte for byte.
  private List<String> messages(String dir) throws IOException {
    return Files.readAllLines(recording).stream()
        .filter(l -> l.contains("\"dir\":\"" + dir + "\""))
        .map(l -> l.substring(l.indexOf(",\"raw\":") + 7, l.length() - 1))
        .toList();
  }

  private RawClient recording(String... options) {
    List<String> all = new ArrayList<>(List.of("--record", recording.toString()));
    all.addAll(List.of(options));
    RawClient client = bench.pitstop(command(), all.toArray(new String[0])).drainStderr();
    client.handshake();
    return client;
  }

  /// A session with a reload in between.
  private void recordSession() {
    RawClient client = recording("--build", "echo built");
    client.result(client.request("tools/list", "{}"));
    client.call("search", "{'query':'été'}");
    client.call("now");
    assertThat(client.call("recompile").isError()).isFalse();
    client.call("search", "{'query':'two'}");
    client.call("login", "{'password':'secret of mine'}");
    client.call("write");
    client.finish();
  }

  @Test
  @DisplayName("Every message is recorded byte for byte, with odd white space and any characters")
  void bytes() throws IOException {
    RawClient client = recording();
    List<String> odd =
        List.of(
            "{\"method\" :\t\"tools/call\",  \"jsonrpc\":\"2.0\",\"id\": 77 ,\"params\":{\"name\":\"search\",\"arguments\":{\"query\":\"\\u00e9 é \u2028 𝄞 \\/\"}}}",
            "\t{\"jsonrpc\":\"2.0\",\"id\":\"x\\\"y\",\"method\":\"ping\"}");
    var answer = client.expect("77");
    var pong = client.expect("\"x\\\"y\"");
    odd.forEach(l -> client.sendRaw(l + "\n"));
    client.await(answer);
    client.await(pong);
    client.finish();
    assertThat(messages("from client")).containsAll(List.of(odd.get(0), odd.get(1)));
    assertThat(messages("to server")).contains(odd.getFirst());
    assertThat(messages("to client")).containsExactlyElementsOf(client.lines());
    assertThat(messages("from server"))
        .anyMatch(m -> m.startsWith(" {\"jsonrpc\" :\t\"2.0\"") && m.endsWith("} "));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording)))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("A changed, failing or narrower server and a tool that is gone end with exit code 1")
  void worse() throws IOException {
    recordSession();
    version("changed");
    Ended changed = replay();
    assertThat(changed.out())
        .contains("content[0].text.items[0].price: 10 → 12 and 1 more\n", "2 regressions.");
    assertThat(changed.code()).isEqualTo(1);
    assertThat(
            replay(
                    "--ignore",
                    "content[0].text.items[*].price",
                    "--ignore",
                    "structuredContent.items[*].price")
                .code())
        .isZero();
    version("fails");
    assertThat(replay().out()).contains("now fails", "\"the index is missing\"", "2 regressions.");
    version("narrow");
    assertThat(replay().out())
        .contains("tool search is narrower: parameter `limit`", "1 regression.");
    version("gone");
    assertThat(replay().out()).contains("tool search is gone", "tool gone", "3 regressions.");
  }

  @Test
  @DisplayName("A session with many servers is played to the servers of the configuration file")
  void many() throws IOException {
    Path config = bench.workDir().resolve("servers.json");
    String entry = "{\"command\":\"python3\",\"args\":[\"%s\"]}".formatted(server);
    Files.writeString(config, "{\"mcpServers\":{\"one\":%1$s,\"two\":%1$s}}".formatted(entry));
    List<String> argv =
        List.of(
            Bench.launcher().toString(),
            "--record",
            recording.toString(),
            "--config",
            config.toString());
    RawClient client = bench.start(argv, RawClient.Peer.PITSTOP).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    client.call("one__search", "{'query':'x'}");
    client.call("reload_server", "{'server':'two'}");
    client.call("two__search", "{'query':'x'}");
    client.finish();
    assertThat(recorded("to server").stream().map(o -> o.get("server").getAsString()))
        .contains("one", "two");
    Ended same = replay("--config", config.toString());
    assertThat(same.out() + same.err()).contains("3 calls: 2 same, 1 not sent.", "No regressions.");
    assertThat(same.code()).isZero();
    version("changed");
    assertThat(replay("--config", config.toString()).out()).contains("2 regressions.");
  }

  @Test
  @Tag("slow")
  @DisplayName("A recording of 100 MB is played with a heap of 64 MiB")
  void large() throws IOException {
    recordSession();
    List<String> lines = Files.readAllLines(recording);
    String request =
        lines.stream()
            .filter(l -> l.contains("from client") && l.contains("été"))
            .findFirst()
            .orElseThrow();
    String id = request.replaceAll(".*\"id\":([0-9]+),.*", "$1");
    String answer =
        lines.stream()
            .filter(l -> l.contains("to client") && l.contains("\"id\" :\t" + id + " ,"))
            .findFirst()
            .orElseThrow();
    String filler = "{\"dir\":\"from server\",\"raw\":\"" + "x".repeat(1_000_000) + "\"}\n";
    try (BufferedWriter out = Files.newBufferedWriter(recording, StandardCharsets.UTF_8)) {
      for (int i = 0; i < 100; i++) {
        out.write(filler);
      }
      for (int i = 0; i < 3_000; i++) {
        out.write(request + "\n" + answer + "\n");
      }
    }
    assertThat(Files.size(recording)).isGreaterThan(100_000_000);
    Ended ran = replay(Map.of("PITSTOP_JAVA_OPTS", "-Xmx64m"), "--set", "maxMessage=8MiB");
    assertThat(ran.out()).contains("3000 calls: 3000 same.");
    assertThat(ran.err()).isEmpty();
  }
}
