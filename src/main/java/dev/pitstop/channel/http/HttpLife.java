package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.http.SseEvent;
import dev.pitstop.http.SseReader;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Line;
import dev.pitstop.rpc.LineReader;
import dev.pitstop.rpc.RequestId;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// One question to a daemon for a sign of life: `ping`, or in the modern era `server/discover`. Any
/// answer is one, except a refusal of the session.
final class HttpLife implements Runnable {
  /// What it shows of the session.
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

  /// How often the question is sent if its connection breaks: a kept one may close just when it is
  /// used.
  private static final int MOST_TRIES = 5;

  /// After an attempt to connect that has shown nothing.
  private static final long AGAIN_MILLIS = 1_000;

  private final HttpRun run;
  private final CompletableFuture<Sign> sign = new CompletableFuture<>();
  private volatile boolean answered; // at least the head of an answer came
  private volatile String unconnected = ""; // why there was no connection, in parentheses

  HttpLife(HttpRun run) {
    this.run = run;
  }

  /// Waits for a sign within the limit. Call it once.
  Sign look(long limitMillis) throws InterruptedException {
    return run.threads.within(
        "sign",
        limitMillis,
        sign,
        this,
        () -> silent("did not respond for " + limitMillis / 1_000 + " s" + unconnected));
  }

  private Sign silent(String how) {
    return new Sign(answered ? Shown.GIVEN : Shown.NONE, how, 0);
  }

  @Override
  public void run() {
    try {
      int broken = 0;
      while (!sign.isDone()) {
        try {
          run.daemon.wire.connect(run.session.posts);
          sign.complete(asked());
        } catch (Wire.NotSent e) {
          if (e.shows() != Wire.NotSent.Shows.NOTHING) {
            sign.complete(new Sign(Shown.GONE, "went away: " + e.getMessage(), 0));
            return;
          }
          unconnected = " (" + e.getMessage() + ")";
          run.threads.pause(AGAIN_MILLIS);
        } catch (IOException e) {
          if (Thread.interrupted()) {
            return;
          }
          if (++broken == MOST_TRIES) {
            sign.complete(silent("accepted connections, but dropped each of them"));
          }
        }
      }
    } catch (InterruptedException e) {
      // it came too late, or nobody waits for it any more
    }
  }

  private Sign asked() throws IOException, InterruptedException {
    boolean modern = !run.session.begun();
    RequestId id = run.session.nextSign();
    byte[] question =
        modern
            ? Messages.request(id, Methods.DISCOVER, MODERN_META)
            : Messages.request(id, Methods.PING, "");
    try (Wire.Answer answer = run.requests.post(Codec.parse(question))) {
      answered = true;
      return sign(answer, modern);
    }
  }

  /// JSON within a 200 may refuse the session, too; it is short, and comes at once.
  private Sign sign(Wire.Answer answer, boolean modern) throws IOException, InterruptedException {
    int status = answer.status();
    Sign given = new Sign(Shown.GIVEN, "", status);
    if (modern && status >= 200 && status < 300) {
      return given;
    }
    HttpBody body = HttpBody.isEventStream(answer) ? said(answer) : HttpBody.beginning(answer);
    HttpRefusal refusal = HttpRefusal.of(answer, body);
    if (refusal.isUnreached()) {
      return new Sign(
          Shown.GONE, "went away: its gateway answered with HTTP status " + status, status);
    }
    boolean gone = !modern && refusal.verdict(run.session) != SessionLoss.Verdict.NO;
    return gone ? new Sign(Shown.GONE, HttpRefusal.gone(status), status) : given;
  }

  /// The first message of a stream that is not empty.
  private static HttpBody said(Wire.Answer answer) throws IOException, InterruptedException {
    SseReader events = new SseReader(HttpBody.LOOKED);
    LineReader<InterruptedException> lines = events.lines(answer.body(), () -> {});
    Optional<SseEvent> next = events.next(lines);
    while (next.isPresent()) {
      if (next.get().data() instanceof Line.Text said && !HttpEvents.isEmpty(said.bytes())) {
        return new HttpBody(said.bytes(), said.bytes().length);
      }
      next = events.next(lines);
    }
    return new HttpBody(new byte[0], 0);
  }
}
