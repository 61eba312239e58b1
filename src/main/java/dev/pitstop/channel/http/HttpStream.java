package dev.pitstop.channel.http;

import dev.pitstop.channel.Events;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Backoff;
import dev.pitstop.http.Redirect;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.http.SseEvent;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Timers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/// A stream that is asked for by GET: the one for messages that belong to no request (transports
/// page, "Listening for Messages from the Server"), that of HTTP with SSE as of 2024-11-05, and the
/// rest of one that broke. For one thread.
final class HttpStream implements HttpEvents.Taker {
  /// The shortest pause, even if the daemon asks for less.
  private static final long LEAST_MILLIS = 50;

  /// The end of a shorter stream shows nothing.
  static final long SHORT_MILLIS = 1_000;

  /// How long the daemon may take for a sign of life after its stream has ended. A reloader whose
  /// program does not start gives none, while its port stays open.
  static final long SIGN_MILLIS = 10_000;

  /// How long the daemon may take to name the URL for POSTs.
  static final long ENDPOINT_MILLIS = 10_000;

  /// Tries in a row to resume that bring nothing new.
  static final int MOST_RESUMED = 5;

  private static final int CONFLICT = 409;

  /// How often a stream is tried again that broke before it began, or that was refused because the
  /// daemon believes the last one to be open.
  private static final int MOST_UNHEARD = 4;

  private final HttpRun run;
  private final HttpEvents events;
  private final Backoff backoff = new Backoff(RandomGenerator.getDefault(), 100, 5_000);
  private int unheard; // in a row
  private boolean heard; // ever

  /// Whether the stream of 2024-11-05 is offered; nobody completes it for another one.
  private final CompletableFuture<Boolean> endpoint = new CompletableFuture<>();

  private final boolean older;

  private HttpStream(HttpRun run, boolean older) {
    this.run = run;
    this.older = older;
    this.events = run.requests.events(this);
  }

  // The common stream.

  /// Opens the common stream again whenever the daemon ends it, while the session lasts. If the
  /// daemon does not offer it, or has no room for it, the session does without.
  static void listen(HttpRun run) {
    run.session.hears = true;
    HttpStream stream = new HttpStream(run, false);
    run.threads.begin("stream", stream::listen, run::failed);
  }

