package dev.pitstop.backend;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the client's session is, so that a new incarnation can be told the same (L4). Guarded by
/// the session's monitor; written by the client's router, read by the handshake.
public final class SessionFacts {
  private Optional<String> initializeParams = Optional.empty();
  private Optional<String> acceptedParams = Optional.empty();
  private boolean initialized;
  private Optional<String> levelParams = Optional.empty();
  private final Map<String, String> subscriptions = new LinkedHashMap<>();
  private Optional<String> modernMeta = Optional.empty();
  private boolean modern;

  /// The parameters of the client's `initialize`: a JSON object. Present in a legacy session.
  public Optional<String> initializeParams() {
    return initializeParams;
  }

  public void initializing(String params) {
    initializeParams = Optional.of(params);
  }

  /// A server has answered the handshake with a result.
  void accepted() {
    acceptedParams = initializeParams;
  }

  /// Whether this is, or was, a legacy session.
  boolean everAccepted() {
    return acceptedParams.isPresent();
  }

  /// Whether a session had begun before the last `initialize` of the client.
  public boolean established() {
    return everAccepted() || modern;
  }

  /// The server refused the client's handshake: the session is what it was before, which is no
  /// legacy one if this was the first.
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

  public Optional<String> levelParams() {
    return levelParams;
  }

  public void level(String params) {
    levelParams = Optional.of(params);
  }

  /// The parameters of the open `resources/subscribe`, by URI.
  public Map<String, String> subscriptions() {
    return subscriptions;
  }

  /// The `_meta` that our own modern requests carry: what the client's last request said of itself.
  public Optional<String> modernMeta() {
    return modernMeta;
  }

  /// Whether a modern request other than the `server/discover` probe has been seen.
  public boolean modern() {
    return modern;
  }

  public void modern(String meta, boolean isProbe) {
    modernMeta = Optional.of(meta);
    modern |= !isProbe;
  }
}
