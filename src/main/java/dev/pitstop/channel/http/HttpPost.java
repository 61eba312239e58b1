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

  /// The message is not sent again; other results of an attempt are the pause before the next.
  private static final long DONE = -1;

  private final HttpParts run;
  private final HttpMessage message;
  private Optional<Backoff> backoff = Optional.empty(); // a normal exchange needs none
  private long since; // of the attempts that an unavailable daemon gets
  private int redirects;
  private boolean told; // whether it was noted that the message waits

  HttpPost(HttpParts run, HttpMessage message) {
    this.run = run;
    this.message = message;
  }

  @Override
  public void run() {
    try {
      run.open.await();
      run.posts.awaitGreeted(message);
      Optional<HttpMessage> cancelled = cancelled();
      // in the modern era only the end of its stream cancels a request
      if (cancelled.filter(HttpMessage::isModern).isEmpty()) {
        exchange();
      }
      cancelled.ifPresent(HttpMessage::cancel); // the daemon need not answer it
    } catch (InterruptedException e) {
      // cancelled, which the caller knows, or the run is over, which the caller is told
    } finally {
      message.ends();
      run.posts.over(message);
      run.ending.settled();
    }
  }

  private Optional<HttpMessage> cancelled() {
    if (message.parsed() instanceof Message.Notification n
        && n.method().equals(Methods.CANCELLED)) {
      Span id = n.param("requestId");
      return id.present() ? run.posts.of(new RequestId(id.text(n.bytes()))) : Optional.empty();
    }
    return Optional.empty();
  }

  private void exchange() throws InterruptedException {
    try {
      since = now();
      attempts();
    } catch (Wire.NotSent e) {
      message.notRun();
      run.ending.goesOn(e);
    } catch (Wire.Untrusted e) { // it would fail alike in every session
      run.telling.failed(
          message,
          "TLS with "
              + run.channel.endpoint.display()
              + " failed: "
              + e.getMessage()
              + ". If a private CA signed its certificate, add the CA to the file that"
              + " SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names.");
    } catch (Wire.Unreadable e) { // the description of the answer is the answer
      run.telling.failed(
          message,
          run.channel.endpoint.display()
              + " "
              + e.getMessage()
              + (message.isInitialize() ? "." : ". The request may have taken effect."));
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      if (message.waits() && run.ending.wanted()) {
        run.telling.broken(e);
        brokenOff("dropped the connection before it answered");
      }
    }
  }

  /// A connection that breaks proves nothing about the session: a handler may have panicked. So the
  /// daemon is asked, and only the call ends if it knows the session. Without a handshake there is
  /// no session.
  private void brokenOff(String how) throws InterruptedException {
    boolean begins =
        message.isInitialize() || (message.asksFor(Methods.DISCOVER) && !run.session.greeted());
    if (begins || run.life.look(HttpLife.PROOF_MILLIS).shows() == HttpLife.Shown.GONE) {
      run.ending.lost(how);
    } else if (run.ending.wanted()) {
      run.telling.cutOff(message, how);
    } // otherwise it ends with the run
  }

  private void attempts() throws IOException, InterruptedException {
    while (run.ending.leaves(message)) {
      long leftMillis = now();
      long pause;
      Optional<String> under = run.session.id();
      try (Wire.Answer answer = posted()) {
        message.taken();
        int status = answer.status();
        pause =
            status >= 200 && status < 300
                ? accepted(answer, under)
                : Redirect.is(status)
                    ? redirected(answer)
                    : refused(HttpRefusal.of(answer, run.body(answer)));
        boolean lasted = now() - leftMillis >= Absence.STEADY_MILLIS;
        if (lasted && message.asksFor(Methods.LISTEN)) {
          backoff = Optional.empty();
          since = now();
        }
      } catch (Wire.NotSent e) {
        pause = unconnected(e);
      }
      if (pause == DONE) {
        return;
      }
      message.notRun(); // until it leaves again
      run.threads.pause(pause);
    }
  }

  private Wire.Answer posted() throws IOException, InterruptedException {
    Optional<Timers.Timer> silent =
        message.parsed() instanceof Message.Request r && waitsForDaemon()
            ? Optional.of(run.threads.after(SILENT_MILLIS, () -> silent(r.method())))
            : Optional.empty();
    try {
      return run.post(message.bytes(), run.session.of(message.parsed()));
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
  /// @throws Wire.NotSent if the session is over
  private long unconnected(Wire.NotSent e) throws Wire.NotSent, InterruptedException {
    if (e.shows() != Wire.NotSent.Shows.NOTHING || !run.ending.wanted()) {
      throw e;
    }
    String cannot = " reach " + run.channel.endpoint.display() + " (" + e.getMessage() + ")";
    if (waitsForDaemon()) {
      run.arrival.away(String.valueOf(e.getMessage()));
    } else if (now() >= since + UNAVAILABLE_MILLIS) {
      message.notRun();
      run.telling.failed(message, "Pitstop cannot" + cannot + ". The message was not sent.");
      return DONE;
    } else {
      noteOnce("cannot" + cannot + "; a message is waiting");
    }
    return later(0);
  }

  /// The pause before the next attempt.
  ///
  /// @param wantedMillis how long the daemon asks clients to wait
  private long later(long wantedMillis) {
    backoff =
        backoff.or(() ->
            Optional.of(
                run.session.away
                    ? Absence.untilThere()
                    : new Backoff(RandomGenerator.getDefault(), 200, 2_000)));
    return Math.max(backoff.get().next(), wantedMillis);
  }

  /// The daemon itself has answered.
  private void isThere() {
    if (run.session.away) {
      run.arrival.there();
    }
  }

  private long now() {
    return run.threads.nowMillis();
  }

  /// @param under the session's id when it was sent
  private long accepted(Wire.Answer answer, Optional<String> under)
      throws IOException, InterruptedException {
    isThere();
    if (!message.isInitialize()) {
      run.session.handed(under, answer.header("Mcp-Session-Id"));
    }
    if (message.parsed() instanceof Message.Request r && !run.session.oldTransport()) {
      return new HttpAnswer(run, this, message, r).take(answer) ? later(0) : DONE;
    }
    // a notification has no answer, whatever the body says
    run.channel.refused.taken(message.parsed());
    if (message.parsed() instanceof Message.Request) {
      message.elsewhere();
    } else if (message.parsed() instanceof Message.Notification n
        && n.method().equals(Methods.INITIALIZED)
        && !run.session.oldTransport()) { // the session has begun, and may have a common stream
      run.session.hears = true;
      run.threads.begin("stream", new HttpStream(run), run.ending::failed);
    }
    return DONE;
  }

  private long redirected(Wire.Answer answer) throws InterruptedException {
    Redirect to =
        redirects++ < Redirect.MOST
            ? Redirect.of(run.session.posts, answer.status(), answer.header("Location").orElse(""))
            : Redirect.tooMany(run.session.posts);
    if (to instanceof Redirect.Refused r) {
      run.telling.failed(message, r.text());
      return DONE;
    }
    if (to instanceof Redirect.Follow f) {
      run.session.posts = f.to();
    }
    return 0;
  }

  private long refused(HttpRefusal refusal) throws InterruptedException {
    if (refusal.isGateways() && (waitsForDaemon() || refusal.status() != UNAVAILABLE)) {
      return unreached(refusal);
    }
    SessionLoss.Verdict verdict = verdict(refusal);
    boolean unavailable = verdict == SessionLoss.Verdict.UNAVAILABLE;
    if (unavailable && waitsForDaemon()) {
      run.arrival.away("it " + refusal.shortly(run.channel.secrets));
    } else {
      isThere();
    }
    long wanted = refusal.retryMillis().orElse(0);
    if (unavailable && now() + wanted < since + UNAVAILABLE_MILLIS && run.ending.wanted()) {
      noteOnce(refusal.text(run.channel.secrets));
      return later(wanted);
    }
    boolean perhapsOld =
        message.isInitialize()
            && !run.session.greeted()
            && !run.session.oldTransport()
            && refusal.mayBeOld();
    if (perhapsOld && new HttpOldTransport(run).found()) {
      return 0;
    }
    boolean unknown = verdict == SessionLoss.Verdict.SESSION_GONE || isUnknown(refusal);
    if (!unknown || !gone(refusal.status())) {
      fails(refusal);
    }
    return DONE;
  }

  /// Whether it is the session that is refused, where others were not, in words that nobody knows:
  /// then a sign of life is refused alike. An error under the request's own id is about the
  /// request.
  private boolean isUnknown(HttpRefusal refusal) throws InterruptedException {
    return run.session.begun()
        && run.session.greeted()
        && !message.isInitialize()
        && !message.isModern()
        && refusal.mayBeAboutSession()
        && refusal.body().failure().flatMap(Message.Failure::id).isEmpty()
        && run.life.look(HttpLife.PROOF_MILLIS).status() == refusal.status();
  }

  /// Noted once per message: a daemon that asks for patience looks like one that hangs.
  private void noteOnce(String text) {
    if (!told) {
      told = true;
      run.telling.note(text);
    }
  }

  /// Whether it is sent until the daemon is there: a message that begins a session. A call is not,
  /// as it may have been executed.
  private boolean waitsForDaemon() {
    return message.parsed() instanceof Message.Request r
        && (message.isInitialize() || (!run.session.greeted() && Methods.reads(r.method())));
  }

  /// A gateway has no answer from the daemon. Before the first answer that is as if nobody accepted
  /// connections.
  private long unreached(HttpRefusal refusal) throws InterruptedException {
    if (waitsForDaemon()) {
      noteOnce(refusal.text(run.channel.secrets));
      run.arrival.away("its gateway answered with HTTP status " + refusal.status());
      return later(Math.min(refusal.retryMillis().orElse(0), UNAVAILABLE_MILLIS));
    }
    if (message.asksFor(Methods.LISTEN)) {
      return run.life.goesOn(HttpLife.PROOF_MILLIS) ? later(0) : DONE;
    }
    brokenOff("did not answer its gateway, which returned HTTP status " + refusal.status());
    return DONE;
  }

  /// For `initialize` no session counts, as in the modern era and before there is one.
  private SessionLoss.Verdict verdict(HttpRefusal refusal) {
    return message.isInitialize() || message.isModern() || !run.session.begun()
        ? refusal.verdict(Era.MODERN, SessionLoss.Named.NOTHING)
        : refusal.verdict(Era.LEGACY, run.session.names());
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

  /// The daemon has refused the message, or answered with something else.
  void fails(HttpRefusal refusal) throws InterruptedException {
    Optional<Message.Failure> failure = refusal.body().failure();
    boolean says = // what came with a good status was meant for another request
        refusal.status() >= 300
            && failure.isPresent()
            && (!message.isInitialize() || refusal.isOfServer());
    if (message.parsed() instanceof Message.Request r && says) {
      new HttpAnswer(run, this, message, r).messages(List.of(failure.get()));
    } else {
      String at = run.channel.endpoint.display() + " ";
      run.telling.failed(
          message,
          at + refusal.text(run.channel.secrets),
          OptionalInt.of(refusal.status()),
          at + refusal.shortly(run.channel.secrets));
    }
  }
}
