package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Timers;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The server's catalogue as of the last listing, and its last change. Called in turns of the
/// monitor; parsing and comparing happen on a thread of their own.
final class CatalogKeeper {
  /// How often a new run is asked for its lists before it serves.
  private static final int MAX_ROUNDS = 3;

  private static final long PAUSE_MILLIS = 250;

  /// After so many changes in a row it is noted that they do not end, and so often the pause
  /// between two fetches is doubled at most, up to half a minute.
  private static final int RESTLESS = 4;

  private static final int MOST_RESTLESS = 7;

  private final BackendParts parts;
  private final Runs runs;
  private final BackendListener session;
  private final Consumer<CatalogChange> changes;
  private final BiConsumer<LiveRun, String> unfit;
  private final long limitMillis;
  private Catalog current = Catalog.empty();
  private boolean known;
  private final Map<Kind, Long> versions = new EnumMap<>(Kind.class);
  private final Set<Kind> silent = EnumSet.noneOf(Kind.class); // what it did not answer in time
  private Optional<Diff> lastDiff = Optional.empty();
  private final Map<Run, RunLists> asked = new HashMap<>(); // of the live runs
  private final Map<Runnable, Timers.Timer> askers = new HashMap<>(); // waiting for the first lists

  /// @param unfit takes a run that was to replace a good one and cannot list its tools, and the
  ///   reason; called in a turn
  /// @param limitMillis how long a run may take to list what it offers
  CatalogKeeper(
      BackendParts parts,
      Runs runs,
      BackendListener session,
      Consumer<CatalogChange> changes,
      BiConsumer<LiveRun, String> unfit,
      long limitMillis) {
    this.parts = parts;
    this.runs = runs;
    this.session = session;
    this.changes = changes;
    this.unfit = unfit;
    this.limitMillis = limitMillis;
  }

  /// Whether the server has listed anything.
  boolean known() {
    return known;
  }

  /// Whether nothing is known yet and the serving run will list soon.
  boolean due() {
    Optional<LiveRun> serving = runs.serving();
    return !known && serving.isPresent() && !asked(serving.get().run()).late;
  }

  /// Whether a run is being asked for its lists, or will be.
  boolean listing() {
    return due() || asked.values().stream().anyMatch(a -> a.fetching > 0 || a.again);
  }

  Catalog current() {
    return current;
  }

