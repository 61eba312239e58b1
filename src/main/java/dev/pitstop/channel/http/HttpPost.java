package dev.pitstop.channel.http;

import dev.pitstop.channel.Target;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import dev.pitstop.http.Era;
import dev.pitstop.http.Redirect;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// One message on its way to the daemon: a POST, repeated while the daemon asks for that
/// (transports page, "Sending Messages to the Server").
final class HttpPost implements Runnable {
  /// How long an unavailable daemon is asked again.
  static final long UNAVAILABLE_MILLIS = Target.USUAL_HOLD_MILLIS;

  /// After this time without an answer to its first message people are told.
  static final long SILENT_MILLIS = 10_000;

  private static final int UNAVAILABLE = 503;

  /// The next step after an answer without a message.
  private enum Next {
    DONE,
    SEND_AGAIN,
    LATER
  }

  private final HttpParts run;
  private final HttpSession session;
  private final HttpTelling telling;
  private final HttpMessage message;
  private long wantedMillis; // how long the daemon asks clients to wait
  private boolean told; // whether that was noted

  HttpPost(HttpParts run, HttpMessage message) {
    this.run = run;
    this.session = run.session;
    this.telling = run.telling;
    this.message = message;
  }

  @Override
  public void run() {
    try {
      message.begins(run.threads.current());
      run.open.await();
      run.posts.awaitGreeted(message);
      if (!closesAnother()) {
        exchangeWatched();
        closesCancelled();
      }
    } catch (Wire.NotSent e) {
      message.notRun();
      run.ending.goesOn(e);
    } catch (InterruptedException | InterruptedIOException e) {
      // cancelled, which the caller knows, or the run is over, which the caller is told
    } finally {
      message.ends();
      run.posts.over(message);
      run.ending.settled();
    }
  }

  private void exchangeWatched() throws Wire.NotSent, InterruptedIOException, InterruptedException {
    try {
      exchangeTrusted();
    } catch (Wire.NotSent | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (!message.isOver() && run.ending.wanted()) {
        telling.broken(e);
        brokenOff("dropped the connection before it answered");
      }
    }
  }

  /// A connection that breaks proves nothing about the session: a handler may have panicked. So the
  /// daemon is asked, and only the call ends if it knows the session. Without a handshake there is
  /// no session.
  private void brokenOff(String how) throws InterruptedException {
    if (message.isInitialize() || (message.asksFor(Methods.DISCOVER) && !session.greeted())) {
      run.ending.lost(how);
      return;
    }
    if (run.life.look(HttpLife.PROOF_MILLIS).shows() == HttpLife.Shown.GONE) {
      run.ending.lost(how);
    } else if (run.ending.wanted()) {
      telling.cutOff(message, how);
    } // otherwise it ends with the run
  }

  /// In the modern era only the end of its stream cancels a request.
  private boolean closesAnother() {
    Optional<HttpMessage> meant = cancelled().filter(HttpMessage::isModern);
    meant.ifPresent(HttpMessage::cancel);
    return meant.isPresent();
  }

  /// In the legacy era the daemon gets a notification and need not answer: the exchange is closed.
  private void closesCancelled() {
    cancelled().ifPresent(HttpMessage::cancel);
  }

  private Optional<HttpMessage> cancelled() {
    if (message.parsed() instanceof Message.Notification n
        && n.method().equals(Methods.CANCELLED)) {
      Span id = n.param("requestId");
      return id.present() ? run.posts.of(new RequestId(id.text(n.bytes()))) : Optional.empty();
    }
    return Optional.empty();
  }

  private void exchangeTrusted() throws IOException, InterruptedException {
    try {
      exchange();
    } catch (Wire.Untrusted e) { // it would fail alike in every session
      telling.failed(
          message,
          "TLS with "
              + telling.display()
              + " failed: "
              + e.getMessage()
              + ". If a private CA signed its certificate, add the CA to the file that"
              + " SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names.");
    } catch (Wire.Unreadable e) { // the description of the answer is the answer
      telling.failed(
          message,
          telling.display()
              + " "
              + e.getMessage()
              + (message.isInitialize() ? "." : ". The request may have taken effect."));
    }
  }

