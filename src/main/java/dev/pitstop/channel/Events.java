package dev.pitstop.channel;

import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.util.List;
import java.util.Optional;

/// What a run tells. Called by threads of the channel outside a turn, one after the other,
/// [#opened] first, but for [#stranded]; nothing follows [#ended], which comes exactly once, always
/// and within a limit. Only [#flush] and [#awaitRoom] stand beside that order, as they may wait for
/// long: the end may come meanwhile.
///
/// None of them may wait but these two: the others, the end first of all, would wait with it.
///
/// Nobody may interrupt a thread while it calls one of them, but for [#awaitRoom]: each may write
/// to the client, and the JDK closes a channel in whose write a thread is interrupted.
///
/// An exception or error thrown here costs what was told, and is reported; the run goes on.
public interface Events {
  /// The run is there: it may be given messages.
  void opened();

  /// Nobody is there whom it could be opened to, and nothing that the channel has run will change
  /// that: whoever must not wait for others is told so. The run goes on to wait. Told before
  /// [#opened], with each look that finds it so.
  default void stranded() {}

  /// What the server said, in order; what came in one burst, at most [Burst#MOST] messages.
  /// Requests, notifications and responses only.
  void received(List<Message> burst);

  /// The server said something that cannot be passed on. If it was meant as an answer, its call
  /// must end all the same (F3).
  void unusable(Unusable what);

  /// A line that is no message, or a remark on what was read (L7). Already in the stderr ring.
  void stray(String line);

  /// The channel has told a whole burst, or is about to wait for the server's next bytes: what was
  /// offered in turns of its thread leaves now. May be blocked while the client does not read.
  void flush();

  /// Follows [#flush]. May wait until the client has read what it was sent (back pressure), as long
  /// as that is the only client.
  void awaitRoom() throws InterruptedException;

  /// The run is over; all that it said has been told.
  void ended(End end);

  /// A message that is withheld.
  sealed interface Unusable {
    /// The id that it names, as far as it can be read.
    Optional<RequestId> id();

    /// Longer than the bound (F1). The channel has answered it if it was a request.
    ///
    /// @param answer whether it may be meant as an answer
    record TooLong(Optional<RequestId> id, boolean answer, long length) implements Unusable {}

    /// There was no memory for it. The channel has answered it if it was a request.
    ///
    /// @param answer whether it may be meant as an answer
    record NoMemory(Optional<RequestId> id, boolean answer, long length) implements Unusable {}

    /// The handshake was answered by something that comes from no MCP server, such as a page: what
    /// is there does not speak MCP at this place, or not with us.
    ///
    /// @param text what came instead, in a sentence for the agent
    record Refused(Optional<RequestId> id, String text) implements Unusable {}

    /// No valid message, but meant as an answer. A line that its run's end cut off is none of
    /// these.
    ///
    /// @param detail what is wrong with it, in a few words
    /// @param line its beginning
    record Malformed(Optional<RequestId> id, String detail, String line) implements Unusable {}

    /// None will come: what was to bring it broke off, and the run goes on. Whether the request
    /// took effect is not known.
    ///
    /// @param how what the server did, as a clause whose subject it is
    record CutOff(Optional<RequestId> id, String how) implements Unusable {}
  }
}
