package dev.pitstop.session.watching;

import dev.pitstop.backend.ReloadFollower;
import dev.pitstop.backend.ReloadResult;
import dev.pitstop.backend.build.Builder;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Target;
import dev.pitstop.project.Program;
import dev.pitstop.project.ProgramFile;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.notices.Sources;
import dev.pitstop.text.Words;
import dev.pitstop.watch.OwnWrites;
import dev.pitstop.watch.Settled;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.WatchProblem;
import dev.pitstop.watch.Watcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// Reloads the server when watched files have changed and settled, as `recompile` does. It does not
/// wait for a start that has read older files. A notice tells the agent the outcome. The watcher is
/// told when the build command runs, so that the files it writes cause no loop.
public final class WatchReload implements AutoCloseable {
  /// Changed files that a text names.
  private static final int MOST_NAMED = 3;

  private final SessionServer server;
  private final Wiring wiring;
  private Optional<Watcher> watcher = Optional.empty(); // in turns
  private boolean closed; // in turns
  private OptionalLong upMillis = OptionalLong.empty(); // in turns: of the last start, or its end
  private final OwnWrites ownWrites = new OwnWrites(); // in turns
  private volatile Optional<StaleBuild> stale = Optional.empty(); // set like `ownFile`
  private volatile boolean ownFile; // set before watching starts: only one file is watched

  /// The result of the last build before the present one. Called in turns of the server.monitor().
  private Optional<Builder.Result> before;

  public WatchReload(SessionServer server, Wiring wiring) {
    this.server = server;
    this.wiring = wiring;
    this.before = server.backend().snapshot().lastBuild();
  }

  /// Starts to watch the user's globs. Without globs, the file of a command-line program is
  /// watched, since nothing else would make Pitstop read it again. Reads the file system: do not
  /// call it in a turn.
  ///
  /// @param builds whether a reload builds
  /// @param entry whether the server's options are in an entry of a configuration file
  public void start(Target target, List<String> globs, boolean builds, boolean entry) {
    expect(target, globs, builds, entry);
    ownFile = globs.isEmpty() && target.kind().isDescribed();
    List<String> files = ownFile ? ownFile(target) : globs;
    if (!files.isEmpty()) {
      Path root = target.command().directory();
      start((settled, problem) ->
          Watcher.start(root, files, WatchOptions.defaults(), settled, problem));
    }
  }

  /// Says which files the server is made of, before the reload that this watch begins with. Then
  /// the build of that reload is not taken for an old one.
  public void expect(Target target, List<String> globs, boolean builds, boolean entry) {
    Optional<Sources> sources =
        target.kind().isDaemons()
            ? Optional.empty()
            : Optional.of(
                new Sources(target.command(), wiring.executables(), globs, builds, entry));
    server.causes().stale().of(sources);
    stale = sources.map(s -> new StaleBuild(server, s, this::follower, wiring));
  }

  private List<String> ownFile(Target target) {
    return switch (ProgramFile.of(target.command(), wiring.executables())) {
      case Program.Own own -> itself(own.file());
      case Program.Missing gone -> itself(gone.file());
      case Program.Unknown nothing -> {
        String what = "its command does not name the file it runs; see --set binary and --watch";
        wiring.log().info("watch", "server", server.backend().name(), "nothing", what);
        yield List.of();
      }
    };
  }

  /// The file, and its target if it is a link: the watcher does not follow links.
  private static List<String> itself(Path file) {
    Set<String> globs = new LinkedHashSet<>(Set.of(Watcher.globOf(file)));
    try {
      globs.add(Watcher.globOf(file.toRealPath()));
    } catch (IOException missing) {
      // watched under its own name
    }
    return List.copyOf(globs);
  }

  /// @param starter starts a watcher that reports to these two
  public void start(BiFunction<Consumer<Settled>, Consumer<WatchProblem>, Watcher> starter) {
    Watcher begun = starter.apply(this::settled, this::problem);
    boolean late =
        server
            .monitor()
            .inTurn(() -> {
              watcher = Optional.of(begun);
              if (build(server.backend().state()) != 0) {
                begun.buildStarted();
              }
              return closed;
            });
    if (late) {
      begun.close();
    }
  }

