package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.harness.Await;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("what is said of a daemon that is away or refuses, and of what was done to it")
class HttpWordsTest {
  private static final String[] TOOLS = {"echo", "count", "slow"};
  private static final String MODERN =
      "'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientInfo':{'name':'t','version':'1'},"
          + "'io.modelcontextprotocol/clientCapabilities':{}}";
  private int calls;

  /// The text of one of our own tools.
  private String own(HttpDriver d, String tool) {
    String id = "\"own " + ++calls + "\"";
    d.request(id, "tools/call", "{'name':'" + tool + "','arguments':{}}");
    return d.text(id);
  }

  private static String instructions(HttpDriver d) {
    return Json.text(Json.at(d.answer("\"init\""), "result"), "instructions");
  }

  private static String description(JsonObject answer, String tool) {
    for (JsonElement t : Json.at(answer, "result", "tools").getAsJsonArray()) {
      if (Json.text(t, "name").equals(tool)) {
        return Json.text(t, "description");
      }
    }
    throw new AssertionError(tool + " is not in " + answer);
  }

  private static HttpDriver connected(HttpDriver.Commands commands) throws InterruptedException {
    HttpDriver d = new HttpDriver(ScriptedDaemon.started(Setup.legacy()), commands);
    d.connect(TOOLS);
    d.daemon.awaitListening(1);
    return d;
  }

  @Test
  @DisplayName("Nobody listens: server_status says why, how often and for how long it was tried")
  void away() throws InterruptedException {
    try (HttpDriver d = connected(HttpDriver.Commands.NONE)) {
      d.daemon.stop(Cut.CLOSE);
      Await.until(
          "three tries", () -> own(d, "server_status").matches("(?s).*, ([3-9]|1\\d) tries in .*"));
      assertThat(own(d, "server_status"))
          .contains("Server `daemon`: unreachable: connection refused, ")
          .doesNotContain("starting", "could not be started");
      assertThat(own(d, "recompile")).contains("is unreachable at " + d.daemon.url());
      assertThat(own(d, "server_status"))
          .contains("unreachable: connection refused, ")
          .doesNotContain("Last failure");
      assertThat(d.remarks()).noneMatch(r -> r.contains("closed before"));
      d.daemon.start(Setup.legacy());
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("hi k");
      assertThat(own(d, "server_status")).contains("running").doesNotContain("unreachable");
    }
  }

