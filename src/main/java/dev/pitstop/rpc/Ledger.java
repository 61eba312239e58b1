package dev.pitstop.rpc;

import java.util.List;

/// What a session leaves to its successor if the process that runs it dies (docs/design/engine.md,
/// "When the engine dies"): the client's lines that have no complete answer yet, and those that
/// made the session what it is. Each has a place. Thread-safe; what is taken up is said by the
/// thread that reads the client.
public interface Ledger {
  /// The place of a line for which there was no room: it is not kept.
  int NOWHERE = -1;

  /// What the process before has done with a line.
  enum How {
    /// It never had it.
    NEW,
    /// It had taken it up, and the client has no answer.
    OPEN,
    /// The client has its answer, if it wants one. The line is repeated because of what it says.
    KEPT
  }

  /// Who has had the session before.
  enum Before {
    /// Nobody: it begins.
    NOBODY,
    /// A process that has died.
    DIED,
    /// A process that has given it away, to a newer build of Pitstop.
    MOVED
  }

  /// Who has had this session before. If somebody has, the open and the kept lines come first, in
  /// their order.
  Before before();

  /// The longest line that is of use.
  void longest(int bytes);

  /// The client's next line is taken up. Call it for each line with an answer, and for each that is
  /// to be kept, before anything is done about it.
  ///
  /// @param line it, or a shorter one that says enough
  /// @param length of the client's line
  /// @param lasting whether its answer is not awaited
  /// @return its place
  int takes(byte[] line, int length, boolean lasting);

  /// The client's next line, of this length, is taken up, and needs no place.
  void passes(int length);

  /// The client's next line is dropped, whatever its length.
  void skips();

  /// Where the line at this place comes from.
  How how(int place);

  /// The answer to a line ends here, in the stream of all that the session sends to its client. The
  /// place is free when it is on its way.
  void answered(int place, long end);

  /// The same, but the line stays: it is repeated for a successor.
  void kept(int place, long end);

  /// The place is free.
  void free(int place);

  /// Notes what a successor is to know, in the place of what was noted under the same name.
  ///
  /// @param name one line
  void note(String name, String text);

  /// What was last noted under a name, by this process or one before; empty if nothing was.
  String noted(String name);

  /// A question with this id goes to the client.
  ///
  /// @return its place
  int asks(String id);

  /// The ids of the questions that the process before has asked, and that have no answer.
  List<String> asked();
}
