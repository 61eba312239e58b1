package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import dev.pitstop.http.Era;
import dev.pitstop.http.Redirect;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/// One message on its way to the daemon: a POST (transports page, "Sending Messages to the
/// Server"), and its fate (C2).
final class HttpPost implements Runnable {
  /// How long an unavailable daemon is asked again (H2; the default of how long calls are held).
  static final long UNAVAILABLE_MILLIS = 120_000;

  private static final int UNAVAILABLE = 503;

  /// The next step after an answer without a message.
  private enum Next {
    DONE,
    SEND_AGAIN,
    LATER
  }

  private final HttpRun run;
  private final Http channel;
  private final HttpSession session;
  private final long number;
  private final Outgoing outgoing;
  private final Optional<CountDownLatch> after;
  private final Optional<CountDownLatch> opens;

  private final HttpFate fate = new HttpFate();
  private final CountDownLatch done = new CountDownLatch(1); // opened when its exchange is over
  private long wantedMillis; // how long the daemon asks clients to wait; used by the sending thread
  private boolean told; // whether that was noted; likewise
  private volatile Optional<Message> message = Optional.empty(); // once it was parsed

  /// @param after must be acknowledged before this is sent
  /// @param opens is opened by this message's acknowledgement
  HttpPost(
      HttpRun run,
      long number,
      Outgoing outgoing,
      Optional<CountDownLatch> after,
      Optional<CountDownLatch> opens) {
    this.run = run;
    this.channel = run.channel();
    this.session = run.session();
    this.number = number;
    this.outgoing = outgoing;
    this.after = after;
    this.opens = opens;
  }

  long number() {
    return number;
  }

  HttpFate fate() {
    return fate;
  }

  /// Whether it is a request whose answer may still come.
  boolean underWay() {
    return fate.underWay() && message.filter(m -> m instanceof Message.Request).isPresent();
  }

  /// How many bytes the daemon may not have read.
  long unread() {
    return fate.unread() ? outgoing.length() : 0;
  }

  /// It will not be sent.
  void stays() {
    done.countDown();
  }

  /// Waits until a message that needs no answer has been accepted, or could not be sent.
  void awaitTaken() throws InterruptedException {
    if (asksNothing()) {
      done.await();
    }
  }

  /// Whether it is not a request: a notification or a response.
  boolean asksNothing() {
    return !(message() instanceof Message.Request);
  }

  boolean asks(RequestId id) {
    return message() instanceof Message.Request r && r.id().equals(id);
  }

  private Message message() {
    Optional<Message> known = message;
    if (known.isPresent()) {
      return known.get();
    }
    Message parsed = Codec.parse(outgoing.bytes());
    message = Optional.of(parsed);
    return parsed;
  }

  @Override
  public void run() {
    fate.begins(run.threads().current());
    try {
      if (after.isPresent()) {
        after.get().await();
      }
      if (!closesAnother()) {
        exchangeWatched();
        closesCancelled();
      }
    } catch (Wire.NotSent e) {
      fate.notRun();
      run.goesOn(e);
    } catch (InterruptedException | InterruptedIOException e) {
      // cancelled, which the caller knows, or the run is over, which the caller is told
    } finally {
      fate.ends();
      opens.ifPresent(CountDownLatch::countDown);
      done.countDown();
      if ((message.isPresent() && asksNothing()) || fate.isOver()) {
        run.posts().forget(number); // the others are needed at the end of the run
      }
      run.settled();
    }
    channel.heap.passed(outgoing.length());
  }

  private void exchangeWatched() throws Wire.NotSent, InterruptedIOException, InterruptedException {
    try {
      exchangeTrusted();
    } catch (Wire.NotSent | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (!fate.isOver() && run.wanted()) {
        channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
        brokenOff("dropped the connection before it answered");
      }
    }
  }

  /// A connection that breaks proves nothing about the session: a handler may have panicked. So the
  /// daemon is asked, and only the call ends if it knows the session. Without a handshake there is
  /// no session.
  private void brokenOff(String how) throws InterruptedException {
    if (isInitialize(message()) || (isDiscover(message()) && !session.greeted())) {
      run.lost(how);
      return;
    }
    HttpLife.Sign sign = new HttpLife(run).look(HttpLife.PROOF_MILLIS);
    if (sign instanceof HttpLife.Sign.Gone) {
      run.forgotten(how);
    } else if (sign instanceof HttpLife.Sign.Away) {
      run.lost(how);
    } else if (run.wanted()) {
      cutOff(how);
    } // otherwise it ends with the run
  }

  /// No answer will come, and it is unknown whether the request took effect. The run continues.
  void cutOff(String how) throws InterruptedException {
    try {
      if (message() instanceof Message.Request r) {
        run.telling().unusable(new Events.Unusable.CutOff(Optional.of(r.id()), how));
      } else {
        channel.note(run.number(), "may not have received a message: it " + how);
      }
    } finally {
      fate.over();
    }
  }

  /// In the modern era only the end of its stream cancels a request.
  private boolean closesAnother() {
    Optional<HttpPost> meant = cancelled().filter(p -> isModern(p.message()));
    meant.ifPresent(p -> p.fate.cancel());
    return meant.isPresent();
  }

