package dev.pitstop.channel;

import dev.pitstop.process.TreeUsage;
import dev.pitstop.rpc.Outgoing;
import java.util.Optional;

/// The way to one run of a server, from the order to open it until [Events#ended]. What is sent
/// before it is open, or after it has ended, is lost. None of the methods blocks.
///
/// `send` and `answered` are called in turns; the others by any thread.
public interface Link {
  /// What a message was sent as, for [#answered] and [#mayHaveRun].
  ///
  /// @param end its end in the stream of all bytes sent, its line break included
  /// @param length its length in bytes
  record Sent(long end, int length) {}

  /// Sends one message. In a turn: it leaves when the turn is over.
  Sent send(Outgoing message);

  /// The server has answered this: it has read everything up to its end.
  void answered(Sent sent);

  /// Whether any byte of it may have left: what never began to leave was surely not executed (C2).
  boolean mayHaveRun(Sent sent);

  /// How many bytes wait for the server to read them.
  long pending();

  /// Stops the run by the ladder (L6), once; `ended` follows within its limit and a grace.
  ///
  /// @param why for the log: a clause whose subject is the server, `was replaced by a reload`
  void stop(String why);

  /// Ends the run at once, with all that belongs to it; for the second signal (F7).
  void kill();

  /// Whether what has been reached is not the server itself, but something that answers for it
  /// while it is down: then it is waited for.
  default boolean away() {
    return false;
  }

  /// What is known of it; of a process from its start on, nothing before [Events#opened].
  Facts facts();

  /// What its process tree takes; empty if it is none. Reads files: not in a turn.
  Optional<TreeUsage> usage();
}
