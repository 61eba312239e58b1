package dev.pitstop.session.members;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import dev.pitstop.session.bridge.Bridge;
import dev.pitstop.session.front.ListenFilter;
import dev.pitstop.session.front.Speaker;
import dev.pitstop.session.front.Wiring;
import dev.pitstop.session.texts.Refusals;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Decides where the questions and notifications of the servers go; the mirror of the switch over
/// the client's messages. Called in turns of the monitor.
///
/// @param legacy whether the client takes what the legacy era has
public record FromServer(
    Wiring wiring,
    Bridge bridge,
    Subscriptions subscriptions,
    boolean prefixed,
    BooleanSupplier legacy) {
  /// A run asks the client.
  ///
  /// @param during the call on whose exchange the question came, if the transport says so
  public void asks(Member m, Run from, Message.Request r, Optional<Call> during) {
    if (prefixed && (!from.legacy() || m.removed())) {
      byte[] answer =
          r.method().equals(Methods.PING)
              ? Messages.result(r.id(), "{}")
              : Messages.error(r.id(), Messages.METHOD_NOT_FOUND, Refusals.noMethod(r.method()));
      m.backend().calls().tell(from, Outgoing.of(answer));
    } else if (from.legacy() && !legacy.getAsBoolean()) {
      bridge.questions().ask(m.backend(), from, r, during);
    } else {
      wiring.serverRequests().ask(m.backend(), from, r);
    }
  }

  /// Takes a notification of a run, which may be a replaced one.
  public void says(Member m, Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.PROGRESS -> progress(m, from, n);
      case Methods.CANCELLED -> cancelled(m, from, n);
      case Methods.TOOLS_CHANGED, Methods.PROMPTS_CHANGED, Methods.RESOURCES_CHANGED ->
          // the lists are compared, so that the client fetches none that it has
          m.backend().lists().changed(from);
      case Methods.ACKNOWLEDGED -> m.listens.acknowledged(from, n);
      default -> pass(m, from, n);
    }
  }

  /// Passes progress to the client that issued the token. Progress of no open call is dropped,
  /// unless it names its task, since the token of a task outlives the call that made it
  /// (2025-11-25, tasks, "Task Progress Notifications").
  private void progress(Member m, Run from, Message.Notification n) {
    byte[] b = n.bytes();
    Span token = n.param("progressToken");
    if (!RequestFacts.isProgressToken(b, token)) {
      return;
    }
    String said = token.text(b);
    boolean ofTask = Json.member(b, n.param("_meta"), Meta.RELATED_TASK).present();
    String wanted = // as the client spelt it
        m.backend()
            .calls()
            .progressed(from, said)
            .map(Call::clientToken)
            .orElse(ofTask ? said : "");
    if (!wanted.isEmpty()) {
      wiring.client().send(new Splice(b).replace(token, Messages.utf8(wanted)).outgoing());
    }
  }

  private void pass(Member m, Run from, Message.Notification n) {
    boolean subscribed = ListenFilter.subscription(n).present();
    boolean speaks = (!prefixed && !subscribed) || m.speaks(from);
    if (!speaks) {
      return;
    }
    if (n.method().equals(Methods.UPDATED)) {
      subscriptions.updated(m, n);
    } else if (!prefixed && subscribed && !legacy.getAsBoolean()) {
      subscriptions.said(n);
    } else if (wanted(m, from, n)) {
      Splice splice = ListenFilter.off(n);
      if (prefixed && n.method().equals(Methods.MESSAGE)) {
        Speaker.inLog(splice, n, m.name());
      }
      wiring.client().send(splice.outgoing());
    }
  }

  /// Whether the client hears this. A modern client has asked a legacy server for nothing but log
  /// messages.
  private boolean wanted(Member m, Run from, Message.Notification n) {
    return legacy.getAsBoolean()
        || (from.legacy()
            ? bridge.logs().want(m.backend(), from, n)
            : !ListenFilter.subscription(n).present());
  }

  private void cancelled(Member m, Run from, Message.Notification n) {
    Span id = n.param("requestId");
    if (!id.present()) {
      return; // malformed notifications are ignored (cancellation, "Error Handling")
    }
    RequestId request = new RequestId(id.text(n.bytes()));
    if (m.backend().calls().find(from, request).filter(Call::isListen).isPresent()) {
      subscriptions.ended(m, from, request, false); // (cancellation page, 2026-07-28)
    } else if (!bridge.questions().withdrawn(from, request)) {
      wiring.serverRequests().cancel(from, request, n, id);
    }
  }

  /// This run is over: nothing is asked, answered or reported by it any more.
  public void lost(Member m, Run gone) {
    bridge.lost(gone);
    wiring.serverRequests().lost(gone);
    m.listens.lost(gone);
  }
}
