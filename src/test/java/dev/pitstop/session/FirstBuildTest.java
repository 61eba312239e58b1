package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A server with a build command whose program is not there yet.
@DisplayName("never built")
class FirstBuildTest {
  private static final Setup NODE = Setup.PLAIN.building().running("node", "dist/index.js");
  private static final String ERROR = "src/x.ts(1,1): error TS1: no";

  @TempDir Path root;

  private SessionDriver session(Setup setup) {
    SessionDriver d = new SessionDriver(setup.watching(), root);
    d.start();
    return d;
  }

  /// The client has begun, and the first build runs.
  private static FakeBuilder.FakeBuild begun(SessionDriver d) {
    d.initialize();
    return d.builder.next();
  }

  private static String instructions(SessionDriver d) {
    return Json.text(d.result("\"init\""), "instructions");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "node dist/index.js",
        "node dist/index.js in stop-first order",
        "java -jar target/app.jar",
        "target/release/x --flag",
        "./bin/server",
        "java -cp target/classes Main"
      })
  @DisplayName("it is built at the start; then it is started, and handshake and list are its own")
  void builds(String command) {
    Setup setup = Setup.PLAIN.building().running(command.split(" ", -1));
    try (SessionDriver d = session(command.contains("stop-first") ? setup.stopFirst() : setup)) {
      FakeBuilder.FakeBuild build = begun(d);
      d.sync(); // nothing is started, and nothing answered
      assertThat(d.spawner.noMore()).isTrue();
      build.succeed();
      FakeServer s = d.spawned();
      s.greet();
      assertThat(d.result("\"init\"").toString()).contains("\"fake\"");
      d.initialized(s, "a");
      d.servedBy(s, "1", "a", "done");
    }
  }

  @Test
  @DisplayName("the handshake and a list wait no longer than for a slow start; the call waits")
  void slow() {
    try (SessionDriver d = session(NODE)) {
      FakeBuilder.FakeBuild build = begun(d);
      d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
      d.awaitTimerAndAdvance(SessionDriver.LONGER_MILLIS);
      assertThat(instructions(d)).doesNotContain("not running");
      d.notify("notifications/initialized", "{}");
      d.request("1", "tools/list", "{}");
      d.awaitTimerAndAdvance(SessionDriver.HANDSHAKE_MILLIS);
      assertThat(Json.names(Json.at(d.result("1"), "tools"))).startsWith("recompile");
      d.call("2", "a");
      build.succeed();
      FakeServer s = d.spawned().comeUp("a");
      d.notified("notifications/tools/list_changed");
      s.text(s.expectCall("a"), "done");
      assertThat(d.text("2")).endsWith("done");
    }
  }

  @Test
  @DisplayName(
      "a build that fails: nothing is started, calls get the compiler's lines, until one works")
  void fails() {
    try (SessionDriver d = session(NODE)) {
      d.initialize();
      d.call("1", "a");
      FakeBuilder.FakeBuild build = d.builder.next();
      d.sync();
      build.fail(ERROR);
      assertThat(d.text("1"))
          .contains("Its build failed", ERROR, "`recompile` rebuilds and starts the server");
      assertThat(instructions(d)).contains("The server is not running now: its build failed.");
      d.notify("notifications/initialized", "{}");
      assertThat(Json.names(Json.at(d.requestForResult("0", "tools/list", "{}"), "tools")))
          .startsWith("recompile");
      assertThat(d.callForText("2", "a")).contains(ERROR);
      assertThat(d.callForText("3", "server_status")).contains("Last build: failed", ERROR);
      d.building("4").fail("src/y.ts(2,2): error TS2: no");
      assertThat(d.text("4")).contains("error TS2");
      assertThat(d.callForText("5", "a")).contains("error TS2").doesNotContain("TS1");
      d.building("6").succeed();
      FakeServer s = d.spawned().handshake();
      s.list("a");
      d.notified("notifications/tools/list_changed");
      d.letPass();
      assertThat(d.text("6")).contains("Built server", "spawn #1", "+ tool `a`");
      d.servedBy(s, "7", "a", "done");
    }
  }

  @Test
  @DisplayName("stop_server ends it; the next call starts the server")
  void stopped() {
    try (SessionDriver d = session(NODE)) {
      FakeBuilder.FakeBuild build = begun(d);
      d.call("1", "stop_server");
      String answers = d.line() + d.line(); // to initialize and to the call, in either order
      assertThat(answers).contains("was not running", "\"id\":\"init\"");
      assertThat(build.cancelled()).isTrue();
    }
  }

  @Test
  @DisplayName("what is there is started at once, and without a build command nothing is built")
  void notDue() {
    new Project(root).file("dist/index.js", "", 0);
    try (SessionDriver d = session(NODE)) {
      d.connect("a");
    }
    try (SessionDriver d = session(Setup.PLAIN.running("node", "dist/none.js"))) {
      d.connect("a");
    }
  }
}
