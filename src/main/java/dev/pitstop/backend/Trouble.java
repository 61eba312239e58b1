package dev.pitstop.backend;

import dev.pitstop.channel.End;
import java.util.Optional;

/// What was wrong with a run besides its exit.
public sealed interface Trouble {
  /// It was never there.
  ///
  /// @param why in plain words, which may be a sentence
  record NotOpened(String why) implements Trouble {}

  /// It did not answer the handshake within the limit (L5).
  ///
  /// @param owes the request that it has had the longest, as `method` (id 1), if it was given one
  record Silent(long limitMillis, Optional<String> owes) implements Trouble {}

  /// It answered the replayed handshake with an error (L4).
  record RefusedHandshake(String message) implements Trouble {}

  /// It should have taken the place of one that lists its tools, and could not list its own (R2).
  record CannotList(String message) implements Trouble {}

  /// It closed a pipe but went on running.
  record Closed(End.Fault pipe) implements Trouble {}

  /// The program that the process runs has ended, and the process waits for a file to change before
  /// it starts it again (U7).
  ///
  /// @param watcher what it is called
  record Waiting(String watcher) implements Trouble {}

  /// The session with a daemon is gone (H3).
  ///
  /// @param why as a clause whose subject is the server
  record SessionLost(String why) implements Trouble {}

  /// It could not be ended.
  record Unkillable() implements Trouble {}
}
