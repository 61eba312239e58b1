package dev.pitstop.channel;

import dev.pitstop.http.Backoff;
import dev.pitstop.http.Era;
import dev.pitstop.http.Header;
import dev.pitstop.http.Redirect;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.http.SseEvent;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Outgoing;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.random.RandomGenerator;

/// One message on its way to the daemon, and what comes back for it: a POST (transports page,
/// "Sending Messages to the Server"). Runs on a thread of its own.
final class HttpPost implements Runnable, HttpEvents.Taker {
  /// How long a daemon that says that it is not available is asked again (H2; as long as calls are
  /// held by default).
  private static final long UNAVAILABLE_MILLIS = 120_000;

  private static final int MOST_RESUMPTIONS = 5;

  private enum Fate {
    /// Nothing of it has left.
    UNSENT,
    /// Anything may have left, and no answer has come.
    LEFT,
    /// The daemon has surely not executed it.
    NOT_RUN,
    /// It is answered, or nobody waits for it any more.
    OVER
  }

  private final HttpRun run;
  private final Http channel;
  private final HttpSession session;
  private final long number;
  private final Outgoing outgoing;
  private final Optional<CountDownLatch> after;
  private final CountDownLatch done = new CountDownLatch(1);
  private final HttpEvents events;

  // Written by its own thread, but for `cancelled`; read by all.
  private volatile Fate fate = Fate.UNSENT;
  private volatile Optional<Message> message = Optional.empty();
  private volatile boolean cancelled;
  private volatile Optional<Thread> thread = Optional.empty();
  private volatile boolean taken; // the daemon has begun to answer

  /// @param after what has to be acknowledged before it is sent
  HttpPost(HttpRun run, long number, Outgoing outgoing, Optional<CountDownLatch> after) {
    this.run = run;
    this.channel = run.channel();
    this.session = run.session();
    this.number = number;
    this.outgoing = outgoing;
    this.after = after;
    this.events = new HttpEvents(channel.maxMessageBytes, this);
  }

  long number() {
    return number;
  }

  /// Opened when the daemon has acknowledged it, or nobody waits for that any more.
  CountDownLatch done() {
    return done;
  }

  boolean mayHaveRun() {
    return fate == Fate.LEFT || fate == Fate.OVER;
  }

  /// Whether an answer may still come.
  boolean underWay() {
    return fate == Fate.LEFT && message.filter(m -> m instanceof Message.Request).isPresent();
  }

  /// Bytes that the daemon has perhaps not read.
  long unread() {
    return taken || fate == Fate.OVER ? 0 : outgoing.length();
  }

  boolean asks(RequestId id) {
    return message.isPresent() && message.get() instanceof Message.Request r && r.id().equals(id);
  }

  private boolean modern() {
    return message.isPresent()
        && message.get() instanceof Message.Request r
        && RequestFacts.of(r).modern();
  }

  /// Ends the exchange, which tells a daemon of the modern era that its request is cancelled
  /// (2026-07-28, "Cancellation").
  private void cancel() {
    cancelled = true;
    fate = Fate.OVER;
    thread.ifPresent(Thread::interrupt);
  }

  @Override
  public void run() {
    thread = Optional.of(Thread.currentThread());
    try {
      if (after.isPresent()) {
        after.get().await();
      }
      message = Optional.of(Codec.parse(outgoing.bytes()));
      if (!closesAnother()) {
        exchange();
      }
    } catch (Wire.NotSent e) {
      fate = Fate.NOT_RUN;
      run.lost("went away: " + e.getMessage());
    } catch (IOException e) {
      brokenOff(e);
    } catch (InterruptedException e) {
      // cancelled, or the run is over: the one is known to the caller, the other is told him
    } finally {
      thread = Optional.empty();
      done.countDown();
      if (!(message.isPresent() && message.get() instanceof Message.Request)) {
        run.forget(this);
      }
      run.settled();
    }
  }

  /// In the modern era nobody is told of a cancellation but by the end of the stream.
  private boolean closesAnother() {
    if (message.isPresent()
        && message.get() instanceof Message.Notification n
        && n.method().equals(Methods.CANCELLED)) {
      Optional<HttpPost> meant = requestOf(n).flatMap(run::post);
      if (meant.filter(HttpPost::modern).isPresent()) {
        meant.get().cancel();
        return true;
      }
    }
    return false;
  }

