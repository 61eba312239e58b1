package dev.pitstop.hub;

import dev.pitstop.backend.ReplayLog;
import dev.pitstop.backend.Settings;
import dev.pitstop.backend.State;
import dev.pitstop.channel.Target;
import dev.pitstop.process.Command;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// How one of many servers is run. Two that are equal need no restart to become one another.
///
/// @param name under which it is known, a good one (M2)
/// @param build its build command, run by a shell
/// @param watch globs of files whose change reloads it (R6)
/// @param respawn L2: a call starts it again after a crash; otherwise it waits for a reload
/// @param tools which of its tools are offered, by its own names
/// @param buildMillis how long a build may take
/// @param startMillis how long a start may take, if not as long as others
/// @param callMillis how long a call may wait for its answer or for progress, if not for as long as
///   it takes; of a command-line program its target says that
public record ServerSpec(
    String name,
    Target target,
    Optional<String> build,
    List<String> watch,
    State.Order order,
    boolean respawn,
    List<ReplayLog.Rule> replay,
    Predicate<String> tools,
    OptionalLong buildMillis,
    OptionalLong startMillis,
    OptionalLong callMillis) {

  /// The program, or how commands about a daemon are run.
  public Command command() {
    return target.command();
  }

  /// These settings, with what is this server's own.
  public Settings settings(Settings all) {
    return new Settings(
        respawn,
        startMillis.orElse(all.startMillis()),
        all.patient() && startMillis.isEmpty(),
        all.stop(),
        all.drainMillis(),
        all.listMillis(),
        all.hold(),
        callMillis,
        order,
        all.maxMessageBytes());
  }
}
