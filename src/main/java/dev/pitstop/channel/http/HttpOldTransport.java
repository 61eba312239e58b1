package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.LegacyEndpoint;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// HTTP with SSE, the transport of 2024-11-05: one GET stream with all messages of the daemon,
/// whose first event names the URL for POSTs. The session ends with the stream.
final class HttpOldTransport implements Runnable, HttpEvents.Taker {
  /// How long the daemon may take to send that event.
  static final long ENDPOINT_MILLIS = 10_000;

  private final HttpParts run;
  private final HttpEvents events;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile boolean found; // written by the stream's thread before `decided`
  private Optional<HttpThreads.Limit> limit = Optional.empty(); // of that thread

  HttpOldTransport(HttpParts run) {
    this.run = run;
    this.events = run.requests.events(this);
  }

  /// Opens the stream, and waits until it is clear whether the daemon offers it.
  boolean found() throws InterruptedException {
    run.threads.begin("stream", this, run.ending::failed);
    decided.await();
    return found;
  }

  @Override
  public void run() {
    // a stream of another kind is one that nobody needs
    limit = Optional.of(run.threads.limit(ENDPOINT_MILLIS));
    try (Wire.Answer answer = run.requests.stream(Optional.empty())) {
      if (answer.status() == 200 && HttpBody.isEventStream(answer)) {
        events.read(answer.body());
        over("ended its message stream");
      }
    } catch (InterruptedException | InterruptedIOException e) {
      // the run is over, or this daemon has no such stream
    } catch (IOException e) {
      over("dropped its message stream");
    } finally {
      decide();
    }
  }

  private void decide() {
    limit.ifPresent(HttpThreads.Limit::close);
    decided.countDown();
  }

  private void over(String how) {
    if (found && run.ending.wanted()) {
      run.ending.lost(how);
    }
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    run.telling.received(run.posts.common(messages));
  }

  @Override
  public void other(SseEvent event) throws IOException {
    if (!event.type().equals("endpoint")) {
      return;
    }
    if (found) { // it has restarted, and knows nothing of the old session
      run.ending.lost("started a new session");
      return;
    }
    String data = new String(event.data(), StandardCharsets.UTF_8);
    URI base = run.session.posts();
    LegacyEndpoint to = LegacyEndpoint.of(base, data);
    if (to instanceof LegacyEndpoint.At at) {
      run.session.oldTransport(at.uri());
      found = true;
    } else if (to instanceof LegacyEndpoint.Refused r) {
      run.telling.note(r.text());
    }
    decide();
  }

  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    run.telling.unusable(what);
  }
}
