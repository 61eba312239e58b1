package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import java.util.Optional;

/// A server's answers to the handshakes of both eras.
///
/// @param legacy the answer to `initialize`
/// @param modern the answer to `server/discover`, in a run of its own; empty if it was not sent
public record EraFacts(Outcome legacy, Optional<Outcome> modern) {
  /// The result of `initialize`.
  public Optional<JsonElement> initialized() {
    return result(legacy);
  }

  /// The result of `server/discover`.
  public Optional<JsonElement> discovered() {
    return modern
        .flatMap(EraFacts::result)
        .filter(r -> !Parts.elements(r, "supportedVersions").isEmpty());
  }

  private static Optional<JsonElement> result(Outcome outcome) {
    return outcome instanceof Outcome.Answer a ? Optional.of(a.result()) : Optional.empty();
  }
}
