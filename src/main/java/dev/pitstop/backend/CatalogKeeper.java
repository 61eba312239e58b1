package dev.pitstop.backend;

import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the server offers, as it was last asked, and what changed (A2, R7): since the time before,
/// which lists that clients keep are about, and since the agent was last told, who may have missed
/// several restarts. In turns; parsing and comparing are done outside, on a virtual thread.
final class CatalogKeeper {
  /// How often a new incarnation is asked before it serves.
  private static final int MAX_ROUNDS = 3;

  private static final long PAUSE_MILLIS = 250;

  /// @param before what `diff` is the difference to
  /// @param told what `untold` is the difference to
  private record Compared(Catalog catalog, Catalog before, Diff diff, Catalog told, Diff untold) {}

  private final Backend backend;
  private final Supervisor supervisor;
  private final Monitor monitor;
  private final Timers timers;
  private final Backend.Listener listener;
  private Catalog current = Catalog.empty();
  private boolean known;
  private boolean guessed; // the client was given lists before the server was asked
  private Catalog told = Catalog.empty(); // what the agent thinks there is
  private Diff untold = Diff.empty(); // from `told` to `current`
  private int listed; // the incarnation whose lists were compared when it began to serve; 0: none
  private Optional<Diff> lastDiff = Optional.empty();
  private final List<Runnable> askers = new ArrayList<>(); // wait for the first lists
  private final Map<Integer, Compared> waiting =
      new HashMap<>(); // of incarnations that do not serve yet
  private final Map<Integer, Integer> rounds = new HashMap<>(); // newest fetch of each incarnation
  private final Map<Integer, Boolean> refreshing =
      new HashMap<>(); // incarnations that are asked, or were just now, and whether to ask again
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

  /// Runs `then` in a turn: when the lists are known, when an incarnation is gone that could have
  /// told them, or when the time is up; now, if there is nothing to wait for.
  void whenKnown(long millis, Runnable then) {
    boolean underWay =
        supervisor.state() instanceof State.Starting || supervisor.serving().isPresent();
    if (known || !underWay) {
      then.run();
      return;
    }
    askers.add(then);
    timers.after(
        millis,
        () ->
            monitor.turn(
                Monitor.By.OTHER,
                () -> {
                  if (askers.remove(then)) {
                    then.run();
                  }
                }));
  }

  private void tellAskers() {
    List<Runnable> all = List.copyOf(askers);
    askers.clear();
    all.forEach(Runnable::run);
  }

