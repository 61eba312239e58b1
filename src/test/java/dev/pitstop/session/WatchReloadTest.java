package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeBuilder.FakeBuild;
import dev.pitstop.harness.Await;
import dev.pitstop.session.Sessions.Builds;
import dev.pitstop.session.Sessions.Serving;
import dev.pitstop.watch.Settled;
import dev.pitstop.watch.WatchProblem;
import dev.pitstop.watch.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What comes of changed files. The test is the watcher, and reads the notices.
@ExtendWith(Sessions.class)
class WatchReloadTest {
  /// Reports what the test says, and remembers what it was told.
  private static final class FakeWatcher implements Watcher {
    final Consumer<Settled> onSettled;
    final Consumer<WatchProblem> onProblem;
    final List<String> told = new ArrayList<>();
    final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    FakeWatcher(Consumer<Settled> onSettled, Consumer<WatchProblem> onProblem) {
      this.onSettled = onSettled;
      this.onProblem = onProblem;
    }

    void problem(WatchProblem.Kind kind, String text) {
      onProblem.accept(new WatchProblem(kind, text));
    }

    void settle(String... paths) {
      onSettled.accept(new Settled(List.of(paths), paths.length, false));
    }

    @Override
    public void filesRead() {
      told.add("read");
    }

    @Override
    public void buildStarted() {
      told.add("started");
    }

    @Override
    public void buildFinished() {
      told.add("finished");
    }

    @Override
    public void buildGivenUp() {
      told.add("given up");
    }

    @Override
    public CompletableFuture<Boolean> ready() {
      return ready;
    }

    @Override
    public void close() {
      told.add("closed");
    }
  }

  /// A session with another watch beside its own, which has no files.
  private static final class Watching {
    final SessionDriver driver;
    final DirectServer.Watch watch;
    final List<FakeWatcher> watchers = new ArrayList<>();
    private int calls = 1_000;

    Watching(SessionDriver driver) {
      this.driver = driver;
      watch = driver.direct().watch();
    }

    static Watching started(SessionDriver driver) {
      var w = new Watching(driver);
      w.start();
      return w;
    }

    /// The first one.
    FakeWatcher watcher() {
      return watchers.getFirst();
    }

    FakeWatcher start() {
      watch.start((settled, problem) -> {
        watchers.add(new FakeWatcher(settled, problem));
        return watchers.getLast();
      });
      return watchers.getLast();
    }

    /// What the session does with each new state.
    void follow() {
      watch.follow();
    }

    /// What the answer of a call carries.
    String notice(FakeServer server) {
      String id = "" + ++calls;
      driver.call(id, "a");
      server.text(server.expectCall("a"), "own");
      return driver.text(id);
    }
  }

  @Test
  @DisplayName("a settled change reloads once; the new one's first result tells the files")
  void settled(SessionDriver d, @Serving("a") FakeServer old) {
    var w = Watching.started(d);
    w.watcher().settle("src/a", "src/b", "src/c", "src/d", "src/e");
    FakeServer now = d.spawned().comeUp("a");
    old.child().awaitStop();
    d.awaitState("running");
    Await.until("what it came of", () -> !d.server().cause().isEmpty());
    assertThat(d.callAnswered(now, "1", "a", "own"))
        .isEqualTo(
            "[pitstop] Server `fake` was restarted (spawn #2) because src/a,"
                + " src/b, src/c and 2 more changed. Tools unchanged.\nown");
    d.servedBy(now, "2", "a", "own");
  }

  @Test
  @DisplayName("a failed build is told by the old one, which still serves")
  void failedBuild(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    var w = new Watching(d);
    w.start().settle("src/a.c");
    d.builder.next().fail("a.c:1: error: no");
    d.awaitState("running");
    assertThat(w.notice(s))
        .contains("Files changed (src/a.c).", "a.c:1: error: no", "The old server keeps running");
  }

  @Test
  @DisplayName("a build that gets no thread ends its reload at once, like any failed one")
  void buildWithoutAThread(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    var w = Watching.started(d);
    d.builder.failsAtOnce();
    for (int i = 0; i < 2; i++) {
      w.watcher().settle("src/a.c");
      d.awaitState("running");
      assertThat(w.notice(s))
          .contains("the build could not be run", "The old server keeps running");
    }
  }

  @Test
  @DisplayName("changes that settle during a reload are one more after it")
  void changesDuringReload(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    var w = Watching.started(d);
    w.watcher().settle("a");
    FakeBuild first = d.builder.next();
    w.watcher().settle("b");
    w.watcher().settle("c");
    d.awaitReloadsWaiting(2);
    first.fail("first: error");
    d.builder.next().fail("second: error");
    d.awaitState("running");
    assertThat(w.notice(s)).contains("second: error").doesNotContain("first: error");
  }

  @Test
  @DisplayName("the watcher learns when a reload begins and ends, once each")
  void tellsTheWatcher(@Serving("a") @Builds SessionDriver d) {
    var w = Watching.started(d);
    w.follow();
    assertThat(w.watcher().told).isEmpty();
    w.watcher().settle("a");
    w.follow();
    w.follow();
    assertThat(w.watcher().told).containsExactly("started");
    FakeWatcher second = w.start();
    assertThat(second.told).as("it begins in the middle of a reload").containsExactly("started");
    d.builder.next().fail("error");
    d.awaitState("running");
    w.follow();
    w.follow();
    assertThat(second.told).containsExactly("started", "finished");
  }

