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
import dev.pitstop.session.members.Member;
import dev.pitstop.session.members.Shelf;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Merges the four lists of many servers. The servers follow each other in their order, each
/// server's entries in its own, and Pitstop's own tools come last. A list waits for servers that
/// are starting, for a limited time from the start of each. `list_changed` announces what comes
/// later. Called in turns of the monitor. Long work is done outside.
final class MergedLists implements Lists {
  /// What one server offered when the list was requested.
  private record Part(Member member, Shelf shelf) {}

  /// @param whole whether it was made
  /// @param clashes by server, the entries that are not listed because of another server
  private record Merged(boolean whole, byte[] answer, Map<Member, List<String>> clashes) {}

  /// A request that is not answered yet.
  ///
  /// @param untilMillis the list waits until then
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

  private final Common common;
  private final MergedChanges changes;
  private final List<Waiting> waiting = new ArrayList<>();
  private List<Map<String, List<Entry>>> resources = List.of(); // of the last look, and templates
  private int recalling; // servers whose descriptions are being read

  MergedLists(Common common) {
    this.common = common;
    this.changes = new MergedChanges(common, this::awaited);
  }

  @Override
  public void clientInitialized() {
    changes.look();
  }

  @Override
  public void tellNow() {
    changes.tellNow();
  }

  @Override
  public boolean news() {
    return changes.news();
  }

  @Override
  public void listed(Member m, CatalogChange change) {
    common.memory().keep(m, change);
  }

  @Override
  public void changed() {
    var now = List.of(changes.present(Kind.RESOURCES), changes.present(Kind.TEMPLATES));
    if (!now.equals(resources)) {
      resources = now;
      common.subscriptions().changed();
    }
    changes.look();
    look();
  }

  @Override
  public void request(Kind kind, Message.Request r, RequestFacts f, Reply reply) {
    long most = MOST_WAITS * common.membership().parts().listMillis();
    long until = common.wiring().timers().nowMillis() + most;
    Waiting w =
        new Waiting(kind, r, f.modern(), reply, until, common.wiring().after(most, this::look));
    common.wiring().tracker().open(r, (n, span) -> cancel(w));
    waiting.add(w);
    look();
  }

  private void cancel(Waiting w) {
    w.timer().cancel();
    if (waiting.remove(w)) {
      changes.look();
    } else {
      changes.lost(w.kind()); // it was made
    }
    w.reply().none();
  }

  /// Whether a list of this kind is not answered yet.
  private boolean awaited(Kind kind) {
    return waiting.stream().anyMatch(w -> w.kind() == kind);
  }

  /// A server's state changed: lists that waited for it may be answered.
  private void look() {
    if (waiting.isEmpty() || recalling()) {
      return;
    }
    long now = common.wiring().timers().nowMillis();
    boolean coming = now < worthWaitingUntil();
    for (Waiting w : List.copyOf(waiting)) {
      // after its first list the client hears of changes by `list_changed`
      if (!coming || now >= w.untilMillis() || common.wiring().uptake().gave(w.kind())) {
        waiting.remove(w);
        answer(w);
      }
    }
  }

  /// Remembered descriptions stand in for servers that have not listed anything yet. They are read
  /// first, and count until the server has listed.
  private boolean recalling() {
    for (Member m : common.members().all()) {
      if (common.memory().isKept() && m.offer().recalls()) {
        recalling++;
        common.memory().recall(m, found -> recalled(m, found));
      }
    }
    return recalling > 0;
  }

  private void recalled(Member m, Optional<Description.Known> found) {
    found.ifPresent(known -> common.membership().remembered(m, known.catalog()));
    recalling--;
    look();
  }

  private long worthWaitingUntil() {
    return common.members().all().stream()
        .mapToLong(m -> m.offer().worthWaitingUntil())
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private void answer(Waiting w) {
    w.timer().cancel();
    changes.brought(w.kind());
    List<Part> parts =
        common.members().all().stream().map(m -> new Part(m, m.offer().shelf())).toList();
    String ours = w.kind() == Kind.TOOLS ? common.management().definitions() : "";
    String text = Words.MARK + "Pitstop has no memory for these lists.";
    byte[] none = Messages.error(w.request().id(), Messages.INTERNAL_ERROR, text);
    common
        .wiring()
        .outside()
        .run(() -> merge(w, parts, ours), new Merged(false, none, Map.of()), m -> made(w, m));
  }

  private void made(Waiting w, Merged merged) {
    if (common.wiring().tracker().over(w.request())) {
      w.reply().send(merged.answer());
    }
    if (!merged.whole()) {
      changes.lost(w.kind());
    }
    merged
        .clashes()
        .forEach((m, now) -> common.membership().shelves().report(m, w.kind().name(), now));
  }

  private Merged merge(Waiting w, List<Part> parts, String ours) {
    StringBuilder items = new StringBuilder();
    Map<Member, List<String>> clashes = new LinkedHashMap<>();
    Map<String, Member> first = new HashMap<>(); // who has a URI or a template
    for (Part p : parts) {
      List<String> missing = new ArrayList<>();
      for (Shelf.Item item : p.shelf().items(w.kind())) {
        Member owner = first.computeIfAbsent(item.key(), k -> p.member());
        if (owner.equals(p.member()) || w.kind().announcedAs() != Kind.RESOURCES) {
          ListAnswer.add(items, item.json());
        } else {
          String text =
              Words.fill(
                      "its {} {} is not listed, because server `{}` has the same",
                      w.kind().noun(),
                      item.key(),
                      owner.name())
                  + (w.kind() == Kind.RESOURCES ? " URI" : "");
          missing.add(text);
        }
      }
      clashes.put(p.member(), List.copyOf(missing));
    }
    return new Merged(
        true, ListAnswer.of(w.kind(), w.request().id(), items, ours, w.modern()), clashes);
  }
}
