package dev.pitstop.session.front;

import dev.pitstop.backend.facts.Own;
import dev.pitstop.backend.facts.Said;
import dev.pitstop.mcp.ClientFacts;
import dev.pitstop.mcp.Messages;
import dev.pitstop.mcp.Meta;
import dev.pitstop.mcp.RequestFacts;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// What the client has said about its session. A run that starts is told the same. {@link Said} is
/// the snapshot that it gets, and it keeps how much of that was accepted. Called in turns of the
/// monitor.
public final class SessionFacts {
  private Optional<String> initializeParams = Optional.empty();
  private Optional<String> acceptedParams = Optional.empty();
  private boolean initialized;
  private Optional<String> levelParams = Optional.empty();
  private final Set<String> subscriptions = new LinkedHashSet<>();
  private Optional<String> modernMeta = Optional.empty();
  private String can = "{}";
  private boolean modern;
  private Optional<Own> own = Optional.empty();
  private final ClientTools tools = new ClientTools();

  /// The tools on its list.
  public ClientTools tools() {
    return tools;
  }

  /// A snapshot of everything.
  public Said said() {
    return said(Collections.unmodifiableSet(subscriptions));
  }

  /// A snapshot with other subscriptions: those that concern one server.
  public Said said(Set<String> subscriptions) {
    return new Said(
        initializeParams,
        acceptedParams.isPresent(),
        initialized,
        levelParams,
        subscriptions,
        modernMeta,
        can,
        modern,
        own());
  }

  /// What Pitstop says when it greets servers itself. Empty in a session whose handshake is its
  /// server's, and until the client has spoken.
  ///
  /// A modern client may declare more in later requests.
  public Optional<Own> own() {
    return own.filter(Own::modernFirst)
        .map(o -> new Own(ClientFacts.initialize(o.modernMeta(), can()), o.modernMeta(), true))
        .or(() -> own);
  }

  /// Pitstop greets servers itself, and so.
  public void own(Own greeting) {
    own = Optional.of(greeting);
  }

  /// The client sent an `initialize` with these parameters, a JSON object.
  public void initializing(String params) {
    initializeParams = Optional.of(params);
  }

  /// A server has answered the handshake with a result.
  public void accepted() {
    acceptedParams = initializeParams;
  }

  /// The server refused the client's handshake. The session is what it was before. If this was the
  /// first handshake, the session is not a legacy one.
  public void refused() {
    initializeParams = acceptedParams;
    initialized &= acceptedParams.isPresent();
  }

  /// Whether the client has sent `notifications/initialized`.
  public boolean initialized() {
    return initialized;
  }

  public void clientInitialized() {
    initialized = true;
  }

  /// The parameters of its `logging/setLevel`.
  public void level(String params) {
    levelParams = Optional.of(params);
  }

  /// The URIs of its open `resources/subscribe`.
  public Set<String> subscriptions() {
    return subscriptions;
  }

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
    return modern && !sentInitialize();
  }

  /// Whether the client has sent an `initialize` that was not refused.
  public boolean sentInitialize() {
    return initializeParams.isPresent();
  }

  /// The client has sent this modern request.
  public void modern(Message.Request r, RequestFacts f, boolean isProbe) {
    byte[] meta = Meta.ofClient(r.bytes(), f.meta());
    modernMeta = Optional.of(new Span(0, meta.length).text(meta));
    modern |= !isProbe;
    can(ClientFacts.declared(r, f));
  }

  /// A modern request declares these capabilities, a JSON object. All that were declared count.
  public void can(String declared) {
    if (!declared.equals(can)) {
      can = ClientFacts.union(can, declared);
    }
  }

  /// What the client has declared that it can do, as a JSON object in the words of its era.
  public String can() {
    if (initializeParams.isEmpty()) {
      return can;
    }
    byte[] b = Messages.utf8(initializeParams.get());
    Span declared = Json.member(b, new Span(0, b.length), "capabilities");
    return Json.isObject(b, declared) ? declared.text(b) : "{}";
  }
}
