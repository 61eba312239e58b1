package dev.pitstop.session.solo;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.session.front.ClientPort;
import dev.pitstop.session.front.ListChanged;
import dev.pitstop.session.front.ProgressRelay;
import dev.pitstop.session.front.ServerRequests;

/// Decides where each notification of the server goes; the mirror of {@link
/// dev.pitstop.session.Router}. Called in turns of the monitor.
record ServerNotifications(
    ClientPort client,
    Backend backend,
    Subscriptions subscriptions,
    ServerRequests serverRequests,
    SoloBridge bridge) {
  /// Takes a notification of a run, which may be a replaced one.
  void take(Run from, Message.Notification n) {
    switch (n.method()) {
      case Methods.PROGRESS -> ProgressRelay.pass(client, backend, from, n);
      case Methods.CANCELLED -> cancelled(from, n);
      default -> {
        if (!bridge.takes(from, n)) {
          unbridged(from, n);
        }
      }
    }
  }

  private void unbridged(Run from, Message.Notification n) {
    switch (n.method()) {
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
    if (!subscriptions.notification(from, n)) {
      client.send(n.bytes());
    }
  }

  private void cancelled(Run from, Message.Notification n) {
    Span id = n.param("requestId");
    if (!id.present()) {
      return; // malformed notifications are ignored (cancellation, "Error Handling")
    }
    RequestId request = new RequestId(id.text(n.bytes()));
    if (!subscriptions.cancelledByServer(from, request, n, id)
        && !bridge.withdrawn(from, request)) {
      serverRequests.cancel(from, request, n, id);
    }
  }
}
