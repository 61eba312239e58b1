package dev.pitstop.session;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.BackendParts;
import dev.pitstop.backend.Builder;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.ReplayRule;
import dev.pitstop.backend.Settings;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.channel.http.Http;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.hub.Hub;
import dev.pitstop.log.Log;
import dev.pitstop.process.GivenEnvironment;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Optional;

/// The parts that a session shares, whatever its face.
///
/// @param clientBacklog how many bytes may be queued for the client before Pitstop stops reading
///   the servers
record Wiring(
    Monitor monitor,
    ClientPort client,
    Log log,
    Timers timers,
    Hub hub,
    SessionFacts facts,
    Management management,
    ServerRequests serverRequests,
    Tracker tracker,
    OutsideTurns outside,
    NoticeMode notices,
    ListUptake uptake,
    long clientBacklog) {

  /// Adds a server to the hub.
  ///
  /// @param ring takes its output other than messages
  Backend server(String name, Recipe recipe, StderrRing ring, BackendListener events) {
    return hub.add(mayKeep ->
        new Backend(new BackendParts(name, recipe, monitor, timers, log, ring, mayKeep), events));
  }

  /// Makes a recipe.
  Recipe recipe(
      String name,
      Target target,
      Settings settings,
      Spawner spawner,
      Optional<Builder> builder,
      List<ReplayRule> replay,
      StderrRing ring) {
    return new Recipe(channel(name, target, settings, spawner, ring), settings, builder, replay);
  }

  /// No pattern switch: the first one in a process costs the JVM some 20 ms.
  private Channel channel(
      String name, Target target, Settings settings, Spawner spawner, StderrRing ring) {
    if (target instanceof Target.Daemon daemon) {
      return Http.of(
          name,
          daemon,
          spawner,
          timers,
          log,
          ring,
          settings.maxMessageBytes(),
          GivenEnvironment::variable);
    }
    if (target instanceof Target.Tools tools) {
      return new Cli(
          name,
          tools,
          spawner,
          settings.stop(),
          timers,
          log,
          ring,
          settings.maxMessageBytes(),
          settings.startMillis());
    }
    return new Stdio(
        name,
        target.command(),
        spawner,
        settings.stop(),
        monitor,
        timers,
        log,
        ring,
        settings.maxMessageBytes());
  }
}
