package dev.pitstop.backend.facts;

import dev.pitstop.mcp.ClientFacts;
import java.util.Optional;
import java.util.Set;

/// What the client has said of itself and its session, so that a new run can be told the same. A
/// picture of one moment: what a run has accepted of it is known to the run.
///
/// @param initialize the parameters of the client's `initialize`, a JSON object; present in a
///   legacy session, and while the first server has not answered it
/// @param accepted whether a server has ever answered an `initialize` with a result
/// @param initialized whether the client has sent `notifications/initialized`
/// @param level the parameters of its last `logging/setLevel`
/// @param subscriptions the URIs of its open `resources/subscribe`
/// @param modernMeta the `_meta` of Pitstop's own requests in a modern session, taken from the
///   client's requests
/// @param can the capabilities that its modern requests have declared, a JSON object
/// @param modern whether it has sent a modern request other than a `server/discover` probe
/// @param own what Pitstop says when it greets servers itself; then only the log level and the
///   subscriptions are used from the rest. Empty in a session that is replayed, and until the
///   client has spoken
public record Said(
    Optional<String> initialize,
    boolean accepted,
    boolean initialized,
    Optional<String> level,
    Set<String> subscriptions,
    Optional<String> modernMeta,
    String can,
    boolean modern,
    Optional<Own> own) {
  /// The `_meta` of a request of Pitstop's own to a modern server.
  public Optional<String> metaOfOurs() {
    return own.isPresent() || (modernMeta.isEmpty() && initialize.isPresent())
        ? greeting().map(Own::modernMeta)
        : modernMeta;
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
    return modern
        ? modernMeta.map(meta -> new Own(ClientFacts.initialize(meta, can), meta, true))
        : Optional.empty();
  }
}
