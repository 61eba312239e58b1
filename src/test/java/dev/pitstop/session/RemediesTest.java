package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pitstop.process.PortUse;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that name the remedy: a build for a crash at the start, room for what is held.
@ExtendWith(Sessions.class)
class RemediesTest {
  /// The server crashes at its start, with these words, and call 1 is told so.
  private static String crashAtStart(SessionDriver d, String words) {
    d.initialize();
    crash(d.spawned(), words);
    d.result("\"init\"");
    d.notify("notifications/initialized", "{}");
    d.call("1", "a");
    crash(d.spawned(), words);
    return d.text("1");
  }

  private static void crash(FakeServer starting, String words) {
    starting.expect("initialize");
    starting.child().complain(words);
    starting.child().exit(1);
  }

  @Test
  @DisplayName("a crash at the start names `recompile` where there is a build")
  void builds(@Builds SessionDriver d) {
    assertThat(crashAtStart(d, "Error: Cannot find module './dist/server.js'"))
        .contains("Cannot find module")
        .contains(
            "The next call restarts the server; `recompile` rebuilds and"
                + " restarts it. Details: `server_stderr`");
  }

  @Test
  @DisplayName("not where there is none, nor where the tool is not offered")
  void buildsNothing() {
    try (SessionDriver d = new SessionDriver()) {
      assertThat(crashAtStart(d, "no")).contains("The next call restarts the server. Details:");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().offering("server_stderr"))) {
      assertThat(crashAtStart(d, "no"))
          .endsWith("The next call restarts the server. Details: `server_stderr`.");
    }
  }

  @Test
  @DisplayName("in report mode, and when the process could not be started at all")
  void otherStarts() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().reporting())) {
      d.crash(d.connect("a"), 1);
      d.notified("notifications/tools/list_changed");
      assertThat(d.callForText("1", "a")).endsWith("`recompile` rebuilds and restarts the server.");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      d.spawner.refuse("no such program");
      d.initialize();
      d.result("\"init\"");
      d.notify("notifications/initialized", "{}");
      d.spawner.refuse("no such program");
      assertThat(d.callForText("1", "a"))
          .contains(
              "Once the cause is fixed, `recompile` rebuilds and starts the"
                  + " server; the next call tries again.");
    }
  }

  @ParameterizedTest
  @DisplayName("a build that cannot have what something holds says how to make room")
  @ValueSource(
      strings = {
        "cp: cannot create regular file 'srv': Text file busy",
        "go: writing to ./weather: open ./weather: text file busy",
        "Error: listen EADDRINUSE: address already in use :::3000",
        "sqlite3.OperationalError: database is locked",
        "error MSB3021: cannot access the file because it is being used by another process.",
        "LINK : fatal error LNK1104: cannot open file 'weather.exe'"
      })
  void held(String complaint, @Serving("a") @Builds SessionDriver d) {
    d.building("1").fail("1 error:\n" + complaint);
    assertThat(d.text("1"))
        .contains("The old server keeps running")
        .containsPattern(
            "\nA running process holds what the build needs \\(`.*`\\)\\."
                + " If that is the server, `stop_server` stops it\\. `--order"
                + " stop-first` stops the server before each build\\.\n1 error:")
        .endsWith(complaint);
  }

  @Test
  @DisplayName("other failures get no such advice, and stop-first is not told what it does")
  void notHeld() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building())) {
      d.connect("a");
      d.building("1").fail("1 error:\na.c:1: error: x");
      assertThat(d.text("1")).doesNotContain("stop-first").doesNotContain("stop_server");
    }
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().stopFirst())) {
      d.connect("a").child();
      d.building("1").fail("Text file busy");
      assertThat(d.text("1")).contains("(`Text file busy`).").doesNotContain("--order");
    }
  }

  @Test
  @DisplayName("a program of the server's directory may run elsewhere: `stop_server` fits")
  void ownProgram() {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.building().running("./weather"))) {
      d.connect("a");
      d.building("1").fail("Text file busy");
      assertThat(d.text("1"))
          .contains(" `stop_server` stops the server and other processes of its executable.");
    }
  }

  @ParameterizedTest
  @DisplayName("at a first start nothing is advised that would not help")
  @ValueSource(strings = {"fake-server", "node", "/usr/bin/python3"})
  void atTheStart(String program) {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.running(program, "x.py"))) {
      assertThat(crashAtStart(d, "OSError: [Errno 98] Address already in use"))
          .contains("\nAnother process holds what the server needs (`Address already in use`).\n")
          .doesNotContain("stop_server", "stop-first");
    }
  }

  private static PortUse.Held held(long pid, boolean same, Optional<PortUse.Parent> parent) {
    return new PortUse.Held(3000, pid, "node x.js", Set.of(pid, 7L), same, parent);
  }

  private static final Optional<PortUse.Parent> PARENT =
      Optional.of(new PortUse.Parent(99, "claude"));

  static Stream<Arguments> holders() {
    return Stream.of(
        arguments(new PortUse.Free(3000), "is free now.\n"),
        arguments(
            new PortUse.Hidden(3000),
            "is held by a process of another user or container, which Pitstop cannot see.\n"),
        arguments(
            held(12, false, PARENT),
            "is held by pid 12 (`node x.js`), which is not a process of this"
                + " server, started by pid 99 (`claude`).\n"),
        arguments(
            held(12, true, PARENT),
            "is held by pid 12 (`node x.js`), which runs the same command, started by pid 99"
                + " (`claude`): it may serve another session.\n"),
        arguments(
            held(12, true, Optional.empty()),
            "is held by pid 12 (`node x.js`), which runs the same"
                + " command and whose parent has exited. `kill 12` ends it.\n"));
  }

  @ParameterizedTest
  @MethodSource("holders")
  @DisplayName("whoever has the port is named, and what fits is said")
  void port(PortUse use, String words) {
    try (SessionDriver d = new SessionDriver(Setup.PLAIN.running("node", "x.js"))) {
      d.spawner.holds(use);
      assertThat(crashAtStart(d, "Error: listen EADDRINUSE: address already in use :::3000"))
          .contains("\nPort 3000 " + words)
          .doesNotContain("Another process", "stop_server", "stop-first");
    }
  }

  @Test
  @DisplayName("a failed reload says that the old run of the server has the port")
  void portOfTheOldOne(SessionDriver d, @Serving("a") FakeServer old) {
    d.spawner.holds(held(old.pid(), true, PARENT));
    FakeServer next = d.recompiling("1");
    next.expect("initialize");
    next.dies(1, "it wants another port than 3000, which EADDRINUSE");
    old.child().awaitStop(); // it is tried once more in its place
    old.child().exit(0);
    FakeServer second = d.spawned();
    second.expect("initialize");
    second.child().complain("EADDRINUSE");
    d.spawner.holds(held(12, false, Optional.empty()));
    second.child().exit(1);
    assertThat(d.text("1"))
        .contains(
            "\nPort 3000 is held by pid 12 (`node x.js`), which is not a"
                + " process of this server.\n");
  }

  @Test
  @DisplayName("a build that cannot have a port names its holder, the server's own run too")
  void portOfABuild(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    d.building("1").fail("EADDRINUSE", held(s.pid(), true, PARENT));
    assertThat(d.text("1"))
        .contains(
            "\nPort 3000 is held by pid "
                + s.pid()
                + " (`node x.js`), which is spawn #1 of this server. `--order"
                + " stop-first` stops the old server before each reload.");
  }

  @Test
  @DisplayName("a failed start says where it was tried")
  void directory(SessionDriver d) {
    String directory = "/nonexistent";
    assertThat(crashAtStart(d, "no"))
        .contains("\nCommand: fake-server --x\nDirectory: " + directory + "\n");
    FakeServer s = d.recompiling("2");
    s.expect("initialize");
    s.child().exit(1);
    assertThat(d.text("2")).contains("did not start").contains("\nDirectory: " + directory + "\n");
  }
}
