package dev.pitstop.session;

import dev.pitstop.catalog.Kind;
import dev.pitstop.log.Log;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import java.util.EnumSet;
import java.util.Set;

/// Tells the client that lists changed (R7): in the legacy era with notifications, in the modern
/// one on its subscriptions (E3). In turns.
final class ListChanges {
  /// In the log: such a notification is on its way. A documented name.
  static final String SENT = "list-changed-sent";

  private final SessionFacts facts;
  private final HandshakeAnswers handshake;
  private final Subscriptions subscriptions;
  private final ClientPort client;
  private final ListUptake uptake;
  private final Log log;

  ListChanges(
      SessionFacts facts,
      HandshakeAnswers handshake,
      Subscriptions subscriptions,
      ClientPort client,
      ListUptake uptake,
      Log log) {
    this.facts = facts;
    this.handshake = handshake;
    this.subscriptions = subscriptions;
    this.client = client;
    this.uptake = uptake;
    this.log = log;
  }

  /// The notification that says that lists of this kind changed.
  static String method(Kind kind) {
    return switch (kind) {
      case TOOLS -> Methods.TOOLS_CHANGED;
      case PROMPTS -> Methods.PROMPTS_CHANGED;
      case RESOURCES, TEMPLATES -> Methods.RESOURCES_CHANGED;
    };
  }

  /// Whether the client was told of lists of this kind by us, and not by the server.
  boolean promised(Kind kind) {
    return handshake.promised(kind);
  }

  /// Whether the client has waited for the server already, and was answered from memory.
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
        client.send(Messages.notification(method(kind), ""));
        log.info(SENT, "method", method(kind));
      }
      if (subscriptions.changed(kind) || legacy) {
        uptake.told(kind);
      }
    }
  }
}