  private static Optional<RequestId> requestOf(Message.Notification n) {
    Span id = n.param("requestId");
    return id.present() ? Optional.of(new RequestId(id.text(n.bytes()))) : Optional.empty();
  }

  private void brokenOff(IOException e) {
    if (cancelled || fate == Fate.OVER || !run.wanted()) {
      return;
    }
    channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
    run.lost("broke off the connection in the middle of an exchange");
  }

  // The exchange.

  private void exchange() throws IOException, InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    long limit = channel.world.timers().nowMillis() + UNAVAILABLE_MILLIS;
    int redirects = 0;
    while (true) {
      fate = Fate.LEFT;
      try (Wire.Answer answer = channel.world.wire().send(ask())) {
        taken = true;
        int status = answer.status();
        if (Redirect.is(status)) {
          if (!redirected(answer, redirects++)) {
            return;
          }
        } else if (status >= 200 && status < 300) {
          accepted(answer);
          return;
        } else if (!refused(answer, channel.world.timers().nowMillis() < limit)) {
          return;
        }
      }
      taken = false;
      run.pause(redirects > 0 ? 0 : backoff.next());
    }
  }

  private Wire.Ask ask() {
    List<Header> headers = run.common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(session.of(message.orElseThrow()));
    return new Wire.Ask("POST", session.posts(), headers, Optional.of(outgoing.bytes()));
  }

  /// @return whether it is to be sent to the new place
  private boolean redirected(Wire.Answer answer, int before) {
    Redirect to =
        before < Redirect.MOST
            ? Redirect.of(session.posts(), answer.status(), answer.header("Location").orElse(""))
            : Redirect.tooMany(session.posts());
    if (to instanceof Redirect.Follow f) {
      session.movedTo(f.to());
      return true;
    }
    if (to instanceof Redirect.Refused r) {
      fate = Fate.NOT_RUN;
      fail(r.text());
    }
    return false;
  }

  private void accepted(Wire.Answer answer) throws IOException, InterruptedException {
    if (!(message.orElseThrow() instanceof Message.Request r)) {
      acknowledged();
      return; // whatever it says besides, a notification has no answer
    }
    if (session.oldTransport()) {
      return; // the answer comes on the stream
    }
    Optional<String> id = answer.header("Mcp-Session-Id");
    if (isEventStream(answer)) {
      stream(answer, r, id);
    } else {
      body(answer, r, id);
    }
  }

  private void acknowledged() {
    if (message.orElseThrow() instanceof Message.Notification n
        && n.method().equals(Methods.INITIALIZED)
        && !session.oldTransport()) {
      run.begin("stream", new HttpStream(run));
    }
  }

  static boolean isEventStream(Wire.Answer answer) {
    return answer
        .header("Content-Type")
        .filter(t -> t.regionMatches(true, 0, "text/event-stream", 0, 17))
        .isPresent();
  }

  private void body(Wire.Answer answer, Message.Request r, Optional<String> id)
      throws IOException, InterruptedException {
    HttpBody body = HttpBody.read(answer.body(), channel.maxMessageBytes);
    sessionId = id;
    if (!body.whole()) {
      over(new Events.Unusable.TooLong(Optional.of(r.id()), true, body.length()));
    } else if (!body.mayBeMessage()) {
      String what = body.blank() ? "nothing" : "no message: " + body.quoted();
      fail(told(answer.status(), answer.header("Content-Type")) + " with " + what);
    } else {
      Message m = Codec.parse(HttpEvents.asLine(body.bytes()));
      if (m instanceof Message.Malformed bad) {
        unusable(HttpBody.malformed(bad));
      } else {
        messages(m instanceof Message.Batch b ? b.messages() : List.of(m));
      }
      if (fate == Fate.LEFT) {
        fail("The daemon's answer is not one to this request: " + body.quoted());
      }
    }
  }

  private Optional<String> sessionId = Optional.empty(); // that came with the answer

  // Event streams.

  private void stream(Wire.Answer answer, Message.Request r, Optional<String> id)
      throws IOException, InterruptedException {
    sessionId = id;
    boolean broken = false;
    try {
      events.read(answer.body());
    } catch (IOException e) {
      if (fate == Fate.LEFT && (modern() || events.lastId().isEmpty())) {
        throw e;
      }
      broken = true;
    }
    if (fate == Fate.LEFT && !cancelled) {
      if (!modern() && events.lastId().isPresent()) {
        resume(r);
      } else if (r.method().equals(Methods.LISTEN)) {
        run.lost("ended a subscription");
      }
      if (fate == Fate.LEFT && !cancelled && run.wanted()) {
        fail(
            "The daemon ended the stream "
                + (broken ? "(broken off) " : "")
                + "before it answered; whether the request took effect is not known, so it was not"
                + " sent again.");
      }
    }
  }

  /// The stream goes on where it broke off, by GET (2025-11-25, "Resumability and Redelivery").
  private void resume(Message.Request r) throws InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    for (int tries = 0; tries < MOST_RESUMPTIONS && fate == Fate.LEFT && run.wanted(); ) {
      String before = events.lastId().orElse("");
      run.pause(events.retryMillis().orElse(backoff.next()));
      List<Header> headers = run.common();
      headers.add(new Header("Accept", "text/event-stream"));
      headers.addAll(session.ofSession());
      headers.add(new Header("Last-Event-ID", before));
      try (Wire.Answer answer =
          channel
              .world
              .wire()
              .send(new Wire.Ask("GET", session.posts(), headers, Optional.empty()))) {
        if (answer.status() != 200 || !isEventStream(answer)) {
          boolean gone =
              verdict(answer, HttpBody.read(answer.body(), 64 * 1024))
                  == SessionLoss.Verdict.SESSION_GONE;
          if (gone) {
            run.lost("has forgotten the session (" + answer.status() + ")");
          }
          return;
        }
        events.read(answer.body());
      } catch (Wire.NotSent e) {
        run.lost("went away: " + e.getMessage());
        return;
      } catch (IOException e) {
        channel.world.log().debug("broken", "server", channel.name, "why", e.toString());
      }
      tries = events.lastId().filter(id -> !id.equals(before)).isPresent() ? 0 : tries + 1;
    }
  }

  // What came.

  @Override
  public void messages(List<Message> came) throws InterruptedException {
    List<Message> pass = new ArrayList<>(came.size());
    for (Message m : came) {
      if (m instanceof Message.Response r) {
        answer(r).ifPresent(pass::add);
      } else {
        pass.add(m);
      }
    }
    if (!pass.isEmpty()) {
      run.received(pass);
    }
  }

  private Optional<Message> answer(Message.Response m) {
    if (!(message.orElseThrow() instanceof Message.Request asked)) {
      return Optional.of(m);
    }
    if (m instanceof Message.Result r && r.id().equals(asked.id())) {
      fate = Fate.OVER;
      return Optional.of(result(asked, r));
    }
    if (m instanceof Message.Failure f) {
      if (!asked.method().equals(Methods.INITIALIZE) && SessionLoss.sessionGone(f, sentSession())) {
        gone(200);
        return Optional.empty();
      }
      fate = Fate.OVER;
      return Optional.of(addressed(f, asked));
    }
    return Optional.of(m); // of another request: the run knows
  }

  private Message result(Message.Request asked, Message.Result r) {
    if (asked.method().equals(Methods.INITIALIZE)) {
      session.initialized(r, sessionId);
    } else if (asked.method().equals(Methods.TOOLS_LIST) && modern()) {
      return channel.tools.learn(r);
    }
    return r;
  }

  /// A daemon that could not read the id, or that says `server-error`, means this request.
  private static Message addressed(Message.Failure f, Message.Request asked) {
    if (f.answers(asked.id())) {
      return f;
    }
    byte[] id = asked.id().bytes();
    byte[] edited =
        f.idSpan().present()
            ? new Splice(f.bytes()).replace(f.idSpan(), id).apply()
            : new Splice(f.bytes())
                .putMember(Json.validate(f.bytes()).orElseThrow(), "id", id)
                .apply();
    return Codec.parse(edited);
  }

  @Override
  public void unusable(Events.Unusable what) {
    String line = what instanceof Events.Unusable.Malformed m ? m.line() : "(too long)";
    channel.ring.append(run.number(), dev.pitstop.process.StderrRing.Kind.STRAY_STDOUT, line);
    run.teller().stray(line);
    if (what.id().isPresent()) {
      over(what);
    } else if (message.orElseThrow() instanceof Message.Request r
        && fate == Fate.LEFT
        && what instanceof Events.Unusable.Malformed m) {
      over(new Events.Unusable.Malformed(Optional.of(r.id()), m.detail(), m.line()));
    }
  }

  private void over(Events.Unusable what) {
    if (what.id().filter(this::asks).isPresent()) {
      fate = Fate.OVER;
    }
    run.teller().unusable(what);
  }

  /// Nothing is to be made of an event of another type.
  @Override
  public void other(SseEvent event) {}

  /// Its answer came on the stream for all.
  void answeredElsewhere(Message.Result r) {
    if (message.isPresent()
        && message.get() instanceof Message.Request asked
        && asked.method().equals(Methods.INITIALIZE)) {
      session.initialized(r, Optional.empty());
    }
    fate = Fate.OVER;
  }

  // Refusals.

  private boolean sentSession() {
    return !modern()
        && session.id().isPresent()
        && !(message.orElseThrow() instanceof Message.Request r
            && r.method().equals(Methods.INITIALIZE));
  }

  private SessionLoss.Verdict verdict(Wire.Answer answer, HttpBody body) {
    boolean first =
        message.orElseThrow() instanceof Message.Request r && r.method().equals(Methods.INITIALIZE);
    if (first) { // no session is meant
      return answer.status() == 503 ? SessionLoss.Verdict.UNAVAILABLE : SessionLoss.Verdict.PASSES;
    }
    return SessionLoss.of(
        modern() ? Era.MODERN : Era.LEGACY,
        answer.status(),
        sentSession(),
        answer.header("Content-Type").orElse(""),
        body.bytes());
  }

  /// @param again whether there is time for another try
  /// @return whether it is to be sent again
  private boolean refused(Wire.Answer answer, boolean again)
      throws IOException, InterruptedException {
    HttpBody body = HttpBody.read(answer.body(), channel.maxMessageBytes);
    switch (verdict(answer, body)) {
      case SESSION_GONE -> gone(answer.status());
      case UNAVAILABLE -> {
        if (again && run.wanted()) {
          fate = Fate.NOT_RUN;
          return true;
        }
        refusal(answer, body);
      }
      case PASSES -> {
        if (mayBeOld(answer.status(), body) && new HttpOldTransport(run).found()) {
          fate = Fate.NOT_RUN;
          return true;
        }
        refusal(answer, body);
      }
    }
    return false;
  }

  private void gone(int status) {
    fate = Fate.NOT_RUN;
    run.lost("has forgotten the session (" + (status == 200 ? "an error" : status) + ")");
  }

  /// Whether the daemon may be one of 2024-11-05 (2025-11-25, "Backwards Compatibility").
  private boolean mayBeOld(int status, HttpBody body) {
    return message.orElseThrow() instanceof Message.Request r
        && r.method().equals(Methods.INITIALIZE)
        && !session.oldTransport()
        && (status == 400 || status == 404 || status == 405)
        && !(body.mayBeMessage() && Codec.parse(body.bytes()) instanceof Message.Response);
  }

  private void refusal(Wire.Answer answer, HttpBody body) throws InterruptedException {
    if (!(message.orElseThrow() instanceof Message.Request)) {
      String what = told(answer.status(), Optional.empty()) + ": " + body.quoted();
      channel.note(run.number(), "refused a message. " + what);
      return;
    }
    if (body.whole()
        && body.mayBeMessage()
        && Codec.parse(HttpEvents.asLine(body.bytes())) instanceof Message.Failure f) {
      messages(List.of(f));
      return;
    }
    StringBuilder text = new StringBuilder(told(answer.status(), answer.header("Content-Type")));
    if (answer.status() == 401) {
      answer.header("WWW-Authenticate").ifPresent(w -> text.append(", and wants: ").append(w));
      text.append(". Give Pitstop a token with --bearer-env VAR, or --header 'Authorization: …'");
    }
    text.append(body.blank() ? "." : ": " + body.quoted());
    fail(text.toString());
  }

  private String told(int status, Optional<String> type) {
    return channel.display()
        + " answered with HTTP status "
        + status
        + type.map(t -> " (" + t + ")").orElse("");
  }

  /// An error of our own in place of the daemon's answer.
  private void fail(String text) {
    if (message.orElseThrow() instanceof Message.Request r) {
      fate = fate == Fate.NOT_RUN ? Fate.NOT_RUN : Fate.OVER;
      byte[] error = Messages.error(r.id(), Messages.INTERNAL_ERROR, text);
      run.teller().received(List.of(Codec.parse(error)));
    } else {
      channel.note(run.number(), text);
    }
  }
}
