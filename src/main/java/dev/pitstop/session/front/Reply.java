package dev.pitstop.session.front;

import dev.pitstop.rpc.Outgoing;

/// Takes the one response to a request: sends it to the client, or adds it to the request's batch.
/// One of the methods is called, once, in a turn.
public interface Reply {
  void send(Outgoing response);

  /// Sends a response that is one array.
  default void send(byte[] response) {
    send(Outgoing.of(response));
  }

  /// There will be no response: the request was cancelled.
  default void none() {}
}