  @Test
  @DisplayName("a build that is cancelled has covered no save; one that failed has")
  void cancelledBuild(@Serving("a") @Builds SessionDriver d) {
    var w = Watching.started(d);
    for (String id : List.of("1", "2")) {
      d.call(id, "recompile");
      FakeBuild build = d.builder.next();
      w.follow();
      d.cancel(id);
      d.awaitState("running");
      w.follow();
      build.endCancelled();
    }
    assertThat(w.watcher().told).containsExactly("started", "given up", "started", "given up");
    w.watcher().told.clear();
    for (String id : List.of("3", "4")) {
      d.call(id, "recompile");
      FakeBuild build = d.builder.next();
      w.follow();
      build.fail("the same error");
      d.text(id);
      d.awaitState("running");
      w.follow();
    }
    assertThat(w.watcher().told).containsExactly("started", "finished", "started", "finished");
  }

  @Test
  @DisplayName("without a build, it is the start that reads the files as they are")
  void startReadsTheFiles(@Serving("a") SessionDriver d) {
    var w = Watching.started(d);
    d.recompiling("1");
    w.follow();
    d.call("2", "stop_server");
    assertThat(d.next() + " " + d.next()).contains("given up", "Stopped server");
    d.awaitState("stopped");
    w.follow();
    assertThat(w.watcher().told).containsExactly("read");
  }

  @Test
  @DisplayName("a save ends a start that hangs with an older one; a call gets the newest")
  void savedWhileAStartHangs(SessionDriver d, @Serving("a") FakeServer old) {
    var w = Watching.started(d);
    w.watcher().settle("src/broken");
    FakeServer hung = d.spawned();
    w.watcher().settle("src/fixed");
    hung.child().awaitStop();
    FakeServer now = d.spawned().comeUp("a");
    old.child().awaitStop();
    assertThat(d.callAnswered(now, "1", "a", "own"))
        .contains("because src/broken, src/fixed changed");
  }

  @Test
  @DisplayName("what the server writes after each start is left out after three restarts")
  void writesItsLog(SessionDriver d, @Serving("a") FakeServer server) {
    var w = Watching.started(d);
    for (int i = 0; i < 4; i++) {
      w.watcher().settle("logs/app.log");
      server = d.spawned();
      w.follow();
      server.comeUp("a");
      d.awaitState("running");
    }
    assertThat(w.notice(server)).doesNotContain("write there itself");
    w.watcher().settle("logs/app.log");
    assertThat(w.notice(server)).contains("Watching: logs/app.log changed right after each", "`!`");
    assertThat(d.spawner.noMore()).isTrue();
    d.timers.advance(60_000);
    w.watcher().settle("logs/app.log", "src/a.py");
    d.spawned().comeUp("a");
    d.awaitState("running");
  }

  @Test
  @DisplayName("every save is reloaded, also one during a start")
  void writesWhenItStarts(@Serving("a") SessionDriver d) {
    var w = Watching.started(d);
    w.watcher().settle("src/state.py");
    for (int i = 0; i < 5; i++) {
      FakeServer begun = d.spawned();
      w.follow();
      w.watcher().settle("src/state.py");
      begun.child().awaitStop();
    }
    d.spawned().comeUp("a");
    d.awaitState("running");
    assertThat(d.spawner.noMore()).isTrue();
  }

  @Test
  @DisplayName("the end closes a watcher that starts late, too")
  void startsAfterTheEnd(@Serving("a") SessionDriver d) {
    var w = new Watching(d);
    w.watch.close();
    assertThat(w.start().told).containsExactly("closed");
  }

  @Test
  @DisplayName("a reload that ends because the server is stopped tells nothing")
  void stopped(@Serving("a") @Builds SessionDriver d) {
    var w = Watching.started(d);
    w.watcher().settle("a");
    FakeBuild build = d.builder.next();
    d.callForText("1", "stop_server");
    d.awaitState("stopped");
    assertThat(build.cancelled()).isTrue();
    build.endCancelled();
    FakeServer now = d.callStarting("2", "a").comeUp("a");
    now.text(now.expectCall("a"), "own");
    assertThat(d.text("2")).doesNotContain("Files changed", "because");
    w.watch.close();
    assertThat(w.watcher().told).containsExactly("closed");
  }

  @Test
  @DisplayName("every problem of the watcher reaches the agent")
  void problems(SessionDriver d, @Serving("a") FakeServer s) {
    var w = Watching.started(d);
    w.watcher().problem(WatchProblem.Kind.NO_FILE, "no file matches");
    w.watcher().problem(WatchProblem.Kind.OTHER, "the build writes x");
    assertThat(w.notice(s))
        .contains("[pitstop] Watching: no file matches", "[pitstop] Watching: the build writes x");
  }

  @Test
  @DisplayName("that a save is not built is told until a build has seen it")
  void notBuilt(@Builds SessionDriver d, @Serving("a") FakeServer s) {
    var w = Watching.started(d);
    w.follow();
    w.watcher().problem(WatchProblem.Kind.NOT_BUILT, "not built: src/a changed");
    w.watcher().settle("src/b");
    w.follow();
    d.builder.next().fail("b.c:1: error: no");
    d.awaitState("running");
    w.follow();
    assertThat(w.notice(s)).contains("error: no").doesNotContain("not built: ");
    w.watcher().problem(WatchProblem.Kind.NOT_BUILT, "not built: src/a changed");
    assertThat(w.notice(s)).contains("not built: src/a");
  }
}
