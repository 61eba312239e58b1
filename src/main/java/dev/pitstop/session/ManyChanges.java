package dev.pitstop.session;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Monitor;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/// Tells the client that the merged lists changed (R7, M4): thirty servers that come up one after
/// the other are not thirty notifications (K24). The last change is never lost: what comes while
/// one is on its way is told after it. In turns.
final class ManyChanges {
  /// How long further changes are waited for.
  static final long PAUSE_MILLIS = 50;

  private final Wiring wiring;
  private final ManySubscriptions subscriptions;
  private final Set<Kind> pending = EnumSet.noneOf(Kind.class);
  private boolean waiting;

  ManyChanges(Wiring wiring, ManySubscriptions subscriptions) {
    this.wiring = wiring;
    this.subscriptions = subscriptions;
  }

  /// Lists of these kinds changed.
  void of(Collection<Kind> kinds) {
    for (Kind kind : kinds) {
      pending.add(kind == Kind.TEMPLATES ? Kind.RESOURCES : kind); // one notification for both
    }
    if (!pending.isEmpty() && !waiting) {
      waiting = true;
      wiring
          .timers()
          .after(PAUSE_MILLIS, () -> wiring.monitor().turn(Monitor.By.OTHER, this::tell));
    }
  }

  private void tell() {
    waiting = false;
    for (Kind kind : pending) {
      if (wiring.facts().initialized()) {
        wiring.client().send(Messages.notification(ListChanges.method(kind), ""));
      }
      subscriptions.listChanged(kind);
    }
    pending.clear();
  }

  /// The client may be told from now on. What changed before it asked for any list is no news.
  void clientInitialized() {
    pending.clear();
  }
}
