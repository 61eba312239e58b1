package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that clear the environment, or have an odd one: names and words outside ASCII arrive,
/// and what the client gave is what children get.
@DisplayName("no locale, or another one")
class LocaleTest {
  @RegisterExtension final Bench bench = new Bench();

  /// What shells add of themselves, to the server without Pitstop too.
  private static final List<String> OF_SHELLS = List.of("PWD", "OLDPWD", "SHLVL", "_");

  private static final String WORD = "größe 日本 🚗";

  private Path directory = Path.of("");
  private FixtureServer server = FixtureServer.NONE;

  @BeforeEach
  void nameOutsideAscii() throws IOException {
    directory = Files.createDirectory(bench.workDir().resolve("Bücher 本"));
    server = bench.scripted();
  }

  /// The environment of a client that has cleared its own, and this.
  private Map<String, String> cleared(String... more) {
    Map<String, String> env = new HashMap<>();
    env.put("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    env.put("HOME", bench.dir().resolve("home").toString());
    env.put("PITSTOP_NO_BUILD", "1");
    for (String entry : more) {
      env.put(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
    }
    return env;
  }

  /// A server that notes its words, its directory and its environment, and then serves.
  private List<String> noting() {
    String note =
        "env >env.new; mv env.new env; pwd >pwd; printf '%s\\n' \"$1\" >word; shift; exec \"$@\"";
    List<String> argv = new ArrayList<>(List.of("sh", "-c", note, "sh", WORD));
    argv.addAll(server.argv());
    return argv;
  }

  private RawClient connect(Map<String, String> environment, String... options) {
    return bench.start(Bench.pitstopArgv(noting(), options), environment, directory).drainStderr();
  }

  private Map<String, String> noted(Path file) throws IOException {
    Await.until(() -> Files.exists(file), () -> "no " + file);
    Map<String, String> noted = new TreeMap<>();
    for (String line : Files.readString(file, StandardCharsets.UTF_8).lines().toList()) {
      noted.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
    }
    noted.keySet().removeAll(OF_SHELLS);
    return noted;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "LC_ALL=C", "LC_ALL=POSIX", "LC_ALL=", "LC_ALL=de_DE", "LANG=xx_YY.UTF-8"})
  @DisplayName("Names and words outside ASCII arrive, and the environment is what was given")
  void asGiven(String locale) throws IOException {
    Map<String, String> given = locale.isEmpty() ? cleared() : cleared(locale);
    RawClient client = connect(given).greeted();
    assertThat(client.call("pid").text()).contains("\"spawn\":1");
    assertThat(noted(directory.resolve("env"))).isEqualTo(new TreeMap<>(given));
    assertThat(Files.readString(directory.resolve("word"))).isEqualTo(WORD + "\n");
    assertThat(Files.readString(directory.resolve("pwd"))).isEqualTo(directory + "\n");
  }

  @Test
  @DisplayName("So is that of a build, and --env comes after")
  void builds() throws IOException {
    Map<String, String> given = cleared("LC_ALL=C", "LC_CTYPE=C");
    RawClient client =
        connect(given, "--build", "env >build.new; mv build.new build", "--env", "LC_ALL=C.UTF-8");
    client.handshake();
    JsonObject rebuilt = client.call("recompile").facts();
    assertThat(rebuilt.get("outcome").getAsString()).isEqualTo("reloaded");
    Map<String, String> expected = new TreeMap<>(given);
    expected.put("LC_ALL", "C.UTF-8");
    assertThat(noted(directory.resolve("build"))).isEqualTo(expected);
    assertThat(noted(directory.resolve("env"))).isEqualTo(expected);
  }

  @Test
  @DisplayName("So is that of the command that starts a daemon")
  void daemons() throws IOException {
    List<String> argv =
        List.of(
            Bench.launcher().toString(),
            "--start",
            "env >start.new; mv start.new start",
            "http://127.0.0.1:9/mcp");
    Map<String, String> given = cleared("LC_ALL=C", "NO_PROXY=127.0.0.1");
    RawClient client = bench.start(argv, given, directory).drainStderr();
    client.request("initialize", RawClient.initializeParams("2025-11-25")); // nobody answers it
    assertThat(noted(directory.resolve("start"))).isEqualTo(new TreeMap<>(given));
    client.mayEndBadly();
    Procs.signal(client.pid(), "KILL"); // else it waits for the daemon to answer
  }

  @Test
  @DisplayName("So is what a configuration file reads of it, with many servers")
  void variables() throws IOException {
    Files.writeString(
        directory.resolve("pitstop.json"),
        """
        {"mcpServers": {"a": {"command": "sh",
          "args": ["-c", "env >env.new; mv env.new env", "sh"],
          "env": {"SEEN": "<${LC_ALL:-none}>", "OURS": "<${PITSTOP_LC_ALL:-none}>"}}}}
        """);
    bench
        .start(List.of(Bench.launcher().toString()), cleared("LC_ALL=C"), directory)
        .drainStderr()
        .greeted();
    Map<String, String> noted = noted(directory.resolve("env"));
    assertThat(noted)
        .containsEntry("LC_ALL", "C")
        .containsEntry("SEEN", "<C>")
        .containsEntry("OURS", "<none>")
        .doesNotContainKey("PITSTOP_LC_ALL");
  }
}
