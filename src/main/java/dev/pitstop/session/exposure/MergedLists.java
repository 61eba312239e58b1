package dev.pitstop.session.exposure;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.hub.Description;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import dev.pitstop.session.front.ListAnswer;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelf;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Merges the four lists of many servers. The servers follow each other in their order, each
/// server's entries in its own, and Pitstop's own tools come last. A list waits for servers that
/// are starting, for a limited time from the start of each. Called in turns of the monitor. Long
/// work is done outside.
///
/// `list_changed` announces what comes later, if the list that the client would get differs from
/// the one that it has or was last told of. Thirty servers that start one after the other do not
/// cause thirty notifications, and two that one save of the configuration brings up cause one. The
/// last change is never lost. Changes before the client may be told, and changes that a waiting
/// list will contain, need no announcement.
final class MergedLists implements Lists {
  private record Waiting(
      Kind kind,
      Message.Request request,
      boolean modern,
      Reply reply,
      long untilMillis,
      Timers.Timer timer) {}

  /// How many times longer a list waits for all servers than for one that is starting: some are
  /// built first, or wait for a place among the starts.
  private static final int MOST_WAITS = 5;

  private static final long PAUSE_MILLIS = 50;

  /// How long a change waits for one that is on its way: a server that is being built or started.
  private static final long COMING_MILLIS = 2_000;

  private final Common common;
  private final Wiring wiring;
  private final List<Waiting> waiting = new ArrayList<>();
  private final Map<Kind, Map<String, List<Entry>>> known = new EnumMap<>(Kind.class); // to it
  private final Set<Kind> pending = EnumSet.noneOf(Kind.class); // changes to announce
  private Optional<Timers.Timer> timer = Optional.empty(); // for the pending changes
  private long since; // when the first of the pending changes came, by the clock of the timers

  MergedLists(Common common) {
    this.common = common;
    this.wiring = common.wiring();
  }

  @Override
  public void clientInitialized() {
    compare();
  }

  @Override
  public boolean news() {
    return !pending.isEmpty();
  }

  @Override
  public void listed(Member m, CatalogChange change) {
    if (!m.offer().isAsRemembered(change)) {
      common.memory().write(m, d -> d.write(Description.Known.of(change.now())));
    }
  }

  @Override
  public void changed() {
    common.subscriptions().changed();
    compare();
    look();
  }

  @Override
  public void request(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    long most = MOST_WAITS * common.membership().parts().listMillis();
    long until = wiring.timers().nowMillis() + most;
    Waiting w = new Waiting(kind, r, f.modern(), reply, until, wiring.after(most, this::look));
    wiring.tracker().open(r, (n, span) -> cancel(w));
    waiting.add(w);
    look();
  }

  private void cancel(Waiting w) {
    w.timer().cancel();
    waiting.remove(w);
    compare();
    w.reply().none();
  }

  /// A server's state changed: lists that waited for it may be answered.
  private void look() {
    long now = wiring.timers().nowMillis();
    boolean coming = now < worthWaitingUntil();
    for (Waiting w : List.copyOf(waiting)) {
      // after its first list the client hears of changes by `list_changed`
      if (!coming || now >= w.untilMillis() || wiring.uptake().gave(w.kind())) {
        waiting.remove(w);
        answer(w);
      }
    }
  }

  private long worthWaitingUntil() {
    return common.members().all().stream()
        .mapToLong(m -> m.offer().worthWaitingUntil())
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private void answer(Waiting w) {
    w.timer().cancel();
    knows(w.kind()); // the list is made now, and contains everything
    wiring.uptake().given(w.kind());
    List<Shelf> shelves = common.members().all().stream().map(m -> m.offer().shelf()).toList();
    String ours = w.kind() == Kind.TOOLS ? common.management().definitions() : "";
    String text = Words.MARK + "Pitstop has no memory for these lists.";
    byte[] none = Messages.error(w.request().id(), Messages.INTERNAL_ERROR, text);
    wiring
        .outside()
        .run(
            () -> merge(w, shelves, ours),
            new ListAnswer.Joined(none, List.of()),
            made -> {
              if (wiring.tracker().over(w.request())) {
                common.given(w.kind(), made.entries());
                w.reply().send(made.answer());
              }
            });
  }

  /// A resource, or a template, that several servers list is that of the first.
  private static ListAnswer.Joined merge(Waiting w, List<Shelf> shelves, String ours) {
    Set<String> seen = new HashSet<>();
    List<Entry> all =
        shelves.stream()
            .flatMap(shelf -> shelf.entries(w.kind()).stream())
            .filter(e -> e.kind().announcedAs() != Kind.RESOURCES || seen.add(e.key()))
            .toList();
    StringBuilder items = new StringBuilder();
    all.forEach(e -> ListAnswer.add(items, e.json().toString()));
    return new ListAnswer.Joined(
        ListAnswer.of(w.kind(), w.request().id(), items, ours, w.modern()), all);
  }

  // What is announced.

  private Map<String, List<Entry>> present(Kind kind) {
    Map<String, List<Entry>> present = new HashMap<>();
    common.members().all().forEach(m -> present.put(m.name(), m.offer().entries(kind)));
    present.values().removeIf(List::isEmpty);
    return present;
  }

  /// Lists may have changed, or whether a further change is on its way.
  private void compare() {
    if (!wiring.facts().initialized() && !wiring.facts().modern()) {
      return; // the client may not be told anything yet
    }
    long now = wiring.timers().nowMillis();
    boolean first = pending.isEmpty();
    for (Kind kind : Kind.values()) {
      Map<String, List<Entry>> there = present(kind);
      if (there.equals(known.computeIfAbsent(kind, k -> there))) {
        pending.remove(kind);
      } else {
        pending.add(kind);
      }
    }
    timer.ifPresent(Timers.Timer::cancel);
    timer = Optional.empty();
    if (!pending.isEmpty()) {
      since = first ? now : since;
      long gathered = since + (common.members().anyComing() ? COMING_MILLIS : PAUSE_MILLIS);
      timer = Optional.of(wiring.after(Math.max(0, gathered - now), this::tell));
    }
  }

  /// A reload's answer waits until the client has fetched its changed lists.
  @Override
  public void tellNow() {
    if (pending.stream().anyMatch(wiring.uptake()::gave)) {
      tell();
    }
  }

  private void tell() {
    Set<Kind> told = EnumSet.copyOf(pending);
    waiting.forEach(w -> told.remove(w.kind()));
    told.forEach(this::knows);
    common.changes().tell(told);
  }

  private void knows(Kind kind) {
    known.put(kind, present(kind));
    pending.remove(kind);
  }
}
