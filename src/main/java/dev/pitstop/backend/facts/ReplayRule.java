package dev.pitstop.backend.facts;

import java.util.Optional;

/// A call that restores the state of the old run in a new one: `--replay TOOL[:ARG=VALUE]`.
///
/// @param argument `NAME=VALUE` that the call's arguments must have, if given
public record ReplayRule(String tool, Optional<Argument> argument) {
  public record Argument(String name, String value) {}

  /// Reads `TOOL` or `TOOL:ARG=VALUE`; empty if it is neither.
  public static Optional<ReplayRule> of(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return Optional.of(new ReplayRule(text, Optional.empty()));
    }
    String condition = text.substring(colon + 1);
    int equals = condition.indexOf('=');
    if (equals < 1) {
      return Optional.empty();
    }
    Argument argument =
        new Argument(condition.substring(0, equals), condition.substring(equals + 1));
    return Optional.of(new ReplayRule(text.substring(0, colon), Optional.of(argument)));
  }
}
