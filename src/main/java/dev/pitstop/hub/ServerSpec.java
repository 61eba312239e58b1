package dev.pitstop.hub;

import dev.pitstop.backend.facts.ReplayRule;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.channel.Target;
import dev.pitstop.process.Command;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// How one of many servers is run. A change between two equal specs needs no restart.
///
/// @param name its valid name
/// @param build its build command, run by a shell
/// @param watch globs of files whose change reloads it
/// @param respawn whether a call restarts it after a crash; if not, only a reload does
/// @param tools which of its tools are offered; takes the server's own names
/// @param startMillis how long a start may take; empty for the general limit
/// @param callMillis how long a call may wait for its answer or for progress; empty for no limit.
///   The calls of a command-line program have their limit in the target
public record ServerSpec(
    String name,
    Target target,
    Optional<String> build,
    List<String> watch,
    State.Order order,
    boolean respawn,
    List<ReplayRule> replay,
    Predicate<String> tools,
    OptionalLong buildMillis,
    OptionalLong startMillis,
    OptionalLong callMillis) {

  /// The command of the program; for a daemon, how commands about it are run.
  public Command command() {
    return target.command();
  }

  public ServerSpec with(String otherName, Target otherTarget, Optional<String> otherBuild) {
    return new ServerSpec(
        otherName,
        otherTarget,
        otherBuild,
        watch,
        order,
        respawn,
        replay,
        tools,
        buildMillis,
        startMillis,
        callMillis);
  }

  /// The general settings, with this server's own values in their place.
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
