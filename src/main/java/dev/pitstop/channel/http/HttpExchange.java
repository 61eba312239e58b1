package dev.pitstop.channel.http;

import dev.pitstop.channel.Target;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import dev.pitstop.http.Redirect;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Methods;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// One message on its way to the daemon: a POST, repeated while the daemon asks for that
/// (transports page, "Sending Messages to the Server").
final class HttpExchange implements Runnable {
  /// How long an unavailable daemon is asked again.
  static final long UNAVAILABLE_MILLIS = Target.USUAL_HOLD_MILLIS;

  /// After this time without an answer to its first message people are told.
  static final long SILENT_MILLIS = 10_000;

  /// The message is not sent again; other results of an attempt are the pause before the next.
  private static final long DONE = -1;

  private final HttpRun run;
  private final HttpMessage message;
  private Optional<Backoff> backoff = Optional.empty(); // a normal exchange needs none
  private long since; // of the attempts that an unavailable daemon gets
  private int redirects;
  private boolean told; // whether it was noted that the message waits

  HttpExchange(HttpRun run, HttpMessage message) {
    this.run = run;
    this.message = message;
  }

  @Override
  public void run() {
    try {
      run.awaitTurn(message);
      Optional<HttpMessage> cancelled = cancelled();
      // in the modern era only the end of its stream cancels a request
      if (cancelled.filter(HttpMessage::isModern).isEmpty()) {
        exchange();
      }
      cancelled.ifPresent(HttpMessage::cancel); // the daemon need not answer it
    } catch (InterruptedException e) {
      // cancelled, which the caller knows, or the run is over, which the caller is told
    } finally {
      run.over(message);
    }
  }

  private Optional<HttpMessage> cancelled() {
    if (message.parsed() instanceof Message.Notification n && message.says(Methods.CANCELLED)) {
      Span id = n.param("requestId");
      return id.present() ? run.of(new RequestId(id.text(n.bytes()))) : Optional.empty();
    }
    return Optional.empty();
  }

