package dev.pitstop.session;

import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Target;
import dev.pitstop.channel.cli.Cli;
import dev.pitstop.channel.http.Http;
import dev.pitstop.channel.http.Served;
import dev.pitstop.channel.stdio.Stdio;
import dev.pitstop.http.Endpoint;
import dev.pitstop.hub.Backends;
import dev.pitstop.log.Log;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.Surroundings;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.Optional;

/// Which channel leads to a server: HTTP to a daemon, a process for each call of a command-line
/// program, stdin and stdout to any other program.
record Channels(Spawner spawner, Monitor monitor, Timers timers, Log log, Surroundings surroundings)
    implements Backends.ChannelMaker {
  /// No pattern switch: the first one in a process costs the JVM some 20 ms.
  @Override
  public Channel make(String name, Target target, Settings settings, StderrRing ring) {
    ChannelParts parts =
        new ChannelParts(
            name, spawner, settings.stop(), timers, log, ring, settings.maxMessageBytes());
    if (target instanceof Target.Daemon daemon) {
      return Http.of(parts, daemon, surroundings::variable, surroundings.directory());
    }
    if (target instanceof Target.Tools tools) {
      return new Cli(parts, tools, settings.startMillis());
    }
    Optional<Endpoint> url =
        target instanceof Target.Program program ? program.url() : Optional.empty();
    return url.isPresent()
        ? new Served(
            parts,
            target.command(),
            Http.at(
                parts,
                url.get(),
                Optional.empty(),
                surroundings::variable,
                surroundings.directory()))
        : new Stdio(parts, target.command(), monitor);
  }
}
