package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
import dev.pitstop.catalog.Kind;
import dev.pitstop.rpc.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The server's catalogue as of the last listing, and its last change. Called in turns of the
/// monitor; parsing and comparing happen outside, in order.
public final class CatalogKeeper {
  private static final int MAX_ROUNDS = 3;

  /// How long other lists are waited for beside the tools, where nobody knows any tools yet.
  private static final long GRACE_MILLIS = 100;

  /// One time that a run is asked for its lists.
  ///
  /// @param number of the fetch, from 1
  /// @param done completes when it is over, or late
  private record Fetch(
      LiveRun run,
      int number,
      Map<Kind, CompletableFuture<ListFetch.Result>> asked,
      CompletableFuture<Void> done) {}

  private final BackendParts parts;
  private final Runs runs;
  private final History history;
  private final BiConsumer<LiveRun, String> unfit;
  private final OutsideTurns outside;
  private Catalog current = Catalog.empty();
  private boolean known;
  private Optional<Diff> lastDiff = Optional.empty();
  private final List<CompletableFuture<Void>> askers = new ArrayList<>(); // for the first lists

  /// @param unfit takes a run that was to replace a good one and cannot list its tools, and the
  ///   reason; called in a turn
  CatalogKeeper(BackendParts parts, Runs runs, History history, BiConsumer<LiveRun, String> unfit) {
    this.parts = parts;
    this.runs = runs;
    this.history = history;
    this.unfit = unfit;
    this.outside = new OutsideTurns(parts.monitor(), parts.log());
  }

  /// Whether the server has listed anything. If not, {@link #current} is empty.
  public boolean known() {
    return known;
  }

  /// Whether nothing is known yet and the serving run will list soon.
  public boolean due() {
    return !known && runs.serving().filter(run -> !run.lists.fetched.isDone()).isPresent();
  }

  /// Whether a run is being asked for its lists, or will be.
  public boolean listing() {
    return due() || runs.live().stream().anyMatch(run -> run.lists.underWay());
  }

  /// The catalogue that the server offers, or last offered.
  public Catalog current() {
    return current;
  }

  Optional<Diff> lastDiff() {
    return lastDiff;
  }

  /// Runs `then` in a turn: when the lists are known, when the run that was to list them is gone,
  /// or when the time limit has passed; at once if there is nothing to wait for.
  public void whenKnown(long millis, Runnable then) {
    State state = runs.model.state();
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
    parts.after(fetch(run), "pause", () -> parts.turnAfter(a.pause, () -> rested(run)));
  }

  private void rested(LiveRun run) {
    RunLists a = run.lists;
    a.resting = false;
    boolean changed = a.again && run.run.serving();
    a.pause = changed ? Math.min(2 * a.pause, RunLists.MAX_PAUSE_MILLIS) : RunLists.PAUSE_MILLIS;
    if (changed) {
      refresh(run);
    }
  }

