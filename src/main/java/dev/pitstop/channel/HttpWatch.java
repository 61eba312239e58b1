package dev.pitstop.channel;

import dev.pitstop.http.Era;
import dev.pitstop.http.Header;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Finds out that a daemon went away while nothing is asked of it (H3): keeps a connection open on
/// which nothing is sent, which ends with the daemon at the latest. When it ends, the daemon is
/// asked for a sign of life: it may only have tidied up. A daemon that ends such connections at
/// once is asked now and then instead. One thread.
final class HttpWatch implements Runnable {
  /// A connection that lives shorter shows nothing.
  private static final long SHORT_MILLIS = 1_000;

  private static final int MOST_SHORT = 3;
  private static final long PERIOD_MILLIS = 15_000;

  private final HttpRun run;
  private final Http channel;
  private int asked;

  HttpWatch(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
  }

  @Override
  public void run() {
    try {
      int inARow = 0;
      while (run.wanted()) {
        long since = channel.world.timers().nowMillis();
        if (inARow < MOST_SHORT) {
          waitForEnd();
        } else {
          run.pause(PERIOD_MILLIS);
        }
        boolean brief = channel.world.timers().nowMillis() - since < SHORT_MILLIS;
        inARow = brief ? inARow + 1 : inARow;
        if (run.wanted()) {
          signOfLife();
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  private void waitForEnd() throws InterruptedException {
    try {
      channel.world.reach().untilClosed(run.session().posts(), () -> {});
    } catch (IOException e) {
      gone(String.valueOf(e.getMessage()));
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  private void gone(String why) {
    if (run.wanted()) {
      run.lost("went away: " + why);
    }
  }

  /// Whether it still knows the session. One without sessions only has to be there.
  private void signOfLife() throws InterruptedException {
    HttpSession session = run.session();
    if (session.id().isEmpty()) {
      try {
        channel.world.reach().connect(session.posts());
      } catch (IOException e) {
        gone(String.valueOf(e.getMessage()));
      }
      return;
    }
    List<Header> headers = run.common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(session.ofSession());
    byte[] ping = Messages.request(RequestId.of("pitstop-alive-" + ++asked), Methods.PING, "");
    try (Wire.Answer answer =
        channel
            .world
            .wire()
            .send(new Wire.Ask("POST", session.posts(), headers, Optional.of(ping)))) {
      byte[] head =
          answer.status() == 200 ? new byte[0] : HttpBody.read(answer.body(), 64 * 1024).bytes();
      SessionLoss.Verdict verdict =
          SessionLoss.of(
              Era.LEGACY, answer.status(), true, answer.header("Content-Type").orElse(""), head);
      if (verdict == SessionLoss.Verdict.SESSION_GONE && run.wanted()) {
        run.lost("has forgotten the session (" + answer.status() + ")");
      }
    } catch (Wire.NotSent e) {
      gone(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      channel.world.log().debug("no-sign-of-life", "server", channel.name, "why", e.toString());
    }
  }
}
