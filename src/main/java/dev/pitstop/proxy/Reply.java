package dev.pitstop.proxy;

/// Where the one response to a request goes: the client's outbox, or the batch that the request
/// came in. Called in a turn; one of the two methods, once.
interface Reply {
  void send(byte[] response);

  /// There will be no response: the request was cancelled.
  default void none() {}
}
