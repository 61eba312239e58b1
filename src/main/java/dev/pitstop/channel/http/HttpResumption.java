package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Continues a request's broken stream by GET (2025-11-25, "Resumability and Redelivery"): until
/// the answer has come, some tries in a row brought nothing, or a stream stays silent for too long.
/// For one thread.
record HttpResumption(HttpParts run) {
  /// Tries in a row that bring nothing new.
  static final int MOST = 5;

  /// How long a resumed stream may stay silent; one that was not is resumed again.
  static final long SILENT_MILLIS = HttpSilence.QUIET_MILLIS + HttpSilence.SIGN_MILLIS;

  /// @param asked the request
  /// @param events read what has come of its stream
  void resume(HttpMessage asked, HttpEvents events) throws InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    int tries = 0;
    while (tries < MOST && asked.waits() && run.ending.wanted()) {
      String before = events.lastId().orElse("");
      long chunks = events.chunks();
      run.threads.pause(events.retryMillis().orElse(backoff.next()));
      HttpThreads.Limit limit = run.threads.limit(SILENT_MILLIS);
      try (limit) {
        if (!resumed(events, before)) {
          return;
        }
      } catch (InterruptedException e) {
        if (!limit.isHit() || !asked.waits() || !run.ending.wanted()) {
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
  private boolean resumed(HttpEvents events, String lastId) throws InterruptedException {
    try (Wire.Answer answer = run.requests.stream(Optional.of(lastId))) {
      if (answer.status() == 200 && HttpBody.isEventStream(answer)) {
        events.read(answer.body());
        return true;
      }
      return run.life.mayStreamLater(answer, true);
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      run.telling.broken(e);
      return run.life.goesOn(HttpLife.PROOF_MILLIS);
    }
  }
}
