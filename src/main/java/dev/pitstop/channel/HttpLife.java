package dev.pitstop.channel;

import dev.pitstop.http.Era;
import dev.pitstop.http.Header;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.List;

/// Asks a daemon for a sign of life: `ping`, or in the modern era `server/discover`. Any answer is
/// one, except a refusal of the session. For one thread.
final class HttpLife {
  /// What a check of the daemon shows of the session.
  sealed interface Sign {
    /// It continues.
    record Given() implements Sign {}

    /// It has surely ended: nobody is there, or the daemon does not know it.
    ///
    /// @param how a clause whose subject is the server
    record Gone(String how) implements Sign {}

    /// The daemon is unreachable. It may still know the session, but the session is given up.
    ///
    /// @param how a clause whose subject is the server
    record Away(String how) implements Sign {}

    /// Unknown: the daemon may be there, but has not answered.
    ///
    /// @param how a clause whose subject is the server
    record None(String how) implements Sign {}
  }

  /// The first of these ids, which have ten digits: no other id of Pitstop's is as large.
  private static final String FIRST_ID = "2100000000";

  private static final int ID_RANGE = 1_000_000;
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

  private static final int MOST_BODY = 64 * 1024;
  private static final int MOST_TRIES = 5;

  /// After an attempt to connect that has shown nothing.
  static final long AGAIN_MILLIS = 1_000;

  private final HttpRun run;
  private final Http channel;
  private final HttpSession session;
  private boolean answered; // at least the head of an answer came
  private String unconnected = ""; // why there was no connection, in parentheses

  HttpLife(HttpRun run) {
    this.run = run;
    this.channel = run.channel();
    this.session = run.session();
  }

  /// Whether a message is the answer to such a question, on the common stream or replayed.
  static boolean isSign(Message m) {
    if (m instanceof Message.Result r) {
      return isOurs(r.id());
    }
    return m instanceof Message.Failure f && f.id().isPresent() && isOurs(f.id().get());
  }

  private static boolean isOurs(RequestId id) {
    return id.lexeme().length() == FIRST_ID.length() && id.lexeme().compareTo(FIRST_ID) >= 0;
  }

  /// @throws Wire.NotSent if there is no connection and that shows nothing
  private Sign connected() throws Wire.NotSent, InterruptedException {
    try {
      channel.world.reach().connect(session.posts());
      return new Sign.Given();
    } catch (Wire.NotSent e) {
      interrupted();
      return sign(e);
    }
  }

  private static Sign sign(Wire.NotSent e) throws Wire.NotSent {
    String how = "went away: " + e.getMessage();
    return switch (e.shows()) {
      case NOBODY -> new Sign.Gone(how);
      case NO_WAY -> new Sign.Away(how);
      case NOTHING -> throw e;
    };
  }

  /// Asks for a sign within the limit.
  Sign look(long limitMillis) throws InterruptedException {
    HttpThreads.Limit limit = run.threads().limit(limitMillis);
    try (limit) {
      return persistently();
    } catch (InterruptedException e) {
      if (!limit.isHit() || !run.wanted()) {
        throw e;
      }
      return answered
          ? new Sign.Given()
          : new Sign.None("did not respond for " + limitMillis / 1_000 + " s" + unconnected);
    }
  }

  private Sign persistently() throws InterruptedException {
    while (true) {
      try {
        Sign sign = connected();
        return sign instanceof Sign.Given ? asked(session.ofSession()) : sign;
      } catch (Wire.NotSent e) {
        unconnected = " (" + e.getMessage() + ")";
        run.threads().pause(AGAIN_MILLIS);
      }
    }
  }

