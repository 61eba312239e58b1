package dev.pitstop.session.exposure;

import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.session.front.Reply;
import dev.pitstop.session.members.Member;

/// Whose handshake the client gets: the server's own ({@link ServerHandshake}) or Pitstop's ({@link
/// OwnHandshake}). Called in turns of the monitor.
interface Handshake {
  void initialize(Message.Request r, Reply reply);

  void discover(Message.Request r, RequestFacts f, Reply reply);

  /// The client's era is known, from its first modern request.
  default void eraKnown() {}

  /// Whether the client takes what the legacy era has.
  boolean legacy();

  /// Whether the client was told of this list.
  boolean declared(Kind kind);

  /// A member has answered its handshake.
  ///
  /// @param modern whether as a modern server
  void introduced(Member m, Message.Result answer, boolean modern);

  /// A server refused an `initialize`.
  ///
  /// @return whether it was the client's own first try, and the client got the error
  boolean refused(Message.Failure answer);

  default void stateChanged(State after) {}
}
