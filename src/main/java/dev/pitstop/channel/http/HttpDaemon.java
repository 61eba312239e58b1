package dev.pitstop.channel.http;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.wire.Network;
import dev.pitstop.http.Endpoint;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.http.Secrets;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// What the runs of one [Http] have in common.
abstract class HttpDaemon {
  final ChannelParts parts;
  final Endpoint endpoint;
  final Secrets secrets; // hidden in everything the daemon says
  final Network network;
  final ThreadFactory threads;
  final ParamHeaders tools = new ParamHeaders();
  final Absence absence = new Absence();
  final HttpRefused refused;
  final Optional<DaemonStart> start;

  HttpDaemon(
      ChannelParts parts,
      Endpoint endpoint,
      Network network,
      ThreadFactory threads,
      Optional<DaemonStart> start) {
    this.parts = parts;
    this.endpoint = endpoint;
    this.secrets = Secrets.of(endpoint);
    this.network = network;
    this.threads = threads;
    this.start = start;
    this.refused = new HttpRefused(parts.timers());
  }
}