  /// Ends the session if nobody accepts connections.
  ///
  /// @return whether it continues
  boolean reached() throws InterruptedException {
    try {
      return !gone(connected());
    } catch (Wire.NotSent e) {
      return run.goesOn(e);
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
  /// @return whether it may be offered later
  boolean mayStreamLater(Wire.Answer refused) throws IOException, InterruptedException {
    HttpRefusal refusal = HttpRefusal.of(refused, MOST_BODY);
    channel.world.log().debug("no-stream", "server", channel.name, "status", refusal.status());
    SessionLoss.Verdict verdict = refusal.verdict(Era.LEGACY, session.names());
    boolean inDoubt = refusal.isUnreached() || verdict == SessionLoss.Verdict.SESSION_GONE;
    return (!inDoubt || goesOn(PROOF_MILLIS)) && refusal.isGateways();
  }

  /// Ends the session if it has surely ended, or if no sign comes within the limit.
  ///
  /// @return whether it continues
  boolean answers(long limitMillis) throws InterruptedException {
    Sign sign = look(limitMillis);
    if (sign instanceof Sign.None none) {
      run.lost(none.how());
      return false;
    }
    return !gone(sign);
  }

  private boolean gone(Sign sign) {
    if (sign instanceof Sign.Gone gone) {
      run.forgotten(gone.how());
      return true;
    }
    if (sign instanceof Sign.Away away) {
      run.lost(away.how());
      return true;
    }
    return false;
  }

  /// Whether the daemon accepts any session id, so that its answers prove nothing: tries a made-up
  /// one.
  boolean takesAnySession(long limitMillis) throws InterruptedException {
    String id = session.id().orElseThrow();
    char last = id.charAt(id.length() - 1);
    String other = id.substring(0, id.length() - 1) + (last == '0' ? '1' : '0');
    HttpThreads.Limit limit = run.threads().limit(limitMillis);
    try (limit) {
      return asked(session.ofSession(other)) instanceof Sign.Given;
    } catch (Wire.NotSent e) {
      return false;
    } catch (InterruptedException e) {
      if (!limit.isHit() || !run.wanted()) {
        throw e;
      }
      return false;
    }
  }

  /// A kept connection may close just when it is used: then the question is sent again.
  ///
  /// @throws Wire.NotSent if there is no connection and that shows nothing
  private Sign asked(List<Header> ofSession) throws Wire.NotSent, InterruptedException {
    boolean modern = !session.begun();
    // one each: two threads may ask at once
    RequestId id = RequestId.of(Long.parseLong(FIRST_ID) + session.nextSign() % ID_RANGE);
    byte[] question =
        modern
            ? Messages.request(id, Methods.DISCOVER, MODERN_META)
            : Messages.request(id, Methods.PING, "");
    List<Header> headers = modern ? session.of(Codec.parse(question)) : ofSession;
    answered = false;
    for (int i = 0; i < MOST_TRIES; i++) {
      try (Wire.Answer answer = run.ask(a -> a.post(question, headers))) {
        answered = true;
        run.silence().heard();
        return sign(answer, modern);
      } catch (Wire.NotSent e) {
        return sign(e);
      } catch (IOException e) {
        interrupted();
        channel.world.log().debug("no-sign-of-life", "server", channel.name, "why", e.toString());
      }
    }
    return new Sign.None("accepted connections, but dropped each of them");
  }

  /// An error within a 200 may refuse the session, too; it is short, and comes at once.
  private Sign sign(Wire.Answer answer, boolean modern) throws IOException, InterruptedException {
    int status = answer.status();
    boolean gone;
    if (status >= 200 && status < 300) {
      gone =
          !modern
              && new HttpFirstFailure(channel.maxMessageBytes)
                  .in(answer)
                  .filter(f -> SessionLoss.sessionGone(f, session.named()))
                  .isPresent();
    } else {
      HttpRefusal refusal = HttpRefusal.of(answer, MOST_BODY);
      if (refusal.isUnreached()) {
        return new Sign.Gone("went away: its gateway answered with HTTP status " + status);
      }
      gone =
          !modern
              && refusal.verdict(Era.LEGACY, session.names()) == SessionLoss.Verdict.SESSION_GONE;
    }
    return gone ? new Sign.Gone(HttpRefusal.gone(status)) : new Sign.Given();
  }

  private static void interrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
