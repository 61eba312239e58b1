package dev.pitstop.channel;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a run reports to its backend.
///
/// The channel's threads call these methods outside a turn, one at a time: [#opened] first (only
/// [#stranded] may precede it), and [#ended] last. [#ended] comes exactly once, always, and within
/// a time limit. Only [#flush] and [#awaitRoom] are exempt from this order, because they may block
/// for long: [#ended] may come while they do. No other method may block, since all others, [#ended]
/// first of all, would block with it.
///
/// Do not interrupt a platform thread that is in one of these methods, except in [#awaitRoom]: each
/// may write to the client, and the JDK closes a channel when a thread is interrupted while it
/// writes to it. A virtual thread leaves that to others ([dev.pitstop.rpc.Outbox#flush]).
///
/// If a method throws, its event is lost and the failure is reported; the run continues.
public interface Events {
  /// The run is open and takes messages.
  void opened();

  /// The run cannot be opened because nobody answers, and no command that the channel ran will
  /// change that. Callers that must not wait for others can give up now; the run keeps waiting.
  /// Called before [#opened], after each try that fails like this.
  default void stranded() {}

  /// Messages from the server, in order: requests, notifications and responses. They arrived in one
  /// burst, at most [dev.pitstop.rpc.Burst#MOST] of them.
  ///
  /// @param during the id, as the run knows it, of the request with which the server relates the
  ///   messages: they came on the stream of its exchange (transports page, "Sending Messages to the
  ///   Server"). Empty if the transport does not say, or if all are responses
  void received(List<Message> burst, Optional<RequestId> during);

  /// The server sent something that cannot be passed on. If it was meant as a response, its call
  /// must still end.
  void unusable(Unusable what);

  /// What looks like the answer to this request is no line of its own. If no answer follows soon,
  /// it was meant as one.
  ///
  /// @param detail what is wrong with it, in a few words
  /// @param line its beginning
  default void misplaced(RequestId id, String detail, String line) {}

  /// A line that is not a message, or a remark about the output. It is already in the stderr ring.
  void stray(String line);

  /// The channel has reported a whole burst, or is about to wait for the server's next bytes:
  /// messages offered in this thread's turns are written now. May block while the client does not
  /// read.
  void flush();

  /// Follows [#flush]. Back pressure: may block until the client has read what was sent, as long as
  /// that is the only client.
  void awaitRoom() throws InterruptedException;

  /// The run is over, and everything it said has been reported.
  void ended(End end);

  /// A message that cannot be passed on.
  sealed interface Unusable {
    /// The id in the message, if one can be read.
    Optional<RequestId> id();

    /// The message is longer than the limit. If it was a request, the channel has answered it.
    ///
    /// @param answer whether it may be meant as a response
    record TooLong(Optional<RequestId> id, boolean answer, long length) implements Unusable {}

    /// The reply to the handshake does not come from an MCP server; it may be an HTML page.
    /// Whatever is at this URL does not speak MCP, or not with Pitstop.
    ///
    /// @param text what came instead, as a sentence for the agent
    /// @param status the HTTP status of the reply, if that is why it is refused
    /// @param shortly the same text without advice and without a page of HTML
    record Refused(Optional<RequestId> id, String text, OptionalInt status, String shortly)
        implements Unusable {}

    /// An invalid message that was meant as a response. A line cut off by the end of its run does
    /// not count.
    ///
    /// @param detail what is wrong with it, in a few words
    /// @param line its beginning
    record Malformed(Optional<RequestId> id, String detail, String line) implements Unusable {}

    /// No response will come: the connection that was to carry it broke, but the run continues.
    /// Whether the request took effect is unknown.
    ///
    /// @param how what the server did, as a clause whose subject is the server
    record CutOff(Optional<RequestId> id, String how) implements Unusable {}
  }
}