  private void exchange() throws InterruptedException {
    try {
      attempts();
    } catch (Wire.NotSent e) {
      message.notRun();
      run.goesOn(e);
    } catch (Wire.Untrusted e) { // it would fail alike in every session
      run.telling.failed(
          message,
          "TLS with "
              + run.daemon.endpoint.display()
              + " failed: "
              + Words.sentence(String.valueOf(e.getMessage()))
              + " If a private CA signed its certificate, add the CA to the file that"
              + " SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names.");
    } catch (Wire.Unreadable e) { // the description of the answer is the answer
      String effect =
          message.isInitialize() || !e.left ? "." : ". The request may have taken effect.";
      run.telling.failed(message, run.daemon.endpoint.display() + " " + e.getMessage() + effect);
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      if (message.waits() && run.wanted()) {
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
    if (begins) {
      run.lost(how);
      return;
    }
    HttpLife.Sign sign = run.prove();
    if (sign.shows() == HttpLife.Shown.GONE) {
      run.lost(how);
    } else if (run.wanted()) { // otherwise it ends with the run
      boolean silent = sign.shows() == HttpLife.Shown.NONE;
      run.telling.cutOff(message, silent ? how + ", and " + sign.how() + " since" : how);
    }
  }

  private void attempts() throws IOException, InterruptedException {
    since = run.now();
    while (run.leaves(message)) {
      long pause;
      Optional<String> under = run.session.id();
      try (Wire.Answer answer = posted()) {
        message.taken();
        int status = answer.status();
        if (status >= 200 && status < 300) {
          pause = accepted(answer, under);
          since = run.now();
        } else if (Redirect.is(status)) {
          pause = redirected(answer);
        } else {
          pause = refused(HttpRefusal.of(answer, run.requests.body(answer)));
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

  /// A daemon may accept connections without an answer, as a reloader does whose program does not
  /// start.
  private Wire.Answer posted() throws IOException, InterruptedException {
    Optional<Timers.Timer> silent = Optional.empty();
    if (message.parsed() instanceof Message.Request r && waitsForDaemon()) {
      String why = "it accepts connections, but does not answer `" + r.method() + "`";
      silent = Optional.of(run.threads.timers.after(SILENT_MILLIS, () -> run.away(why)));
    }
    try {
      return run.requests.post(message.parsed());
    } finally {
      silent.ifPresent(Timers.Timer::cancel);
    }
  }

  /// There is no connection. If that shows nothing about the session, the message waits as long as
  /// for an unavailable daemon.
  ///
  /// @throws Wire.NotSent if the session is over
  private long unconnected(Wire.NotSent e) throws Wire.NotSent, InterruptedException {
    if (e.shows() != Wire.NotSent.Shows.NOTHING || !run.wanted()) {
      throw e;
    }
    String cannot = " reach " + run.daemon.endpoint.display() + " (" + e.getMessage() + ")";
    if (waitsForDaemon()) {
      run.away(String.valueOf(e.getMessage()));
    } else if (run.now() >= since + UNAVAILABLE_MILLIS) {
      message.notRun();
      run.telling.failed(message, "Pitstop cannot" + cannot + ". The message was not sent.");
      return DONE;
    } else {
      noteOnce("cannot" + cannot + "; a message is waiting");
    }
    return later();
  }

  /// The pause before the next attempt.
  private long later() {
    backoff =
        backoff.or(() ->
            Optional.of(
                run.session.away
                    ? HttpDaemon.untilThere()
                    : new Backoff(RandomGenerator.getDefault(), 200, 2_000)));
    return backoff.get().next();
  }

  /// @param under the session's id when it was sent
  private long accepted(Wire.Answer answer, Optional<String> under)
      throws IOException, InterruptedException {
    run.there();
    if (!message.isInitialize()) {
      run.session.handed(under, answer.header(HttpRequests.SESSION));
    }
    if (message.parsed() instanceof Message.Request r && !run.session.oldTransport()) {
      return new HttpAnswer(run, this, message, r).take(answer) ? later() : DONE;
    }
    // a notification has no answer, whatever the body says
    run.daemon.taken(message.parsed());
    if (message.request().isPresent()) {
      message.elsewhere();
    } else if (message.says(Methods.INITIALIZED) && !run.session.oldTransport()) {
      HttpStream.listen(run); // the session has begun, and may have a common stream
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
    boolean unavailable = refusal.status() == HttpRefusal.UNAVAILABLE;
    if ((refusal.isGateways() || unavailable) && waitsForDaemon()) {
      run.away((unavailable ? "it " : "its gateway ") + refusal.shortly(run.daemon.secrets));
      return later();
    }
    if (refusal.isGateways() && !unavailable) {
      if (message.asksFor(Methods.LISTEN)) {
        return run.goesOn() ? later() : DONE;
      }
      brokenOff("did not answer its gateway, which returned HTTP status " + refusal.status());
      return DONE;
    }
    run.there();
    if (gone(refusal)) {
      return DONE;
    }
    if (unavailable && run.now() < since + UNAVAILABLE_MILLIS && run.wanted()) {
      noteOnce(refusal.text(run.daemon.secrets));
      return later();
    }
    boolean perhapsOld =
        message.isInitialize()
            && !run.session.greeted()
            && !run.session.oldTransport()
            && refusal.mayBeOld();
    if (perhapsOld && HttpStream.isOlder(run)) {
      return 0;
    }
    fails(refusal);
    return DONE;
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

  /// Ends the session if the daemon does not know it, and so has surely not executed this.
  ///
  /// @return false if it is an answer to this message. It is one if the previous session got it,
  ///   too
  boolean gone(HttpRefusal refusal) throws InterruptedException {
    Message m = message.parsed();
    boolean ofSession = run.session.begun() && !message.isInitialize() && !message.isModern();
    if (!ofSession
        || !isUnknown(refusal)
        || (!(m instanceof Message.Response) && run.daemon.refusedAgain(m, run.log.number()))) {
      return false;
    }
    message.notRun();
    run.lost(HttpRefusal.gone(refusal.status()), true);
    return true;
  }

  private boolean isUnknown(HttpRefusal refusal) throws InterruptedException {
    SessionLoss.Verdict verdict = refusal.verdict(run.session);
    if (verdict != SessionLoss.Verdict.PERHAPS) {
      return verdict == SessionLoss.Verdict.GONE;
    }
    HttpLife.Sign sign = run.prove();
    return sign.shows() == HttpLife.Shown.GONE && sign.status() == refusal.status();
  }

  /// The daemon has refused the message, or answered with something else.
  void fails(HttpRefusal refusal) throws InterruptedException {
    Optional<Message.Failure> failure = refusal.body().failure();
    boolean says = // what came with a good status was meant for another request
        refusal.status() >= 300
            && failure.isPresent()
            && (!message.isInitialize() || refusal.isOfServer());
    if (message.parsed() instanceof Message.Request r && says) {
      Message answer = run.session.addressed(failure.get(), r.id());
      run.telling.answered(message, answer);
    } else {
      String at = run.daemon.endpoint.display() + " ";
      run.telling.failed(
          message,
          at + refusal.text(run.daemon.secrets),
          OptionalInt.of(refusal.status()),
          at + refusal.shortly(run.daemon.secrets));
    }
  }
}
