package dev.pitstop.session;

import dev.pitstop.rpc.Outgoing;

/// Where the one response to a request goes: to the client, or into the batch that the request came
/// in. Called in a turn; one of the methods, once.
interface Reply {
  void send(Outgoing response);

  /// A response that is one array.
  default void send(byte[] response) {
    send(Outgoing.of(response));
  }

  /// There will be no response: the request was cancelled.
  default void none() {}
}
