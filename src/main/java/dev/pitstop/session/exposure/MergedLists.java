package dev.pitstop.session.exposure;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Catalog;
import dev.pitstop.catalog.Diff;
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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Merges the four lists of many servers. The servers follow each other in their order, each
/// server's entries in its own, and Pitstop's own tools come last. A list waits for servers that
/// are starting, for a limited time from the start of each. Called in turns of the monitor. Long
/// work is done outside.
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

  private final Common common;
  private final Wiring wiring;
  private final List<Waiting> waiting = new ArrayList<>();

  MergedLists(Common common) {
    this.common = common;
    this.wiring = common.wiring();
  }

  @Override
  public boolean awaits(Kind kind) {
    return waiting.stream().anyMatch(w -> w.kind() == kind);
  }

  @Override
  public void listed(Member m, CatalogChange change) {
    Optional<Catalog> before = m.offer().remembered();
    Catalog now = change.now();
    common
        .memory()
        .write(
            m,
            d ->
                before.filter(b -> Diff.between(b, now).isEmpty()).isPresent()
                    ? Optional.empty()
                    : d.write(Description.Known.of(now)));
  }

  @Override
  public void changed() {
    common.subscriptions().changed();
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
    common.changes().compare();
  }

  private void cancel(Waiting w) {
    w.timer().cancel();
    waiting.remove(w);
    common.changes().compare();
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
    common.changes().given(w.kind(), w.reply()); // it is made now, and contains everything
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
                common.sent(w.kind(), made.entries());
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
    return new ListAnswer.Joined(
        ListAnswer.of(w.kind(), w.request().id(), all, ours, w.modern()), all);
  }
}
