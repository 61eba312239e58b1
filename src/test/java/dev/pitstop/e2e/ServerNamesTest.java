package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a server without `--name` is called, from one session to the next, and that the log tells
/// sessions apart.
@DisplayName("names of servers and sessions")
@Timeout(120)
@Tag("all")
class ServerNamesTest {
  @RegisterExtension final Bench bench = new Bench();

  /// A copy of the scripted server that lies in a project of its own.
  private Path project(String file) throws IOException {
    Path project = Files.createDirectories(bench.workDir().resolve("folder"));
    Path server = project.resolve(file);
    Files.createDirectories(server.getParent());
    Files.writeString(server, "import '" + FixtureServer.file("in-node.mjs") + "';\n");
    return server;
  }

  private List<String> command(Path server, String... options) {
    return bench.scripted(options).inNode(server.toString());
  }

  private Path cache() {
    return bench.dir().resolve("cache/pitstop");
  }

  private List<String> remembered() throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(cache())) {
      try (Stream<Path> files = Files.list(cache())) {
        for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
          String handshake = Files.readString(file).split("\n", -1)[0];
          names.add(between(between(handshake, "\"serverInfo\":", "}"), "\"name\":\"", "\""));
        }
      }
    }
    return names;
  }

  private void awaitRemembered(String name) {
    Await.until(
        () -> {
          try {
            return remembered().contains(name);
          } catch (IOException beingWritten) {
            return false;
          }
        },
        () -> name + " is not remembered");
  }

  /// Plays a session in which the server crashes and is reloaded; everything in it has one name.
  ///
  /// @return the session's name for the server
  private String session(List<String> command, String... options) {
    RawClient client =
        bench
            .start(Bench.pitstopArgv(command, options), bench.environment(), bench.workDir())
            .drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    String reload = client.call("recompile").text();
    String crash = client.call("crash", "{'mode':'throw'}").notice();
    Await.until(() -> client.stderr().contains(" exit "), client::story);
    String status = client.call("server_status").text();
    client.finish();
    String name = between(client.stderr(), " spawn server=", " ");
    assertThat(between(reload, "erver `", "`")).as(reload).isEqualTo(name);
    assertThat(between(crash, "erver `", "`")).as(crash).isEqualTo(name);
    assertThat(status).contains("`" + name + "`");
    for (String line : client.stderr().lines().toList()) {
      if (line.contains(" server=")) {
        assertThat(between(line, " server=", " ")).as(line).isEqualTo(name);
      } else {
        assertThat(line).startsWith(line.startsWith("[") ? "[" + name + " " : "2");
      }
      assertThat(line).contains("session=" + client.pid());
    }
    return name;
  }

  private static String between(String text, String before, String after) {
    int from = text.indexOf(before) + before.length();
    int to = text.indexOf(after, from);
    return text.substring(from, to < 0 ? text.length() : to);
  }

  @Test
  @DisplayName("First the folder; from the second session on what the server calls itself")
  void folder() throws IOException {
    List<String> command = command(project("dist/index.mjs"), "--name", "@org/weather");
    assertThat(session(command)).isEqualTo("folder");
    awaitRemembered("@org/weather");
    assertThat(session(command)).isEqualTo("weather");
    assertThat(session(command, "--name", "mine")).isEqualTo("mine");
    assertThat(session(command)).isEqualTo("weather");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pitstop.log", "given.log"})
  @DisplayName("Two sessions at once that share a log file are told apart in each line")
  void twoSessions(String file) throws IOException {
    boolean usual = file.equals("pitstop.log");
    Path log = bench.dir().resolve(usual ? "state/pitstop" : "state").resolve(file);
    String[] options = usual ? new String[0] : new String[] {"--log-file", log.toString()};
    List<String> command = bench.scripted().argv();
    RawClient one = bench.pitstop(command, options).drainStderr();
    RawClient two = bench.pitstop(command, options).drainStderr();
    for (RawClient client : List.of(one, two)) {
      client.handshake();
      client.call("recompile");
    }
    one.finish();
    two.finish();
    for (RawClient client : List.of(one, two)) {
      String session = " session=" + client.pid() + " ";
      List<String> own = Files.readAllLines(log).stream().filter(l -> l.contains(session)).toList();
      assertThat(own.stream().filter(l -> l.contains(session + "spawn server="))).hasSize(2);
      assertThat(own.stream().filter(l -> l.contains(session + "client-ended"))).hasSize(1);
      assertThat(client.stderr().lines()).containsAll(own);
    }
    assertThat(Files.readAllLines(log))
        .allMatch(l ->
            l.matches("\\S+ [A-Z]+ +session=(" + one.pid() + "|" + two.pid() + ") [a-z-]+( .*)?"));
  }
}
