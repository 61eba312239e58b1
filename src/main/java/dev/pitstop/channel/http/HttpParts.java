package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The parts of a run. None knows those below it here.
class HttpParts extends HttpCore {
  final HttpPosts posts = new HttpPosts(this);
  final HttpTelling telling = new HttpTelling(this);
  final HttpEnding ending = new HttpEnding(this, posts, telling);
  final HttpLife life = new HttpLife(this, ending);
  final HttpArrival arrival = new HttpArrival(this, ending, telling);

  HttpParts(
      HttpDaemon channel, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    super(channel, log, teller, ofProcess);
  }
}
