package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.AliasTable;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.hub.ServerSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One of many servers in a session: how it is run, what the agent knows of it, under which names
/// its things are known outside, and what it is subscribed to. In turns.
final class Member {
  private final ServerSpec spec;
  private final SessionServer server;
  private final Answers answers;
  private final WatchReload watch;
  private final Shelf shelf;
  private Catalog named = Catalog.empty(); // what the tables below were made of
  private AliasTable tools;
  private AliasTable prompts;
  private Optional<String> instructions = Optional.empty();
  private Catalog shelved = Catalog.empty(); // what the next was made of
  private Map<Kind, Shelf.Items> items = Map.of();
  private long waitUntilMillis = Long.MIN_VALUE;
  private boolean down;
  private boolean startsWhenAlone;
  private boolean removed;
  private boolean announced; // what it offers is on the lists, and the client was told
  private Optional<OwnListen> listen = Optional.empty();

  /// The subscription of our own at a modern run.
  ///
  /// @param acknowledged whether the run has said that it is in force
  record OwnListen(Run at, Set<String> uris, Call call, boolean acknowledged) {}

  Member(ServerSpec spec, SessionServer server, Answers answers, WatchReload watch) {
    this.spec = spec;
    this.server = server;
    this.answers = answers;
    this.watch = watch;
    this.shelf = new Shelf(spec.name(), spec.tools());
    this.tools = AliasTable.of(spec.name(), List.of());
    this.prompts = tools;
  }

  ServerSpec spec() {
    return spec;
  }

  String name() {
    return spec.name();
  }

  SessionServer server() {
    return server;
  }

  Backend backend() {
    return server.backend();
  }

  Answers answers() {
    return answers;
  }

  WatchReload watch() {
    return watch;
  }

  /// What it puts on the lists.
  Shelf shelf() {
    return shelf;
  }

  /// What it says of itself to the agent, if it has said anything.
  Optional<String> instructions() {
    return instructions;
  }

  void instructions(String text) {
    instructions = Optional.of(text);
  }

  boolean removed() {
    return removed;
  }

  void remove() {
    removed = true;
  }

  /// Whether it starts as soon as nothing is left of another of its name.
  boolean startsWhenAlone() {
    return startsWhenAlone;
  }

  void startsWhenAlone(boolean does) {
    startsWhenAlone = does;
  }

  Optional<OwnListen> listen() {
    return listen;
  }

  void listen(Optional<OwnListen> now) {
    listen = now;
  }

  // Its lists.

  /// How long lists wait for it, on the clock of the timers.
  void waitUntil(long millis) {
    waitUntilMillis = millis;
  }

  /// Until when a list is worth keeping back for it; long ago if it is not.
  long worthWaitingUntil() {
    State s = backend().state();
    boolean coming =
        s.serving().isPresent()
            || s instanceof State.Starting
            || s instanceof State.Building
            || (s instanceof State.Stopped st && st.cause() == State.Cause.NEVER_STARTED);
    return coming && !backend().listed() ? waitUntilMillis : Long.MIN_VALUE;
  }

  /// It came up or went down: what is down and waits for a reload offers nothing until it serves
  /// again (L2). While it is only on its way to another state, that is as it was.
  void stateChanged(State after) {
    if (after.serving().isPresent()) {
      down = false;
    } else if (waitsForReload(after)) {
      down = true;
    }
  }

  private static boolean waitsForReload(State s) {
    if (s instanceof State.Building b) {
      return waitsForReload(b.rest());
    }
    return s instanceof State.Crashed
        || (s instanceof State.Stopped st
            && (st.cause() == State.Cause.START_FAILED || st.cause() == State.Cause.BUILD_FAILED));
  }

  /// Whether what it offers is on the lists.
  boolean offers() {
    boolean up = spec.respawn() || !down || backend().state().serving().isPresent();
    return up && backend().listed();
  }

  /// What it offers has come onto the lists, or has left them.
  ///
  /// @return which lists that changes; none if the client knows
  Set<Kind> announce() {
    boolean now = !removed && offers();
    if (now == announced) {
      return Set.of();
    }
    announced = now;
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    Catalog has = backend().catalog();
    for (Kind kind : Kind.values()) {
      List<Entry> entries = kind == Kind.TOOLS ? tools(has) : has.entries(kind);
      if (!entries.isEmpty()) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /// Which lists of the client's are others with this change: not those of which only what is not
  /// offered changed.
  Set<Kind> visible(CatalogChange change) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    kinds.addAll(change.diff().kinds());
    if (!spec.tools().equals(ToolFilter.ALL)
        && tools(change.before()).equals(tools(change.now()))) {
      kinds.remove(Kind.TOOLS);
    }
    return kinds;
  }

  /// Those that are let in.
  private List<Entry> tools(Catalog in) {
    List<Entry> tools = new ArrayList<>();
    for (Entry e : in.entries(Kind.TOOLS)) {
      if (spec.tools().test(e.key())) {
        tools.add(e);
      }
    }
    return tools;
  }

  /// What it has on the lists now.
  Catalog offered() {
    return offers() ? backend().catalog() : Catalog.empty();
  }

  /// What its lists come to was made of this catalogue.
  void shelved(Catalog of, Map<Kind, Shelf.Items> made) {
    shelved = of;
    items = made;
  }

  /// Which of its entries are not listed, and why, as far as that has been found out.
  List<String> withheld() {
    List<String> all = new ArrayList<>();
    for (Shelf.Items each : items.values()) {
      all.addAll(each.withheld());
    }
    return all;
  }

  /// The names under which its tools are listed, at most so many.
  List<String> toolNames(int most) {
    List<String> names = new ArrayList<>();
    for (String tool : listedTools()) {
      if (names.size() < most) {
        names.add(outside(Kind.TOOLS, tool));
      }
    }
    return names;
  }

  /// How many tools it has on the list.
  int toolCount() {
    return listedTools().size();
  }

  /// By its own names.
  @SuppressWarnings("ReferenceEquality") // immutable; the very one
  private List<String> listedTools() {
    List<String> listed = new ArrayList<>();
    Catalog now = offered();
    Shelf.Items made = items.get(Kind.TOOLS);
    if (now == shelved && made != null) {
      made.items().forEach(item -> listed.add(item.key()));
      return listed;
    }
    tools(now).forEach(e -> listed.add(e.key()));
    return listed;
  }

  // Names.

  private AliasTable table(Kind kind) {
    Catalog now = backend().catalog();
    if (!same(now)) {
      named = now;
      tools = table(now, Kind.TOOLS);
      prompts = table(now, Kind.PROMPTS);
    }
    return kind == Kind.PROMPTS ? prompts : tools;
  }

  @SuppressWarnings("ReferenceEquality") // immutable; the very one
  private boolean same(Catalog now) {
    return named == now;
  }

  private AliasTable table(Catalog of, Kind kind) {
    List<String> keys = new ArrayList<>();
    for (Entry e : of.entries(kind)) {
      keys.add(e.key());
    }
    return AliasTable.of(spec.name(), keys);
  }

  /// The name under which the client knows a tool or prompt of it.
  String outside(Kind kind, String inner) {
    return table(kind).expose(inner);
  }

  /// The name by which the server knows what the client calls so.
  Optional<String> inner(Kind kind, String outside) {
    return table(kind).inner(outside);
  }
}
