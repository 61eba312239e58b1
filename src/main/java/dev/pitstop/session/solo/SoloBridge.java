package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.bridge.ModernRules;
import dev.pitstop.session.bridge.OwnListens;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ServerRequests;
import dev.pitstop.session.front.ServerRequests.QuestionEdits;
import dev.pitstop.session.front.SessionFacts;
import dev.pitstop.session.front.Wiring;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// One server of the other era than its client (docs/design/bridge.md). Decides whether it is one,
/// answers in its place what its era does not have, and passes on what it says. Called in turns of
/// the monitor.
final class SoloBridge {
  /// Questions pass as the server asks them.
  private static final QuestionEdits AS_THEY_ARE = ServerRequests.AS_IT_IS;

  private final Wiring wiring;
  private final SessionFacts facts;
  private final Backend backend;
  private final Subscriptions subscriptions;
  private Optional<OwnListens> listens = Optional.empty(); // like the next, made when needed
  private final Bridge bridge;
  private Optional<Run> last = Optional.empty(); // the run that serves, or served last

  SoloBridge(Wiring wiring, Backend backend, Bridge bridge, Subscriptions subscriptions) {
    this.wiring = wiring;
    this.facts = wiring.facts();
    this.backend = backend;
    this.bridge = bridge;
    this.subscriptions = subscriptions;
  }

  /// This run serves from now on.
  void serving(Run now) {
    last = Optional.of(now);
  }

  /// Whether a request is for a server of the other era.
  boolean concerns(RequestFacts f) {
    return concerns(f.modern());
  }

  private boolean concerns(boolean modern) {
    return last.isPresent() && bridge.between(modern, last.get());
  }

  /// The changes to a request that the session answers itself with what the server says.
  Call.RequestEdits edits() {
    return bridge.edits(backend);
  }

  /// Whether this call is for a run of the other era.
  boolean touches(Call call, Run to) {
    return bridge.between(call.facts().modern(), to);
  }

  /// The refusal of a request that only the modern era has, and that lacks what the modern era
  /// requires; empty if it may pass.
  Optional<byte[]> malformed(Message.Request r, RequestFacts f) {
    return !f.modern() && facts.onlyModern() && concerns(true)
        ? ModernRules.refusal(r, f)
        : Optional.empty();
  }

  private OwnListens listens() {
    if (listens.isEmpty()) {
      listens = Optional.of(new OwnListens(backend));
    }
    return listens.get();
  }

  /// What becomes of the pages of a list. A legacy client hears of nothing that it would refuse.
  UnaryOperator<List<Message.Result>> listed(Kind kind, Call call, Run by) {
    return kind != Kind.TOOLS || call.facts().modern() || !by.needsBridge(false)
        ? pages -> pages
        : Bridge::forLegacy;
  }

  /// Tells a modern run what a legacy client wants to hear of.
  void resendListens(Run to) {
    if (facts.sentInitialize() && to.needsBridge(false)) {
      listens().tell(to, facts.subscriptions().keySet());
    }
  }

  /// The server asks the client.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  /// @return whether it needs the bridge
  boolean asks(Run from, Message.Request r, Optional<Call> during) {
    boolean across = from.legacy() && facts.onlyModern();
    if (across) {
      bridge.ask(backend, from, r, during, AS_THEY_ARE);
    }
    return across;
  }

  /// A notification of the server.
  ///
  /// @return whether it needs the bridge
  boolean takes(Run from, Message.Notification n) {
    if (facts.onlyModern() && from.needsBridge(true)) {
      ofLegacy(from, n);
      return true;
    }
    boolean across = from.needsBridge(false) && facts.sentInitialize();
    if (across) {
      ofModern(from, n);
    }
    return across;
  }

  /// Of a legacy server, for a modern client.
  private void ofLegacy(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED ->
          changed(from, ListChanged.kind(n.method()));
      case Methods.UPDATED -> subscriptions.updated(n);
      case Methods.MESSAGE -> {
        if (bridge.wantsLog(backend, n)) {
          wiring.client().send(n.bytes());
        }
      }
      default -> {} // the modern era has no others that no request has asked for
    }
  }

  private void changed(Run from, Kind kind) {
    if (from.serving()) {
      subscriptions.changed(kind);
    }
    backend.listChanged(from, kind);
  }

  /// Of a modern server, for a legacy client.
  private void ofModern(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.ACKNOWLEDGED -> listens().acknowledged(from, n);
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED -> {
        if (from.serving()) {
          pass(from, n);
        }
        backend.listChanged(from, ListChanged.kind(n.method()));
      }
      default -> pass(from, n);
    }
  }

  private void pass(Run from, Message.Notification n) {
    if (listens().toldTwice(from, n)) {
      return;
    }
    Splice splice = new Splice(n.bytes());
    if (OwnListens.isOnAny(n)) {
      splice.removeMember(n.param("_meta"), Meta.SUBSCRIPTION_ID);
    }
    wiring.client().send(splice.outgoing());
  }

  /// This run is over.
  void lost(Run gone) {
    bridge.lost(gone);
    listens.ifPresent(l -> l.lost(gone));
  }

  /// Whether notifications of the client mean something to this run.
  boolean passesNotifications(Run to) {
    return !to.needsBridge(false) || facts.onlyModern();
  }
}
