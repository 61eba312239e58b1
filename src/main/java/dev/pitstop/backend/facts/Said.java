package dev.pitstop.backend.facts;

import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// What the client has said of itself and its session, so that a new run can be told the same. How
/// much of it a run has accepted is known to the run. The session writes it, backends read it.
/// Called in turns of the monitor.
public final class Said {
  private Optional<String> initialize = Optional.empty();
  private Optional<String> accepted = Optional.empty();
  private boolean initialized;
  private Optional<String> level = Optional.empty();
  private final Set<String> subscriptions = new LinkedHashSet<>();
  private Optional<String> modernMeta = Optional.empty();
  private String can = "{}";
  private boolean modern;
  private Optional<Own> own = Optional.empty();

  // Of a legacy session.

  /// The parameters of the client's `initialize`, a JSON object, unless it was refused.
  public Optional<String> initialize() {
    return initialize;
  }

  /// The client sent an `initialize` with these parameters.
  public void initializing(String params) {
    initialize = Optional.of(params);
  }

  /// Whether a server has ever answered an `initialize` with a result.
  public boolean isAccepted() {
    return accepted.isPresent();
  }

  /// A server has answered the handshake with a result.
  public void accepted() {
    accepted = initialize;
  }

  /// The server refused the client's handshake. The session is what it was before. If this was the
  /// first handshake, the session is not a legacy one.
  public void refused() {
    initialize = accepted;
    initialized &= accepted.isPresent();
  }

  public boolean initialized() {
    return initialized;
  }

  public void clientInitialized() {
    initialized = true;
  }

  /// The parameters of its last `logging/setLevel`.
  public Optional<String> level() {
    return level;
  }

  public void level(String params) {
    level = Optional.of(params);
  }

  /// The URIs of its open `resources/subscribe`; changed by the session.
  public Set<String> subscriptions() {
    return subscriptions;
  }

  // Of a modern session.

  /// The `_meta` of Pitstop's own modern requests, from the client's first request.
  public Optional<String> modernMeta() {
    return modernMeta;
  }

  /// Whether there was a modern request other than the `server/discover` probe.
  public boolean modern() {
    return modern;
  }

  /// Whether the client has only ever spoken the modern era, but for a probe. A client that has
  /// sent an `initialize` knows that the server speaks that era, and has its reasons to send
  /// anything else.
  public boolean onlyModern() {
    return modern && initialize.isEmpty();
  }

  public void modern(Message.Request r, RequestFacts f, boolean isProbe) {
    byte[] meta = Meta.ofClient(r.bytes(), f.meta());
    modernMeta = Optional.of(new Span(0, meta.length).text(meta));
    modern |= !isProbe;
    can(ClientFacts.declared(r, f));
  }

  /// A modern request declares these capabilities, a JSON object. The last that were declared
  /// count.
  public void can(String declared) {
    if (!declared.equals(can)) {
      can = declared;
      own = own.map(o -> o.modernFirst() ? Own.of(o.modernMeta(), can) : o);
    }
  }

  /// What the client has declared that it can do, as a JSON object in the words of its era.
  public String can() {
    if (initialize.isEmpty()) {
      return can;
    }
    byte[] b = Messages.utf8(initialize.get());
    Span declared = Json.member(b, new Span(0, b.length), "capabilities");
    return Json.isObject(b, declared) ? declared.text(b) : "{}";
  }

  // How Pitstop greets.

  /// What Pitstop says when it greets servers itself; then only the log level and the subscriptions
  /// are used from the rest. Empty in a session whose handshake is its server's, and until the
  /// client has spoken.
  public Optional<Own> own() {
    return own;
  }

  /// Pitstop greets servers itself, and so.
  public void own(Own greeting) {
    own = Optional.of(greeting);
  }

  /// How Pitstop greets a server in the client's place: always, or because the server does not
  /// speak the client's era. Empty before the client has spoken.
  public Optional<Own> greeting() {
    if (own.isPresent()) {
      return own;
    }
    if (initialize.isPresent() && !modern) {
      return Optional.of(
          new Own(initialize.get(), ClientFacts.modernMeta(initialize.get()), false));
    }
    return modern ? modernMeta.map(meta -> Own.of(meta, can)) : Optional.empty();
  }

  /// The `_meta` of a request of Pitstop's own to a modern server.
  public Optional<String> metaOfOurs() {
    return own.isPresent() || (modernMeta.isEmpty() && initialize.isPresent())
        ? greeting().map(Own::modernMeta)
        : modernMeta;
  }
}
