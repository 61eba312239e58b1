package dev.pitstop.channel.http;

import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The state of one session with a daemon. Written by the thread that reads the answer to
/// `initialize`, or an `endpoint` event. Thread-safe.
final class HttpSession {
  /// The first id of Pitstop's own requests, which have ten digits: no other id of Pitstop's is as
  /// large.
  private static final String FIRST_SIGN = "2100000000";

  private final RunLog log;

  private volatile Optional<String> id = Optional.empty();
  private volatile Optional<String> revision = Optional.empty();
  volatile URI posts; // where messages are sent: the daemon may move within its origin
  private volatile boolean oldTransport;
  private volatile boolean greeted;

  /// Whether the message that begins the session waits for a daemon that is not there yet; see
  /// [HttpRun#away].
  volatile boolean away;

  /// Whether there is a stream for messages that belong to no request, or will be.
  volatile boolean hears;

  private final AtomicInteger signs = new AtomicInteger();
  private final AtomicBoolean otherIds = new AtomicBoolean(); // it was noted that they differ

  /// @param posts where messages are sent
  HttpSession(URI posts, RunLog log) {
    this.posts = posts;
    this.log = log;
  }

  Optional<String> id() {
    return id;
  }

  /// The revision of a legacy session, once negotiated.
  Optional<String> revision() {
    return revision;
  }

  /// Whether messages name a session, in a header or in the URL.
  boolean named() {
    return id.isPresent() || oldTransport;
  }

  /// Whether there is a session that the daemon could lose: the modern era has none.
  boolean begun() {
    return revision.isPresent() || named();
  }

  /// Whether it has answered anything with a result: its handshake, or a request without one.
  boolean greeted() {
    return greeted;
  }

  /// Whether answers come on one common GET stream, as in 2024-11-05.
  boolean oldTransport() {
    return oldTransport;
  }

  /// The daemon has named the URL for POSTs of that transport.
  void oldTransport(URI endpoint) {
    posts = endpoint;
    oldTransport = true;
  }

  /// The daemon has answered a request with a result.
  void answered() {
    greeted = true;
  }

  /// A daemon may give its session another id with any answer.
  ///
  /// @param under the id that the request named
  /// @param now the id that came with its answer
  void handed(Optional<String> under, Optional<String> now) {
    if (under.isPresent() && now.isPresent() && !now.equals(under) && isVisible(now.get())) {
      id = now;
    }
  }

  /// It has answered `initialize`.
  ///
  /// @param header of the answer
  void initialized(Message.Result answer, Optional<String> header) {
    id = header.filter(HttpSession::isVisible);
    String agreed = Json.string(answer.bytes(), answer.member("protocolVersion"));
    revision = Optional.of(agreed).filter(HttpSession::isVisible);
    greeted = true;
  }

  /// Whether it can be sent in a header (2025-11-25, "Session Management" 1: visible ASCII).
  static boolean isVisible(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /// The facts of the session.
  ///
  /// @param daemon remembers the sessions before
  Facts.Daemon facts(HttpDaemon daemon) {
    return new Facts.Daemon(
        id.map(HttpSession::shortened), revision, daemon.reconnects(), daemon.lastError());
  }

  /// Enough of an id to find it in the daemon's log, and too little to use it.
  private static String shortened(String id) {
    return id.substring(0, id.length() <= 12 ? Math.min(4, id.length() / 2) : 8) + "…";
  }

  /// The id for a request that asks for a sign of life: one each, as two threads may ask at once.
  RequestId nextSign() {
    return RequestId.of(Long.parseLong(FIRST_SIGN) + signs.getAndIncrement());
  }

  /// Whether a message is the answer to such a request, on the common stream or replayed.
  static boolean isSign(Message m) {
    return m instanceof Message.Response r
        && id(r)
            .map(RequestId::lexeme)
            .filter(i -> i.length() == FIRST_SIGN.length() && i.compareTo(FIRST_SIGN) >= 0)
            .isPresent();
  }

  /// The id of an answer. No switch over the types: it takes 5 ms before the first answer.
  static Optional<RequestId> id(Message.Response m) {
    return m instanceof Message.Failure f ? f.id() : Optional.of(((Message.Result) m).id());
  }

  /// An answer to this request, whatever its id says: some daemons answer `"1"` to 1, and one that
  /// could not read the id answers under none. That is noted once.
  Message addressed(Message.Response m, RequestId asked) {
    Optional<RequestId> answered = id(m);
    if (answered.equals(Optional.of(asked))) {
      return m;
    }
    if (answered.isPresent() && !otherIds.getAndSet(true)) {
      log.warn("id", "asked", asked.lexeme(), "answered", answered.get().lexeme());
    }
    Splice splice = new Splice(m.bytes());
    Span at = m.idSpan();
    return Codec.parse(
        (at.present()
                ? splice.replace(at, asked.bytes())
                : splice.putMember(Json.validate(m.bytes()).orElseThrow(), "id", asked.bytes()))
            .apply());
  }
}
