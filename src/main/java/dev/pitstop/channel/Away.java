package dev.pitstop.channel;

import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// That nobody is reached where a daemon should be.
///
/// @param why the last try failed
/// @param tries that have failed, one after the other
/// @param millis since the first of them
/// @param started what became of the command that starts it, if there is one and it was run
public record Away(String why, int tries, long millis, Optional<Started> started) {
  /// A command that was run to start a daemon.
  ///
  /// @param line the command, without secrets
  /// @param run under whose number what it writes is in the ring
  /// @param pid of the shell that runs it, if that could be started
  /// @param exit its exit code; empty as long as it runs, or if it was never run
  /// @param failure why it could not be run
  /// @param port who had a port that it could not have, if it complained of that and it is known
  public record Started(
      String line,
      int run,
      OptionalLong pid,
      OptionalInt exit,
      Optional<String> failure,
      Optional<PortUse> port) {
    /// Whether nothing comes of it. One that has ended in order may have left the daemon behind.
    public boolean inVain() {
      return failure.isPresent() || (exit.isPresent() && exit.getAsInt() != 0);
    }
  }
}
