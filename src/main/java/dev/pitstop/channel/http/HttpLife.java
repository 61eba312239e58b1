package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Era;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/// Asks a daemon for a sign of life: `ping`, or in the modern era `server/discover`. Any answer is
/// one, except a refusal of the session. Ends a session that has surely ended. Thread-safe; its
/// methods wait.
record HttpLife(HttpCore run, HttpEnding ending) {
  /// What a check of the daemon shows of the session.
  enum Shown {
    /// It continues.
    GIVEN,
    /// It has ended: nobody is there, or the daemon does not know it.
    GONE,
    /// Unknown: the daemon may be there, but has not answered.
    NONE
  }

  /// @param how a clause whose subject is the server
  /// @param status of the daemon's answer; 0 if there was none
  record Sign(Shown shows, String how, int status) {}

  private static final String MODERN_META =
      "{\"_meta\":{\""
          + Meta.PROTOCOL_VERSION
          + "\":\""
          + Revisions.MODERN
          + "\",\""
          + Meta.CLIENT_INFO
          + "\":{\"name\":\"pitstop\",\"version\":\"1\"},\""
          + Meta.CLIENT_CAPABILITIES
          + "\":{}}}";

  /// How long a daemon may take to show that it still knows the session after an exchange broke.
  static final long PROOF_MILLIS = 2_000;

  /// How often the question is sent if its connection breaks.
  private static final int MOST_TRIES = 5;

  /// After an attempt to connect that has shown nothing.
  static final long AGAIN_MILLIS = 1_000;

  /// Asks for a sign within the limit.
  Sign look(long limitMillis) throws InterruptedException {
    Look look = new Look();
    return run.threads.within("sign", limitMillis, look.sign, look, () -> look.late(limitMillis));
  }

  /// Ends the session if nobody accepts connections.
  ///
  /// @return whether it continues
  boolean reached() throws InterruptedException {
    try {
      run.reach().connect(run.session.posts);
      return true;
    } catch (Wire.NotSent e) {
      return ending.goesOn(e);
    }
  }

  /// Ends the session if it has surely ended. A daemon that gives no sign may be busy.
  ///
  /// @return whether it continues
  boolean goesOn(long limitMillis) throws InterruptedException {
    Sign sign = look(limitMillis);
    if (sign.shows() == Shown.GONE) {
      ending.lost(sign.how());
    }
    return sign.shows() != Shown.GONE;
  }

  /// Ends the session if it has surely ended, or if no sign comes within the limit.
  ///
  /// @return whether it continues
  boolean answers(long limitMillis) throws InterruptedException {
    Sign sign = look(limitMillis);
    if (sign.shows() != Shown.GIVEN) {
      ending.lost(sign.how());
    }
    return sign.shows() == Shown.GIVEN;
  }

  /// Finds out why a stream was refused: the daemon may not offer it, or does not know the session,
  /// which then ends.
  ///
  /// @param heard whether the session had one before. If not, another process of the daemon may
  ///   have refused it, which shares no sessions with the one that answers messages
  /// @return whether it may be offered later
  boolean mayStreamLater(Wire.Answer refused, boolean heard)
      throws IOException, InterruptedException {
    HttpRefusal refusal = HttpRefusal.of(refused, HttpCore.shortBody(refused));
    run.log.debug("no-stream", "status", refusal.status());
    SessionLoss.Verdict verdict = refusal.verdict(Era.LEGACY, run.session.names());
    boolean inDoubt =
        refusal.isUnreached() || (heard && verdict == SessionLoss.Verdict.SESSION_GONE);
    return (!inDoubt || goesOn(PROOF_MILLIS)) && refusal.isGateways();
  }

  /// JSON within a 200 may refuse the session, too; it is short, and comes at once.
  private Sign sign(Wire.Answer answer, boolean modern) throws IOException {
    int status = answer.status();
    Sign given = new Sign(Shown.GIVEN, "", status);
    boolean ok = status >= 200 && status < 300;
    if (ok && (modern || HttpBody.isEventStream(answer))) {
      return given;
    }
    HttpBody body = HttpCore.shortBody(answer);
    HttpRefusal refusal = HttpRefusal.of(answer, body);
    if (refusal.isUnreached()) {
      String how = "went away: its gateway answered with HTTP status " + status;
      return new Sign(Shown.GONE, how, status);
    }
    boolean gone =
        ok
            ? body.failure()
                .filter(f -> SessionLoss.sessionGone(f, run.session.named()))
                .isPresent()
            : !modern
                && refusal.verdict(Era.LEGACY, run.session.names())
                    == SessionLoss.Verdict.SESSION_GONE;
    return gone ? new Sign(Shown.GONE, HttpRefusal.gone(status), status) : given;
  }

  /// One look for a sign, on a thread of its own.
  private final class Look implements Runnable {
    private final CompletableFuture<Sign> sign = new CompletableFuture<>();
    private volatile boolean answered; // at least the head of an answer came
    private volatile String unconnected = ""; // why there was no connection, in parentheses

    Sign late(long limitMillis) {
      String how = "did not respond for " + limitMillis / 1_000 + " s" + unconnected;
      return new Sign(answered ? Shown.GIVEN : Shown.NONE, how, 0);
    }

    @Override
    public void run() {
      try {
        while (!sign.isDone()) {
          once();
        }
      } catch (InterruptedException e) {
        // it came too late, or nobody waits for it any more
      }
    }

    private void once() throws InterruptedException {
      try {
        run.reach().connect(run.session.posts);
        sign.complete(asked());
      } catch (Wire.NotSent e) {
        if (e.shows() != Wire.NotSent.Shows.NOTHING) {
          sign.complete(new Sign(Shown.GONE, "went away: " + e.getMessage(), 0));
          return;
        }
        unconnected = " (" + e.getMessage() + ")";
        run.threads.pause(AGAIN_MILLIS);
      }
    }

    /// A kept connection may close just when it is used: then the question is sent again.
    private Sign asked() throws Wire.NotSent, InterruptedException {
      boolean modern = !run.session.begun();
      RequestId id = run.session.nextSign();
      byte[] question =
          modern
              ? Messages.request(id, Methods.DISCOVER, MODERN_META)
              : Messages.request(id, Methods.PING, "");
      Message parsed = Codec.parse(question);
      for (int i = 0; i < MOST_TRIES; i++) {
        try (Wire.Answer answer = run.post(question, run.session.of(parsed))) {
          answered = true;
          return sign(answer, modern);
        } catch (Wire.NotSent e) {
          throw e;
        } catch (IOException e) {
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
          run.log.debug("no-sign-of-life", "why", e.toString());
        }
      }
      return new Sign(Shown.NONE, "accepted connections, but dropped each of them", 0);
    }
  }
}
