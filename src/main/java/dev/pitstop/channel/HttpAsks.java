package dev.pitstop.channel;

import dev.pitstop.http.Header;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The requests of one run, with the headers that the transports page wants for each kind.
/// Thread-safe.
final class HttpAsks {
  private final Http channel;
  private final HttpSession session;
  private final Optional<InetAddress> at;

  /// @param at the address by which the daemon is reached; empty if its name is to be looked up
  HttpAsks(Http channel, HttpSession session, Optional<InetAddress> at) {
    this.channel = channel;
    this.session = session;
    this.at = at;
  }

  /// A message for the daemon.
  ///
  /// @param own the headers of this message
  Wire.Ask post(byte[] message, List<Header> own) {
    List<Header> headers = common();
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    headers.addAll(own);
    return ask("POST", headers, Optional.of(message));
  }

  /// The stream of what belongs to no request, or the rest of one that broke off.
  ///
  /// @param lastId of the last event that came
  Wire.Ask stream(Optional<String> lastId) {
    List<Header> headers = common();
    headers.add(new Header("Accept", "text/event-stream"));
    headers.addAll(session.ofSession());
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return ask("GET", headers, Optional.empty());
  }

  /// The end of the session.
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
