package dev.pitstop.channel;

import dev.pitstop.process.Child;
import dev.pitstop.process.SpawnException;
import java.util.Optional;

/// How a run ended.
public sealed interface End {
  /// The process has exited. Its output was read to the end, or for two seconds.
  ///
  /// @param fault why Pitstop stopped it although nobody asked for that
  record Exited(Child.Exit exit, Optional<Fault> fault) implements End {}

  /// The process survived even SIGKILL, and Pitstop gave up on it. It may hang in the kernel
  /// (uninterruptible sleep).
  record SurvivedKill() implements End {}

  /// The run never opened: this end comes without [Events#opened]. All other ends come after it.
  ///
  /// @param why in plain words, fit for the agent
  /// @param problem the same without the command, for a sentence that has named the server
  record Refused(String why, String problem) implements End {
    /// For a reason that names no command.
    public Refused(String why) {
      this(why, why);
    }

    /// The command could not be started.
    public static Refused of(SpawnException e) {
      return new Refused(String.valueOf(e.getMessage()), e.problemAndAdvice());
    }
  }

  /// The session with a daemon is lost. The daemon may still be there: it was restarted, forgot the
  /// session, or cannot be reached at the moment.
  ///
  /// @param why a clause whose subject is the server, fit for the agent
  record Lost(String why) implements End {}

  /// Pitstop closed a run that is not a process: a session with a daemon, which keeps running, or a
  /// schema whose calls have ended.
  record Closed() implements End {}

  /// Why a run could not go on, besides its exit.
  enum Fault {
    /// The process closed its stdout but kept running: it could not answer any more.
    CLOSED_STDOUT,
    /// The process closed its stdin but kept running: it could not take requests any more.
    CLOSED_STDIN,
    /// The process exited, but its URL still answers: it left a daemon behind.
    BACKGROUND,
    /// Pitstop failed and cannot read the run any more. The server is not to blame.
    OURS
  }
}
