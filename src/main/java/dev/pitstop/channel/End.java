package dev.pitstop.channel;

import dev.pitstop.process.Exit;
import java.util.Optional;

/// How a run ended.
public sealed interface End {
  /// Its process is gone; what it wrote was read, or had two seconds to be read.
  ///
  /// @param fault what made Pitstop stop it although nobody asked for that
  record Exited(Exit exit, Optional<Fault> fault) implements End {}

  /// Its process could not be ended, not even with SIGKILL, and is given up: it may hang in the
  /// kernel (uninterruptible sleep).
  record SurvivedKill() implements End {}

  /// It was never there: its end alone is told, without [Events#opened]. The others follow that.
  ///
  /// @param why in plain words, fit for the agent
  record Refused(String why) implements End {}

  /// The session with a daemon is gone, which may well be there: it was restarted, forgot the
  /// session, or cannot be reached at the moment (H3).
  ///
  /// @param why as a clause whose subject is the server, fit for the agent
  record Lost(String why) implements End {}

  /// A run that is no process was ended by Pitstop: a session with a daemon, which itself is not
  /// touched (H4); a schema, whose calls are over.
  record Closed() implements End {}

  /// Why a run was stopped that could not go on.
  enum Fault {
    /// It closed its stdout but lived on: it could answer nothing any more.
    CLOSED_STDOUT,
    /// It closed its stdin but lived on: it could be asked nothing any more.
    CLOSED_STDIN,
    /// A failure of Pitstop itself: nobody could read it any more. The server is not to blame.
    OURS
  }
}
