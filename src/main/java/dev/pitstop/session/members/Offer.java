package dev.pitstop.session.members;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.CatalogChange;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.catalog.Namespace;
import dev.pitstop.catalog.ToolFilter;
import dev.pitstop.hub.ServerSpec;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.notices.SessionServer;
import dev.pitstop.session.texts.EntryFlaws;
import dev.pitstop.text.Words;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a server offers: its own lists or remembered ones. Knows whether they are listed now, and
/// under which names. Called in turns of the monitor.
public final class Offer {
  /// The tag of the notice about entries that are not listed.
  public static final String FLAWS = "not listed";

  private static final int MOST_TOLD = 5;

  private final SessionServer server;
  private final Backend backend;
  private final boolean prefixed;
  private final boolean all; // bad entries are listed too
  private ServerSpec spec;
  private Shelf shelf; // of what is known of its offer
  private List<String> flaws = List.of();
  private long waitUntilMillis = Long.MIN_VALUE;
  private boolean down;
  private boolean ended;
  private Optional<Catalog> remembered = Optional.empty(); // until it has listed itself

  /// What it has listed for the client, or what was given instead, since it was last asked by
  /// Pitstop.
  private final Map<Kind, List<Entry>> given = new EnumMap<>(Kind.class);

  /// @param prefixed whether its names have the server's name before them; otherwise they are its
  ///   own
  /// @param all whether bad entries are listed too
  Offer(ServerSpec spec, SessionServer server, boolean prefixed, boolean all) {
    this.prefixed = prefixed;
    this.all = all;
    this.spec = spec;
    this.server = server;
    this.backend = server.backend();
    this.shelf = shelf(Catalog.empty());
  }

  /// The server is run differently from now on. Lists of another program are then unusable.
  void runsBy(ServerSpec now) {
    if (!now.target().equals(spec.target())) {
      remembered = Optional.empty();
    }
    spec = now;
  }

  /// Its part of the lists: an empty one if its offer is not on them.
  public Shelf shelf() {
    return isListed() ? shelf : shelf(Catalog.empty());
  }

  private Shelf shelf(Catalog of) {
    return new Shelf(spec.name(), prefixed, spec.tools(), of, all);
  }

  /// What is known of its offer has changed. Its part of the lists is made at once, outside turns,
  /// so that callers who ask for the servers learn what is not listed.
  void shelve(Wiring wiring) {
    Shelf made = shelf(catalog());
    shelf = made;
    if (prefixed || !all) { // otherwise nothing of it is needed
      wiring.outside().run(made::flaws, List.<String>of(), now -> report(now, wiring.log()));
    }
  }

  /// Reports which entries are not listed: in the log, in the server's own output, and to the
  /// agent.
  private void report(List<String> now, Log log) {
    if (ended) {
      return;
    }
    List<String> before = flaws;
    flaws = now;
    for (String flaw : now) {
      if (!before.contains(flaw)) {
        log.warn("list", "server", spec.name(), "problem", flaw);
        StderrRing ring = backend.ring();
        ring.append(ring.newest().orElse(0), StderrRing.Kind.NOTE, flaw);
      }
    }
    if (!before.containsAll(now)) {
      server.notices().post(FLAWS, 0, () -> flaws.isEmpty() ? "" : Words.MARK + flawsText());
    }
  }

  /// What the agent is told of the entries that are not listed; empty if there are none.
  public String flawsText() {
    int more = flaws.size() - MOST_TOLD;
    String text = "Server `{}`: {}. Clients would refuse the whole list for {}.";
    return flaws.isEmpty()
        ? ""
        : Words.fill(
                text,
                spec.name(),
                String.join("; ", flaws.subList(0, Math.min(MOST_TOLD, flaws.size())))
                    + (more > 0 ? "; and " + more + " more" : ""),
                flaws.size() == 1 ? "it" : "them")
            + server
                .naming()
                .tools()
                .call("call_tool", " {} can call a tool that is not listed.", "");
  }

  /// The server was removed, with everything that it has.
  void end() {
    ended = true;
    flaws = List.of();
  }

  boolean ended() {
    return ended;
  }

  /// Sets how long lists wait for it, by the clock of the timers.
  void waitUntil(long millis) {
    waitUntilMillis = millis;
  }

  /// Until when a list should wait for it; in the distant past if it should not. A build has no
  /// limit of its own here.
  public long worthWaitingUntil() {
    if (!isComing() || known()) {
      return Long.MIN_VALUE; // it does not start, or its lists are known already
    }
    return backend.state() instanceof State.Building ? Long.MAX_VALUE : waitUntilMillis;
  }

