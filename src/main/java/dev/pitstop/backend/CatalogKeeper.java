package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// The server's catalogue as of the last listing, and its last change. Called in turns of the
/// monitor; parsing and comparing happen on a thread of their own.
public final class CatalogKeeper {
  /// How often a new run is asked for its lists before it serves.
  private static final int MAX_ROUNDS = 3;

  private static final long PAUSE_MILLIS = 250;

  /// How long other lists are waited for beside the tools, where nobody knows any tools yet.
  private static final long GRACE_MILLIS = 100;

  /// After so many changes in a row it is noted that they do not end, and so often the pause
  /// between two fetches is doubled at most, up to half a minute.
  private static final int RESTLESS = 4;

  private static final int MOST_RESTLESS = 7;

  private final BackendParts parts;
  private final Runs runs;
  private final BackendListener session;
  private final History history;
  private final BiConsumer<LiveRun, String> unfit;
  private Catalog current = Catalog.empty();
  private boolean known;
  private Optional<Diff> lastDiff = Optional.empty();
  private final List<CompletableFuture<Void>> askers = new ArrayList<>(); // for the first lists

  /// @param unfit takes a run that was to replace a good one and cannot list its tools, and the
  ///   reason; called in a turn
  CatalogKeeper(
      BackendParts parts,
      Runs runs,
      BackendListener session,
      History history,
      BiConsumer<LiveRun, String> unfit) {
    this.parts = parts;
    this.runs = runs;
    this.session = session;
    this.history = history;
    this.unfit = unfit;
  }

  /// Whether the server has listed anything. If not, {@link #current} is empty.
  public boolean known() {
    return known;
  }

  /// Whether nothing is known yet and the serving run will list soon.
  public boolean due() {
    Optional<LiveRun> serving = runs.serving();
    return !known && serving.isPresent() && !serving.get().lists.late;
  }

  /// Whether a run is being asked for its lists, or will be.
  public boolean listing() {
    return due() || runs.live().stream().map(r -> r.lists).anyMatch(a -> a.fetching > 0 || a.again);
  }

  /// The catalogue that the server offers, or last offered.
  public Catalog current() {
    return current;
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// Whether somebody must be told what the server offers when it serves.
  boolean expected() {
    return told().isPresent();
  }

  /// Runs `then` in a turn: when the lists are known, when the run that was to list them is gone,
  /// or when the time limit has passed; at once if there is nothing to wait for.
  public void whenKnown(long millis, Runnable then) {
    State state = runs.state();
    boolean underWay =
        state instanceof State.Starting || state.reloading() || runs.serving().isPresent();
    if (known || !underWay) {
      then.run();
      return;
    }
    CompletableFuture<Void> over = parts.pause(millis);
    askers.add(over);
    parts.after(
        over,
        "lists",
        () -> {
          askers.removeIf(CompletableFuture::isDone);
          then.run();
        });
  }

  /// The wait is over: the lists are known, or will not come.
  void tellAskers() {
    List.copyOf(askers).forEach(a -> a.complete(null));
  }

  /// A run says that one of its lists changed. A run that does not serve yet is asked again before
  /// it does, and the agent reads the difference then.
  public void changed(Run from) {
    Optional<LiveRun> run = runs.find(from);
    if (run.isPresent() && from.serving()) {
      refresh(run.get());
    } else if (run.isPresent() && !from.leaving()) {
      run.get().lists.again = true;
    }
  }

  /// Asks this run for its lists again, since a list request of the client has hung. What comes is
  /// compared with what is known, however late.
  public void relist(Run run) {
    runs.find(run).filter(live -> run.serving()).ifPresent(this::refresh);
  }

  /// Whether this run's latest list of this kind has been compared with what was known before. If
  /// so, a list that the client fetches holds no news.
  public boolean compared(Run run, Kind kind) {
    return runs.find(run).filter(live -> live.lists.compared(kind)).isPresent();
  }

  /// Collects all pages of a list, given the first. `done` gets an empty list if the run ended
  /// meanwhile or sent a page that cannot be used.
  public void rest(
      Run from,
      String method,
      String member,
      Message.Result first,
      Consumer<List<Message.Result>> done) {
    Optional<LiveRun> run = runs.find(from);
    if (run.isEmpty()) {
      done.accept(List.of());
      return;
    }
    ListFetch rest = new ListFetch(run.get(), method, member, parts);
    rest.result.whenComplete((list, lost) -> done.accept(lost == null ? list.pages() : List.of()));
    rest.page(first);
  }

  /// One fetch at a time, and a pause before the next, longer each time: some servers announce
  /// changes a thousand times at once, or whenever they are listed.
  private void refresh(LiveRun run) {
    RunLists a = run.lists;
    if (a.resting) {
      a.again = true;
      return;
    }
    a.resting = true;
    long pause = PAUSE_MILLIS << a.restless;
    parts.after(fetch(run), "pause", () -> parts.turnAfter(pause, () -> rested(run)));
  }

  private void rested(LiveRun run) {
    RunLists a = run.lists;
    a.resting = false;
    if (a.again && run.run.serving()) {
      if (++a.restless == RESTLESS) {
        parts.note(
            "the server says that its lists changed whenever it lists them; Pitstop asks less and"
                + " less often");
      }
      a.restless = Math.min(a.restless, MOST_RESTLESS);
      refresh(run);
    } else {
      a.restless = 0;
    }
  }

  /// Asks for all lists at the same time. Where nobody knows any tools yet, the other lists get a
  /// moment beside them, no more. Lists that come later are compared all the same.
  ///
  /// @return completes in a turn, when the lists are known or the time limit has passed; never if
  ///   the run ends before
  CompletableFuture<Void> fetch(LiveRun run) {
    RunLists a = run.lists;
    int fetch = a.ask();
    a.fetching++;
    Map<Kind, CompletableFuture<ListFetch.Result>> asked = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      if (offers(run.run, kind)) {
        asked.put(kind, ask(run, kind));
      }
    }
    CompletableFuture<Void> enough = allOf(asked, kind -> true);
    Timers.Timer limit =
        parts.turnAfter(parts.recipe().settings().listMillis(), () -> enough.complete(null));
    enough.whenComplete((all, lost) -> limit.cancel());
    if (!known) {
      allOf(asked, kind -> kind == Kind.TOOLS).thenRun(() -> soon(enough));
    }
    CompletableFuture<Void> done = new CompletableFuture<>();
    done.thenRun(() -> a.fetching--);
    int[] looks = new int[1];
    Runnable look = () -> listed(run, come(asked), fetch, looks[0]++, done);
    parts.after(
        enough,
        "lists",
        () -> {
          look.run();
          asked.values().stream()
              .filter(list -> !list.isDone())
              .forEach(list -> list.thenRun(() -> parts.safely("late list", look)));
        });
    return done;
  }

