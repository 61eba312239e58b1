package dev.pitstop.channel;

import dev.pitstop.http.Header;
import dev.pitstop.http.LegacyEndpoint;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// HTTP with SSE, the transport of 2024-11-05: one GET stream with all that the daemon says, whose
/// first event tells where messages are posted to. The end of the stream is the end of the session.
final class HttpOldTransport implements Runnable, HttpEvents.Taker {
  /// How long the daemon may take to say where messages go.
  private static final long ENDPOINT_MILLIS = 10_000;

  private final HttpRun run;
  private final Http channel;
  private final HttpEvents events;
  private final CountDownLatch decided = new CountDownLatch(1);
  private volatile boolean found; // written by the stream's thread before `decided`

  HttpOldTransport(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.events = new HttpEvents(channel.maxMessageBytes, this);
  }

  /// Opens the stream, and waits until it is clear whether there is one.
  boolean found() throws InterruptedException {
    run.begin("stream", this);
    dev.pitstop.rpc.Timers.Timer limit =
        channel.world.timers().after(ENDPOINT_MILLIS, decided::countDown);
    try {
      decided.await();
    } finally {
      limit.cancel();
    }
    return found;
  }

  @Override
  public void run() {
    List<Header> headers = run.common();
    headers.add(new Header("Accept", "text/event-stream"));
    Wire.Ask ask = new Wire.Ask("GET", run.session().posts(), headers, Optional.empty());
    try (Wire.Answer answer = channel.world.wire().send(ask)) {
      if (answer.status() == 200 && HttpPost.isEventStream(answer)) {
        events.read(answer.body());
        over("ended the stream of its messages");
      }
    } catch (IOException e) {
      over("broke off the stream of its messages");
    } catch (InterruptedException e) {
      // the run is over
    } finally {
      decided.countDown();
    }
  }

  private void over(String how) {
    if (found && run.wanted()) {
      run.lost(how);
    }
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    for (Message m : messages) {
      if (m instanceof Message.Result r) {
        run.post(r.id()).ifPresent(p -> p.answeredElsewhere(r));
      }
    }
    run.received(messages);
  }

  @Override
  public void other(SseEvent event) throws IOException {
    if (!event.type().equals("endpoint")) {
      return;
    }
    if (found) { // it has begun anew, and knows nothing of what was
      run.lost("was restarted");
      return;
    }
    String data = new String(event.data(), StandardCharsets.UTF_8);
    URI base = run.session().posts();
    LegacyEndpoint to = LegacyEndpoint.of(base, data);
    if (to instanceof LegacyEndpoint.At at) {
      run.session().oldTransport(at.uri());
      found = true;
    } else if (to instanceof LegacyEndpoint.Refused r) {
      channel.note(run.number(), r.text());
    }
    decided.countDown();
  }

  @Override
  public void unusable(Events.Unusable what) {
    run.teller().unusable(what);
  }
}
