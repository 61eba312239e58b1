package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;

/// The parts of a run. None knows those below it here.
final class HttpParts extends HttpCore {
  final HttpRequests requests;
  final HttpPosts posts;
  final HttpTelling telling;
  final HttpEnding ending;
  final HttpLife life;
  final HttpArrival arrival;

  /// @param ours whether the daemon is a process that Pitstop has just started
  HttpParts(HttpDaemon channel, int number, Events events, boolean ours) {
    super(channel, number, events);
    requests = new HttpRequests(this);
    posts = new HttpPosts(this);
    telling = new HttpTelling(this);
    ending = new HttpEnding(this, requests, posts, telling);
    life = new HttpLife(this, requests, ending);
    arrival = new HttpArrival(this, ending, telling, ours);
  }
}
