package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Reach;
import java.util.concurrent.CountDownLatch;

/// What all parts of a run need.
class HttpCore {
  final HttpDaemon channel;
  final RunLog log;
  final Teller teller;
  final HttpThreads threads;
  final HttpSession session;
  final CountDownLatch open = new CountDownLatch(1); // what messages wait for

  HttpCore(HttpDaemon channel, int number, Events events) {
    this.channel = channel;
    HttpDaemon.World world = channel.world;
    log = new RunLog(channel.name, number, world.log(), channel.ring);
    teller = new Teller(log, events);
    threads =
        new HttpThreads(world.threads(), world.timers(), channel.name + " " + number + " ", teller);
    session = new HttpSession(channel.endpoint.uri(), channel.tools, log);
  }

  /// What finds out whether anybody accepts connections.
  Reach reach() {
    return channel.world.network().reach();
  }
}