  /// Grows when the entries of this kind change, or when the server itself says that they did.
  long version(Kind kind) {
    return versions.getOrDefault(kind, 0L);
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// Whether this run's latest list of this kind is known.
  boolean compared(Run run, Kind kind) {
    RunLists a = asked.get(run);
    return a != null && a.compared(kind);
  }

  /// Whether somebody must be told what the server offers when it serves.
  boolean expected() {
    return told().isPresent();
  }

  /// Runs `then` in a turn: when the lists are known, when the run that was to list them is gone,
  /// or when the time limit has passed; at once if there is nothing to wait for.
  void whenKnown(long millis, Runnable then) {
    State state = runs.state();
    boolean underWay =
        state instanceof State.Starting || state.reloading() || runs.serving().isPresent();
    if (known || !underWay) {
      then.run();
      return;
    }
    Runnable timeIsUp =
        () -> {
          if (askers.remove(then) != null) {
            then.run();
          }
        };
    askers.put(then, parts.turnAfter(millis, timeIsUp));
  }

  /// The wait is over: the lists are known, or will not come.
  void tellAskers() {
    Map<Runnable, Timers.Timer> all = Map.copyOf(askers);
    askers.clear();
    all.forEach((then, timer) -> {
      timer.cancel();
      then.run();
    });
  }

  /// A run says that its list of this kind changed. A run that does not serve yet is asked again
  /// before it does, and the agent reads the difference then.
  void changed(LiveRun run, Kind kind) {
    if (run.run().serving()) {
      asked(run.run()).says(kind);
      refresh(run);
    } else if (!run.run().leaving()) {
      asked(run.run()).outdate();
    }
  }

  private RunLists asked(Run run) {
    return asked.computeIfAbsent(run, r -> new RunLists());
  }

  /// One fetch at a time, and a pause before the next, longer each time: some servers announce
  /// changes a thousand times at once, or whenever they are listed.
  void refresh(LiveRun run) {
    RunLists a = asked(run.run());
    if (a.resting) {
      a.again = true;
      return;
    }
    a.resting = true;
    a.again = false;
    long pause = PAUSE_MILLIS << a.restless;
    fetch(run, () -> parts.turnAfter(pause, () -> rested(run, a)));
  }

  private void rested(LiveRun run, RunLists a) {
    a.resting = false;
    if (a.again && run.run().serving()) {
      if (++a.restless == RESTLESS) {
        parts.note(
            "the server says that its lists changed whenever it lists them; Pitstop asks less and"
                + " less often");
      }
      a.restless = Math.min(a.restless, MOST_RESTLESS);
      refresh(run);
    } else {
      a.restless = 0;
      a.quiet();
    }
  }

  /// Fetches all lists and runs `then` in a turn when they are known or the time limit has passed.
  /// Lists that come later are compared all the same.
  void fetch(LiveRun run, Runnable then) {
    RunLists a = asked(run.run());
    a.fetching++;
    int round = a.ask();
    Runnable done =
        () -> {
          a.fetching--;
          then.run();
        };
    new CatalogFetch(
            parts,
            limitMillis,
            silent,
            !known,
            (lists, behind) -> {
              CatalogLook look =
                  new CatalogLook(RunLists.order(round, behind), lists, known, current, told());
              if (behind > 0) {
                compare(run, look, () -> {});
              } else {
                listed(run, look, done);
              }
            })
        .ask(run);
  }

  /// All lists have come, or the time limit has passed.
  private void listed(LiveRun run, CatalogLook look, Runnable then) {
    CatalogFetch.Lists lists = look.lists();
    if (unfit(run, lists)) {
      unfit.accept(run, lists.refused().getOrDefault(Kind.TOOLS, ""));
    } else if (!lists.missing().isEmpty() && lists.pages().isEmpty()) {
      withoutThem(run, then); // nothing came in time
    } else {
      compare(run, look, then);
    }
  }

  void fetch(LiveRun run) {
    fetch(run, () -> {});
  }

  /// Fetches all lists, unless the run was asked before.
  void fetchFirst(LiveRun run) {
    if (asked(run.run()).round() == 0) {
      fetch(run);
    }
  }

  private void compare(LiveRun run, CatalogLook look, Runnable then) {
    try {
      Thread.ofPlatform().daemon().name("catalog").start(() -> compareOutside(run, look, then));
    } catch (OutOfMemoryError noThread) {
      unread(run, noThread, then);
    }
  }

  private void compareOutside(LiveRun run, CatalogLook look, Runnable then) {
    try {
      CatalogLook.Found found = look.found(parts);
      parts.monitor().turn(() -> found(run, found, then));
    } catch (RuntimeException | Error e) {
      parts.monitor().turn(() -> unread(run, e, then));
    }
  }

  /// Odd lists must not keep a server from serving, or a reload from ending; nor must a machine
  /// that has no thread left to look at them.
  private void unread(LiveRun run, Throwable why, Runnable then) {
    parts.note("the server's lists could not be read: " + why);
    withoutThem(run, then);
  }

  /// The run serves with the known lists.
  private void withoutThem(LiveRun run, Runnable then) {
    asked(run.run()).late = true;
    then.run();
  }

  /// The catalogue for comparison: what the agent was told, otherwise what is known.
  private Optional<Catalog> told() {
    return session.baseline().or(() -> known ? Optional.of(current) : Optional.empty());
  }

  /// A new build that cannot list its tools, perhaps because of a broken schema, must not replace
  /// one that can.
  private boolean unfit(LiveRun run, CatalogFetch.Lists lists) {
    return lists.refused().containsKey(Kind.TOOLS)
        && !current.entries(Kind.TOOLS).isEmpty()
        && runs.starting().filter(s -> s.run().equals(run.run())).isPresent()
        && runs.serving().isPresent();
  }

  private void found(LiveRun run, CatalogLook.Found found, Runnable then) {
    RunLists a = asked.get(run.run());
    if (a != null && a.isNews(found.order())) {
      if (run.run().serving()) {
        take(run, a, found);
      } else if (!run.run().leaving()) {
        a.keep(found);
      }
    }
    if (a != null && a.outdated() && !run.run().serving() && a.round() < MAX_ROUNDS) {
      fetch(run, then);
    } else {
      then.run();
    }
  }

  /// The run serves now.
  void adopt(LiveRun run) {
    RunLists a = asked(run.run());
    Optional<CatalogLook.Found> found = a.adopt(expected());
    if (found.isPresent()) {
      take(run, a, found.get());
    }
    if (a.outdated() && (known || a.round() > 0)) {
      fetch(run);
    }
  }

  /// The run is over.
  ///
  /// @param another whether another run starts at once: then those who wait get its lists
  void lost(Run run, boolean another) {
    asked.remove(run);
    if (!another) {
      tellAskers();
    }
  }

  private void take(LiveRun run, RunLists a, CatalogLook.Found found) {
    Set<Kind> news = a.take(found);
    boolean first = !known;
    Catalog before = current;
    Optional<Catalog> told = told();
    Catalog baseline = told.orElse(before);
    Catalog now = found.on(first ? baseline : before);
    Diff diff = first ? Diff.empty() : found.diff(before, now);
    Diff since = told.isEmpty() ? Diff.empty() : found.since(baseline, now); // nothing to compare
    Set<Kind> said = a.told();
    Set<Kind> differ = diff.kinds();
    for (Kind kind : Kind.values()) {
      boolean listed = first && !now.entries(kind).isEmpty();
      if (listed || differ.contains(kind) || said.contains(kind)) {
        versions.merge(kind, 1L, Long::sum);
      }
    }
    current = now;
    known = true;
    if (!diff.isEmpty()) {
      lastDiff = Optional.of(diff);
    }
    CatalogChange change =
        new CatalogChange(
            before,
            current,
            diff,
            baseline,
            since,
            !news.isEmpty(),
            run.run(),
            first,
            a.whole(),
            a.unknown(),
            said);
    changes.accept(change);
    session.catalogChanged(change);
    tellAskers();
  }
}
