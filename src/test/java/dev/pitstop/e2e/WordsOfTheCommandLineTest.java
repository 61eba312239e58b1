package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("one word behind `pitstop`: a server, or Pitstop itself")
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class WordsOfTheCommandLineTest {
  @RegisterExtension final Bench bench = new Bench();

  /// Servers with such names, in a directory that is on the `PATH` of the client.
  @BeforeEach
  void servers() throws IOException {
    Path server = Bench.launcher().resolveSibling("scripts/training-server.sh");
    for (String name : List.of("my-server", "install", "help", "ps", "demo", "logs")) {
      Files.createDirectories(bench.workDir().resolve("bin"));
      Path file = Files.copy(server, bench.workDir().resolve("bin").resolve(name));
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
  }

  private Map<String, String> environment(boolean onPath) {
    Map<String, String> env = bench.environment();
    String path = env.get("PATH");
    env.put("PATH", onPath ? bench.workDir().resolve("bin") + ":" + path : path);
    return env;
  }

  private List<String> argv(String line) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    for (String word : line.split(" ", -1)) {
      argv.add(word.replace("BIN", bench.workDir().resolve("bin") + ":" + System.getenv("PATH")));
    }
    return argv;
  }

  @ParameterizedTest(name = "{0}, on the PATH of the client: {1}")
  @DisplayName("A server whose command is one word starts")
  @CsvSource({
    "my-server,true",
    "--name x my-server,true",
    "--cwd bin my-server,true",
    "bin/my-server,false",
    "--cwd bin ./my-server,false",
    "--env PATH=BIN my-server,false",
    "-- my-server,true",
    "-- install,true",
    "-- help,true",
    "-- ps,true",
    "-- logs,true",
    "--cwd bin ./demo,false",
    "--name x -- demo,true"
  })
  void servers(String line, boolean onPath) {
    RawClient client =
        bench.start(argv(line), environment(onPath), bench.workDir()).drainStderr().greeted();
    assertThat(client.call("echo").text()).isEqualTo("a");
    client.finish();
  }

  @ParameterizedTest
  @DisplayName("A word that is neither a command nor a program ends with exit code 2")
  @ValueSource(strings = {"my-server", "isntall", "pss", "log", "status", "--cwd . my-server"})
  void mistakes(String line) throws Exception {
    Ended ended = Ended.of(argv(line), environment(false), bench.workDir());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("pitstop: there is no command ");
  }

  @Test
  @DisplayName("Pitstop's commands win over programs of their names")
  void ours() throws Exception {
    Ended help = Ended.of(argv("help"), environment(true), bench.workDir());
    assertThat(help.out()).startsWith("Pitstop keeps an MCP client connected");
    Ended install = Ended.of(argv("install --help"), environment(true), bench.workDir());
    assertThat(install.out()).contains("pitstop install CLIENT [SERVER...]");
    assertThat(Ended.of(argv("demo --help"), environment(true), bench.workDir()).out())
        .contains("pitstop demo");
    assertThat(Ended.of(argv("ps"), environment(true), bench.workDir()).out())
        .isEqualTo("No session runs.\n");
    Ended logs = Ended.of(argv("logs"), environment(true), bench.workDir());
    assertThat(logs.code()).isEqualTo(1);
    assertThat(logs.err()).contains("no session");
  }

  @Test
  @DisplayName("`pitstop` alone, where no file is, is a session with many servers")
  void alone() {
    RawClient client =
        bench
            .start(argv("").subList(0, 1), environment(false), bench.workDir())
            .drainStderr()
            .greeted();
    assertThat(client.result(client.request("tools/list", "{}")).toString())
        .contains("add_server", "list_servers");
    client.finish();
  }
}