  private void exchange() throws IOException, InterruptedException {
    Optional<Backoff> backoff = Optional.empty(); // a normal exchange needs none
    long since = now();
    int redirects = 0;
    while (run.ending.leaves(message)) {
      long pause = 0;
      long leftMillis = now();
      wantedMillis = 0; // the time that an earlier answer asked for has passed
      Optional<String> under = session.id();
      try (Wire.Answer answer = posted()) {
        message.taken();
        int status = answer.status();
        Next next =
            status >= 200 && status < 300
                ? accepted(answer, under)
                : Redirect.is(status)
                    ? redirected(answer, redirects++)
                    : refused(answer, since + UNAVAILABLE_MILLIS);
        if (next == Next.DONE) {
          return;
        }
        boolean lasted = now() - leftMillis >= Absence.STEADY_MILLIS;
        if (lasted && message.asksFor(Methods.LISTEN)) {
          backoff = Optional.empty();
          since = now();
        }
        if (next == Next.LATER) {
          backoff = backoff.or(() -> Optional.of(backoff()));
          pause = Math.max(backoff.get().next(), wantedMillis);
        }
        message.notRun(); // until it leaves again
      } catch (Wire.NotSent e) {
        if (unconnected(e, since + UNAVAILABLE_MILLIS) == Next.DONE) {
          return;
        }
        backoff = backoff.or(() -> Optional.of(backoff()));
        pause = backoff.get().next();
      }
      run.threads.pause(pause);
    }
  }

  private Wire.Answer posted() throws IOException, InterruptedException {
    Optional<Timers.Timer> silent =
        message.parsed() instanceof Message.Request r && waitsForDaemon()
            ? Optional.of(run.threads.after(SILENT_MILLIS, () -> silent(r.method())))
            : Optional.empty();
    try {
      return run.requests.post(message.bytes(), session.of(message.parsed()));
    } finally {
      silent.ifPresent(Timers.Timer::cancel);
    }
  }

  /// As with a reloader whose program does not start: its port stays open.
  private void silent(String method) {
    run.arrival.away("it accepts connections, but does not answer `" + method + "`");
  }

  /// There is no connection. If that shows nothing about the session, the message waits as long as
  /// for an unavailable daemon.
  ///
  /// @param limit until when it is tried again
  /// @throws Wire.NotSent if the session is over
  private Next unconnected(Wire.NotSent e, long limit) throws Wire.NotSent, InterruptedException {
    if (e.shows() != Wire.NotSent.Shows.NOTHING || !run.ending.wanted()) {
      throw e;
    }
    message.notRun(); // until it leaves again
    if (waitsForDaemon()) {
      run.arrival.away(String.valueOf(e.getMessage()));
      return Next.LATER;
    }
    if (now() >= limit) {
      telling.failed(
          message,
          "Pitstop cannot reach "
              + telling.display()
              + " ("
              + e.getMessage()
              + "). The message was not sent.");
      return Next.DONE;
    }
    if (!told) {
      told = true;
      telling.note(
          "cannot reach " + telling.display() + " (" + e.getMessage() + "); a message is waiting");
    }
    return Next.LATER;
  }

  /// The daemon itself has answered.
  private void isThere() {
    if (session.away()) {
      run.arrival.there();
    }
  }

  private Backoff backoff() {
    return session.away()
        ? Absence.untilThere()
        : new Backoff(RandomGenerator.getDefault(), 200, 2_000);
  }

  private long now() {
    return run.threads.nowMillis();
  }

  /// @param under the session's id when it was sent
  private Next accepted(Wire.Answer answer, Optional<String> under)
      throws IOException, InterruptedException {
    isThere();
    if (!message.isInitialize()) {
      session.handed(under, answer.header("Mcp-Session-Id"));
    }
    if (message.parsed() instanceof Message.Request r) {
      if (session.oldTransport()) {
        run.channel.refused.taken(message.parsed());
        message.elsewhere();
      } else if (new HttpAnswer(run, this, message, r).take(answer)) {
        return Next.LATER;
      }
    } else if (message.parsed() instanceof Message.Notification n) {
      // it has no answer, whatever the body says
      run.channel.refused.taken(message.parsed());
      if (n.method().equals(Methods.INITIALIZED) && !session.oldTransport()) {
        listen();
      }
    }
    return Next.DONE;
  }

  /// The session has begun, and may have a stream for messages that belong to no request.
  private void listen() {
    session.hears(true);
    run.threads.begin("stream", new HttpStream(run), run.ending::failed);
  }

  private Next redirected(Wire.Answer answer, int before) throws InterruptedException {
    Redirect to =
        before < Redirect.MOST
            ? Redirect.of(session.posts(), answer.status(), answer.header("Location").orElse(""))
            : Redirect.tooMany(session.posts());
    if (to instanceof Redirect.Follow f) {
      session.movedTo(f.to());
      return Next.SEND_AGAIN;
    }
    if (to instanceof Redirect.Refused r) {
      telling.failed(message, r.text());
    }
    return Next.DONE;
  }

  /// @param limit until when an unavailable daemon is asked again
  private Next refused(Wire.Answer answer, long limit) throws IOException, InterruptedException {
    HttpBody body = run.requests.body(answer);
    return refused(HttpRefusal.of(answer, body), limit);
  }

