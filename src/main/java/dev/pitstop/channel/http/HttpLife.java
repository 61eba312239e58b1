package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Era;
import dev.pitstop.http.Header;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// Asks a daemon for a sign of life: `ping`, or in the modern era `server/discover`. Any answer is
/// one, except a refusal of the session. Ends a session that has surely ended. Thread-safe; its
/// methods wait.
record HttpLife(HttpCore run, HttpRequests requests, HttpEnding ending) {
  /// What a check of the daemon shows of the session.
  enum Shown {
    /// It continues.
    GIVEN,
    /// It has surely ended: nobody is there, or the daemon does not know it.
    GONE,
    /// The daemon is unreachable. It may still know the session, but the session is given up.
    AWAY,
    /// Unknown: the daemon may be there, but has not answered.
    NONE
  }

  /// @param how a clause whose subject is the server; empty if the session continues
  record Sign(Shown shows, String how) {
    private static final Sign GIVEN = new Sign(Shown.GIVEN, "");
  }

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

  private static final int MOST_TRIES = 5;

  /// After an attempt to connect that has shown nothing.
  static final long AGAIN_MILLIS = 1_000;

  /// @throws Wire.NotSent if there is no connection and that shows nothing
  private Sign connected() throws Wire.NotSent, InterruptedException {
    try {
      run.reach().connect(run.session.posts());
      return Sign.GIVEN;
    } catch (Wire.NotSent e) {
      return sign(e);
    }
  }

  private static Sign sign(Wire.NotSent e) throws Wire.NotSent {
    String how = "went away: " + e.getMessage();
    return switch (e.shows()) {
      case NOBODY -> new Sign(Shown.GONE, how);
      case NO_WAY -> new Sign(Shown.AWAY, how);
      case NOTHING -> throw e;
    };
  }

  private interface Question<T> {
    T ask() throws InterruptedException;
  }

  /// Asks within a time limit.
  ///
  /// @param late the answer if the time is up
  private <T> T within(long limitMillis, Question<T> question, Supplier<T> late)
      throws InterruptedException {
    HttpThreads.Limit limit = run.threads.limit(limitMillis);
    try (limit) {
      return question.ask();
    } catch (InterruptedException e) {
      if (!limit.isHit() || !ending.wanted()) {
        throw e;
      }
      return late.get();
    }
  }

  /// Asks for a sign within the limit.
  Sign look(long limitMillis) throws InterruptedException {
    Look look = new Look();
    return within(
        limitMillis,
        look::persistently,
        () ->
            look.answered
                ? Sign.GIVEN
                : new Sign(
                    Shown.NONE,
                    "did not respond for " + limitMillis / 1_000 + " s" + look.unconnected));
  }

  /// Ends the session if nobody accepts connections.
  ///
  /// @return whether it continues
  boolean reached() throws InterruptedException {
    try {
      return !gone(connected());
    } catch (Wire.NotSent e) {
      return ending.goesOn(e);
    }
  }

  /// Ends the session if it has surely ended. A daemon that gives no sign may be busy.
  ///
  /// @return whether it continues
  boolean goesOn(long limitMillis) throws InterruptedException {
    return !gone(look(limitMillis));
  }

  /// Finds out why a stream was refused: the daemon may not offer it, or does not know the session,
  /// which then ends.
  ///
  /// @param heard whether the session had one before. If not, another process of the daemon may
  ///   have refused it, which shares no sessions with the one that answers messages
  /// @return whether it may be offered later
  boolean mayStreamLater(Wire.Answer refused, boolean heard)
      throws IOException, InterruptedException {
    HttpRefusal refusal = HttpRefusal.of(refused, HttpRequests.shortBody(refused));
    run.log.debug("no-stream", "status", refusal.status());
    SessionLoss.Verdict verdict = refusal.verdict(Era.LEGACY, run.session.names());
    boolean inDoubt =
        refusal.isUnreached() || (heard && verdict == SessionLoss.Verdict.SESSION_GONE);
    return (!inDoubt || goesOn(PROOF_MILLIS)) && refusal.isGateways();
  }

  /// Ends the session if it has surely ended, or if no sign comes within the limit.
  ///
  /// @return whether it continues
  boolean answers(long limitMillis) throws InterruptedException {
    Sign sign = look(limitMillis);
    if (sign.shows() == Shown.NONE) {
      ending.lost(sign.how());
    }
    return !gone(sign) && sign.shows() == Shown.GIVEN;
  }

