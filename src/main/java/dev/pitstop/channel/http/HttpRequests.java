package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Sends the requests of one run, with the headers that the transports page requires for each kind,
/// reads the answers, and knows when the daemon was last heard. Thread-safe.
final class HttpRequests {
  /// How many bytes are kept of an answer that says little.
  private static final int SHORT = 64 * 1024;

  /// Values of `Content-Encoding`.
  private static final Set<String> READABLE = Set.of("", "identity", "none", "gzip", "x-gzip");

  private final HttpCore run;
  private volatile Optional<InetAddress> at = Optional.empty();
  private volatile long heardMillis;

  HttpRequests(HttpCore run) {
    this.run = run;
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
    heardMillis = run.threads.nowMillis();
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
    headers.addAll(run.session.ofSession());
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return send("GET", headers, Optional.empty());
  }

  /// Sends the DELETE that ends the session; see [Wire#send].
  Wire.Answer delete() throws IOException, InterruptedException {
    List<Header> headers = common();
    headers.addAll(run.session.ofSession());
    return send("DELETE", headers, Optional.empty());
  }

  private Wire.Answer send(String method, List<Header> headers, Optional<byte[]> body)
      throws IOException, InterruptedException {
    Wire.Ask ask = new Wire.Ask(method, run.session.posts(), headers, body, at);
    Wire.Answer answer = run.channel.world.network().wire().send(ask);
    String coding = answer.header("Content-Encoding").orElse("");
    if (!READABLE.contains(coding.toLowerCase(Locale.ROOT))) {
      answer.close();
      throw new Wire.Unreadable(
          "answers in `Content-Encoding: " + coding + "`, although Pitstop asks for none");
    }
    return answer;
  }

  private List<Header> common() {
    List<Header> headers = new ArrayList<>(run.channel.endpoint.headers());
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }

  /// A reader for the event streams that answer such requests.
  HttpEvents events(HttpEvents.Taker taker) {
    return new HttpEvents(run.channel.maxMessageBytes, this::heard, taker);
  }

  /// Reads the body of an answer that is not an event stream.
  HttpBody body(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), run.channel.maxMessageBytes);
  }

  /// Reads the body of a short answer that is not an event stream.
  static HttpBody shortBody(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), SHORT);
  }
}
