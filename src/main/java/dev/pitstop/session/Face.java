package dev.pitstop.session;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Optional;

/// What a session shows its client: whose handshake, which server owns a request, what the lists
/// contain. {@link Router} says what a message is, the face where it goes. Called in turns of the
/// monitor, unless a method says otherwise.
sealed interface Face permits Solo, Many {
  /// Starts the servers while the client begins its handshake (F6a).
  void start();

  /// Whether the session has revision 2025-03-26, the only one with batches.
  boolean batches();

  /// The error for a modern request that cannot be served, whatever it asks; empty if it can.
  Optional<byte[]> refusal(Message.Request r, RequestFacts f);

  /// The client's era is known (its first modern request).
  void eraKnown();

  void initialize(Message.Request r, Reply reply);

  /// The client sent `notifications/initialized`.
  void clientInitialized();

  void discover(Message.Request r, RequestFacts f, Reply reply);

  /// A `ping` of a revision that has none.
  void modernPing(Message.Request r, RequestFacts f, Reply reply);

  void list(Kind kind, Message.Request r, RequestFacts f, Reply reply);

  void listen(Message.Request r, RequestFacts f, Reply reply);

  /// Any other request, including a `tools/call` of a tool that is not Pitstop's own.
  ///
  /// @param tool its name in a `tools/call`, otherwise empty
  void request(Message.Request r, RequestFacts f, String tool, Reply reply);

  /// Wraps the reply to a `tools/call` so that it carries news about the session itself.
  Reply telling(Reply to);

  /// Help in case a call of this tool, through `call_tool`, is refused; empty if the tool is
  /// listed.
  Optional<MistypedTool> mistyped(String tool);

  void notification(Message.Notification n);

  /// The client ends a subscription, if the id is one of a subscription.
  void cancelListen(RequestId id, Message.Notification n, Span span);

  /// Runs `done` in a turn when the descriptions have been written, so that no temporary file is
  /// left behind.
  void whenWritten(Runnable done);

  /// Stops watching. Outside turns: may wait.
  void close();
}
