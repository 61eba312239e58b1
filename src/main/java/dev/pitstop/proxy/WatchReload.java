package dev.pitstop.proxy;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Reload;
import dev.pitstop.backend.State;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.watch.Settled;
import dev.pitstop.watch.WatchOptions;
import dev.pitstop.watch.Watcher;
import dev.pitstop.watch.Watches;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// A settled change of watched files does what `recompile` does (R6); what came of it reaches the
/// agent as a notice. Knows when a reload is under way, so that what a build writes starts no loop.
public final class WatchReload implements AutoCloseable {
  /// Starts a watcher that reports to these two.
  interface Starter {
    Watcher start(Consumer<Settled> onSettled, Consumer<String> onProblem);
  }

  private static final String TAG = "watch";

  private final Backend backend;
  private final Monitor monitor;
  private final Notices notices;
  private final Log log;
  private Optional<Watcher> watcher = Optional.empty(); // in turns
  private boolean busy; // in turns

  WatchReload(Backend backend, Monitor monitor, Notices notices, Log log) {
    this.backend = backend;
    this.monitor = monitor;
    this.notices = notices;
    this.log = log;
  }

  /// Begins to watch.
  ///
  /// @throws IllegalArgumentException with a text for the user when a glob cannot be understood
  void start(Path root, List<String> globs) {
    start((settled, problem) ->
        Watches.start(root, globs, WatchOptions.defaults(), settled, problem));
  }

  void start(Starter starter) {
    Watcher started = starter.start(this::settled, this::problem);
    monitor.turn(
        Monitor.By.OTHER,
        () -> {
          watcher = Optional.of(started);
          if (busy) {
            started.buildStarted();
          }
        });
  }

  /// Such as a glob without a file, or saves that were taken for a build's output: the agent should
  /// know, as the server may be older than its source then. The watcher tells each once, and not
  /// many, so none replaces another.
  private void problem(String text) {
    log.warn("watch", "server", backend.name(), "problem", text);
    monitor.turn(
        Monitor.By.OTHER,
        () -> notices.post("watch problem: " + text, 0, "[pitstop] Watching: " + text));
  }

  private void settled(Settled change) {
    String files = files(change);
    log.info("watch", "server", backend.name(), "changed", files);
    monitor.turn(
        Monitor.By.OTHER,
        () ->
            backend.reload(
                backend.settings().order(), Reload.ended(result -> reloaded(files, result))));
  }

  private static String files(Settled change) {
    int shown = Math.min(3, change.sample().size());
    String some = String.join(", ", change.sample().subList(0, shown));
    int more = change.count() - shown;
    return more > 0 ? some + " and " + more + " more" : some;
  }

  private void reloaded(String files, Reload.Result result) {
    String cause = "[pitstop] Reloaded because of changed files: " + files + ".";
    switch (result.outcome()) {
      case RELOADED -> notices.post(TAG, result.gen(), cause);
      case BUILD_FAILED, START_FAILED -> {
        String text = RecompileTool.text(backend, result);
        notices.post(TAG, 0, "[pitstop] Files changed (" + files + ").\n" + text);
      }
      case CANCELLED, STOPPED -> {} // whoever gave it up knows
    }
    log.info("watch", "server", backend.name(), "outcome", result.outcome().name());
  }

  /// Follows the lifecycle. In turns.
  void stateChanged(State after) {
    boolean now = after.reloading();
    if (now == busy) {
      return;
    }
    busy = now;
    watcher.ifPresent(w -> tell(w, now));
  }

  private static void tell(Watcher w, boolean reloading) {
    if (reloading) {
      w.buildStarted();
    } else {
      w.buildFinished();
    }
  }

  @Override
  public void close() {
    watcher.ifPresent(Watcher::close);
  }
}
