package dev.pitstop.backend.facts;

import dev.pitstop.channel.End;
import java.util.Optional;

/// What was wrong with a run besides its exit.
public sealed interface Trouble {
  /// It could not be opened.
  ///
  /// @param problem in plain words, without the command; may be a whole sentence
  record NotOpened(String problem) implements Trouble {}

  /// It did not answer the handshake within the limit.
  ///
  /// @param owes its oldest request without an answer, as `method` (id 1), if it was given one
  record Silent(long limitMillis, Optional<String> owes) implements Trouble {}

  /// Within the limit it was not where it should be.
  ///
  /// @param clause as [dev.pitstop.channel.Link#awaits] says it
  record Elsewhere(long limitMillis, String clause) implements Trouble {}

  /// It answered the replayed handshake with an error.
  record RefusedHandshake(String message) implements Trouble {}

  /// It was to replace a run that lists its tools, and could not list its own.
  record CannotList(String message) implements Trouble {}

  /// It could not go on: it closed a pipe but kept running, for example.
  record Closed(End.Fault pipe) implements Trouble {}

  /// The session with a daemon is lost.
  ///
  /// @param why a clause whose subject is the server
  record SessionLost(String why) implements Trouble {}

  record Unkillable() implements Trouble {}
}
