package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import java.util.Optional;

/// A server's answers to the handshakes of both eras.
///
/// @param legacy the answer to `initialize`
/// @param modern the answer to `server/discover`, in a run of its own; empty if it was not sent
record EraFacts(Reply legacy, Optional<Reply> modern) {
  /// The result of `initialize`.
  Optional<JsonElement> initialized() {
    return result(legacy);
  }

  /// The result of `server/discover`.
  Optional<JsonElement> discovered() {
    return modern
        .flatMap(EraFacts::result)
        .filter(r -> !Parts.elements(r, "supportedVersions").isEmpty());
  }

  private static Optional<JsonElement> result(Reply reply) {
    return reply instanceof Reply.Answer a ? Optional.of(a.result()) : Optional.empty();
  }
}
