package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import dev.pitstop.http.Era;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Message;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.random.RandomGenerator;

/// The stream on which a daemon says what belongs to no request (transports page, "Listening for
/// Messages from the Server"), opened again whenever the daemon ends it, for as long as the session
/// lasts. Where it is not offered, or where the daemon has no room for it, the session does
/// without. One thread.
final class HttpStream implements Runnable, HttpEvents.Taker {
  /// A daemon may want to be asked again at once, but not that often.
  private static final long LEAST_MILLIS = 50;

  private static final int MOST_BODY = 64 * 1024;

  /// So often a stream that broke off before it began is tried again.
  private static final int MOST_UNHEARD = 4;

  private final HttpRun run;
  private final Http channel;
  private final HttpSession session;
  private final HttpEvents events;
  private final Backoff backoff = new Backoff(RandomGenerator.getDefault(), 100, 5_000);

  private int unheard; // in a row

  HttpStream(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.session = run.session();
    this.events = new HttpEvents(channel.maxMessageBytes, run.silence()::heard, this);
  }

  @Override
  public void run() {
    try {
      run.room().awaitShown();
      // looked at twice: this thread may be the one that has found the session lost
      while (run.wanted() && open() && run.wanted()) {
        long wanted = events.retryMillis().orElse(backoff.next());
        run.threads().pause(Math.max(LEAST_MILLIS, wanted));
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// @return whether it is to be opened again
  private boolean open() throws InterruptedException {
    try (Wire.Answer answer = run.ask(a -> a.stream(events.lastId()))) {
      if (answer.status() == 200 && HttpBody.isEventStream(answer)) {
        session.listens(true);
        unheard = 0;
        events.read(answer.body());
        return true;
      }
      return answer.status() != 200 && again(HttpRefusal.of(answer, MOST_BODY));
    } catch (Wire.NotSent e) {
      run.goneAway(e);
      return false;
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
      if (session.listens()) {
        run.lost("broke off the stream of its messages");
        return false;
      }
      // It may have something against the request, or be about to end: a sign of life may still be
      // the old one's, so it is asked again a few times.
      new HttpLife(run).lost(HttpWatch.SIGN_MILLIS).ifPresent(run::lost);
      return ++unheard < MOST_UNHEARD;
    } finally {
      session.listens(false);
    }
  }

  /// A refusal may mean the session, or that there is no such stream: a sign of life tells which.
  private boolean again(HttpRefusal refusal) throws InterruptedException {
    SessionLoss.Verdict verdict = refusal.verdict(Era.LEGACY, session.names());
    if (verdict == SessionLoss.Verdict.SESSION_GONE) {
      new HttpLife(run).lost(HttpWatch.SIGN_MILLIS).ifPresent(run::lost);
    }
    channel.world.log().debug("no-stream", "server", channel.name, "status", refusal.status());
    return verdict == SessionLoss.Verdict.UNAVAILABLE;
  }

  @Override
  public void messages(List<Message> messages) throws InterruptedException {
    backoff.reset();
    run.telling().received(messages);
  }

  @Override
  public void other(SseEvent event) {}

  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    run.telling().unusable(what);
  }
}
