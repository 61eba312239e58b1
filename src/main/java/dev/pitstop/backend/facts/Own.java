package dev.pitstop.backend.facts;

import dev.pitstop.mcp.ClientFacts;

/// What Pitstop says of its client when it greets a server itself, as a session with many servers
/// does (docs/design/eras.md).
///
/// @param initialize the parameters of the `initialize` that a legacy server is sent, a JSON object
/// @param modernMeta the `_meta` of Pitstop's own requests to a modern server, a JSON object
/// @param modernFirst whether the client is modern. A server of its era needs no translation, so an
///   unknown server is then first asked as a modern one
public record Own(String initialize, String modernMeta, boolean modernFirst) {
  /// Of a modern client.
  ///
  /// @param can what it has declared that it can do, a JSON object
  public static Own of(String modernMeta, String can) {
    return new Own(ClientFacts.initialize(modernMeta, can), modernMeta, true);
  }
}
