package dev.pitstop.session;

import dev.pitstop.backend.Call;
import dev.pitstop.backend.Run;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;

/// Progress of servers, on its way to the client that issued the token: what is of no open call is
/// dropped (F3). In turns.
final class ProgressRelay {
  private final ClientPort client;

  ProgressRelay(ClientPort client) {
    this.client = client;
  }

  void take(Run from, Message.Notification n) {
    Span token = n.param("progressToken");
    if (RequestFacts.isProgressToken(n.bytes(), token)) {
      from.byToken(token.text(n.bytes())).ifPresent(call -> send(call, n, token));
    }
  }

  /// The token as the client spelt it.
  private void send(Call call, Message.Notification n, Span token) {
    String wanted = call.token();
    client.send(
        wanted.equals(token.text(n.bytes()))
            ? n.bytes()
            : new Splice(n.bytes()).replace(token, Messages.utf8(wanted)).apply());
  }
}