  /// Asks for all lists at the same time. Where nobody knows any tools yet, the other lists get a
  /// moment beside them, no more. Lists that come later are compared all the same.
  ///
  /// @return completes in a turn, when the lists are known or the time limit has passed; never if
  ///   the run ends before
  CompletableFuture<Void> fetch(LiveRun run) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Map<Kind, CompletableFuture<ListFetch.Result>> asked = new EnumMap<>(Kind.class);
    Fetch fetch = new Fetch(run, run.lists.begin(done), asked, done);
    for (Kind kind : Kind.values()) {
      if (offers(run.run, kind)) {
        asked.put(kind, new ListFetch(run, kind.method(), kind.listMember(), parts).all().result);
      }
    }
    CompletableFuture<Void> enough =
        CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new));
    parts.within(parts.recipe().settings().listMillis(), enough);
    if (!known && asked.containsKey(Kind.TOOLS)) {
      asked.get(Kind.TOOLS).thenRun(() -> parts.within(GRACE_MILLIS, enough));
    }
    parts.after(
        enough,
        "lists",
        () -> {
          inTime(fetch);
          asked.values().stream()
              .filter(list -> !list.isDone())
              .forEach(
                  list -> parts.after(list.thenApply(r -> null), "late list", () -> look(fetch)));
        });
    return done;
  }

  private static boolean offers(Run run, Kind kind) {
    return run.capabilities().isEmpty()
        ? kind == Kind.TOOLS
        : run.offers(kind.announcedAs().listMember());
  }

  /// Fetches all lists, unless the run was asked before.
  void fetchFirst(LiveRun run) {
    if (run.lists.fetches == 0) {
      fetch(run);
    }
  }

  /// All lists have come, or the time limit has passed. The fetch ends unless the run is unfit: a
  /// new build that cannot list its tools, perhaps because of a broken schema, must not replace one
  /// that can.
  private void inTime(Fetch fetch) {
    Map<Kind, CompletableFuture<ListFetch.Result>> asked = fetch.asked;
    boolean something =
        asked.values().stream().anyMatch(l -> came(l) && !l.resultNow().pages().isEmpty());
    Optional<String> refused =
        Optional.ofNullable(asked.get(Kind.TOOLS))
            .filter(CatalogKeeper::came)
            .flatMap(list -> list.resultNow().refused());
    if (refused.isPresent()
        && !current.entries(Kind.TOOLS).isEmpty()
        && runs.starting().filter(fetch.run::equals).isPresent()
        && runs.serving().isPresent()) {
      unfit.accept(fetch.run, refused.get());
    } else if (!something && !asked.values().stream().allMatch(CatalogKeeper::came)) {
      over(fetch); // nothing came in time: the run serves with the known lists
    } else {
      look(fetch);
    }
  }

  private void over(Fetch fetch) {
    fetch.done.complete(null);
    if (!fetch.run.lists.underWay()) {
      parts.session().listsAsked();
    }
  }

  private static boolean came(CompletableFuture<ListFetch.Result> list) {
    return list.state() == Future.State.SUCCESS;
  }

  /// Compares what has come with what is known, unless lists of a later fetch have been. Odd lists
  /// must not keep a server from serving, or a reload from ending.
  private void look(Fetch fetch) {
    int number = fetch.number;
    if (number < fetch.run.lists.looked) {
      over(fetch);
      return;
    }
    fetch.run.lists.looked = number;
    Map<Kind, List<Message.Result>> pages = new EnumMap<>(Kind.class);
    Set<Kind> missing = EnumSet.noneOf(Kind.class);
    Set<Kind> refused = EnumSet.noneOf(Kind.class);
    fetch.asked.forEach((kind, list) -> {
      if (!came(list)) {
        missing.add(kind);
      } else if (list.resultNow().refused().isPresent()) {
        refused.add(kind);
      } else {
        pages.put(kind, list.resultNow().pages());
      }
    });
    Catalog base = base();
    boolean compares = known;
    outside.run(
        () -> Optional.of(CatalogLook.at(number, pages, missing, refused, base, compares, parts)),
        Optional.<CatalogLook>empty(),
        look -> {
          look.ifPresentOrElse(
              found -> found(fetch, found),
              () -> {
                parts.note("the server's lists could not be read: see the log");
                over(fetch);
              });
        });
  }

  /// The catalogue for comparison: what the agent was told, otherwise what is known. If there is
  /// one, somebody must be told what the server offers when it serves.
  Optional<Catalog> told() {
    return parts.session().baseline().or(() -> known ? Optional.of(current) : Optional.empty());
  }

  /// What is known. Before the server has listed anything, that is what the agent was told.
  private Catalog base() {
    return known ? current : told().orElse(current);
  }

  private void found(Fetch fetch, CatalogLook look) {
    LiveRun run = fetch.run;
    RunLists a = run.lists;
    boolean starts = !run.run.serving() && !run.run.leaving();
    if (run.run.serving()) {
      take(run, look);
    } else if (starts) {
      a.kept = Optional.of(look);
    }
    if (a.again && starts && a.fetches < MAX_ROUNDS) {
      fetch(run).thenRun(() -> fetch.done.complete(null)); // the newest one reports
    } else {
      over(fetch);
    }
  }

  void adopt(LiveRun run) {
    RunLists a = run.lists;
    if (told().isPresent() || a.kept.isPresent()) {
      a.owesAll();
    }
    a.kept.ifPresent(look -> take(run, look));
    a.kept = Optional.empty();
    if (a.again && (known || a.fetches > 0)) {
      fetch(run);
    }
  }

  private void take(LiveRun run, CatalogLook look) {
    boolean first = !known;
    Catalog before = current;
    CatalogLook found = look.against(base(), known);
    RunLists a = run.lists;
    boolean byRestart = a.take(found);
    Diff diff = found.diff();
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
            byRestart,
            run.run,
            first,
            a.whole(),
            Set.copyOf(found.unknown()));
    history.witness.catalogChanged(change);
    parts.session().catalogChanged(change);
    tellAskers();
  }
}
