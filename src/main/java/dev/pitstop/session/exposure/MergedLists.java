package dev.pitstop.session.exposure;

import dev.pitstop.backend.CatalogChange;
import dev.pitstop.catalog.Kind;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Merges the four lists of many servers. The servers follow each other in their order, each
/// server's entries in its own, and Pitstop's own tools come last. A list waits for servers that
/// are starting, for a limited time from the start of each. `list_changed` announces what comes
/// later. Called in turns of the monitor. Long work is done outside.
final class MergedLists implements Lists {
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
    common.subscriptions().changed();
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
    waiting.remove(w);
    changes.look();
    w.reply().none();
  }

  /// Whether a list of this kind is not answered yet.
  private boolean awaited(Kind kind) {
    return waiting.stream().anyMatch(w -> w.kind() == kind);
  }

  /// A server's state changed: lists that waited for it may be answered.
  private void look() {
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

  private long worthWaitingUntil() {
    return common.members().all().stream()
        .mapToLong(m -> m.offer().worthWaitingUntil())
        .max()
        .orElse(Long.MIN_VALUE);
  }

  private void answer(Waiting w) {
    w.timer().cancel();
    changes.brought(w.kind());
    List<Shelf> shelves = common.members().all().stream().map(m -> m.offer().shelf()).toList();
    String ours = w.kind() == Kind.TOOLS ? common.management().definitions() : "";
    String text = Words.MARK + "Pitstop has no memory for these lists.";
    byte[] none = Messages.error(w.request().id(), Messages.INTERNAL_ERROR, text);
    common
        .wiring()
        .outside()
        .run(
            () -> merge(w, shelves, ours),
            none,
            response -> {
              if (common.wiring().tracker().over(w.request())) {
                w.reply().send(response);
              }
            });
  }

  /// A resource, or a template, that several servers list is that of the first.
  private static byte[] merge(Waiting w, List<Shelf> shelves, String ours) {
    StringBuilder items = new StringBuilder();
    Set<String> seen = new HashSet<>();
    for (Shelf shelf : shelves) {
      for (Shelf.Item item : shelf.items(w.kind())) {
        if (w.kind().announcedAs() != Kind.RESOURCES || seen.add(item.key())) {
          ListAnswer.add(items, item.json());
        }
      }
    }
    return ListAnswer.of(w.kind(), w.request().id(), items, ours, w.modern());
  }
}
