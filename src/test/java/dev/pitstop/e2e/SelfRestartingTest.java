package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Commands that restart the server by themselves: Node's own watch mode; npm; a program that says
/// and does what nodemon 3.1 does.
@DisplayName("U7: commands that restart the server by themselves")
@Tag("all")
class SelfRestartingTest {
  private static final String NODEMON =
      """
      #!/usr/bin/env node
      const { spawn } = require('node:child_process');
      console.log('\\x1b[33m[nodemon] 3.1.14\\x1b[39m');
      console.log('\\x1b[33m[nodemon] to restart at any time, enter `rs`\\x1b[39m');
      console.log('\\x1b[32m[nodemon] starting `node`\\x1b[39m');
      const server = spawn('node', process.argv.slice(2), { stdio: 'inherit' });
      server.on('exit', (code) => console.log(code
        ? '\\x1b[31m[nodemon] app crashed - waiting for file changes before starting...\\x1b[39m'
        : '\\x1b[32m[nodemon] clean exit - waiting for changes before restart\\x1b[39m'));
      setInterval(() => {}, 1000000);
      """;

  @RegisterExtension final Bench bench = new Bench();

  private RawClient connected(List<String> command, String... options) {
    RawClient client = bench.pitstop(command, options).drainStderr();
    client.handshake();
    return client;
  }

  private static List<String> behind(List<String> command, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(command.subList(1, command.size())); // without `node`
    return all;
  }

  /// The command is looked at on a thread of its own: on a busy machine, after the first call.
  private static void awaitLook(RawClient client) {
    Await.until("the look at the command", () -> client.stderr().contains("watcher"));
  }

  /// The first result has the notice; a crash is answered, with the stack and the proposal.
  private static void tellsAndAnswers(RawClient client, String watcher, String line) {
    awaitLook(client);
    ToolResult first = client.call("echo", "{'text':'hello'}");
    assertThat(first.notice()).contains("starts `" + watcher + "`", line);
    assertThat(first.lastText()).isEqualTo("hello");
    ToolResult crash = client.call("crash", "{'mode':'throw'}");
    assertThat(crash.isError()).isTrue();
    assertThat(crash.notice())
        .contains("exited under `", "which restarts it only when a file changes")
        .contains("Error: boom in the scripted server", line);
    assertThat(client.call("echo", "{'text':'again'}").lastText()).isEqualTo("again");
  }

  @Test
  @DisplayName("node --watch: the first notice and the crash text propose the line without it")
  void node() {
    FixtureServer server = bench.scripted();
    RawClient client =
        connected(
            behind(server.argv(), "node", "--watch"), "--name", "weather", "--order", "stop-first");
    tellsAndAnswers(client, "node --watch", "pitstop --name weather --order stop-first --watch '");
    assertThat(client.stderr()).contains("watcher", "node --watch");
  }

  @Test
  @DisplayName("nodemon, by its command")
  void nodemon() throws IOException {
    FixtureServer server = bench.scripted();
    Path nodemon = program(bench.workDir().resolve("nodemon"));
    RawClient client = connected(behind(server.argv(), nodemon.toString()));
    tellsAndAnswers(client, "nodemon", " -- node " + server.argv().get(1));
  }

  @Test
  @DisplayName("nodemon, by its first words, where the command does not show it")
  void words() throws IOException {
    FixtureServer server = bench.scripted();
    Path other = program(bench.workDir().resolve("serve"));
    RawClient client = connected(behind(server.argv(), other.toString()));
    ToolResult first = client.call("echo", "{'text':'hello'}");
    assertThat(first.notice())
        .contains("runs under `nodemon`", "pitstop --build 'BUILD' --watch 'src/**' -- COMMAND");
  }

  @Test
  @DisplayName("npm run dev, whose script starts one")
  void npm() throws IOException {
    FixtureServer server = bench.scripted();
    String script = String.join(" ", behind(server.argv(), "node", "--watch"));
    Files.writeString(
        bench.workDir().resolve("package.json"),
        "{\"name\":\"weather\",\"version\":\"1.0.0\",\"scripts\":{\"dev\":\"" + script + "\"}}");
    RawClient client = connected(List.of("npm", "run", "dev"));
    awaitLook(client);
    ToolResult first = client.call("echo", "{'text':'hello'}");
    assertThat(first.notice())
        .contains(
            "starts `node --watch` (script `dev` of package.json)",
            " -- node " + server.argv().get(1));
    assertThat(first.lastText()).isEqualTo("hello");
  }

  private static Path program(Path file) throws IOException {
    Files.writeString(file, NODEMON);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file;
  }
}