  private static CompletableFuture<Void> allOf(
      Map<Kind, CompletableFuture<ListFetch.Result>> asked, Predicate<Kind> which) {
    return CompletableFuture.allOf(
        asked.entrySet().stream()
            .filter(e -> which.test(e.getKey()))
            .map(Map.Entry::getValue)
            .toArray(CompletableFuture<?>[]::new));
  }

  /// What has come by now.
  private static CatalogLook.Lists come(Map<Kind, CompletableFuture<ListFetch.Result>> asked) {
    CatalogLook.Lists all =
        new CatalogLook.Lists(
            new EnumMap<>(Kind.class), new EnumMap<>(Kind.class), EnumSet.noneOf(Kind.class));
    asked.forEach((kind, list) -> {
      if (list.state() != Future.State.SUCCESS) {
        all.missing().add(kind);
      } else if (list.resultNow().refused().isPresent()) {
        all.refused().put(kind, list.resultNow().refused().get());
      } else if (!list.resultNow().pages().isEmpty()) {
        all.pages().put(kind, list.resultNow().pages());
      }
    });
    return all;
  }

  private void soon(CompletableFuture<Void> enough) {
    if (!enough.isDone()) {
      Timers.Timer grace = parts.turnAfter(GRACE_MILLIS, () -> enough.complete(null));
      enough.whenComplete((all, lost) -> grace.cancel());
    }
  }

  private static boolean offers(Run run, Kind kind) {
    return run.capabilities().isEmpty()
        ? kind == Kind.TOOLS
        : run.offers(kind.announcedAs().listMember());
  }

  /// Asks for one list. Tools that are no list count as refused.
  private CompletableFuture<ListFetch.Result> ask(LiveRun run, Kind kind) {
    ListFetch fetch = new ListFetch(run, kind.method(), kind.listMember(), parts).all();
    return fetch.result.thenApply(list -> {
      boolean odd =
          kind == Kind.TOOLS
              && !list.pages().stream().allMatch(r -> Json.isArray(r.bytes(), r.member("tools")));
      Optional<String> why = odd ? Optional.of("its `tools` is not an array") : list.refused();
      why.ifPresent(w -> parts.note(kind.method() + " failed: " + w));
      return new ListFetch.Result(list.pages(), why);
    });
  }

