package dev.pitstop.channel;

import dev.pitstop.http.Header;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes the requests of one run, with the headers that the transports page requires for each kind.
/// Thread-safe.
final class HttpAsks {
  private final Http channel;
  private final HttpSession session;
  private final Optional<InetAddress> at;

  /// @param at the address by which the daemon is reached; empty to look up its name
  HttpAsks(Http channel, HttpSession session, Optional<InetAddress> at) {
    this.channel = channel;
    this.session = session;
    this.at = at;
  }

  /// A POST with a message.
  ///
  /// @param own the headers of this message
  Wire.Ask post(byte[] message, List<Header> own) {
    List<Header> headers = common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(own);
    return ask("POST", headers, Optional.of(message));
  }

  /// A GET for the stream of messages that belong to no request, or for the rest of one that broke.
  ///
  /// @param lastId of the last event that came
  Wire.Ask stream(Optional<String> lastId) {
    List<Header> headers = common();
    headers.add(new Header("Accept", "text/event-stream"));
    headers.addAll(session.ofSession());
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return ask("GET", headers, Optional.empty());
  }

  /// The DELETE that ends the session.
  Wire.Ask delete() {
    List<Header> headers = common();
    headers.addAll(session.ofSession());
    return ask("DELETE", headers, Optional.empty());
  }

  private Wire.Ask ask(String method, List<Header> headers, Optional<byte[]> body) {
    return new Wire.Ask(method, session.posts(), headers, body, at);
  }

  private List<Header> common() {
    List<Header> headers = new ArrayList<>(channel.configured());
    headers.add(new Header("Accept-Encoding", "identity"));
    return headers;
  }
}
