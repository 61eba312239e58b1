package dev.pitstop.backend;

import dev.pitstop.channel.Events;

/// Why a call will not be answered, as facts: the sentences are made by the session, which knows
/// the names of our tools (rule 15). What the server is like now is in the backend's {@link
/// Snapshot}.
public sealed interface Failure {
  /// The run that had the call is over.
  record Lost(RunEnd end, NotRepeated why) implements Failure {}

  /// Why a call is not given to the next run (C2).
  enum NotRepeated {
    /// It may have taken effect, or is part of the run that is over.
    MAY_HAVE_EFFECT,
    /// It does no harm, and was sent twice already.
    SENT_TWICE,
    /// Somebody wants the server down (A6), or Pitstop ends.
    STAYS_DOWN
  }

  /// No server is there, and none is started for this call.
  record Down() implements Failure {}

  /// It waited too long for a server (L3).
  record Late(long waitedMillis) implements Failure {}

  /// The run has had it for as long as a call may take.
  ///
  /// @param waitedMillis since it was given to the run
  /// @param limitMillis how long it may wait for its answer, or for progress
  /// @param progressed whether there was any
  /// @param delivered whether any of it may have left for the server
  /// @param others how many other calls the run has answered since
  record Unanswered(
      Run at,
      long waitedMillis,
      long limitMillis,
      boolean progressed,
      boolean delivered,
      long others)
      implements Failure {}

  /// Too many wait already.
  record TooManyHeld(int calls) implements Failure {}

  /// Too much is kept for the server already.
  record NoRoom(long keptBytes, long limitBytes) implements Failure {}

  /// The server does not read.
  record NotReading(long waitingBytes, long limitBytes) implements Failure {}

  /// Pitstop itself failed to send it.
  record Defect(String what) implements Failure {}

  /// Its own exchange with the server broke off; the run goes on, and other calls with it.
  ///
  /// @param how what the server did, as a clause whose subject it is
  /// @param why why it is not sent once more
  record CutOff(Run at, String how, NotRepeated why) implements Failure {}

  /// The server answered with something that cannot be passed on.
  record Unusable(Events.Unusable answer) implements Failure {
    /// What came in place of an answer to the handshake, as a sentence without its full stop.
    String inItsPlace() {
      return answer instanceof Events.Unusable.Refused r
          ? r.text()
          : "its answer to `initialize` is not a valid message";
    }
  }
}
