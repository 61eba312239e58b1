package dev.pitstop.backend;

import dev.pitstop.backend.facts.RunEnd;
import dev.pitstop.channel.Events;

/// Why a call gets no answer, as facts. The session, which knows the names of Pitstop's tools,
/// makes sentences of them. The server's present state is in the backend's {@link Snapshot}.
public sealed interface Failure {
  /// The run that had the call is over.
  record Lost(RunEnd end, NotRepeated why) implements Failure {}

  /// Why a call is not given to the next run.
  enum NotRepeated {
    /// The call may have taken effect, or belongs to the run that is over.
    MAY_HAVE_EFFECT,
    /// The call is harmless, but was sent twice already.
    SENT_TWICE,
    /// The server was stopped on request, or Pitstop ends.
    STAYS_DOWN
  }

  /// The server is down, and this call does not start it.
  record Down() implements Failure {}

  /// The call waited too long for a server.
  record Late(long waitedMillis) implements Failure {}

  /// The run did not answer within a time limit.
  ///
  /// @param waitedMillis the time since the run was given the call
  /// @param limitMillis how long a call may wait for an answer or for progress
  /// @param delivered whether any byte of the call may have been written
  /// @param others how many other calls the run has answered since
  record Unanswered(
      Run at,
      long waitedMillis,
      long limitMillis,
      boolean progressed,
      boolean delivered,
      long others)
      implements Failure {}

  record TooManyHeld(int calls) implements Failure {}

  /// Too many bytes are kept for the server already.
  record NoRoom(long keptBytes, long limitBytes) implements Failure {}

  /// Pitstop itself failed to send the call.
  record Defect(String what) implements Failure {}

  /// The call's own connection to the server broke; the run and its other calls continue.
  ///
  /// @param how what the server did, as a clause whose subject is the server
  /// @param why why the call is not sent again
  record CutOff(Run at, String how, NotRepeated why) implements Failure {}

  /// The run answered with questions to the client, and the call ended before it was finished
  /// (2026-07-28, "Multi Round-Trip Requests").
  ///
  /// @param by the run that asked
  /// @param detail what the client answered
  record Unfinished(Run by, Why why, String detail) implements Failure {
    public enum Why {
      /// The run that asked is gone, and no other can go on.
      GONE,
      REFUSED,
      TOO_MANY,
      /// The server asks for nothing.
      NOTHING
    }
  }

  /// The run ended because it was asked `server/discover`: it is a legacy server. Another starts.
  record DiedOfProbe() implements Failure {}

  /// The server's answer cannot be passed on.
  record Unusable(Events.Unusable answer) implements Failure {
    /// What came instead of an answer to the handshake, as a sentence without its full stop.
    String inItsPlace() {
      return answer instanceof Events.Unusable.Refused r
          ? r.text()
          : "its answer to `initialize` " + fault();
    }

    /// What is wrong with the answer, as a clause whose subject is the answer.
    String fault() {
      return answer instanceof Events.Unusable.Malformed m
          ? "is not a valid message: " + m.detail()
          : "cannot be used";
    }
  }
}
