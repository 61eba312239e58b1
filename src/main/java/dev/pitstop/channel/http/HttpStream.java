package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.random.RandomGenerator;

/// The stream for messages that belong to no request (transports page, "Listening for Messages from
/// the Server"), opened again whenever the daemon ends it, while the session lasts. If the daemon
/// does not offer it, or has no room for it, the session does without. For one thread.
final class HttpStream extends HttpCommon {
  /// The shortest pause, even if the daemon asks for less.
  private static final long LEAST_MILLIS = 50;

  /// The end of a shorter stream shows nothing.
  static final long SHORT_MILLIS = 1_000;

  /// How long the daemon may take for a sign of life after its stream has ended. A reloader whose
  /// program does not start gives none, while its port stays open.
  static final long SIGN_MILLIS = 10_000;

  private static final int CONFLICT = 409;

  /// How often a stream is tried again that broke before it began, or that was refused because the
  /// daemon believes the last one to be open.
  private static final int MOST_UNHEARD = 4;

  private final Backoff backoff = new Backoff(RandomGenerator.getDefault(), 100, 5_000);

  private int unheard; // in a row
  private boolean heard; // ever

  HttpStream(HttpParts run) {
    super(run);
  }

  @Override
  public void run() {
    try {
      // checked twice: this thread may be the one that has found the session lost
      while (run.ending.wanted() && open() && run.ending.wanted()) {
        long wanted = events.retryMillis().orElse(backoff.next());
        run.threads.pause(Math.max(LEAST_MILLIS, wanted));
      }
      run.session.hears = false;
      if (run.ending.wanted()) { // otherwise they end with the run
        for (HttpMessage m : run.posts.unheard()) {
          run.telling.cutOff(m, "accepted the request, and ended the stream on which it answers");
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// @return whether to open it again
  private boolean open() throws InterruptedException {
    long since = run.threads.nowMillis();
    try (Wire.Answer answer = run.stream(events.lastId())) {
      if (HttpBody.isOpenStream(answer)) {
        unheard = 0;
        heard = true;
        return listened(answer, since);
      }
      boolean stillHeld = answer.status() == CONFLICT && heard && ++unheard < MOST_UNHEARD;
      return stillHeld || (answer.status() != 200 && run.life.mayStreamLater(answer, heard));
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (Wire.NotSent e) { // the stream was not even asked for
      run.telling.broken(e);
      return run.ending.goesOn(e);
    } catch (IOException e) {
      // The daemon may reject the request, or be about to exit: a sign of life may still come from
      // the old one, so it is tried a few times.
      run.telling.broken(e);
      return run.life.goesOn(HttpLife.PROOF_MILLIS) && ++unheard < MOST_UNHEARD;
    }
  }

  /// Reads until the stream ends. The end proves nothing about the session: a proxy closes idle
  /// streams. A stream that ends again and again does not lead to a check each time.
  private boolean listened(Wire.Answer answer, long since)
      throws InterruptedException, InterruptedIOException {
    boolean whole = true;
    try {
      events.read(answer.body());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      run.telling.broken(e);
      whole = false;
    }
    long lasted = run.threads.nowMillis() - since;
    if (lasted >= Absence.STEADY_MILLIS) {
      backoff.reset();
    }
    return (whole && lasted < SHORT_MILLIS) || run.life.answers(SIGN_MILLIS);
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    backoff.reset();
    super.messages(messages);
  }
}
