package dev.pitstop.log;

import java.util.Locale;
import java.util.Optional;

/// How much is logged. A sink takes entries of its own level and of all levels before it.
public enum Level {
  /// Nothing. For sinks only.
  OFF("OFF  "),
  ERROR("ERROR"),
  WARN("WARN "),
  INFO("INFO "),
  /// Adds single calls. The only level at which payloads may appear.
  DEBUG("DEBUG");

  /// The name, padded to a common width.
  final String label;

  Level(String label) {
    this.label = label;
  }

  /// Whether a sink of this level takes an entry of that one.
  public boolean takes(Level entry) {
    return entry != OFF && entry.compareTo(this) <= 0;
  }

  /// The level of that name, in upper or lower case; empty if there is none.
  public static Optional<Level> parse(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "off" -> Optional.of(OFF);
      case "error" -> Optional.of(ERROR);
      case "warn" -> Optional.of(WARN);
      case "info" -> Optional.of(INFO);
      case "debug" -> Optional.of(DEBUG);
      default -> Optional.empty();
    };
  }
}