  /// Reports a problem with watching. The server may be older than its sources, and the agent
  /// should know. Such problems are few, so their notices do not replace each other. A notice is
  /// dropped when its problem is solved.
  private void problem(WatchProblem problem) {
    String text = problem.text();
    wiring.log().warn("watch", "server", server.backend().name(), "problem", text);
    if (ownFile && problem.kind() == WatchProblem.Kind.NO_FILE) {
      return; // the user has not named that file: a missing program is reported where it is needed
    }
    server
        .monitor()
        .turn(() ->
            server
                .notices()
                .post(tag(problem.kind()) + text, 0, () -> Words.MARK + "Watching: " + text));
  }

  private static String tag(WatchProblem.Kind kind) {
    return "watch problem: " + kind + ": ";
  }

  private void settled(Settled change) {
    server
        .monitor()
        .turn(() -> {
          server.notices().drop(tag(WatchProblem.Kind.NO_FILE)); // the globs match a file now
          List<String> counting = ownFile ? change.sample() : counting(change);
          int count = change.count() - change.sample().size() + counting.size();
          if (count > 0) {
            String files = Words.some(counting, MOST_NAMED, count);
            wiring.log().info("watch", "server", server.backend().name(), "changed", files);
            // the program's own file has just been built
            State.Order order =
                ownFile ? State.Order.START_FIRST : server.backend().settings().order();
            server.backend().reloads().reload(order, !ownFile, follower(files));
          }
        });
  }

  /// The changed files without those that the server itself writes.
  private List<String> counting(Settled change) {
    List<String> changed = change.sample();
    boolean near =
        upMillis.isPresent()
            && !change.duringBuild() // which is before the start
            && (server.backend().state() instanceof State.Starting
                || wiring.timers().nowMillis() - upMillis.getAsLong() < OwnWrites.NEAR_MILLIS);
    List<String> found = ownWrites.changed(ownWrites.counting(changed), near);
    if (!found.isEmpty()) {
      String text =
          "{} changed right after each of the last starts, so the server seems to write there"
              + " itself. Such changes no longer restart it. A glob that begins with `!` excludes"
              + " them for good";
      problem(WatchProblem.other(Words.fill(text, Words.some(found, MOST_NAMED, found.size()))));
    }
    return ownWrites.counting(changed);
  }

  private ReloadFollower follower(String files) {
    return result -> reloaded(files, result);
  }

  private void reloaded(String files, ReloadResult result) {
    String changed = Words.MARK + "Files changed (" + files + ").\n";
    server.reloaded(
        result,
        files,
        () ->
            server
                .notices()
                .post(
                    SessionServer.RELOAD_FAILED,
                    0,
                    () -> changed + server.reloadTexts().of(result)));
    wiring
        .log()
        .info("watch", "server", server.backend().name(), "outcome", result.outcome().name());
  }

  /// Follows the lifecycle. Called in turns of the server.monitor().
  public void stateChanged(State was, State after) {
    stale.ifPresent(s -> s.stateChanged(was, after));
    if (build(was) != build(after) && build(was) != 0) {
      buildOver();
    }
    if (build(was) != build(after) && build(after) != 0) {
      before = server.backend().snapshot().lastBuild();
      watcher.ifPresent(Watcher::buildStarted);
    }
    boolean begins = start(after) != 0 && start(was) != start(after);
    if (begins || (start(was) != 0 && after instanceof State.Running)) {
      upMillis = OptionalLong.of(wiring.timers().nowMillis());
    }
    if (begins
        && (ownFile || !server.backend().builds())) { // otherwise the build reads the watched files
      watcher.ifPresent(Watcher::filesRead);
    }
  }

  /// The reload whose build command runs; 0: none.
  private static int build(State in) {
    return in instanceof State.Building b ? b.job().id() : 0;
  }

  /// The number of the run that is starting; 0: none.
  private static int start(State in) {
    return in instanceof State.Starting s ? s.gen() : 0;
  }

  @SuppressWarnings("ReferenceEquality")
  private void buildOver() {
    Optional<Builder.Result> now = server.backend().snapshot().lastBuild();
    // by identity, as two builds may fail alike
    boolean givenUp = now.isEmpty() || (before.isPresent() && before.get() == now.get());
    if (!givenUp) {
      server.notices().drop(tag(WatchProblem.Kind.NOT_BUILT)); // the change is built now
    }
    watcher.ifPresent(givenUp ? Watcher::buildGivenUp : Watcher::buildFinished);
  }

  @Override
  public void close() {
    Optional<Watcher> open =
        server
            .monitor()
            .inTurn(() -> {
              closed = true;
              return watcher;
            });
    // Outside the turn: this waits for the watcher's thread, whose callback may wait for a turn.
    open.ifPresent(Watcher::close);
  }
}
