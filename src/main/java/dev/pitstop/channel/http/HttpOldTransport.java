package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.LegacyEndpoint;
import dev.pitstop.http.SseEvent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// HTTP with SSE, the transport of 2024-11-05: one GET stream with all messages of the daemon,
/// whose first event names the URL for POSTs. The session ends with the stream.
final class HttpOldTransport extends HttpCommon {
  /// How long the daemon may take to send that event.
  static final long ENDPOINT_MILLIS = 10_000;

  private final CompletableFuture<Boolean> found = new CompletableFuture<>();

  HttpOldTransport(HttpParts run) {
    super(run);
  }

  /// Opens the stream, and waits until it is clear whether the daemon offers it. A stream of
  /// another kind is one that nobody needs.
  boolean found() throws InterruptedException {
    return run.threads.within("stream", ENDPOINT_MILLIS, found, this, () -> false);
  }

  @Override
  public void run() {
    try (Wire.Answer answer = run.stream(Optional.empty())) {
      if (HttpBody.isOpenStream(answer)) {
        events.read(answer.body());
        over("ended its message stream");
      }
    } catch (InterruptedException | InterruptedIOException e) {
      // the run is over, or this daemon has no such stream
    } catch (IOException e) {
      over("dropped its message stream");
    } catch (RuntimeException | Error e) {
      if (found.getNow(false)) {
        run.ending.failed();
      }
      throw e;
    } finally {
      found.complete(false);
    }
  }

  private void over(String how) {
    if (found.getNow(false)) {
      run.ending.lost(how);
    }
  }

  @Override
  public boolean other(SseEvent event) {
    if (!event.type().equals("endpoint")) {
      return true;
    }
    over("started a new session"); // it has restarted, and knows nothing of the old one
    String data = new String(event.data().whole().orElse(new byte[0]), StandardCharsets.UTF_8);
    LegacyEndpoint to = LegacyEndpoint.of(run.session.posts, data);
    if (to instanceof LegacyEndpoint.At at) {
      run.session.oldTransport(at.uri());
      found.complete(true);
    } else if (to instanceof LegacyEndpoint.Refused r) {
      run.telling.note(r.text());
      found.complete(false);
    }
    return true;
  }
}
