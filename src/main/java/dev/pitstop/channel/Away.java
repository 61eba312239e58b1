package dev.pitstop.channel;

import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A daemon that does not answer at its URL.
///
/// @param why why the last try failed
/// @param tries how many tries have failed in a row
/// @param millis milliseconds since the first of them
/// @param started the command that starts the daemon, if there is one and it was run
public record Away(String why, int tries, long millis, Optional<Started> started) {
  /// A command that was run to start a daemon.
  ///
  /// @param line the command, without secrets
  /// @param run the run under whose number its output is in the ring
  /// @param pid of the shell that runs it, if the shell started
  /// @param exit its exit code; empty while it runs, or if it never ran
  /// @param failure why it could not be run
  /// @param port who holds the port that it complained about, if that is known
  public record Started(
      String line,
      int run,
      OptionalLong pid,
      OptionalInt exit,
      Optional<String> failure,
      Optional<PortUse> port) {
    /// Whether the command failed. One that exits with code 0 may have left the daemon running.
    public boolean inVain() {
      return failure.isPresent() || (exit.isPresent() && exit.getAsInt() != 0);
    }
  }
}
