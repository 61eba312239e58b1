package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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
    List<String> argv =
        new ArrayList<>(
            List.of(Bench.launcher().toString(), "replay", recording.getFileName().toString()));
    argv.addAll(List.of(words));
    if (!argv.contains("--config")) {
      argv.add("--");
      argv.addAll(command());
    }
    return Ended.of(argv, bench.environment(), bench.workDir());
  }

  private List<JsonObject> recorded(String type) throws IOException {
    return Files.readAllLines(recording).stream()
        .map(l -> JsonParser.parseString(l).getAsJsonObject())
        .filter(o -> o.get("type").getAsString().equals(type))
        .toList();
  }

  /// The messages of these lines, byte for byte.
  private List<String> messages(String member) throws IOException {
    String begin = ",\"" + member + "\":";
    return Files.readAllLines(recording).stream()
        .filter(l -> l.contains(begin))
        .map(l -> l.substring(l.indexOf(begin) + begin.length(), l.length() - 1))
        .toList();
  }

  private RawClient recording(String... options) {
    List<String> all = new ArrayList<>(List.of("--record", recording.toString()));
    all.addAll(List.of(options));
    return bench.pitstop(command(), all.toArray(new String[0])).drainStderr().greeted();
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
  @DisplayName("Each call is recorded byte for byte, with odd white space and any characters")
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
    assertThat(messages("request")).containsExactly(odd.getFirst());
    assertThat(messages("response"))
        .singleElement()
        .matches(client.lines()::contains)
        .matches(m -> m.startsWith(" {\"jsonrpc\" :\t\"2.0\"") && m.endsWith("} "));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording)))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("A changed or failing server and a tool that is gone end with exit code 1")
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
    version("gone");
    assertThat(replay().out()).contains("tool gone", "2 regressions.");
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
    RawClient client = bench.start(argv, RawClient.Peer.PITSTOP).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    client.call("one__search", "{'query':'x'}");
    client.call("reload_server", "{'server':'two'}");
    client.call("two__search", "{'query':'x'}");
    client.finish();
    assertThat(
            recorded("answer").stream()
                .filter(o -> o.has("server"))
                .map(o -> o.get("server").getAsString()))
        .contains("one", "two");
    Ended same = replay("--config", config.toString());
    assertThat(same.out() + same.err()).contains("3 calls: 2 same, 1 not sent.", "No regressions.");
    assertThat(same.code()).isZero();
    version("changed");
    assertThat(replay("--config", config.toString()).out()).contains("2 regressions.");
  }
}