  /// Fetches all lists, unless the run was asked before.
  void fetchFirst(LiveRun run) {
    if (run.lists.fetches == 0) {
      fetch(run);
    }
  }

  /// All lists have come, or the time limit has passed.
  ///
  /// @param behind how often that was so before: one more has come
  /// @param done completes unless the run is unfit
  private void listed(
      LiveRun run, CatalogLook.Lists lists, int fetch, int behind, CompletableFuture<Void> done) {
    if (behind == 0 && unfit(run, lists)) {
      unfit.accept(run, lists.refused().get(Kind.TOOLS));
    } else if (behind == 0 && !lists.missing().isEmpty() && lists.pages().isEmpty()) {
      withoutThem(run, done); // nothing came in time
    } else {
      compare(run, lists, RunLists.order(fetch, behind), done);
    }
  }

  /// A new build that cannot list its tools, perhaps because of a broken schema, must not replace
  /// one that can.
  private boolean unfit(LiveRun run, CatalogLook.Lists lists) {
    return lists.refused().containsKey(Kind.TOOLS)
        && !current.entries(Kind.TOOLS).isEmpty()
        && runs.starting().filter(run::equals).isPresent()
        && runs.serving().isPresent();
  }

  private void compare(
      LiveRun run, CatalogLook.Lists lists, int order, CompletableFuture<Void> done) {
    Catalog base = base();
    Optional<Catalog> told = told();
    Runnable look =
        () -> {
          try {
            CatalogLook found = CatalogLook.at(lists, order, base, told, parts);
            parts.monitor().turn(() -> found(run, found, done));
          } catch (RuntimeException | Error e) {
            parts.monitor().turn(() -> unread(run, e, done));
          }
        };
    try {
      Thread.ofPlatform().daemon().name("catalog").start(look);
    } catch (OutOfMemoryError noThread) {
      unread(run, noThread, done);
    }
  }

  /// Odd lists must not keep a server from serving, or a reload from ending; nor must a machine
  /// that has no thread left to look at them.
  private void unread(LiveRun run, Throwable why, CompletableFuture<Void> done) {
    parts.note("the server's lists could not be read: " + why);
    withoutThem(run, done);
  }

  /// The run serves with the known lists.
  private static void withoutThem(LiveRun run, CompletableFuture<Void> done) {
    run.lists.late = true;
    done.complete(null);
  }

  /// The catalogue for comparison: what the agent was told, otherwise what is known.
  private Optional<Catalog> told() {
    return session.baseline().or(() -> known ? Optional.of(current) : Optional.empty());
  }

  /// What is known. Before the server has listed anything, that is what the agent was told.
  private Catalog base() {
    return known ? current : told().orElse(current);
  }

  private void found(LiveRun run, CatalogLook look, CompletableFuture<Void> done) {
    RunLists a = run.lists;
    boolean starts = !run.run.serving() && !run.run.leaving();
    if (a.isNews(look) && run.run.serving()) {
      take(run, look);
    } else if (a.isNews(look) && starts) {
      a.kept = Optional.of(look);
    }
    if (a.again && starts && a.fetches < MAX_ROUNDS) {
      fetch(run).thenRun(() -> done.complete(null));
    } else {
      done.complete(null);
    }
  }

  /// The run serves now.
  void adopt(LiveRun run) {
    RunLists a = run.lists;
    Optional<CatalogLook> kept = a.kept;
    a.kept = Optional.empty();
    boolean owes = expected() || kept.isPresent();
    if (owes) {
      a.owesAll();
    }
    kept.ifPresent(look -> take(run, look));
    if (a.again && (known || a.fetches > 0)) {
      if (owes) {
        a.owesAll();
      }
      fetch(run);
    }
  }

  private void take(LiveRun run, CatalogLook look) {
    boolean first = !known;
    Catalog before = current;
    Optional<Catalog> told = told();
    CatalogLook found = look.against(base(), told);
    RunLists a = run.lists;
    boolean byRestart = a.take(found);
    Diff diff = first ? Diff.empty() : found.diff();
    current = found.now();
    known = true;
    if (!diff.isEmpty()) {
      lastDiff = Optional.of(diff);
    }
    CatalogChange change =
        new CatalogChange(
            before,
            current,
            diff,
            told.orElse(before),
            found.since(),
            byRestart,
            run.run,
            first,
            a.whole(),
            a.unknown());
    history.witness().catalogChanged(change);
    session.catalogChanged(change);
    tellAskers();
  }
}
