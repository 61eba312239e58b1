package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.backend.Snapshot;
import dev.pitstop.backend.State;
import dev.pitstop.catalog.AliasTable;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.ServerSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
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
  private long waitUntilMillis;
  private boolean removed;
  private boolean announced; // what it offers is on the lists, and the client was told
  private Optional<OwnListen> listen = Optional.empty();

  /// The subscription of our own at a modern run.
  record OwnListen(Run at, Set<String> uris, Call call) {}

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

  /// Whether a list that is asked for now is worth keeping back for it.
  boolean worthWaiting(long nowMillis) {
    Snapshot s = backend().snapshot();
    boolean coming =
        switch (s.state()) {
          case State.Stopped st -> st.cause() == State.Cause.NEVER_STARTED;
          case State.Building b -> true;
          case State.Starting st -> true;
          case State.Running r -> true;
          case State.Draining d -> false;
          case State.Crashed c -> false;
        };
    return coming && !s.listed() && nowMillis < waitUntilMillis;
  }

  /// Whether what it offers is on the lists: a server that is down and waits for a reload offers
  /// nothing (L2).
  boolean offers() {
    Snapshot s = backend().snapshot();
    boolean down =
        switch (s.state()) {
          case State.Crashed c -> true;
          case State.Stopped st -> st.cause() == State.Cause.START_FAILED;
          case State.Building b -> false;
          case State.Starting st -> false;
          case State.Running r -> false;
          case State.Draining d -> false;
        };
    return s.listed() && (spec.respawn() || !down);
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
    for (Kind kind : Kind.values()) {
      if (!backend().catalog().entries(kind).isEmpty()) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /// What it has on the lists now.
  Catalog offered() {
    return offers() ? backend().catalog() : Catalog.empty();
  }

  /// The names under which its tools are listed, at most so many.
  List<String> toolNames(int most) {
    List<String> names = new ArrayList<>();
    for (Entry e : offered().entries(Kind.TOOLS)) {
      if (spec.tools().test(e.key()) && names.size() < most) {
        names.add(outside(Kind.TOOLS, e.key()));
      }
    }
    return names;
  }

  /// How many tools it has on the list.
  int toolCount() {
    int n = 0;
    for (Entry e : offered().entries(Kind.TOOLS)) {
      n += spec.tools().test(e.key()) ? 1 : 0;
    }
    return n;
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
