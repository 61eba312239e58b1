package dev.pitstop.session;

import dev.pitstop.backend.Reload;
import dev.pitstop.backend.State;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Program;
import dev.pitstop.process.ProgramFile;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Newer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What runs is what was saved (U5): when the first run serves it is looked, once, whether the
/// program is older than what it is made of. If so it is built, beside the run that serves, or, if
/// that is not to be, the agent is told.
final class StaleBuild implements Runnable {
  static final String TAG = "stale build";

  /// After the first run serves: the client's first requests are on their way then, and the look is
  /// not needed for them.
  static final long DELAY_MILLIS = 300;

  /// Words of a command that name what a build has made, or may.
  private static final List<String> MADE =
      List.of(".jar", ".dll", "dist/", "build/", "out/", "lib/", "target/", "bin/");

  private final SessionServer server;
  private final Target target;
  private final boolean builds;
  private final List<String> globs;
  private final Timers timers;
  private final Log log;
  private boolean looked; // in turns, like the next
  private int run; // the number of the one that is looked at

  /// @param globs what is watched, if anything is
  StaleBuild(
      SessionServer server,
      Target target,
      boolean builds,
      List<String> globs,
      Timers timers,
      Log log) {
    this.server = server;
    this.target = target;
    this.builds = builds;
    this.globs = globs;
    this.timers = timers;
    this.log = log;
  }

  /// In a turn.
  void stateChanged(State after) {
    if (looked || after.serving().isEmpty()) {
      return;
    }
    looked = true;
    if (!builds && !mayBeMade()) {
      return; // it runs as it was written: nothing to look for, and no class to be loaded for it
    }
    run = after.serving().getAsInt();
    timers.after(DELAY_MILLIS, this);
  }

  /// On the timers' thread. No class of its own and no lambda before this: they would cost each
  /// start of a program that was built milliseconds.
  @Override
  public void run() {
    server.monitor().turn(Monitor.By.OTHER, new Begin());
  }

  /// In a turn.
  private final class Begin implements Runnable {
    @Override
    public void run() {
      State now = server.backend().state();
      if (now.reloading()) {
        return; // what comes is new
      }
      if (now.serving().orElse(0) != run) {
        looked = false; // the next one that serves is of the same build
        stateChanged(now);
        return;
      }
      try {
        Thread.ofPlatform().daemon().name("stale build").start(new Look());
      } catch (OutOfMemoryError e) {
        log.warn("not-looked", "server", server.backend().name(), "why", e.toString());
      }
    }
  }

  private boolean mayBeMade() {
    List<String> argv = target.command().argv();
    for (String word : argv) {
      for (String mark : MADE) {
        if (word.contains(mark) && !word.startsWith("/usr/") && !word.contains("node_modules")) {
          return true;
        }
      }
    }
    return argv.getFirst().startsWith("./");
  }

  /// The root of its thread.
  private final class Look implements Runnable {
    @Override
    public void run() {
      try {
        if (ProgramFile.of(target.command()) instanceof Program.Own made) {
          Path directory = target.command().directory();
          Optional<Newer> newer = Newer.than(made.file(), directory, globs);
          if (newer.isPresent()) {
            String file = shown(made.file(), directory);
            server.monitor().turn(Monitor.By.OTHER, () -> found(file, newer.get()));
          }
        }
      } catch (RuntimeException | Error e) {
        log.warn("not-looked", "server", server.backend().name(), "why", e.toString());
      }
    }
  }

  private static String shown(Path made, Path directory) {
    Path file = made.toAbsolutePath().normalize();
    Path root = directory.toAbsolutePath().normalize();
    return String.valueOf(file.startsWith(root) ? root.relativize(file) : file);
  }

  private void found(String made, Newer newer) {
    State now = server.backend().state();
    if (now.serving().orElse(0) != run || now.reloading()) {
      return; // another is on its way
    }
    String files = newer.words(System.currentTimeMillis());
    String older = made + " is older than " + files;
    log.warn("stale", "server", server.backend().name(), "made", made, "newer", files);
    if (builds && server.backend().settings().order() == State.Order.START_FIRST) {
      server
          .backend()
          .reload(State.Order.START_FIRST, Reload.ended(result -> built(older, result)));
      return;
    }
    server.stale().is(older, run);
    String what =
        builds
            ? server.wording().tools().call("recompile", " {} builds it.", "")
            : " Build it, and start it again by "
                + server.wording().tools().call("recompile", "{}", "a restart")
                + "; with `--build CMD` Pitstop does both.";
    server.notices().post(TAG, 0, Words.MARK + "What runs may be old: " + older + "." + what);
  }

  private void built(String older, Reload.Result result) {
    switch (result.outcome()) {
      case RELOADED ->
          result
              .run()
              .ifPresent(now ->
                  server
                      .notices()
                      .post(
                          TAG,
                          now.number(),
                          Words.MARK + "Built at the start of the session: " + older + "."));
      case BUILD_FAILED, START_FAILED ->
          server
              .notices()
              .post(
                  WatchReload.FAILED, // goes with the next build that succeeds, or is told of
                  0,
                  () ->
                      Words.MARK
                          + "Built at the start of the session, as "
                          + older
                          + ".\n"
                          + ReloadText.of(server, result));
      case CANCELLED, STOPPED -> {} // whoever gave it up knows
    }
  }
}