  private Next refused(HttpRefusal refusal, long limit) throws InterruptedException {
    if (refusal.isGateways() && (waitsForDaemon() || refusal.status() != UNAVAILABLE)) {
      return unreached(refusal);
    }
    SessionLoss.Verdict verdict = verdict(refusal);
    if (verdict == SessionLoss.Verdict.UNAVAILABLE && waitsForDaemon()) {
      run.arrival.away("it " + refusal.shortly(telling.secrets()));
    } else {
      isThere();
    }
    switch (verdict) {
      case SESSION_GONE -> {
        if (!gone(refusal.status())) {
          refused(refusal);
        }
      }
      case UNAVAILABLE -> {
        wantedMillis = refusal.retryMillis().orElse(0);
        if (now() + wantedMillis < limit && run.ending.wanted()) {
          toldToWait(refusal);
          return Next.LATER;
        }
        refused(refusal);
      }
      case PASSES -> {
        boolean perhapsOld =
            message.isInitialize()
                && !session.greeted()
                && !session.oldTransport()
                && refusal.mayBeOld();
        if (perhapsOld && offersOldTransport()) {
          return Next.SEND_AGAIN;
        }
        // the daemon refuses a sign of life alike: then it is the session, in whatever words
        boolean gone =
            doubtful(refusal) && run.life.look(HttpLife.PROOF_MILLIS).status() == refusal.status();
        if (!gone || !gone(refusal.status())) {
          refused(refusal);
        }
      }
    }
    return Next.DONE;
  }

  /// Whether it may be the session that is refused, where others were not, in words that nobody
  /// knows. An error under the request's own id is about the request.
  private boolean doubtful(HttpRefusal refusal) {
    return session.begun()
        && session.greeted()
        && !message.isInitialize()
        && !message.isModern()
        && refusal.mayBeAboutSession()
        && refusal.body().failure().flatMap(Message.Failure::id).isEmpty();
  }

  boolean offersOldTransport() throws InterruptedException {
    return new HttpOldTransport(run).found();
  }

  /// Noted once per message: a daemon that asks for patience looks like one that hangs.
  private void toldToWait(HttpRefusal refusal) {
    if (!told) {
      told = true;
      telling.note(refusal.text(telling.secrets()));
    }
  }

  /// Whether it is sent until the daemon is there: a message that begins a session. A call is not,
  /// as it may have been executed.
  private boolean waitsForDaemon() {
    return message.parsed() instanceof Message.Request r
        && (message.isInitialize() || (!session.greeted() && Methods.reads(r.method())));
  }

  /// A gateway has no answer from the daemon. Before the first answer that is as if nobody accepted
  /// connections.
  private Next unreached(HttpRefusal refusal) throws InterruptedException {
    if (waitsForDaemon()) {
      wantedMillis = Math.min(refusal.retryMillis().orElse(0), UNAVAILABLE_MILLIS);
      toldToWait(refusal);
      run.arrival.away("its gateway answered with HTTP status " + refusal.status());
      return run.ending.wanted() ? Next.LATER : Next.DONE;
    }
    if (message.asksFor(Methods.LISTEN)) {
      return run.life.goesOn(HttpLife.PROOF_MILLIS) ? Next.LATER : Next.DONE;
    }
    brokenOff("did not answer its gateway, which returned HTTP status " + refusal.status());
    return Next.DONE;
  }

  /// For `initialize` no session counts, as in the modern era and before there is one.
  private SessionLoss.Verdict verdict(HttpRefusal refusal) {
    return message.isInitialize() || message.isModern() || !session.begun()
        ? refusal.verdict(Era.MODERN, SessionLoss.Named.NOTHING)
        : refusal.verdict(Era.LEGACY, session.names());
  }

  /// The daemon does not know the session, and so has surely not executed this.
  ///
  /// @return false if that is the answer to this request, as the previous session got it too
  boolean gone(int status) {
    Message m = message.parsed();
    if (!(m instanceof Message.Response) && run.channel.refused.again(m, run.log.number())) {
      return false;
    }
    message.notRun();
    run.ending.forgotten(HttpRefusal.gone(status));
    return true;
  }

  private void refused(HttpRefusal refusal) throws InterruptedException {
    Optional<Message.Failure> failure = refusal.body().failure();
    boolean says = failure.isPresent() && (!message.isInitialize() || refusal.isOfServer());
    if (message.parsed() instanceof Message.Request r && says) {
      new HttpAnswer(run, this, message, r).messages(List.of(failure.get()));
    } else {
      String at = telling.display() + " ";
      telling.failed(
          message,
          at + refusal.text(telling.secrets()),
          OptionalInt.of(refusal.status()),
          at + refusal.shortly(telling.secrets()));
    }
  }
}
