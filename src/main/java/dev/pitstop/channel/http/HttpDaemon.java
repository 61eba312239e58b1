package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Network;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.http.Secrets;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.Timers;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// What the runs of one [Http] have in common.
abstract class HttpDaemon {
  /// What a run depends on.
  ///
  /// @param network the way to the daemon
  /// @param threads makes virtual threads
  record World(Network network, ThreadFactory threads, Timers timers, Log log) {}

  final String name;
  final Endpoint endpoint;
  final Secrets secrets; // hidden in everything the daemon says
  final World world;
  final StderrRing ring;
  final int maxMessageBytes;
  final ParamHeaders tools = new ParamHeaders();
  final Absence absence = new Absence();
  final HttpRefused refused;
  final Optional<DaemonStart> start;
  private int runs; // that have not ended; guarded by `this`

  HttpDaemon(
      String name,
      Endpoint endpoint,
      World world,
      Optional<DaemonStart> start,
      StderrRing ring,
      int maxMessageBytes) {
    this.name = name;
    this.endpoint = endpoint;
    this.secrets = Secrets.of(endpoint);
    this.world = world;
    this.start = start;
    this.ring = ring;
    this.maxMessageBytes = maxMessageBytes;
    this.refused = new HttpRefused(world.timers());
  }

  synchronized void begun() {
    runs++;
  }

  /// A run is over. The last one frees the connections that were kept for the next exchange: the
  /// server may have been removed, and where connections belong to one of several processes, the
  /// next session needs all its exchanges on one.
  void over() {
    boolean last;
    synchronized (this) {
      runs--;
      last = runs == 0;
    }
    if (last) {
      world.network().wire().rest();
    }
  }
}
