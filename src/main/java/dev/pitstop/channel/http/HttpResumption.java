package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Continues a request's broken stream by GET (2025-11-25, "Resumability and Redelivery"): until
/// the answer has come, or some tries in a row brought nothing. For one thread.
record HttpResumption(HttpParts run) {
  /// Tries in a row that bring nothing new.
  static final int MOST = 5;

  /// @param asked the request
  /// @param events read what has come of its stream
  void resume(HttpMessage asked, HttpEvents events) throws InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    int tries = 0;
    boolean may = true;
    while (may && tries < MOST && asked.waits() && run.ending.wanted()) {
      Optional<String> before = events.lastId();
      run.threads.pause(events.retryMillis().orElse(backoff.next()));
      may = resumed(events, before);
      tries = events.lastId().equals(before) ? tries + 1 : 0;
    }
  }

  /// @return whether it may be tried again
  private boolean resumed(HttpEvents events, Optional<String> lastId) throws InterruptedException {
    try (Wire.Answer answer = run.stream(lastId)) {
      if (HttpBody.isOpenStream(answer)) {
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
