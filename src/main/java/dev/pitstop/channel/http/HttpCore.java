package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Reach;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/// What all parts of a run need.
class HttpCore {
  final HttpDaemon channel;
  final RunLog log;
  final Teller teller;
  final Optional<CompletableFuture<End>> ofProcess; // see [HttpRun]
  final HttpThreads threads;
  final HttpSession session;
  final CountDownLatch open = new CountDownLatch(1); // what messages wait for

  HttpCore(
      HttpDaemon channel, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    this.channel = channel;
    this.log = log;
    this.teller = teller;
    this.ofProcess = ofProcess;
    HttpDaemon.World world = channel.world;
    String prefix = channel.name + " " + log.number() + " ";
    threads = new HttpThreads(world.threads(), world.timers(), prefix, teller);
    session = new HttpSession(channel.endpoint.uri(), channel.tools, log);
  }

  /// What finds out whether anybody accepts connections.
  Reach reach() {
    return channel.world.network().reach();
  }
}