  /// An earlier run listed this. It counts until the server has listed itself.
  ///
  /// @return whether the server has not
  boolean remember(Catalog catalog) {
    if (ended || backend.lists().known()) {
      return false;
    }
    remembered = Optional.of(catalog);
    server.told().listed(catalog);
    return true;
  }

  /// What it had in an earlier session; empty once it has listed itself.
  public Optional<Catalog> remembered() {
    return remembered;
  }

  /// What is known of its offer, whether or not it is listed.
  public Catalog catalog() {
    return remembered.isPresent() ? remembered.get() : backend.lists().current();
  }

  private boolean known() {
    return remembered.isPresent() || backend.lists().known();
  }

  /// The server started or went down. A server that is down and waits for a reload offers nothing
  /// until it serves again. During other transitions nothing changes.
  void stateChanged(State after) {
    if (after.serving().isPresent()) {
      down = false;
    } else if (!after.startsOnDemand(false)) {
      down = true;
    }
  }

  /// Whether it will soon serve and list what it has, if all goes well. It will not if nobody
  /// starts it unasked.
  public boolean isComing() {
    State s = backend.state();
    if (ended || s.serving().isPresent()) {
      return !ended && backend.lists().due();
    }
    boolean awaited =
        s instanceof State.Stopped st
            && st.cause() == State.Cause.NEVER_STARTED
            && waitUntilMillis != Long.MIN_VALUE;
    return awaited || s instanceof State.Starting || s instanceof State.Building || s.reloading();
  }

  /// Whether its lists may soon be others, if all goes well.
  boolean isChanging() {
    return !ended && (isComing() || backend.state().reloading() || backend.lists().listing());
  }

  private boolean isListed() {
    boolean up = spec.respawn() || !down || backend.state().serving().isPresent();
    return !ended && up && known();
  }

  /// The server has listed what it offers. That replaces the remembered lists.
  void listed(CatalogChange change) {
    remembered = Optional.empty();
    given.keySet().retainAll(change.unknown());
  }

  /// The client got this list, which is what it would get again.
  public void given(Kind kind, List<Entry> list) {
    given.put(kind, list);
  }

  /// Whether the filter allows this tool, by the server's own name.
  public boolean shows(String tool) {
    return spec.tools().test(tool);
  }

  @SuppressWarnings("ReferenceEquality") // another filter that shows all only takes longer
  private List<Entry> tools(Catalog in) {
    List<Entry> all = in.entries(Kind.TOOLS);
    return spec.tools() == ToolFilter.ALL ? all : all.stream().filter(e -> shows(e.key())).toList();
  }

  /// What it has on the lists now.
  public Catalog now() {
    return isListed() ? catalog() : Catalog.empty();
  }

  public List<Entry> entries(Kind kind) {
    return kind == Kind.TOOLS ? tools(now()) : now().entries(kind);
  }

  /// What a list would have of it now.
  public List<Entry> listing(Kind kind) {
    return isListed() && given.containsKey(kind) ? given.get(kind) : entries(kind);
  }

  /// Which of its entries are not listed, and why.
  public List<String> flaws() {
    return flaws;
  }

  /// The names under which its entries are listed.
  public List<String> names(Kind kind) {
    return entries(kind).stream().map(e -> outside(kind, e.key())).toList();
  }

  /// The names under which its tools are listed.
  public List<String> toolNames() {
    return tools(now()).stream()
        .filter(tool -> EntryFlaws.of(tool).isEmpty())
        .map(tool -> outside(Kind.TOOLS, tool.key()))
        .distinct()
        .toList();
  }

  /// Its tools by the client's name of each, whether or not they are listed; without those that its
  /// entry hides.
  public Map<String, Entry> tools() {
    Map<String, Entry> tools = new LinkedHashMap<>();
    tools(catalog()).forEach(e -> tools.put(outside(Kind.TOOLS, e.key()), e));
    return tools;
  }

  /// One of its tools as the client would be given it now.
  public Optional<Entry> tool(String inner) {
    return catalog().tool(inner).filter(e -> shows(e.key())).map(shelf::shown);
  }

  // Names.

  /// The client's name of one of its tools or prompts. On any thread.
  public String outside(Kind kind, String inner) {
    return prefixed ? Namespace.expose(spec.name(), inner) : inner;
  }

  /// Its own name for the client's.
  Optional<String> inner(Kind kind, String outside) {
    return prefixed ? Namespace.inner(spec.name(), outside, catalog(), kind) : Optional.of(outside);
  }
}