  /// In the legacy era the daemon gets a notification and need not answer: the exchange is closed.
  private void closesCancelled() {
    cancelled().ifPresent(p -> p.fate.cancel());
  }

  private Optional<HttpPost> cancelled() {
    if (message() instanceof Message.Notification n && n.method().equals(Methods.CANCELLED)) {
      Span id = n.param("requestId");
      return id.present() ? run.posts().of(new RequestId(id.text(n.bytes()))) : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean isModern(Message m) {
    return m instanceof Message.Request r && RequestFacts.of(r).modern();
  }

  private static boolean isInitialize(Message m) {
    return m instanceof Message.Request r && r.method().equals(Methods.INITIALIZE);
  }

  private static boolean isDiscover(Message m) {
    return m instanceof Message.Request r && r.method().equals(Methods.DISCOVER);
  }

  private static boolean isSubscription(Message m) {
    return m instanceof Message.Request r && r.method().equals(Methods.LISTEN);
  }

  private void exchangeTrusted() throws IOException, InterruptedException {
    try {
      exchange(message());
    } catch (Wire.Untrusted e) { // it would fail alike in every session
      fail(
          "TLS with "
              + channel.display()
              + " failed: "
              + e.getMessage()
              + ". If a private CA signed its certificate, add the CA to the file that"
              + " SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names.");
    } catch (Wire.Unreadable e) { // the description of the answer is the answer
      fail(
          channel.display()
              + " "
              + e.getMessage()
              + (isInitialize(message()) ? "." : ". The request may have taken effect."));
    }
  }

  private void exchange(Message m) throws IOException, InterruptedException {
    Optional<Backoff> backoff = Optional.empty(); // a normal exchange needs none
    long since = now();
    int redirects = 0;
    while (run.leaves(this)) {
      long pause = 0;
      long leftMillis = now();
      wantedMillis = 0; // the time that an earlier answer asked for has passed
      try (Wire.Answer answer = run.ask(a -> a.post(outgoing.bytes(), session.of(m)))) {
        fate.taken();
        run.silence().heard();
        int status = answer.status();
        Next next =
            status >= 200 && status < 300
                ? accepted(answer, m)
                : Redirect.is(status)
                    ? redirected(answer, redirects++)
                    : refused(answer, m, since + UNAVAILABLE_MILLIS);
        if (next == Next.DONE) {
          return;
        }
        if (isSubscription(m) && now() - leftMillis >= Absence.STEADY_MILLIS) { // it has lasted
          backoff = Optional.empty();
          since = now();
        }
        if (next == Next.LATER) {
          backoff = backoff.or(() -> Optional.of(backoff()));
          pause = Math.max(backoff.get().next(), wantedMillis);
        }
        fate.notRun(); // until it leaves again
      } catch (Wire.NotSent e) {
        if (unconnected(e, m, since + UNAVAILABLE_MILLIS) == Next.DONE) {
          return;
        }
        backoff = backoff.or(() -> Optional.of(backoff()));
        pause = backoff.get().next();
      }
      run.threads().pause(pause);
    }
  }

  /// There is no connection. If that shows nothing about the session, the message waits as long as
  /// for an unavailable daemon.
  ///
  /// @param limit until when it is tried again
  /// @throws Wire.NotSent if the session is over
  private Next unconnected(Wire.NotSent e, Message m, long limit)
      throws Wire.NotSent, InterruptedException {
    if (e.shows() != Wire.NotSent.Shows.NOTHING || !run.wanted()) {
      throw e;
    }
    fate.notRun(); // until it leaves again
    if (waitsForDaemon(m)) {
      run.away(String.valueOf(e.getMessage()));
      return Next.LATER;
    }
    if (now() >= limit) {
      fail(
          "Pitstop cannot reach "
              + channel.display()
              + " ("
              + e.getMessage()
              + "). The message was not sent.");
      return Next.DONE;
    }
    if (!told) {
      told = true;
      channel.note(
          run.number(),
          "cannot reach " + channel.display() + " (" + e.getMessage() + "); a message is waiting");
    }
    return Next.LATER;
  }

  private Backoff backoff() {
    RandomGenerator random = RandomGenerator.getDefault();
    return session.away() ? Http.untilThere(random) : new Backoff(random, 200, 2_000);
  }

  private long now() {
    return channel.world.timers().nowMillis();
  }

  private Next accepted(Wire.Answer answer, Message m) throws IOException, InterruptedException {
    run.there();
    if (m instanceof Message.Request r) {
      if (session.oldTransport()) {
        channel.refused.taken(m);
        fate.elsewhere();
      } else if (new HttpAnswer(run, this, r).take(answer)) {
        return Next.LATER;
      }
    } else if (m instanceof Message.Notification n) { // it has no answer, whatever the body says
      channel.refused.taken(m);
      if (n.method().equals(Methods.INITIALIZED) && !session.oldTransport()) {
        run.threads().begin("stream", new HttpStream(run), run::failed);
      }
    }
    return Next.DONE;
  }

  /// Its answer came on the common stream; it is not over before that is reported.
  void answeredElsewhere(Message.Response r) {
    if (r instanceof Message.Result result && isInitialize(message())) {
      session.initialized(result, Optional.empty());
      channel.agreed(run.number(), session.revision());
    }
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
      fail(r.text());
    }
    return Next.DONE;
  }

  /// @param limit until when an unavailable daemon is asked again
  private Next refused(Wire.Answer answer, Message m, long limit)
      throws IOException, InterruptedException {
    HttpRefusal refusal = HttpRefusal.of(answer, channel.maxMessageBytes);
    if (refusal.isGateways() && (waitsForDaemon(m) || refusal.status() != UNAVAILABLE)) {
      return unreached(refusal, m);
    }
    run.there();
    switch (verdict(refusal, m)) {
      case SESSION_GONE -> {
        if (!gone(answer.status())) {
          refused(refusal, m);
        }
      }
      case UNAVAILABLE -> {
        wantedMillis = refusal.retryMillis().orElse(0);
        if (now() + wantedMillis < limit && run.wanted()) {
          toldToWait(refusal);
          return Next.LATER;
        }
        refused(refusal, m);
      }
      case PASSES -> {
        boolean perhapsOld = isInitialize(m) && !session.oldTransport() && refusal.mayBeOld();
        if (perhapsOld && new HttpOldTransport(run).found()) {
          return Next.SEND_AGAIN;
        }
        refused(refusal, m);
      }
    }
    return Next.DONE;
  }

  /// Noted once per message: a daemon that asks for patience looks like one that hangs.
  private void toldToWait(HttpRefusal refusal) {
    if (wantedMillis > 0 && !told) {
      told = true;
      channel.note(run.number(), refusal.text(channel.secrets));
    }
  }

  /// Whether it is sent until the daemon is there: a message that begins a session. A call is not,
  /// as it may have been executed (C2).
  private boolean waitsForDaemon(Message m) {
    return m instanceof Message.Request r
        && (isInitialize(m) || (!session.greeted() && Methods.reads(r.method())));
  }

  /// A gateway has no answer from the daemon. Before the first answer that is as if nobody accepted
  /// connections (H2).
  private Next unreached(HttpRefusal refusal, Message m) throws InterruptedException {
    if (waitsForDaemon(m)) {
      wantedMillis = Math.min(refusal.retryMillis().orElse(0), UNAVAILABLE_MILLIS);
      toldToWait(refusal);
      run.away("its gateway answered with HTTP status " + refusal.status());
      return run.wanted() ? Next.LATER : Next.DONE;
    }
    if (isSubscription(m)) {
      return new HttpLife(run).goesOn(HttpLife.PROOF_MILLIS) ? Next.LATER : Next.DONE;
    }
    brokenOff("did not answer its gateway, which returned HTTP status " + refusal.status());
    return Next.DONE;
  }

  /// For `initialize` no session counts, as in the modern era and before there is one.
  private SessionLoss.Verdict verdict(HttpRefusal refusal, Message m) {
    return isInitialize(m) || isModern(m) || !session.begun()
        ? refusal.verdict(Era.MODERN, SessionLoss.Named.NOTHING)
        : refusal.verdict(Era.LEGACY, session.names());
  }

  /// The daemon does not know the session, and so has surely not executed this.
  ///
  /// @return false if that is the answer to this request, as the previous session got it too
  boolean gone(int status) {
    Message m = message();
    if (!(m instanceof Message.Response) && channel.refused.again(m, run.number())) {
      return false;
    }
    fate.notRun();
    run.forgotten(HttpRefusal.gone(status));
    return true;
  }

  private void refused(HttpRefusal refusal, Message m) throws InterruptedException {
    Optional<Message.Failure> failure = refusal.failure();
    boolean says = failure.isPresent() && (!isInitialize(m) || refusal.isOfServer());
    if (m instanceof Message.Request r && says) {
      new HttpAnswer(run, this, r).messages(List.of(failure.get()));
    } else {
      String at = channel.display() + " ";
      fail(
          at + refusal.text(channel.secrets),
          OptionalInt.of(refusal.status()),
          at + refusal.shortly(channel.secrets));
    }
  }

  /// Answers with an error of Pitstop's own instead of the daemon's answer; a handshake fails with
  /// it.
  void fail(String text) throws InterruptedException {
    fail(text, OptionalInt.empty(), text);
  }

  /// @param status of the daemon's answer
  /// @param shortly the text without advice and HTML
  void fail(String text, OptionalInt status, String shortly) throws InterruptedException {
    try {
      if (message() instanceof Message.Request r && isInitialize(r)) {
        run.telling()
            .unusable(
                new Events.Unusable.Refused(
                    Optional.of(r.id()),
                    channel.secrets.hide(text),
                    status,
                    channel.secrets.hide(shortly)));
      } else if (message() instanceof Message.Request r) {
        byte[] error = Messages.error(r.id(), Messages.INTERNAL_ERROR, channel.secrets.hide(text));
        run.telling().received(List.of(Codec.parse(error)));
      } else {
        channel.note(run.number(), "did not accept a message: " + text);
      }
    } finally {
      fate.over();
    }
  }
}