  private boolean gone(Sign sign) {
    switch (sign.shows()) {
      case GONE -> ending.gone(sign.how());
      case AWAY -> ending.lost(sign.how());
      case GIVEN, NONE -> {}
    }
    return sign.shows() == Shown.GONE || sign.shows() == Shown.AWAY;
  }

  /// Whether the daemon accepts any session id, so that its answers prove nothing: tries a made-up
  /// one.
  boolean takesAnySession(long limitMillis) throws InterruptedException {
    String id = run.session.id().orElseThrow();
    char last = id.charAt(id.length() - 1);
    String other = id.substring(0, id.length() - 1) + (last == '0' ? '1' : '0');
    return within(limitMillis, () -> takes(other), () -> false);
  }

  private boolean takes(String sessionId) throws InterruptedException {
    try {
      return new Look().asked(run.session.ofSession(sessionId)).shows() == Shown.GIVEN;
    } catch (Wire.NotSent e) {
      return false;
    }
  }

  /// Whether the daemon refuses a sign of life with this status, too: then it refuses the session,
  /// in whatever words.
  boolean refuses(int status) throws InterruptedException {
    return within(PROOF_MILLIS, () -> refusesPing(status), () -> false);
  }

  private boolean refusesPing(int status) throws InterruptedException {
    byte[] ping = Messages.request(run.session.nextSign(), Methods.PING, "");
    try (Wire.Answer answer = requests.post(ping, run.session.ofSession())) {
      return answer.status() == status;
    } catch (IOException e) {
      interrupted();
      return false;
    }
  }

  /// JSON within a 200 may refuse the session, too; it is short, and comes at once.
  private Sign sign(Wire.Answer answer, boolean modern) throws IOException {
    int status = answer.status();
    boolean ok = status >= 200 && status < 300;
    if (ok && (modern || HttpBody.isEventStream(answer))) {
      return Sign.GIVEN;
    }
    HttpBody body = HttpRequests.shortBody(answer);
    HttpRefusal refusal = HttpRefusal.of(answer, body);
    if (refusal.isUnreached()) {
      return new Sign(Shown.GONE, "went away: its gateway answered with HTTP status " + status);
    }
    boolean gone =
        ok
            ? body.failure()
                .filter(f -> SessionLoss.sessionGone(f, run.session.named()))
                .isPresent()
            : !modern
                && refusal.verdict(Era.LEGACY, run.session.names())
                    == SessionLoss.Verdict.SESSION_GONE;
    return gone ? new Sign(Shown.GONE, HttpRefusal.gone(status)) : Sign.GIVEN;
  }

  private static void interrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /// One look for a sign, by one thread.
  private final class Look {
    private boolean answered; // at least the head of an answer came
    private String unconnected = ""; // why there was no connection, in parentheses

    Sign persistently() throws InterruptedException {
      while (true) {
        try {
          Sign sign = connected();
          return sign.shows() == Shown.GIVEN ? asked(run.session.ofSession()) : sign;
        } catch (Wire.NotSent e) {
          unconnected = " (" + e.getMessage() + ")";
          run.threads.pause(AGAIN_MILLIS);
        }
      }
    }

    /// A kept connection may close just when it is used: then the question is sent again.
    ///
    /// @throws Wire.NotSent if there is no connection and that shows nothing
    Sign asked(List<Header> ofSession) throws Wire.NotSent, InterruptedException {
      boolean modern = !run.session.begun();
      RequestId id = run.session.nextSign();
      byte[] question =
          modern
              ? Messages.request(id, Methods.DISCOVER, MODERN_META)
              : Messages.request(id, Methods.PING, "");
      List<Header> headers = modern ? run.session.of(Codec.parse(question)) : ofSession;
      for (int i = 0; i < MOST_TRIES; i++) {
        try (Wire.Answer answer = requests.post(question, headers)) {
          answered = true;
          return sign(answer, modern);
        } catch (Wire.NotSent e) {
          return sign(e);
        } catch (IOException e) {
          interrupted();
          run.log.debug("no-sign-of-life", "why", e.toString());
        }
      }
      return new Sign(Shown.NONE, "accepted connections, but dropped each of them");
    }
  }
}