  @Test
  @DisplayName("A build alone is told as a build; a daemon that stays away does not make it wait")
  void buildOnly() throws InterruptedException {
    try (HttpDriver d = connected(HttpDriver.Commands.BUILD)) {
      assertThat(instructions(d)).contains("`recompile` builds").doesNotContain("restarts");
      d.request("1", "tools/list", "{}");
      assertThat(description(d.answer("1"), "recompile")).contains("does not restart it");
      d.request("2", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().succeed();
      assertThat(d.text("2"))
          .contains("Built (1.2 s) and opened a new session with server `daemon`")
          .contains("did not restart the daemon: no `restart` command is configured")
          .doesNotContain("Rebuilt");
      d.request("3", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.daemon.stop(Cut.CLOSE);
      build.succeed();
      assertThat(d.text("3"))
          .contains("Built (1.2 s). Server `daemon` is unreachable at ")
          .contains("no `start` or `restart` command is configured");
      d.daemon.start(Setup.legacy());
    }
  }

  @Test
  @DisplayName("A restart command is told as one, also when it failed, and waited for")
  void restart() throws InterruptedException {
    try (HttpDriver d = connected(HttpDriver.Commands.RESTART)) {
      assertThat(instructions(d)).contains("`recompile` restarts this server");
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().succeed();
      assertThat(d.text("1"))
          .contains("Ran the restart command (1.2 s) and opened a new session with server `daemon`")
          .doesNotContain("uilt");
      d.request("2", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().failRestart("no such unit");
      assertThat(d.text("2"))
          .contains("The restart command of server `daemon` failed after 800 ms")
          .contains("no such unit")
          .doesNotContain("build");
      assertThat(own(d, "server_status")).contains("Last restart command: failed");
      d.request("3", "tools/call", "{'name':'recompile','arguments':{}}");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.daemon.stop(Cut.CLOSE);
      build.succeed();
      d.awaitState("starting");
      d.waits("3"); // it may need a while
      d.daemon.start(Setup.legacy());
      assertThat(d.text("3")).contains("Ran the restart command");
    }
  }

  @Test
  @DisplayName(
      "A restart that brings nobody, and a start command in vain: told soon, with its words")
  void startInVain(@TempDir Path dir) {
    ScriptedDaemon daemon = ScriptedDaemon.stopped();
    try (HttpDriver d =
        new HttpDriver(
            daemon,
            HttpDriver.Commands.RESTART,
            600_000,
            Optional.of("echo no such database >&2; exit 3"),
            dir.resolve("output"))) {
      d.hello();
      d.awaitState("starting");
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().succeed();
      assertThat(d.text("1"))
          .contains("Ran the restart command (1.2 s). Server `daemon` is unreachable at ")
          .contains("exited with exit code 3", "\n  no such database");
      d.call("2", "echo", "k"); // it goes on to wait
      daemon.start(Setup.legacy());
      assertThat(d.text("2")).contains("hi k");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, 'text/plain', 404 page not found, so the path may be wrong",
    "404, 'text/html', <pre>Cannot POST /mcpp</pre>, so the path may be wrong",
    "401, 'application/json', '{\"error\":\"invalid_token\"}', --bearer-env",
    "403, 'application/json', '{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,\"message\":\"Invalid Host\"}}', : Invalid Host",
    "200, 'text/html', <html>hello</html>, <html>hello",
  })
  @DisplayName("One that refuses every handshake is a failed start, with status and URL")
  void refuses(int status, String type, String body, String shown) {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    daemon.onAny().reply(Answer.text(status, type, body));
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE)) {
      String why = daemon.url() + " answered with HTTP status " + status;
      d.hello();
      assertThat(instructions(d)).contains("There is no session", why, shown);
      d.notify("notifications/initialized", "{}");
      assertThat(own(d, "server_status"))
          .contains("Server `daemon`: no session")
          .contains("Last failure: refused the handshake: " + why);
      Await.until( // it is not counted as a session any more when its end is reported
          "the end of what was refused",
          () -> own(d, "server_status").contains("0 sessions, 0 closed by Pitstop, 0 lost"));
      assertThat(own(d, "recompile"))
          .contains("did not open: it refused the handshake: " + why, shown)
          .doesNotContain("Opened", "Command:");
      d.call("1", "echo", "k");
      assertThat(d.text("1")).contains("was not sent", why);
      daemon.asNormal();
      d.call("2", "echo", "k");
      assertThat(d.text("2")).contains("hi k");
      d.awaitTools(TOOLS);
      assertThat(own(d, "server_status")).contains("1 session, 0 closed by Pitstop, 0 lost");
    }
  }

  @Test
  @DisplayName("A restart command that ran, and a daemon that refuses then: nothing was built")
  void restartThenRefused() throws InterruptedException {
    try (HttpDriver d = connected(HttpDriver.Commands.RESTART)) {
      d.daemon.on("initialize").times(1).reply(Answer.text(404, "text/plain", "Not Found"));
      d.request("1", "tools/call", "{'name':'recompile','arguments':{}}");
      d.builder.next().succeed();
      assertThat(d.text("1"))
          .contains("Ran the restart command (1.2 s), but the new session with server `daemon`")
          .contains("HTTP status 404")
          .doesNotContain("Built", "Rebuilt");
    }
  }

  @Test
  @DisplayName("A client that only speaks the modern era reads that the path is wrong, too")
  void modern() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.modern());
    daemon.onAny().reply(Answer.text(404, "text/plain", "Not Found"));
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE)) {
      d.request("1", "server/discover", "{" + MODERN + "}");
      assertThat(d.answer("1").toString()).contains("HTTP status 404");
      d.request("2", "tools/call", "{'name':'echo','arguments':{}," + MODERN + "}");
      assertThat(d.text("2")).contains("was not sent", "refused the handshake", "status 404");
      assertThat(own(d, "server_status")).contains("Server `daemon`: no session");
      daemon.asNormal();
      d.request("3", "tools/call", "{'name':'echo','arguments':{'text':'hi'}," + MODERN + "}");
      assertThat(d.text("3")).contains("hi");
    }
  }

  @Test
  @DisplayName("A probe of a client that speaks both eras does not hide that the path is wrong")
  void probed() {
    ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy());
    daemon.onAny().reply(Answer.text(404, "text/plain", "Not Found"));
    try (HttpDriver d = new HttpDriver(daemon, HttpDriver.Commands.NONE)) {
      d.request("1", "server/discover", "{" + MODERN + "}");
      assertThat(d.answer("1").toString()).contains("HTTP status 404");
      d.hello();
      assertThat(instructions(d))
          .contains("HTTP status 404 (text/plain), so the path may be wrong");
      assertThat(own(d, "server_status")).contains("Server `daemon`: no session");
    }
  }
}
