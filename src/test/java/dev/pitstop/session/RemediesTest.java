package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.session.SessionDriver.Setup;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// U4: texts that name the remedy: a build for a crash at the start, room for what is held.
class RemediesTest {
  /// The server crashes at its start, with these words, and call 1 is told so.
  private static String crashAtStart(SessionDriver d, String words) {
    d.initialize();
    FakeServer first = d.spawned();
    first.expect("initialize");
    first.child().complain(words);
    first.child().exit(1);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.call("1", "a");
    FakeServer second = d.spawned();
    second.expect("initialize");
    second.child().complain(words);
    second.child().exit(1);
    return d.text("1");
  }

  @Test
  @DisplayName("row 8: a crash at the start names `recompile` where there is a build")
  void builds() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      assertThat(crashAtStart(d, "Error: Cannot find module './dist/server.js'"))
          .contains("Cannot find module")
          .contains(
              "The next call starts it again; `recompile` builds it and"
                  + " starts it. More: `server_stderr`");
    }
  }

  @Test
  @DisplayName("row 8: not where there is none, nor where the tool is not offered")
  void buildsNothing() {
    try (SessionDriver d = new SessionDriver()) {
      assertThat(crashAtStart(d, "no")).contains("The next call starts it again. More:");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().offering("server_stderr"))) {
      assertThat(crashAtStart(d, "no"))
          .endsWith("The next call starts it again. More: `server_stderr`.");
    }
  }

  @Test
  @DisplayName("row 8: in report mode, and when the process could not be started at all")
  void otherStarts() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().reporting())) {
      d.crash(d.connect("a"), 1);
      d.notified("notifications/tools/list_changed");
      d.call("1", "a");
      assertThat(d.text("1")).contains("`recompile` starts it again, after a build. More:");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      d.spawner.refuse("Cannot start `fake-server`: no such program");
      d.initialize();
      d.result("\"init\"");
      d.notify("notifications/initialized", "{}");
      d.spawner.refuse("Cannot start `fake-server`: no such program");
      d.call("1", "a");
      assertThat(d.text("1"))
          .contains(
              "`recompile` builds and starts it when the cause is fixed; the next call tries once more."
                  + " More: `server_stderr`.");
    }
  }

  @ParameterizedTest
  @DisplayName("row 9: a build that cannot have what something holds says how to make room")
  @ValueSource(
      strings = {
        "cp: cannot create regular file 'srv': Text file busy",
        "go: writing to ./weather: open ./weather: text file busy",
        "Error: listen EADDRINUSE: address already in use :::3000",
        "sqlite3.OperationalError: database is locked",
        "error MSB3021: cannot access the file because it is being used by another process.",
        "LINK : fatal error LNK1104: cannot open file 'weather.exe'"
      })
  void held(String complaint) {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      d.connect("a");
      d.call("1", "recompile");
      d.builder.next().fail("1 error:\n" + complaint);
      assertThat(d.text("1"))
          .contains("The old one still serves")
          .containsPattern(
              "\nA process that runs holds what the build needs \\(`.*`\\): call `stop_server`"
                  + " first, which also ends other processes of its executable, then `recompile`; or run Pitstop with"
                  + " `--order stop-first`, which stops the server before each reload.\n1 error:")
          .endsWith(complaint);
    }
  }

  @Test
  @DisplayName("row 9: other failures get no such advice, and stop-first is not told what it does")
  void notHeld() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      d.connect("a");
      d.call("1", "recompile");
      d.builder.next().fail("1 error:\na.c:1: error: x");
      assertThat(d.text("1")).doesNotContain("stop-first").doesNotContain("stop_server");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().stopFirst())) {
      d.connect("a").child();
      d.call("1", "recompile");
      d.builder.next().fail("Text file busy");
      assertThat(d.text("1"))
          .contains("`Text file busy`): call `stop_server` first")
          .doesNotContain("--order");
    }
  }

  @Test
  @DisplayName("row 9: a server that cannot have its port at its start says the same")
  void atTheStart() {
    try (SessionDriver d = new SessionDriver()) {
      assertThat(crashAtStart(d, "OSError: [Errno 98] Address already in use"))
          .contains(
              "\nAnother process holds what it needs (`Address already in use`): call `stop_server`"
                  + " first, which also ends other processes of its executable, then `recompile`; or");
    }
  }
}
