package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
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
final class HttpStream implements Runnable, HttpEvents.Taker {
  /// The shortest pause, even if the daemon asks for less.
  private static final long LEAST_MILLIS = 50;

  private static final int CONFLICT = 409;

  /// How often a stream is tried again that broke before it began, or that was refused because the
  /// daemon believes the last one to be open.
  private static final int MOST_UNHEARD = 4;

  private final HttpSession session;
  private final HttpRequests requests;
  private final HttpPosts posts;
  private final HttpThreads threads;
  private final HttpEnding ending;
  private final HttpLife life;
  private final HttpTelling telling;
  private final HttpEvents events;
  private final Backoff backoff = new Backoff(RandomGenerator.getDefault(), 100, 5_000);

  private int unheard; // in a row
  private boolean heard; // ever

  HttpStream(
      HttpSession session,
      HttpRequests requests,
      HttpPosts posts,
      HttpThreads threads,
      HttpEnding ending,
      HttpLife life,
      HttpTelling telling) {
    this.session = session;
    this.requests = requests;
    this.posts = posts;
    this.threads = threads;
    this.ending = ending;
    this.life = life;
    this.telling = telling;
    this.events = requests.events(this);
  }

  @Override
  public void run() {
    try {
      requests.awaitRoom();
      // checked twice: this thread may be the one that has found the session lost
      while (ending.wanted() && open() && ending.wanted()) {
        long wanted = events.retryMillis().orElse(backoff.next());
        threads.pause(Math.max(LEAST_MILLIS, wanted));
      }
      session.hears(false);
      if (ending.wanted()) { // otherwise they end with the run
        for (HttpMessage m : posts.unheard()) {
          telling.cutOff(m, "accepted the request, and ended the stream on which it answers");
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// @return whether to open it again
  private boolean open() throws InterruptedException {
    long since = threads.nowMillis();
    try (Wire.Answer answer = requests.stream(events.lastId())) {
      if (answer.status() == 200 && HttpRequests.Body.isEventStream(answer)) {
        unheard = 0;
        heard = true;
        return listened(answer, since);
      }
      boolean stillHeld = answer.status() == CONFLICT && heard && ++unheard < MOST_UNHEARD;
      return stillHeld || (answer.status() != 200 && life.mayStreamLater(answer, heard));
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (Wire.NotSent e) { // the stream was not even asked for
      telling.broken(e);
      return ending.goesOn(e);
    } catch (IOException e) {
      // The daemon may reject the request, or be about to exit: a sign of life may still come from
      // the old one, so it is tried a few times.
      telling.broken(e);
      return goesOn() && ++unheard < MOST_UNHEARD;
    }
  }

  /// Reads until the stream ends. The end proves nothing about the session: a proxy closes idle
  /// streams. A stream that ends again and again does not lead to a check each time.
  private boolean listened(Wire.Answer answer, long since)
      throws InterruptedException, InterruptedIOException {
    boolean whole = true;
    session.listens(true);
    try {
      events.read(answer.body());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      telling.broken(e);
      whole = false;
    } finally {
      session.listens(false);
    }
    long lasted = threads.nowMillis() - since;
    if (lasted >= Absence.STEADY_MILLIS) {
      backoff.reset();
    }
    return (whole && lasted < HttpWatch.SHORT_MILLIS) || goesOn();
  }

  private boolean goesOn() throws InterruptedException {
    return life.goesOn(HttpLife.PROOF_MILLIS);
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    backoff.reset();
    telling.received(posts.common(messages, (asked, answer) -> session.answered(false)));
  }

  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    telling.unusable(what);
  }
}