  private void listen() {
    try {
      // checked twice: this thread may be the one that has found the session lost
      while (run.wanted() && open() && run.wanted()) {
        long wanted = events.retryMillis().orElse(backoff.next());
        run.threads.pause(Math.max(LEAST_MILLIS, wanted));
      }
      run.session.hears = false;
      if (run.wanted()) { // otherwise they end with the run
        for (HttpMessage m : run.unheard()) {
          run.telling.cutOff(m, "accepted the request, and ended the stream on which it answers");
        }
      }
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// @return whether to open it again
  private boolean open() throws InterruptedException {
    long since = run.now();
    try (Wire.Answer answer = asked()) {
      if (HttpBody.isOpenStream(answer)) {
        unheard = 0;
        heard = true;
        return listened(answer, since);
      }
      boolean stillHeld = answer.status() == CONFLICT && heard && ++unheard < MOST_UNHEARD;
      return stillHeld || (answer.status() != 200 && mayBeLater(run, answer, heard));
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (Wire.NotSent e) { // the stream was not even asked for
      run.telling.broken(e);
      return run.goesOn(e);
    } catch (IOException e) {
      // The daemon may reject the request, or be about to exit: a sign of life may still come from
      // the old one, so it is tried a few times.
      run.telling.broken(e);
      return run.goesOn() && ++unheard < MOST_UNHEARD;
    }
  }

  /// Asks for the stream. After one that has ended, the old program may have given its last sign of
  /// life, and a reloader whose new program does not start leaves the next request alone. A daemon
  /// may also send the head of its stream with the first event, and gives a sign then.
  private Wire.Answer asked() throws IOException, InterruptedException {
    Optional<Timers.Timer> silent = Optional.empty();
    if (heard) {
      Runnable begin = () -> run.threads.begin("silence", this::silent, run::failed);
      silent = Optional.of(run.threads.timers.after(SIGN_MILLIS, begin));
    }
    try {
      return run.requests.stream(events.lastId());
    } finally {
      silent.ifPresent(Timers.Timer::cancel);
    }
  }

  private void silent() {
    try {
      run.reassures(SIGN_MILLIS);
    } catch (InterruptedException e) {
      // the run is over
    }
  }

  /// Reads until the stream ends. The end proves nothing about the session: a proxy closes idle
  /// streams. A stream that ends again and again does not lead to a check each time.
  private boolean listened(Wire.Answer answer, long since)
      throws InterruptedException, InterruptedIOException {
    boolean whole = true;
    try {
      events.read(answer.body());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      run.telling.broken(e);
      whole = false;
    }
    long lasted = run.now() - since;
    if (lasted >= HttpDaemon.STEADY_MILLIS) {
      backoff.reset();
    }
    return (whole && lasted < SHORT_MILLIS) || run.reassures(SIGN_MILLIS);
  }

  /// Finds out why a stream was refused: the daemon may not offer it, or does not know the session,
  /// which then ends.
  ///
  /// @param heard whether the session had one before. If not, another process of the daemon may
  ///   have refused it, which shares no sessions with the one that answers messages
  /// @return whether it may be offered later
  private static boolean mayBeLater(HttpRun run, Wire.Answer refused, boolean heard)
      throws IOException, InterruptedException {
    HttpRefusal refusal = HttpRefusal.of(refused, HttpBody.beginning(refused));
    run.log.debug("no-stream", "status", refusal.status());
    boolean inDoubt =
        refusal.isUnreached() || (heard && refusal.verdict(run.session) != SessionLoss.Verdict.NO);
    return (!inDoubt || run.goesOn()) && refusal.isGateways();
  }

  // The rest of a request's stream.

  /// Continues a request's broken stream (2025-11-25, "Resumability and Redelivery"): until the
  /// answer has come, or some tries in a row brought nothing.
  ///
  /// @param events read what has come of its stream
  static void resume(HttpRun run, HttpMessage asked, HttpEvents events)
      throws InterruptedException {
    Backoff backoff = new Backoff(RandomGenerator.getDefault(), 200, 2_000);
    int tries = 0;
    boolean may = true;
    while (may && tries < MOST_RESUMED && asked.waits() && run.wanted()) {
      Optional<String> before = events.lastId();
      run.threads.pause(events.retryMillis().orElse(backoff.next()));
      may = resumed(run, events);
      tries = events.lastId().equals(before) ? tries + 1 : 0;
    }
  }

  /// @return whether it may be tried again
  private static boolean resumed(HttpRun run, HttpEvents events) throws InterruptedException {
    try (Wire.Answer answer = run.requests.stream(events.lastId())) {
      if (HttpBody.isOpenStream(answer)) {
        events.read(answer.body());
        return true;
      }
      return mayBeLater(run, answer, true);
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      run.telling.broken(e);
      return run.goesOn();
    }
  }

  // The stream of 2024-11-05, with all messages of the daemon. Its first event names the URL for
  // POSTs. The session ends with it.

  /// Opens that stream, and waits until it is clear whether the daemon offers it. A stream of
  /// another kind is one that nobody needs.
  static boolean isOlder(HttpRun run) throws InterruptedException {
    HttpStream stream = new HttpStream(run, true);
    return run.threads.within(
        "stream", ENDPOINT_MILLIS, stream.endpoint, stream::readOlder, () -> false);
  }

  private void readOlder() {
    try (Wire.Answer answer = run.requests.stream(Optional.empty())) {
      if (HttpBody.isOpenStream(answer)) {
        events.read(answer.body());
        overIfOlder("ended its message stream");
      }
    } catch (InterruptedException | InterruptedIOException e) {
      // the run is over, or this daemon has no such stream
    } catch (IOException e) {
      overIfOlder("dropped its message stream");
    } catch (RuntimeException | Error e) {
      overIfOlder("lost its message stream by an error in Pitstop (see the log)");
      throw e;
    } finally {
      endpoint.complete(false);
    }
  }

  private void overIfOlder(String how) {
    if (endpoint.getNow(false)) {
      run.lost(how);
    }
  }

  @Override
  public boolean other(SseEvent event) {
    if (!older || !event.type().equals("endpoint")) {
      return true;
    }
    overIfOlder("started a new session"); // it has restarted, and knows nothing of the old one
    String data =
        event.data() instanceof Line.Text t ? new String(t.bytes(), StandardCharsets.UTF_8) : "";
    Redirect to = Redirect.ofEndpoint(run.session.posts, data);
    if (to instanceof Redirect.Follow f) {
      run.session.oldTransport(f.to());
      endpoint.complete(true);
    } else if (to instanceof Redirect.Refused r) {
      run.telling.note(r.text());
      endpoint.complete(false);
    }
    return true;
  }

  // What comes on either.

  /// Answers are given the ids of the requests that they mean.
  @Override
  public void messages(List<Message> came) throws InterruptedException {
    backoff.reset();
    List<Message> pass = new ArrayList<>(came.size());
    List<HttpMessage> answered = new ArrayList<>(1);
    for (Message m : came) {
      Optional<HttpMessage> asked =
          m instanceof Message.Response r
              ? HttpSession.id(r).flatMap(run::meant)
              : Optional.empty();
      if (asked.isPresent() && m instanceof Message.Response r) {
        Message answer = run.session.addressed(r, asked.get().request().orElseThrow());
        if (asked.get().isInitialize() && answer instanceof Message.Result ok) {
          run.session.initialized(ok, Optional.empty());
        } else {
          run.session.answered();
        }
        answered.add(asked.get());
        pass.add(answer);
      } else if (!HttpSession.isSign(m)) {
        pass.add(m);
      }
    }
    try {
      if (!pass.isEmpty()) {
        run.telling.received(pass, Optional.empty());
      }
    } finally {
      answered.forEach(HttpMessage::over); // not earlier: a lost run waits for them
    }
  }

  @Override
  public void unusable(Events.Unusable what) throws InterruptedException {
    run.telling.unusable(what);
  }
}
