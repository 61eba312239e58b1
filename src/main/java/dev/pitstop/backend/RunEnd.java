package dev.pitstop.backend;

import dev.pitstop.channel.RunKind;
import dev.pitstop.process.Exit;
import dev.pitstop.process.PortUse;
import dev.pitstop.trace.LastWords;
import java.util.Optional;
import java.util.OptionalLong;

/// How a run ended, as facts.
///
/// @param kind what the run was
/// @param number of the run
/// @param pid of its process, if it had one
/// @param exit how its process ended; empty if it had none, or one that could not be ended
/// @param uptimeMillis from its beginning to its end
/// @param stopped why Pitstop stopped it, if it did
/// @param trouble what was wrong besides its exit
/// @param served whether it has ever been given calls as the serving one
/// @param stderr what of the lines that it wrote explains its end
/// @param port who had a port that it could not have, if it complained of that and it is known
public record RunEnd(
    RunKind kind,
    int number,
    OptionalLong pid,
    Optional<Exit> exit,
    long uptimeMillis,
    Optional<StopReason> stopped,
    Optional<Trouble> trouble,
    boolean served,
    LastWords stderr,
    Optional<PortUse> port) {
  /// Whether nobody wanted it to end.
  public boolean byItself() {
    return stopped.isEmpty();
  }

  /// Whether it was a session with a daemon that is gone, which is no crash of the daemon (H3).
  public boolean sessionLost() {
    return trouble.filter(t -> t instanceof Trouble.SessionLost).isPresent();
  }

  /// Whether it could not even be opened: there never was one.
  public boolean neverThere() {
    return trouble.filter(t -> t instanceof Trouble.NotOpened).isPresent();
  }
}
