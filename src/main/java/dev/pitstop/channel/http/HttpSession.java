package dev.pitstop.channel.http;

import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.http.Header;
import dev.pitstop.http.HeaderText;
import dev.pitstop.http.ParamHeaders;
import dev.pitstop.http.SessionLoss;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Codec;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.RequestId;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The state of one session with a daemon, and the headers that follow from it. Legacy requests
/// carry the session's id and the revision from `initialize` (transports page of 2025-11-25,
/// "Session Management", "Protocol Version Header"); modern ones are self-contained (2026-07-28,
/// "Request Metadata"). Thread-safe.
final class HttpSession {
  private static final String ID = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";

  /// The first id of Pitstop's own requests, which have ten digits: no other id of Pitstop's is as
  /// large.
  private static final String FIRST_SIGN = "2100000000";

  private static final int SIGNS = 1_000_000;

  private final ParamHeaders tools;
  private final RunLog log;

  // Written by the thread that reads the answer to `initialize`, or an `endpoint` event.
  private volatile Optional<String> id = Optional.empty();
  private volatile Optional<String> revision = Optional.empty();
  volatile URI posts; // where messages are sent: the daemon may move within its origin
  private volatile boolean oldTransport;
  private volatile boolean answers; // requests that name its revision
  private volatile boolean greeted;

  /// Whether a gateway answers for a daemon that is not there yet.
  volatile boolean away;

  /// Whether there is a stream for messages that belong to no request, or will be.
  volatile boolean hears;

  private final AtomicInteger signs = new AtomicInteger();
  private final AtomicBoolean otherIds = new AtomicBoolean(); // it was noted that they differ

  /// @param posts where messages are sent
  /// @param tools the header annotations of the daemon's tools. They outlive sessions, as a call
  ///   may be sent before the next list
  HttpSession(URI posts, ParamHeaders tools, RunLog log) {
    this.posts = posts;
    this.tools = tools;
    this.log = log;
  }

  Optional<String> id() {
    return id;
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

  /// The parts of the session that its messages name.
  SessionLoss.Named names() {
    return new SessionLoss.Named(named(), answers && revision.isPresent());
  }

  /// The id for a request that asks for a sign of life: one each, as two threads may ask at once.
  RequestId nextSign() {
    return RequestId.of(Long.parseLong(FIRST_SIGN) + signs.getAndIncrement() % SIGNS);
  }

  /// Whether a message is the answer to such a request, on the common stream or replayed.
  static boolean isSign(Message m) {
    if (m instanceof Message.Result r) {
      return isSign(r.id());
    }
    return m instanceof Message.Failure f && f.id().isPresent() && isSign(f.id().get());
  }

  private static boolean isSign(RequestId id) {
    return id.lexeme().length() == FIRST_SIGN.length() && id.lexeme().compareTo(FIRST_SIGN) >= 0;
  }

  /// The id of an answer.
  static Optional<RequestId> id(Message.Response m) {
    return switch (m) {
      case Message.Result r -> Optional.of(r.id());
      case Message.Failure f -> f.id();
    };
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

  /// The daemon has answered a request other than `initialize` with a result.
  void answered(boolean modern) {
    greeted = true;
    answers |= !modern;
  }

  /// The facts of the session.
  ///
  /// @param absence remembers the sessions before
  Facts.Daemon facts(Absence absence) {
    return new Facts.Daemon(
        id.map(HttpSession::shortened), revision, absence.reconnects(), absence.lastError());
  }

  /// Enough of an id to find it in the daemon's log, and too little to use it.
  private static String shortened(String id) {
    return id.substring(0, id.length() <= 12 ? Math.min(4, id.length() / 2) : 8) + "…";
  }

  /// The revision of a legacy session, once negotiated.
  Optional<String> revision() {
    return revision;
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

  /// Learns the header annotations in the result of a `tools/list` of the modern era (2026-07-28,
  /// "Custom Headers from Tool Parameters").
  ///
  /// @return the same without tools whose annotation is invalid, as the specification requires
  Message.Result listed(Message.Result list) {
    ParamHeaders.Learned learned = tools.learn(list.bytes(), list.result());
    learned.invalid().forEach((tool, why) -> log.warn("tool-left-out", "tool", tool, "why", why));
    return learned.message().isPresent()
            && Codec.parse(learned.message().get()) instanceof Message.Result r
        ? r
        : list;
  }

  /// Whether it can be sent in a header (2025-11-25, "Session Management" 1: visible ASCII).
  static boolean isVisible(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /// The headers of every message of the legacy session, once there is one.
  List<Header> ofSession() {
    List<Header> headers = new ArrayList<>(2);
    id.ifPresent(value -> headers.add(new Header(ID, value)));
    revision.ifPresent(value -> headers.add(new Header(REVISION, value)));
    return headers;
  }

  /// The headers of this message, in addition to the common ones.
  List<Header> of(Message message) {
    if (message instanceof Message.Request r) {
      RequestFacts facts = RequestFacts.of(r);
      if (facts.modern()) {
        return modern(r, facts);
      }
      // the next session begins without a trace of the one before
      return r.method().equals(Methods.INITIALIZE) ? List.of() : ofSession();
    }
    if (revision.isEmpty() && message instanceof Message.Notification n) {
      return List.of(
          new Header(REVISION, Revisions.MODERN),
          new Header("Mcp-Method", HeaderText.encode(n.method())));
    }
    return ofSession();
  }

  private List<Header> modern(Message.Request r, RequestFacts facts) {
    byte[] b = r.bytes();
    List<Header> headers = new ArrayList<>();
    headers.add(
        new Header(
            REVISION,
            HeaderText.encode(
                Json.string(b, Json.member(b, facts.meta(), Meta.PROTOCOL_VERSION)))));
    headers.add(new Header("Mcp-Method", HeaderText.encode(r.method())));
    Span name = name(r, facts);
    if (Json.isString(b, name)) {
      headers.add(new Header("Mcp-Name", HeaderText.encode(Json.string(b, name))));
    }
    if (r.method().equals(Methods.TOOLS_CALL) && Json.isString(b, name)) {
      headers.addAll(tools.headers(Json.string(b, name), b, r.param("arguments")));
    }
    return headers;
  }

  private static Span name(Message.Request r, RequestFacts facts) {
    return switch (r.method()) {
      case Methods.TOOLS_CALL, Methods.PROMPTS_GET -> facts.name();
      case Methods.RESOURCES_READ -> r.param("uri");
      case Methods.TASKS_GET, Methods.TASKS_UPDATE, Methods.TASKS_CANCEL ->
          r.param("taskId"); // SEP-2663, "Streamable HTTP: Routing Headers"
      default -> Span.NONE;
    };
  }
}
