package dev.pitstop.session;

import dev.pitstop.catalog.Kind;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.util.Optional;

/// What a session shows its client: whose handshake it is, whose a request is, what the lists hold.
/// {@link Router} says what a message is, a face where it goes. In turns, but for what says
/// otherwise.
sealed interface Face permits Solo, Many {
  /// Starts what is there, while the client is about to begin its handshake (F6a).
  void start();

  /// Whether the session is one of revision 2025-03-26, the only one with batches.
  boolean batches();

  /// Why a modern request, whatever it asks, is not served, if it is not: an error response.
  Optional<byte[]> refusal(Message.Request r, RequestFacts f);

  /// The client said which era it speaks (its first modern request).
  void eraKnown();

  void initialize(Message.Request r, Reply reply);

  /// The client sent `notifications/initialized`.
  void clientInitialized();

  void discover(Message.Request r, RequestFacts f, Reply reply);

  /// A `ping` of a revision that has none.
  void modernPing(Message.Request r, RequestFacts f, Reply reply);

  void list(Kind kind, Message.Request r, RequestFacts f, Reply reply);

  void listen(Message.Request r, RequestFacts f, Reply reply);

  /// Any other request, `tools/call` included where the tool is none of ours.
  ///
  /// @param tool its name in a `tools/call`, otherwise empty
  void request(Message.Request r, RequestFacts f, String tool, Reply reply);

  /// Has the answer to a `tools/call` take along what is to be told of the session itself.
  Reply telling(Reply to);

  /// What helps if a call of this tool, through `call_tool`, is refused; empty if it is listed.
  Optional<MistypedTool> mistyped(String tool);

  void notification(Message.Notification n);

  /// The client ends a subscription, if this is the id of one.
  void cancelListen(RequestId id, Message.Notification n, Span span);

  /// Runs `done` in a turn when what is to be remembered has been written: half of it would be left
  /// behind in the directory.
  void whenWritten(Runnable done);

  /// Watches nothing any more. Outside turns: may wait.
  void close();
}
