package dev.pitstop.session.front;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.Optional;

/// What a session shows its client. The face decides whose handshake it is, which server owns a
/// request, and what the lists contain. {@link dev.pitstop.session.Router} says what a message is,
/// and the face says where it goes. Called in turns of the monitor, unless a method says otherwise.
public interface Face {
  /// Starts the servers while the client begins its handshake.
  void start();

  /// The servers are starting. Outside turns: reads directories.
  default void started() {}

  /// The error for a modern request that cannot be served, whatever it asks; empty if it can.
  default Optional<byte[]> refusal(Message.Request r, RequestFacts f) {
    return Optional.empty();
  }

  /// The client's era is known, from its first modern request.
  void eraKnown();

  void initialize(Message.Request r, Reply reply);

  /// The client sent `notifications/initialized`.
  void clientInitialized();

  void discover(Message.Request r, RequestFacts f, Reply reply);

  /// A `ping` of a revision that has none.
  void modernPing(Message.Request r, RequestFacts f, Reply reply);

  /// A request for the first page of a list, which is the only one.
  void list(Kind kind, Message.Request r, RequestFacts f, Reply reply);

  void listen(Message.Request r, RequestFacts f, Reply reply);

  /// Any other request, including a `tools/call` of a tool that is not Pitstop's own.
  ///
  /// @param tool its name in a `tools/call`, otherwise empty
  void request(Message.Request r, RequestFacts f, String tool, Reply reply);

  /// Wraps the reply to a `tools/call` so that it carries news about the session itself.
  Reply telling(Reply to);

  /// Wraps the reply to a call of this tool, through `call_tool`, so that a refusal helps with a
  /// mistyped name.
  Reply mistyped(String tool, Message.Request r, Reply to);

  void notification(Message.Notification n);

  /// The client ends a subscription, if the id is one of a subscription.
  void cancelListen(RequestId id);

  /// Runs `done` in a turn when the descriptions have been written, so that no temporary file is
  /// left behind.
  void whenWritten(Runnable done);

  /// Stops watching. Outside turns: may wait.
  void close();
}
