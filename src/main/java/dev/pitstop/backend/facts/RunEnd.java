package dev.pitstop.backend.facts;

import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.RunKind;
import dev.pitstop.digest.LastWords;
import dev.pitstop.process.Child;
import dev.pitstop.process.PortUse;
import java.util.Optional;
import java.util.OptionalLong;

/// How a run ended, as facts.
///
/// @param pid of its process, if it had one
/// @param exit how its process ended; empty if it had none, or one that could not be killed
/// @param uptimeMillis from its start to its end
/// @param stopped why Pitstop stopped it, if it did
/// @param trouble what was wrong besides its exit
/// @param served whether it ever was the serving run
/// @param stderr the lines of its output that explain the end
/// @param port who holds the port that it complained about, if that is known
public record RunEnd(
    RunKind kind,
    int number,
    OptionalLong pid,
    Optional<Child.Exit> exit,
    long uptimeMillis,
    Optional<StopReason> stopped,
    Optional<Trouble> trouble,
    boolean served,
    LastWords stderr,
    Optional<PortUse> port) {
  /// Whether Pitstop did not stop it.
  public boolean byItself() {
    return stopped.isEmpty();
  }

  /// Whether it was a session with a daemon that was lost, which is not a crash of the daemon.
  public boolean sessionLost() {
    return trouble.filter(t -> t instanceof Trouble.SessionLost).isPresent();
  }

  /// Whether it could not even be opened.
  public boolean neverThere() {
    return trouble.filter(t -> t instanceof Trouble.NotOpened).isPresent();
  }

  /// Whether a daemon refused the handshake, so there never was a session.
  public boolean sessionRefused() {
    return kind.isDaemons()
        && trouble.filter(t -> t instanceof Trouble.RefusedHandshake).isPresent();
  }
}
