package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
@DisplayName("O1, O2: names of servers and sessions")
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

  /// Where programs of a test are found before others.
  private Path programs() {
    return bench.dir().resolve("bin");
  }

  private Map<String, String> environment() {
    Map<String, String> all = bench.environment();
    all.compute("PATH", (name, path) -> programs() + File.pathSeparator + path);
    return all;
  }

  private Path cache() {
    return bench.dir().resolve("cache/pitstop");
  }

  private List<String> remembered() throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(cache())) {
      try (Stream<Path> files = Files.list(cache())) {
        for (Path file : files.filter(f -> f.toString().endsWith(".name")).toList()) {
          names.add(Files.readString(file));
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
            .start(Bench.pitstopArgv(command, options), environment(), bench.workDir())
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
    awaitRemembered("weather");
    assertThat(session(command)).isEqualTo("weather");
    assertThat(session(command, "--name", "mine")).isEqualTo("mine");
    assertThat(session(command)).isEqualTo("weather");
  }

  @Test
  @DisplayName("First the name in package.json; a name that any server could have changes nothing")
  void manifest() throws IOException {
    Path server = project("dist/server.mjs");
    Files.writeString(
        bench.workDir().resolve("folder/package.json"), "{\"name\":\"@org/forecast\"}");
    List<String> command = command(server, "--name", "My MCP Server");
    assertThat(session(command)).isEqualTo("forecast");
    assertThat(session(command)).isEqualTo("forecast");
    assertThat(remembered()).isEmpty();
  }

  @Test
  @DisplayName("What the server calls itself counts more than the word of its command")
  void word() throws IOException {
    List<String> command = command(project("forecast.mjs"), "--name", "We`ather \"2\"");
    assertThat(session(command)).isEqualTo("forecast");
    awaitRemembered("We-ather-2");
    assertThat(session(command)).isEqualTo("We-ather-2");
  }

  @Test
  @DisplayName("A server that calls itself otherwise has its new name in the session after")
  void changed() throws IOException {
    Path server = project("index.mjs");
    Path name = bench.workDir().resolve("name");
    Files.writeString(
        server,
        "import { readFileSync } from 'node:fs';\n"
            + "process.argv.push('--name', readFileSync('"
            + name
            + "', 'utf8'));\n"
            + "await import('"
            + FixtureServer.file("in-node.mjs")
            + "');\n");
    List<String> command = command(server);
    Files.writeString(name, "weather");
    assertThat(session(command)).isEqualTo("folder");
    awaitRemembered("weather");
    Files.writeString(name, "forecast");
    assertThat(session(command)).as("for the whole session").isEqualTo("weather");
    awaitRemembered("forecast");
    assertThat(session(command)).isEqualTo("forecast");
  }

  @Test
  @DisplayName("`pitstop doctor` uses the same name, and `npm start` is another server elsewhere")
  void doctorAndDirectories() throws IOException, InterruptedException {
    Path server = project("index.mjs");
    String words = String.join(" ", command(server, "--name", "weather"));
    for (String folder : List.of("one", "two")) {
      Files.writeString(
          Files.createDirectories(bench.workDir().resolve(folder)).resolve("package.json"),
          "{\"scripts\":{\"start\":\"" + words + "\"}}");
    }
    // The real one takes a second for each of the many starts, to start the same.
    Path npm = Files.createDirectories(programs()).resolve("npm");
    Files.writeString(npm, "#!/bin/sh\nexec " + words + "\n");
    assertThat(npm.toFile().setExecutable(true)).isTrue();
    List<String> command = List.of("npm", "start");
    String one = bench.workDir().resolve("one").toString();
    assertThat(session(command, "--cwd", one)).isEqualTo("one");
    awaitRemembered("weather");
    assertThat(session(command, "--cwd", one)).isEqualTo("weather");
    String two = bench.workDir().resolve("two").toString();
    assertThat(doctor("--cwd", two, "--", "npm", "start")).startsWith("two");
    assertThat(doctor("--cwd", one, "--", "npm", "start")).startsWith("weather");
    assertThat(doctor("--name", "mine", "--cwd", one, "--", "npm", "start")).startsWith("mine");
  }

  private String doctor(String... words) throws IOException, InterruptedException {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString(), "doctor"));
    argv.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(argv).directory(bench.workDir().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    Process doctor = builder.start();
    doctor.getOutputStream().close();
    String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    doctor.waitFor();
    return said;
  }

  @Test
  @DisplayName("A daemon is named after its URL, then after what it calls itself")
  void daemon() throws Exception {
    try (HttpDaemonProcess daemon = HttpDaemonProcess.scripted(bench)) {
      daemon.start();
      String first = daemonSession(daemon);
      assertThat(first).startsWith("127.0.0.1-").endsWith("-" + daemon.url().getPort());
      Await.until(
          () -> {
            try {
              return !remembered().isEmpty();
            } catch (IOException beingWritten) {
              return false;
            }
          },
          () -> "nothing is remembered");
      assertThat(daemonSession(daemon)).isEqualTo(remembered().getFirst()).isNotEqualTo(first);
    }
  }

  private String daemonSession(HttpDaemonProcess daemon) {
    RawClient client =
        bench
            .start(
                List.of(Bench.launcher().toString(), daemon.url().toString()),
                RawClient.Peer.PITSTOP)
            .drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    Await.until(() -> client.stderr().contains(" ready server="), client::story);
    String status = client.call("server_status").text();
    client.finish();
    String name = between(client.stderr(), " ready server=", " ");
    assertThat(status).contains("`" + name + "`");
    return name;
  }

  @Test
  @DisplayName("A command-line program is named after its file in each session")
  void program() {
    ToolProgram tool = bench.tool("greeter");
    for (int i = 0; i < 2; i++) {
      RawClient client =
          bench.cli(tool, i == 0 ? "--name" : "--log-level", i == 0 ? "mine" : "info");
      client.drainStderr().handshake();
      client.result(client.request("tools/list", "{}"));
      assertThat(client.call("server_status").text()).contains(i == 0 ? "`mine`" : "`tool`");
      client.finish();
    }
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
