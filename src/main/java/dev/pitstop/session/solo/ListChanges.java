package dev.pitstop.session.solo;

import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ListUptake;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.members.Subscriptions;
import java.util.EnumSet;
import java.util.Set;

/// Announces changed lists to the client (R7): in the legacy era by notifications, in the modern
/// era on its subscriptions (E3). Called in turns of the monitor.
record ListChanges(
    SessionFacts facts,
    HandshakeAnswers handshake,
    Subscriptions subscriptions,
    ClientPort client,
    ListUptake uptake,
    Log log) {
  /// Whether Pitstop, and not the server, told the client of lists of this kind.
  boolean promised(Kind kind) {
    return handshake.promised(kind);
  }

  /// Whether the client has already waited for the server, and was answered from memory.
  boolean hasWaited() {
    return handshake.fromMemory();
  }

  void tell(Set<Kind> kinds) {
    Set<Kind> told = EnumSet.noneOf(Kind.class);
    for (Kind each : kinds) {
      Kind kind = each.announcedAs();
      if (!told.add(kind)) {
        continue;
      }
      boolean legacy = facts.initialized() && handshake.declared(kind);
      if (legacy) {
        ListChanged.send(client, kind, log);
      }
      if (subscriptions.changed(kind) || legacy) {
        uptake.told(kind);
      }
    }
  }
}
