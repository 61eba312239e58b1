package dev.pitstop.hub;

import dev.pitstop.backend.Backend;
import dev.pitstop.backend.BackendListener;
import dev.pitstop.backend.BackendParts;
import dev.pitstop.backend.Recipe;
import dev.pitstop.backend.facts.Settings;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.Target;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;

/// Makes the servers behind Pitstop, and their channels. Called in turns of the monitor.
public record Backends(Hub hub, ChannelMaker channels, Monitor monitor, Timers timers, Log log) {
  /// Makes the channel to a server, which depends on the kind of its target.
  public interface ChannelMaker {
    /// @param settings of this server
    /// @param ring takes the server's output other than messages
    Channel make(String name, Target target, Settings settings, StderrRing ring);
  }

  /// Makes a server; it is not started yet.
  public Backend make(String name, Recipe recipe, StderrRing ring, BackendListener events) {
    Backend made =
        new Backend(
            new BackendParts(name, recipe, monitor, timers, log, ring, hub::mayKeep, events));
    hub.add(made);
    return made;
  }
}
