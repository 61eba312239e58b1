package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.State;
import dev.pitstop.channel.RunKind;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.Program;
import dev.pitstop.process.ProgramFile;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Words;
import dev.pitstop.watch.Settled;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.Watcher;
import dev.pitstop.watch.Watches;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A settled change of watched files does what `recompile` does (R6); what came of it reaches the
/// agent as a notice. Knows when a reload is under way, so that what a build writes starts no loop.
public final class WatchReload implements AutoCloseable {
  /// Starts a watcher that reports to these two.
  interface Starter {
    Watcher start(Consumer<Settled> onSettled, Consumer<String> onProblem);
  }

  /// Tags of notices: what became of a reload that failed, and what is wrong with the watching.
  static final String FAILED = "watch failed";

  private static final String PROBLEM = "watch problem: ";
  private static final String NO_FILE = "no file matches";

  private final SessionServer server;
  private final Backend backend;
  private final Monitor monitor;
  private final Notices notices;
  private final Timers timers;
  private final Log log;
  private Optional<Watcher> watcher = Optional.empty(); // in turns
  private boolean closed; // in turns
  private boolean busy; // in turns
  private boolean builds; // in turns: whether what keeps us busy is, or has been, a build
  private volatile Optional<StaleBuild> stale = Optional.empty(); // as `ownFile`
  private volatile boolean ownFile; // written before it begins: only the program's file is watched

  /// The last build's result when we got busy. In turns.
  private Optional<Builder.Result> before = Optional.empty();

  WatchReload(SessionServer server, Timers timers, Log log) {
    this.server = server;
    this.backend = server.backend();
    this.monitor = server.monitor();
    this.notices = server.notices();
    this.timers = timers;
    this.log = log;
  }

  /// Begins to watch what the user has named or, if that is nothing, the file of a command-line
  /// program, which nothing else would make it read again (T4). Looks at the file system: not in a
  /// turn.
  ///
  /// @param builds whether a reload builds
  /// @param entry whether its options stand in an entry of a configuration file
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  void start(Target target, List<String> globs, boolean builds, boolean entry) {
    Path root = target.command().directory();
    if (target.kind() != RunKind.SESSION) {
      Sources sources = new Sources(target.command(), globs, builds);
      server.stale().of(sources, entry);
      stale = Optional.of(new StaleBuild(server, sources, timers, log));
    } else {
      server.stale().ofNothing();
    }
    if (!globs.isEmpty()) {
      start(root, globs);
    } else if (target.kind() == RunKind.SCHEMA) {
      ownFile = true;
      switch (ProgramFile.of(target.command())) {
        case Program.Own own -> start(root, itself(own.file()));
        case Program.Missing gone -> start(root, itself(gone.file()));
        case Program.Unknown nothing ->
            log.info(
                "watch",
                "server",
                backend.name(),
                "nothing",
                "its command does not tell which file it runs; see --binary and --watch");
      }
    }
  }

  /// A link and what it leads to: links are not followed.
  private static List<String> itself(Path file) {
    Set<String> globs = new LinkedHashSet<>(Set.of(Watches.globOf(file)));
    try {
      globs.add(Watches.globOf(file.toRealPath()));
    } catch (IOException missing) {
      // it is looked for under its own name
    }
    return List.copyOf(globs);
  }

  private void start(Path root, List<String> globs) {
    start((settled, problem) ->
        Watches.start(root, globs, WatchOptions.defaults(), settled, problem));
  }

  void start(Starter starter) {
    Watcher started = starter.start(this::settled, this::problem);
    AtomicBoolean late = new AtomicBoolean();
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          watcher = Optional.of(started);
          late.set(closed);
          if (busy) {
            started.buildStarted();
          }
        });
    if (late.get()) {
      started.close();
    }
  }

  /// Such as a glob without a file, or saves that were taken for a build's output: the agent should
  /// know, as the server may be older than its source then. None replaces another: there are few,
  /// and what waits to be built is dropped when it is.
  private void problem(String text) {
    log.warn("watch", "server", backend.name(), "problem", text);
    if (ownFile && text.startsWith(NO_FILE)) {
      return; // nobody has named that file: that the program is missing is told where it is needed
    }
    monitor.turn(
        Monitor.By.OTHER, () -> notices.post(PROBLEM + text, 0, Words.MARK + "Watching: " + text));
  }

  private void settled(Settled change) {
    String files = files(change);
    log.info("watch", "server", backend.name(), "changed", files);
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          notices.drop(PROBLEM + NO_FILE); // one does now
          Reload.Follower follower = Reload.ended(result -> reloaded(files, result));
          if (ownFile) { // what is watched is what a build makes
            backend.renew(State.Order.START_FIRST, follower);
          } else {
            backend.reload(backend.settings().order(), follower);
          }
        });
  }

  private static String files(Settled change) {
    int shown = Math.min(3, change.sample().size());
    String some = String.join(", ", change.sample().subList(0, shown));
    int more = change.count() - shown;
    return more > 0 ? some + " and " + more + " more" : some;
  }

  private void reloaded(String files, Reload.Result result) {
    switch (result.outcome()) {
      case RELOADED -> {
        notices.drop(FAILED);
        result.run().ifPresent(run -> server.told().because(run, files)); // its notice says so
      }
      case BUILD_FAILED, START_FAILED ->
          notices.post(
              FAILED,
              0,
              () ->
                  Words.MARK + "Files changed (" + files + ").\n" + ReloadText.of(server, result));
      case CANCELLED, STOPPED -> {} // whoever gave it up knows
    }
    log.info("watch", "server", backend.name(), "outcome", result.outcome().name());
  }

  /// Follows the lifecycle. In turns.
  void stateChanged(State after) {
    stale.ifPresent(s -> s.stateChanged(after));
    boolean was = busy;
    busy = after.reloading();
    if (busy && !was) {
      builds = false;
      before = backend.snapshot().lastBuild();
      watcher.ifPresent(Watcher::buildStarted);
    }
    builds |= isBuild(after);
    if (was && !busy) {
      boolean givenUp = builds && same(before, backend.snapshot().lastBuild());
      if (!givenUp) {
        notices.drop(PROBLEM + Watches.NOT_BUILT); // it is now
      }
      watcher.ifPresent(givenUp ? Watcher::buildGivenUp : Watcher::buildFinished);
    }
  }

  private static boolean isBuild(State state) {
    return state instanceof State.Building
        || (state instanceof State.Draining d && d.then() instanceof State.Then.Build);
  }

  /// Whether no build has come to its end meanwhile, be it a bad one. By identity: two builds may
  /// fail alike. (What is given up without a build has lost nothing: the next start reads the files
  /// as they are.)
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(Optional<Builder.Result> before, Optional<Builder.Result> now) {
    return now.isEmpty() || (before.isPresent() && before.get() == now.get());
  }

  @Override
  public void close() {
    List<Watcher> open = new ArrayList<>();
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          closed = true;
          watcher.ifPresent(open::add);
        });
    // Outside the turn: this waits for the watcher's thread, whose callback may wait for a turn.
    open.forEach(Watcher::close);
  }
}