  Catalog current() {
    return current;
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// What changed since the agent was last told; empty if it is not known what came with this
  /// incarnation.
  Optional<Diff> untold(int gen) {
    return gen == listed ? Optional.of(untold) : Optional.empty();
  }

  /// The agent has been told what came with this incarnation.
  void told(int gen) {
    if (gen == listed) {
      told = current;
      untold = Diff.empty();
    }
  }

  /// The client was given a list out of these in the server's place. As long as the server was not
  /// asked, they are what the agent thinks there is.
  void listed(Catalog instead) {
    if (!known) {
      guessed = true;
      told = instead;
    }
  }

  /// Whether somebody is to be told what the server offers when it serves.
  boolean expected() {
    return known || guessed;
  }

  /// An incarnation says that its lists changed. One that does not serve yet is asked again before
  /// it does (R7): what the agent is told then is the difference that it finds.
  void changed(Incarnation inc) {
    if (inc.serving()) {
      refresh(inc);
    } else if (!inc.leaving()) {
      outdated.add(inc.gen());
    }
  }

  /// One fetch at a time, and a pause before the next: some servers say that their lists changed a
  /// thousand times at once, or whenever they are listed.
  private void refresh(Incarnation inc) {
    if (refreshing.replace(inc.gen(), true) == null) {
      refreshing.put(inc.gen(), false);
      fetch(
          inc,
          () ->
              timers.after(PAUSE_MILLIS, () -> monitor.turn(Monitor.By.OTHER, () -> rested(inc))));
    }
  }

  private void rested(Incarnation inc) {
    boolean changed = Boolean.TRUE.equals(refreshing.remove(inc.gen()));
    if (changed && inc.serving()) {
      refresh(inc);
    }
  }

  /// Fetches all lists and runs `then` in a turn when they are known, or when the time is up.
  void fetch(Incarnation inc, Runnable then) {
    fetch(inc, false, then);
  }

  /// @param byRestart whether a change comes with a restart: the client has not heard of it from
  ///   the server itself
  private void fetch(Incarnation inc, boolean byRestart, Runnable then) {
    outdated.remove(inc.gen());
    int round = rounds.merge(inc.gen(), 1, Integer::sum);
    CatalogFetch.start(
        backend,
        inc,
        monitor,
        timers,
        backend.settings().listMillis(),
        lists -> fetched(inc, round, byRestart, lists, then));
  }

  private void fetched(
      Incarnation inc, int round, boolean byRestart, CatalogFetch.Lists lists, Runnable then) {
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
    Catalog last = told;
    boolean alone = !expected();
    Thread.ofVirtual()
        .name("catalog")
        .start(() -> compare(inc, round, byRestart, lists, before, last, alone, then));
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
      boolean byRestart,
      CatalogFetch.Lists lists,
      Catalog before,
      Catalog last,
      boolean alone,
      Runnable then) {
    try {
      Catalog now = lists.catalog(before, backend::note);
      Compared result = alone ? alone(now) : compared(before, last, now);
      monitor.turn(
          Monitor.By.OTHER,
          () -> {
            store(inc, round, byRestart, result);
            boolean again = !inc.serving() && round < MAX_ROUNDS;
            if (again && outdated.contains(inc.gen())) {
              fetch(inc, then);
            } else {
              then.run();
            }
          });
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // odd lists of a server must not keep it from serving (M7), nor a reload from ending
      backend.note("its lists could not be read: " + e);
      monitor.turn(Monitor.By.OTHER, then);
    }
  }

  /// Nothing is compared at the start, where it would cost time.
  private static Compared alone(Catalog now) {
    return new Compared(now, now, Diff.empty(), now, Diff.empty());
  }

  private static Compared compared(Catalog before, Catalog last, Catalog now) {
    Diff diff = Diff.between(before, now);
    return new Compared(now, before, diff, last, last == before ? diff : Diff.between(last, now));
  }

  private void store(Incarnation inc, int round, boolean byRestart, Compared result) {
    boolean newest = rounds.getOrDefault(inc.gen(), 0) == round;
    if (newest && inc.serving()) {
      take(result, byRestart);
    } else if (newest && !inc.retired()) {
      waiting.put(inc.gen(), result);
    }
  }

  /// The incarnation serves now.
  void adopt(Incarnation inc) {
    Compared result = waiting.remove(inc.gen());
    if (result != null) {
      listed = expected() ? inc.gen() : 0;
      take(result, true);
    }
    if (outdated.contains(inc.gen()) && known) {
      fetch(inc, true, () -> {});
    }
  }

  void lost(Incarnation inc) {
    waiting.remove(inc.gen());
    rounds.remove(inc.gen());
    refreshing.remove(inc.gen());
    outdated.remove(inc.gen());
    tellAskers();
  }

  private void take(Compared result, boolean byRestart) {
    Diff diff =
        !known ? Diff.empty() : since(current, result.before(), result.diff(), result.catalog());
    // What the server changes by itself it tells the client itself (M4); but as long as there is a
    // restart to be told, it is part of what that brought.
    boolean nothingToTell = !expected() || (!byRestart && told == current);
    current = result.catalog();
    known = true;
    if (nothingToTell) {
      told = current;
      untold = Diff.empty();
    } else {
      untold = since(told, result.told(), result.untold(), current);
    }
    if (!diff.isEmpty()) {
      lastDiff = Optional.of(diff);
    }
    listener.catalogChanged(diff, byRestart);
    tellAskers();
  }

  /// The difference of two catalogues: the one that was found outside the turn, unless another
  /// answer came between, which is rare.
  private static Diff since(Catalog from, Catalog compared, Diff found, Catalog to) {
    return from == compared ? found : Diff.between(from, to);
  }
}
