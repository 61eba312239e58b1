package dev.pitstop.session.front;

import dev.pitstop.backend.Call;
import dev.pitstop.rpc.Outgoing;

/// Takes the one response to a request: sends it to the client. One of `send` and `none` is called,
/// once, in a turn.
public interface Reply {
  void send(Outgoing response);

  default void send(byte[] response) {
    send(Outgoing.of(response));
  }

  /// There will be no response: the request was cancelled.
  default void none() {}

  /// Who reads the response: empty if it is the client's agent, otherwise a word such as `person`.
  /// Only the agent is told news, and only what it was sent counts as told.
  default String by() {
    return "";
  }

  /// The response is a list that the client was told to fetch. For the journal.
  default void fetches() {}

  /// A call of this server has ended, and its response follows. For the journal.
  default void ended(String server, Call call, Call.Ending how) {}
}
