package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The commands of a second terminal beside real sessions, with one server and with many.
@DisplayName("a second terminal")
class SecondTerminalTest {
  @RegisterExtension final ManyBench many = new ManyBench();

  private Ended run(String... words) {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(List.of(words));
    return Ended.of(argv, many.bench().environment(), many.bench().workDir());
  }

  /// What a command prints that must succeed.
  private String out(String... words) {
    Ended ended = run(words);
    assertThat(ended.code()).as(ended.toString()).isZero();
    return ended.out();
  }

  private static List<JsonObject> objects(String lines) {
    return lines.lines().map(Json::object).toList();
  }

  private JsonObject server(String name) {
    return Hub.objects(objects(out("ps", "--json")).getFirst().getAsJsonArray("servers")).stream()
        .filter(s -> s.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no server " + name));
  }

  private String state(String name) {
    return server(name).get("state").getAsString();
  }

  /// A session listens a moment after its first answer.
  private void awaitSessions(int n) {
    Path sockets = many.bench().dir().resolve("run/pitstop");
    Await.until(
        () ->
            SocketReader.all(sockets).stream().filter(s -> s.toString().endsWith(".sock")).count()
                == n,
        () -> "not so many sessions: " + n);
  }

  @Test
  @DisplayName("One server: ps, calls, logs; a broken build; stop and start; the end")
  void one() throws IOException {
    FixtureServer server = many.server("solo", "{'tools':['who','echo']}");
    RawClient client =
        many.bench()
            .pitstop(server.argv(), "--name", "solo", "--build", "sh build.sh")
            .drainStderr();
    Files.writeString(many.bench().workDir().resolve("build.sh"), "exit 0\n");
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    client.call("echo", "{'text':'hello there'}");
    awaitSessions(1);
    assertThat(out("ps"))
        .contains("session " + client.pid() + ": raw-client 1.0.0")
        .contains("in " + many.bench().workDir())
        .contains("solo: running, spawn #1, pid " + server.pid());

    assertThat(out("calls", "tool:echo").lines().toList())
        .hasSize(2)
        .last()
        .asString()
        .contains("ok");
    JsonObject call = objects(out("calls", "tool:echo", "--json")).getFirst();
    String number = call.get("call").getAsString();
    assertThat(call.getAsJsonObject("answer").get("server").getAsString()).isEqualTo("solo");
    assertThat(out("calls", number))
        .startsWith("call " + number + ": tools/call echo")
        .contains("\"text\": \"hello there\"");
    assertThat(out("calls", "tool:who").lines()).hasSize(1);

    assertThat(out("reload")).startsWith("[pitstop] Rebuilt server `solo`");
    Files.writeString(
        many.bench().workDir().resolve("build.sh"), "echo no such thing >&2; exit 3\n");
    Ended failed = run("reload", "solo");
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.out())
        .startsWith("[pitstop] The build of server `solo` failed")
        .contains("no such thing");
    assertThat(server("solo").getAsJsonObject("lastReload").get("outcome").getAsString())
        .isEqualTo("build_failed");
    assertThat(out("logs"))
        .contains("build failed after ", "no such thing", "reload: the build failed");

    assertThat(out("stop")).startsWith("[pitstop] Stopped server `solo`");
    assertThat(state("solo")).isEqualTo("stopped");
    Files.writeString(many.bench().workDir().resolve("build.sh"), "echo ok\n");
    assertThat(out("reload")).startsWith("[pitstop] ");
    assertThat(state("solo")).isEqualTo("running");
    assertThat(run("reload", "sola").err()).contains("did you mean `solo`?");

    client.finish();
    assertThat(out("ps")).isEqualTo("No session runs.\n");
    Ended past = run("calls", "tool:echo", "--json");
    assertThat(past.code()).isZero();
    assertThat(past.err().replaceAll("\\s+", " "))
        .contains("this is the journal of session " + client.pid());
    assertThat(objects(past.out()).getFirst()).isEqualTo(call);
    assertThat(run("reload").code()).isEqualTo(1);
  }

  @Test
  @DisplayName("logs -f goes on until the session ends, and says that it has")
  void follow() throws Exception {
    RawClient client = session("x");
    awaitSessions(1);
    Process logs = command("logs", "-f");
    try (BufferedReader lines = logs.inputReader()) {
      assertThat(lines.readLine()).contains(" x #1");
      client.finish();
      assertThat(lines.lines()).last().asString().contains("state: draining → stopped");
      assertThat(logs.waitFor()).isZero();
      assertThat(new String(logs.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("pitstop: session " + client.pid() + " has ended\n");
    } finally {
      logs.destroyForcibly();
    }
  }

  @Test
  @DisplayName("Many servers: `call` lists the tools that the configuration lets in")
  void callsOfMany() {
    FixtureServer server = many.server("files", "{'tools':['who','echo']}");
    many.save(Map.of("files", server.entry("{'tools':['who']}")));
    Hub hub = many.hub();
    hub.who("files");
    awaitSessions(1);
    assertThat(out("call").lines()).singleElement().asString().startsWith("files__who");
    hub.client().finish();
  }

  private Process command(String... words) throws IOException {
    List<String> argv = new ArrayList<>(List.of(Bench.launcher().toString()));
    argv.addAll(List.of(words));
    ProcessBuilder command = new ProcessBuilder(argv).directory(many.bench().workDir().toFile());
    command.environment().putAll(many.bench().environment());
    return command.start();
  }

  private RawClient session(String name) {
    FixtureServer server = many.server(name, "{'tools':['who']}");
    RawClient client = many.bench().pitstop(server.argv(), "--name", name).drainStderr().greeted();
    client.result(client.request("tools/list", "{}"));
    client.call("who");
    return client;
  }
}
