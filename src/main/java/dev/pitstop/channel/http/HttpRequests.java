package dev.pitstop.channel.http;

import dev.pitstop.channel.wire.Wire;
import dev.pitstop.http.Header;
import dev.pitstop.http.HeaderText;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sends the requests of one session, with the headers that the transports page requires for each
/// kind, and knows when the daemon was last heard. Legacy requests carry the session's id and the
/// revision from `initialize` (2025-11-25, "Session Management", "Protocol Version Header"); modern
/// ones are self-contained (2026-07-28, "Request Metadata"). Thread-safe.
final class HttpRequests {
  static final String SESSION = "Mcp-Session-Id";
  private static final String REVISION = "MCP-Protocol-Version";

  private final HttpDaemon daemon;
  private final HttpSession session;
  private volatile Optional<InetAddress> at = Optional.empty(); // see [Wire.Ask]
  private volatile long heardMillis;

  HttpRequests(HttpDaemon daemon, HttpSession session) {
    this.daemon = daemon;
    this.session = session;
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
    heardMillis = daemon.parts.timers().nowMillis();
  }

  long heardMillis() {
    return heardMillis;
  }

  /// Sends a message by POST; see [Wire#send].
  Wire.Answer post(Message message) throws IOException, InterruptedException {
    List<Header> headers = of(message);
    headers.add(new Header("Content-Type", "application/json"));
    headers.add(new Header("Accept", "application/json, text/event-stream"));
    Wire.Answer answer = send("POST", headers, Optional.of(message.bytes()));
    heard();
    return answer;
  }

  /// Asks by GET for the stream of messages that belong to no request, or for the rest of one that
  /// broke; see [Wire#send].
  ///
  /// @param lastId of the last event that came
  Wire.Answer stream(Optional<String> lastId) throws IOException, InterruptedException {
    List<Header> headers = ofSession();
    headers.add(new Header("Accept", "text/event-stream"));
    lastId.ifPresent(id -> headers.add(new Header("Last-Event-ID", id)));
    return send("GET", headers, Optional.empty());
  }

  /// Sends the DELETE that ends the session; see [Wire#send].
  Wire.Answer delete() throws IOException, InterruptedException {
    return send("DELETE", ofSession(), Optional.empty());
  }

  private Wire.Answer send(String method, List<Header> headers, Optional<byte[]> body)
      throws IOException, InterruptedException {
    headers.addAll(daemon.endpoint.headers());
    headers.add(new Header("Accept-Encoding", "identity"));
    return daemon.wire.send(new Wire.Ask(method, session.posts, headers, body, at));
  }

  /// A reader for the event streams that answer such requests.
  HttpEvents events(HttpEvents.Taker taker) {
    return new HttpEvents(daemon.parts.maxMessageBytes(), this::heard, taker);
  }

  /// Reads the body of an answer that is not an event stream.
  HttpBody body(Wire.Answer answer) throws IOException {
    return HttpBody.read(answer.body(), daemon.parts.maxMessageBytes());
  }

  /// The headers of every message of the legacy session, once there is one.
  private List<Header> ofSession() {
    List<Header> headers = new ArrayList<>();
    session.id().ifPresent(id -> headers.add(new Header(SESSION, id)));
    session.revision().ifPresent(revision -> headers.add(new Header(REVISION, revision)));
    return headers;
  }

  private List<Header> of(Message message) {
    if (message instanceof Message.Request r) {
      RequestFacts facts = RequestFacts.of(r);
      if (facts.modern()) {
        return modern(r, facts);
      }
      // the next session begins without a trace of the one before
      return r.method().equals(Methods.INITIALIZE) ? new ArrayList<>() : ofSession();
    }
    if (session.revision().isEmpty() && message instanceof Message.Notification n) {
      return modern(Revisions.MODERN, n.method());
    }
    return ofSession();
  }

  private static List<Header> modern(String revision, String method) {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header(REVISION, HeaderText.encode(revision)));
    headers.add(new Header("Mcp-Method", HeaderText.encode(method)));
    return headers;
  }

  private List<Header> modern(Message.Request r, RequestFacts facts) {
    byte[] b = r.bytes();
    List<Header> headers =
        modern(Json.string(b, Json.member(b, facts.meta(), Meta.PROTOCOL_VERSION)), r.method());
    Span name = name(r, facts);
    if (Json.isString(b, name)) {
      headers.add(new Header("Mcp-Name", HeaderText.encode(Json.string(b, name))));
      if (r.method().equals(Methods.TOOLS_CALL)) {
        headers.addAll(daemon.tools.headers(Json.string(b, name), b, r.param("arguments")));
      }
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
