package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Source that is newer than what runs, in every text that an agent reads of what runs.
@DisplayName("what runs is not what was saved")
class StaleTest {
  private static final Setup NODE = Setup.PLAIN.running("node", "dist/index.js");
  private static final String OLDER = "dist/index.js is older than src/x.ts (changed ";
  private static final String REMEDY =
      "`recompile` does not build it: no `--build CMD` is configured.";

  @TempDir Path root;

  @RegisterExtension
  final Sessions sessions =
      Sessions.of(usual -> {
        Project.typescript(root);
        return session(usual.running("node", "dist/index.js"));
      });

  private SessionDriver session(Setup setup, String... globs) {
    return new SessionDriver(setup.watching(globs), root);
  }

  private static String recompiled(SessionDriver d, String id) {
    d.call(id, "recompile");
    d.spawned().comeUp("a");
    return d.text(id);
  }

  @Test
  @DisplayName("recompile says what is older than what, and that it does not build it, each time")
  void recompile(@Serving("a") SessionDriver d) {
    assertThat(recompiled(d, "1"))
        .contains("Restarted server `fake`", "\nOut of date: " + OLDER, REMEDY)
        .contains("did not change");
    assertThat(recompiled(d, "2")).contains(OLDER, REMEDY);
  }

  @Test
  @DisplayName("what was built by hand is no longer called old")
  void builtByHand(@Serving("a") SessionDriver d) {
    assertThat(recompiled(d, "1")).contains(OLDER);
    new Project(root).saved("dist/index.js", 70);
    assertThat(recompiled(d, "2")).contains("spawn #3").doesNotContain("Out of date");
  }

  @Test
  @DisplayName("server_status and binary_info say it as soon as it is so")
  void status() {
    Project project = Project.typescript(root).saved("src/x.ts", -60);
    try (SessionDriver d = session(NODE)) {
      d.connect("a");
      assertThat(d.callForText("1", "server_status")).doesNotContain("Out of date");
      project.saved("src/x.ts", 60);
      assertThat(d.callForText("2", "server_status")).contains("\nOut of date: " + OLDER, REMEDY);
      assertThat(d.callForText("3", "binary_info"))
          .contains("The running process is newer than the file.")
          .contains("\nOut of date: " + OLDER, REMEDY);
    }
  }

  @Test
  @DisplayName("a crash says it, also of what was saved after the start, to each call that it had")
  void crash() {
    Project project = Project.typescript(root).saved("src/x.ts", -60);
    try (SessionDriver d = session(NODE)) {
      FakeServer s = d.connect("a");
      project.saved("src/x.ts", 60);
      d.call("1", "a");
      d.callTo(s, "2", "a");
      s.expectCall("a");
      d.call("3", "server_status"); // which looks
      assertThat(d.text("3")).contains(OLDER);
      s.child().exit(3);
      assertThat(d.text("1")).contains("exit code 3", "\nOut of date: " + OLDER, REMEDY);
      assertThat(d.text("2")).contains("exit code 3", OLDER);
    }
  }

  @Test
  @DisplayName("a crash of what is up to date says nothing of it")
  void crashUpToDate() {
    Project.typescript(root).saved("src/x.ts", -60);
    try (SessionDriver d = session(NODE)) {
      FakeServer s = d.connect("a");
      d.callTo(s, "1", "a");
      s.child().exit(3);
      assertThat(d.text("1")).contains("exit code 3").doesNotContain("Out of date");
    }
  }

  @Test
  @DisplayName("the notice comes once for what was saved, whatever was restarted since")
  void toldOnce(SessionDriver d, @Serving("a") FakeServer s) {
    d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
    String first = notice(d, s, "1");
    assertThat(first).contains("[pitstop] The running server may be out of date: " + OLDER, REMEDY);
    d.crash(s, 1);
    FakeServer next = d.callStarting("2", "a").comeUp("a");
    next.text(next.expectCall("a"), "done");
    assertThat(d.text("2")).doesNotContain("The running server may be out of date");
    d.servedBy(next, "3", "a", "done");
  }

  private static void awaitOld(SessionDriver d) {
    Await.until("the look", () -> !d.server().outOfDate().isEmpty());
  }

