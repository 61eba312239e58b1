package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import dev.pitstop.http.Era;
import dev.pitstop.http.Header;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The stream on which a daemon says what belongs to no request (transports page, "Listening for
/// Messages from the Server"), opened again whenever the daemon ends it, for as long as the session
/// lasts. Where it is not offered, the session does without. One thread.
final class HttpStream implements Runnable, HttpEvents.Taker {
  private final HttpRun run;
  private final Http channel;
  private final HttpSession session;
  private final HttpEvents events;
  private final Backoff backoff = new Backoff(RandomGenerator.getDefault(), 100, 5_000);

  HttpStream(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.session = run.session();
    this.events = new HttpEvents(channel.maxMessageBytes, this);
  }

  @Override
  public void run() {
    try {
      while (run.wanted() && open()) {
        run.pause(events.retryMillis().orElse(backoff.next()));
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// @return whether it is to be opened again
  private boolean open() throws InterruptedException {
    List<Header> headers = run.common();
    headers.add(new Header("Accept", "text/event-stream"));
    headers.addAll(session.ofSession());
    events.lastId().ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    Wire.Ask ask = new Wire.Ask("GET", session.posts(), headers, Optional.empty());
    try (Wire.Answer answer = channel.world.wire().send(ask)) {
      if (answer.status() == 200 && HttpPost.isEventStream(answer)) {
        events.read(answer.body());
        return true;
      }
      return refused(answer);
    } catch (Wire.NotSent e) {
      run.lost("went away: " + e.getMessage());
      return false;
    } catch (IOException e) {
      if (run.wanted()) {
        channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
        run.lost("broke off the stream of its messages");
      }
      return false;
    }
  }

  private boolean refused(Wire.Answer answer) throws IOException {
    HttpBody body = HttpBody.read(answer.body(), 64 * 1024);
    SessionLoss.Verdict verdict =
        SessionLoss.of(
            Era.LEGACY,
            answer.status(),
            session.id().isPresent(),
            answer.header("Content-Type").orElse(""),
            body.bytes());
    return switch (verdict) {
      case SESSION_GONE -> {
        run.lost("has forgotten the session (" + answer.status() + ")");
        yield false;
      }
      case UNAVAILABLE -> true;
      case PASSES -> {
        channel.world.log().debug("no-stream", "server", channel.name, "status", answer.status());
        yield false;
      }
    };
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    backoff.reset();
    run.received(messages);
  }

  @Override
  public void other(SseEvent event) {}

  @Override
  public void unusable(Events.Unusable what) {
    run.teller().unusable(what);
  }
}
