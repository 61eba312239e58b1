package dev.pitstop.channel.http;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.channel.wire.Reach;
import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/// What all parts of a run need. Sends its requests, with the headers that the transports page
/// requires for each kind, reads the answers, and knows when the daemon was last heard.
/// Thread-safe.
class HttpCore {
  /// How many bytes are kept of an answer that says little.
  private static final int SHORT = 64 * 1024;

  /// Values of `Content-Encoding`.
  private static final Set<String> READABLE = Set.of("", "identity", "none", "gzip", "x-gzip");

  final HttpDaemon channel;
  final RunLog log;
  final Teller teller;
  final Optional<CompletableFuture<End>> ofProcess; // see [HttpRun]
  final HttpThreads threads;
  final HttpSession session;
  final CountDownLatch open = new CountDownLatch(1); // what messages wait for
  private volatile Optional<InetAddress> at = Optional.empty(); // see [Wire.Ask]
  private volatile long heardMillis;

  HttpCore(
      HttpDaemon channel, RunLog log, Teller teller, Optional<CompletableFuture<End>> ofProcess) {
    this.channel = channel;
    this.log = log;
    this.teller = teller;
    this.ofProcess = ofProcess;
    String prefix = log.server() + " " + log.number() + " ";
    threads = new HttpThreads(channel.threads, channel.parts.timers(), prefix, teller);
    session = new HttpSession(channel.endpoint.uri(), channel.tools, log);
  }

  /// What finds out whether anybody accepts connections.
  Reach reach() {
    return channel.network.reach();
  }

  /// The daemon accepts connections.
  ///
  /// @param by the address by which it is reached; empty to look up its name
  void reached(Optional<InetAddress> by) {
    at = by;
    heard();
  }

  /// Something came from the daemon.
  void heard() {
    heardMillis = threads.nowMillis();
  }

  long heardMillis() {
    return heardMillis;
  }

  /// Sends a message by POST; see [Wire#send].
  ///
  /// @param own the headers of this message
  Wire.Answer post(byte[] message, List<Header> own) throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(own);
    Wire.Answer answer = send("POST", headers, Optional.of(message));
    heard();
    return answer;
  }

  /// Asks by GET for the stream of messages that belong to no request, or for the rest of one that
  /// broke; see [Wire#send].
  ///
  /// @param lastId of the last event that came
  Wire.Answer stream(Optional<String> lastId) throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.add(new Header("Accept", "text/event-stream"));
    headers.addAll(session.ofSession());
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return send("GET", headers, Optional.empty());
  }

  /// Sends the DELETE that ends the session; see [Wire#send].
  Wire.Answer delete() throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.addAll(session.ofSession());
    return send("DELETE", headers, Optional.empty());
  }

  private Wire.Answer send(String method, List<Header> headers, Optional<byte[]> body)
      throws IOException, InterruptedException {
    Wire.Ask ask = new Wire.Ask(method, session.posts, headers, body, at);
    Wire.Answer answer = channel.network.wire().send(ask);
    String coding = answer.header("Content-Encoding").orElse("");
    if (!READABLE.contains(coding.toLowerCase(Locale.ROOT))) {
      answer.close();
      throw new Wire.Unreadable(
          "answers in `Content-Encoding: " + coding + "`, although Pitstop asks for none");
    }
    return answer;
  }

  private List<Header> common() {
    List<Header> headers = new ArrayList<>(channel.endpoint.headers());
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }

  /// A reader for the event streams that answer such requests.
  HttpEvents events(HttpEvents.Taker taker) {
    return new HttpEvents(channel.parts.maxMessageBytes(), this::heard, taker);
  }

  /// Reads the body of an answer that is not an event stream.
  HttpBody body(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), channel.parts.maxMessageBytes());
  }

  /// Reads the body of a short answer that is not an event stream.
  static HttpBody shortBody(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), SHORT);
  }
}
