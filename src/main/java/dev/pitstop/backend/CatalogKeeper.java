package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Monitor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the server offers, as it was last asked, and what changed with the last restart (A2, R7).
/// In turns; parsing and comparing are done outside, on a virtual thread.
final class CatalogKeeper {
  /// How often a new incarnation is asked before it serves.
  private static final int MAX_ROUNDS = 3;

  private record Compared(Catalog catalog, Diff diff) {}

  private final Backend backend;
  private final Supervisor supervisor;
  private final Monitor monitor;
  private final Timers timers;
  private final Backend.Listener listener;
  private Catalog current = Catalog.empty();
  private boolean known;
  private Optional<Diff> lastDiff = Optional.empty();
  private final Map<Integer, Compared> waiting =
      new HashMap<>(); // of incarnations that do not serve yet
  private final Map<Integer, Diff> changes = new HashMap<>();
  private final Map<Integer, Integer> rounds = new HashMap<>(); // newest fetch of each incarnation
  private final Set<Integer> outdated =
      new HashSet<>(); // changed their lists since they were asked, and do not serve yet

  CatalogKeeper(
      Backend backend,
      Supervisor supervisor,
      Monitor monitor,
      Timers timers,
      Backend.Listener listener) {
    this.backend = backend;
    this.supervisor = supervisor;
    this.monitor = monitor;
    this.timers = timers;
    this.listener = listener;
  }

  /// Whether the server has been asked.
  boolean known() {
    return known;
  }

  Catalog current() {
    return current;
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// What changed when this incarnation began to serve.
  Optional<Diff> change(int gen) {
    return Optional.ofNullable(changes.get(gen));
  }

  /// An incarnation says that its lists changed. One that does not serve yet is asked again before
  /// it does (R7): what the agent is told then is the difference that it finds.
  void changed(Incarnation inc) {
    if (inc.serving()) {
      fetch(inc, () -> {});
    } else if (!inc.leaving()) {
      outdated.add(inc.gen());
    }
  }

  /// Fetches all lists and runs `then` in a turn when they are known, or when the time is up.
  void fetch(Incarnation inc, Runnable then) {
    fetch(inc, false, then);
  }

  /// @param untold whether the client has not heard of a change from the server itself
  private void fetch(Incarnation inc, boolean untold, Runnable then) {
    outdated.remove(inc.gen());
    int round = rounds.merge(inc.gen(), 1, Integer::sum);
    CatalogFetch.start(
        backend,
        inc,
        monitor,
        timers,
        backend.settings().listMillis(),
        lists -> fetched(inc, round, untold, lists, then));
  }

  private void fetched(
      Incarnation inc, int round, boolean untold, CatalogFetch.Lists lists, Runnable then) {
    lists
        .refused()
        .forEach(
            (kind, why) -> backend.note("it refused " + CatalogFetch.method(kind) + ": " + why));
    if (unfit(inc, lists)) {
      String why = lists.refused().getOrDefault(Kind.TOOLS, "");
      supervisor.startFailed(inc, "could not list its tools: " + why);
      return;
    }
    if (!lists.complete() && lists.pages().isEmpty()) {
      then.run(); // it lists nothing in time: it serves with the lists that were known
      return;
    }
    Catalog before = current;
    boolean first = !known;
    Thread.ofVirtual()
        .name("catalog")
        .start(() -> compare(inc, round, untold, lists, before, first, then));
  }

  /// R2: a new build that cannot list its tools, because of a broken schema perhaps, must not take
  /// the place of one that can.
  private boolean unfit(Incarnation inc, CatalogFetch.Lists lists) {
    return lists.refused().containsKey(Kind.TOOLS)
        && !current.entries(Kind.TOOLS).isEmpty()
        && supervisor.state() instanceof State.Starting s
        && s.gen() == inc.gen()
        && s.serving().isPresent();
  }

  private void compare(
      Incarnation inc,
      int round,
      boolean untold,
      CatalogFetch.Lists lists,
      Catalog before,
      boolean first,
      Runnable then) {
    try {
      Catalog now = lists.catalog(before);
      Compared result = new Compared(now, first ? Diff.empty() : Diff.between(before, now));
      monitor.turn(
          Monitor.By.OTHER,
          () -> {
            store(inc, round, untold, result);
            boolean again = !inc.serving() && round < MAX_ROUNDS;
            if (again && outdated.contains(inc.gen())) {
              fetch(inc, then);
            } else {
              then.run();
            }
          });
    } catch (RuntimeException e) {
      // odd lists of a server must not keep it from serving (M7)
      backend.note("its lists could not be read: " + e);
      monitor.turn(Monitor.By.OTHER, then);
    }
  }

  private void store(Incarnation inc, int round, boolean untold, Compared result) {
    boolean newest = rounds.getOrDefault(inc.gen(), 0) == round;
    if (newest && inc.serving()) {
      take(result, untold);
    } else if (newest && !inc.retired()) {
      waiting.put(inc.gen(), result);
    }
  }

  /// The incarnation serves now.
  void adopt(Incarnation inc) {
    Compared result = waiting.remove(inc.gen());
    if (result != null) {
      changes.clear();
      changes.put(inc.gen(), result.diff());
      take(result, true);
    }
    if (outdated.contains(inc.gen()) && known) {
      fetch(inc, true, () -> {});
    }
  }

  void lost(Incarnation inc) {
    waiting.remove(inc.gen());
    rounds.remove(inc.gen());
    outdated.remove(inc.gen());
  }

  private void take(Compared result, boolean untold) {
    boolean first = !known;
    current = result.catalog();
    known = true;
    if (!first && !result.diff().isEmpty()) {
      lastDiff = Optional.of(result.diff());
    }
    listener.catalogChanged(first ? Diff.empty() : result.diff(), untold);
  }
}