  private static String notice(SessionDriver d, FakeServer s, String id) {
    awaitOld(d);
    s.text(d.callTo(s, id, "a"), "done");
    return d.text(id);
  }

  @Test
  @DisplayName("what server_status said is no news")
  void toldByStatus(SessionDriver d, @Serving("a") FakeServer s) {
    assertThat(d.callForText("1", "server_status")).contains(OLDER);
    d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
    d.server().awaitNothingPending();
    d.servedBy(s, "2", "a", "done");
  }

  @Test
  @DisplayName("with --build: what was saved since the last build, and that a reload builds it")
  void building() {
    Project project = Project.typescript(root).saved("src/x.ts", -60);
    try (SessionDriver d = session(NODE.building())) {
      FakeServer s = d.connect("a");
      project.saved("src/x.ts", 60);
      assertThat(d.callForText("1", "server_status")).contains(OLDER, "`recompile` builds it.");
      d.building("2").fail("src/x.ts(1,1): error TS1: no");
      assertThat(d.text("2")).contains("error TS1");
      assertThat(d.callForText("3", "server_status"))
          .contains(OLDER, "The last build failed; `recompile` builds again.");
      d.callTo(s, "4", "a");
      s.child().exit(3);
      assertThat(d.text("4")).contains(OLDER, "The last build failed");
      d.building("5").succeed(); // and leaves dist/index.js as it was
      d.spawned().comeUp("a");
      assertThat(d.text("5")).contains("Rebuilt").doesNotContain("Out of date");
      assertThat(d.callForText("6", "server_status")).doesNotContain("Out of date");
    }
  }

  @Test
  @DisplayName("a build at the start that fails is told, and stays in server_status")
  void failsAtTheStart(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
    d.builder.next().fail("src/x.ts(1,1): error TS1: no");
    assertThat(d.callForText("1", "server_status")).contains(OLDER, "The last build failed");
    assertThat(d.callAnswered(s, "2", "a", "done"))
        .contains("Files changed (src/x.ts).\n", "error TS1: no")
        .endsWith("done");
  }

  @Test
  @DisplayName("with --build it is built at the start, beside the one that serves; told once")
  void builtAtTheStart(@Builds SessionDriver d, @Serving("a") FakeServer old) {
    d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
    d.builder.next().succeed();
    FakeServer now = d.spawned().comeUp("a");
    old.child().awaitStop();
    assertThat(d.callAnswered(now, "1", "a", "done"))
        .contains("was restarted (spawn #2) because src/x.ts changed.")
        .endsWith("done");
    d.servedBy(now, "2", "a", "done");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("one that failed is no news once recompile has said a newer thing")
  void newerThanTheFailure(boolean good, @Builds SessionDriver d, @Serving("a") FakeServer s) {
    d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
    d.builder.next().fail("src/x.ts(1,1): error TS1: no");
    FakeBuilder.FakeBuild build = d.building("1");
    if (good) {
      build.succeed();
      s = d.spawned().comeUp("a");
    } else {
      build.fail("src/x.ts(2,2): error TS2: no");
    }
    assertThat(d.text("1")).contains(good ? "Rebuilt" : "TS2");
    d.servedBy(s, "2", "a", "done");
  }

  @Test
  @DisplayName("with --build what is up to date is left alone")
  void upToDate() {
    Project.typescript(root).saved("src/x.ts", -60);
    try (SessionDriver d = session(NODE.building())) {
      d.connect("a");
      d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
      assertThat(d.callForText("1", "server_status")).doesNotContain("older");
    }
  }

  @Test
  @DisplayName("JavaScript and Python that run as they were written are never called old")
  void written() {
    new Project(root)
        .file("package.json", "{\"name\":\"x\",\"scripts\":{\"build\":\"lint\"}}", 0)
        .file("server.mjs", "", 0)
        .file("notes.mjs", "", 60);
    Setup setup = Setup.PLAIN.running("node", "server.mjs");
    try (SessionDriver d = session(setup.building(), "*.mjs")) {
      d.connect("a");
      d.awaitTimerAndAdvance(Limits.STALE_MILLIS);
      assertThat(d.callForText("1", "server_status")).doesNotContain("Out of date");
    }
  }
}
