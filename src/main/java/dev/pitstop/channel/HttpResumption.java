package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Continues a request's broken stream by GET (2025-11-25, "Resumability and Redelivery"): until
/// the answer has come, some tries in a row brought nothing, or a stream stays silent for too long.
/// For one thread.
final class HttpResumption {
  /// Tries in a row that bring nothing new.
  static final int MOST = 5;

  /// How long a resumed stream may stay silent; one that was not is resumed again.
  static final long SILENT_MILLIS = HttpSilence.QUIET_MILLIS + HttpSilence.SIGN_MILLIS;

  private final HttpRun run;
  private final Http channel;
  private final HttpPost post;
  private final HttpEvents events;

  HttpResumption(HttpRun run, HttpPost post, HttpEvents events) {
    this.run = run;
    this.channel = run.channel();
    this.post = post;
    this.events = events;
  }

  void run() throws InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    int tries = 0;
    while (tries < MOST && post.fate().waits() && run.wanted()) {
      String before = events.lastId().orElse("");
      long chunks = events.chunks();
      run.threads().pause(events.retryMillis().orElse(backoff.next()));
      HttpThreads.Limit limit = run.threads().limit(SILENT_MILLIS);
      try (limit) {
        if (!resumed(before)) {
          return;
        }
      } catch (InterruptedException e) {
        if (!limit.isHit() || !post.fate().waits() || !run.wanted()) {
          throw e;
        }
        if (events.chunks() == chunks) {
          return;
        }
      }
      tries = events.lastId().filter(id -> !id.equals(before)).isPresent() ? 0 : tries + 1;
    }
  }

  /// @return whether it may be tried again
  private boolean resumed(String lastId) throws InterruptedException {
    try (Wire.Answer answer = run.ask(a -> a.stream(Optional.of(lastId)))) {
      if (answer.status() == 200 && HttpBody.isEventStream(answer)) {
        events.read(answer.body());
        return true;
      }
      return new HttpLife(run).mayStreamLater(answer);
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
      return new HttpLife(run).goesOn(HttpLife.PROOF_MILLIS);
    }
  }
}
