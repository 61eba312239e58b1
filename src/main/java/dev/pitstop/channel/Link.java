package dev.pitstop.channel;

import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.util.Optional;

/// The connection to one run of a server, from the order to open it until [Events#ended]. Messages
/// sent before the run is open, or after it has ended, are lost. No method blocks.
///
/// `send` and `answered` are called in turns of the monitor; the others on any thread.
public interface Link {
  /// Where a message is in the stream, for [#answered] and [#mayHaveRun].
  ///
  /// @param end its end in the stream of all bytes sent, including its line break
  /// @param length its length in bytes
  record Sent(long end, int length) {
    /// The end of a message that was sent before the run was open or after its end, and so is lost.
    public static final long NOWHERE = Long.MAX_VALUE;
  }

  /// Sends one message. Called in a turn; the message is written after the turn.
  Sent send(Outgoing message);

  /// The server has answered this message, so it has read the stream up to the message's end.
  void answered(Sent sent);

  /// Whether any byte of the message may have been written. If none was, the request was surely not
  /// executed.
  boolean mayHaveRun(Sent sent);

  /// How many bytes the server has not read yet.
  long pending();

  /// Stops the run by the ladder. Only the first call counts. `ended` follows within the stop limit
  /// and a grace period.
  ///
  /// @param why for the log: a clause whose subject is the server, such as `was replaced by a
  ///   reload`
  void stop(String why);

  /// Ends the run and everything that belongs to it at once; for the second signal.
  void kill();

  /// Whether something other than the server answers, such as a proxy while the server is down.
  /// Then Pitstop waits for the server.
  default boolean away() {
    return false;
  }

  /// Why the run has not been given its messages yet, as a clause: `nothing listens at http://…
  /// (connection refused)`. Empty if nothing is in the way.
  default Optional<String> awaits() {
    return Optional.empty();
  }

  /// What is known of the run: for a process from its start on, for others from [Events#opened] on.
  Facts facts();

  /// The memory and CPU use of its process tree; empty if it is not a process. Reads files: do not
  /// call it in a turn.
  Optional<TreeUsage> usage();
}
