package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Header;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sends the requests of one run, with the headers that the transports page requires for each kind,
/// and knows when the daemon was last heard. Thread-safe.
final class HttpRequests {
  private final List<Header> configured;
  private final HttpSession session;
  private final Wire wire;
  private final HttpRoom room;
  private final HttpThreads threads;
  private final int maxMessageBytes;
  private volatile Optional<InetAddress> at = Optional.empty();
  private volatile long heardMillis;
  private volatile boolean roomy; // the room has shown that connections may be left idle

  /// @param configured the headers that the user has configured; they may be secrets
  /// @param room sends the requests until connections may be left idle
  /// @param threads whose clock is used
  /// @param maxMessageBytes the longest message that the daemon may send (F1)
  HttpRequests(
      List<Header> configured,
      HttpSession session,
      Wire wire,
      HttpRoom room,
      HttpThreads threads,
      int maxMessageBytes) {
    this.configured = configured;
    this.session = session;
    this.wire = wire;
    this.room = room;
    this.threads = threads;
    this.maxMessageBytes = maxMessageBytes;
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
    Wire.Ask ask = new Wire.Ask(method, session.posts(), headers, body, at);
    if (roomy) {
      return wire.send(ask);
    }
    Wire.Answer answer = room.send(ask);
    roomy = room.shown();
    return answer;
  }

  private List<Header> common() {
    List<Header> headers = new ArrayList<>(configured);
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }

  /// Waits until a stream may be opened: until connections may be left idle.
  void awaitRoom() throws InterruptedException {
    room.awaitShown();
  }

  /// A reader for the event streams that answer such requests.
  HttpEvents events(HttpEvents.Taker taker) {
    return new HttpEvents(maxMessageBytes, this::heard, taker);
  }

  /// Reads the body of an answer that is not an event stream.
  HttpBody body(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), maxMessageBytes);
  }
}
