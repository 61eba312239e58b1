package dev.pitstop.log;

import java.util.Locale;
import java.util.Optional;

/// How much is logged: a sink that has one of these levels takes entries of that and of all before.
public enum Level {
  /// Nothing at all; for sinks only.
  OFF("OFF  "),
  ERROR("ERROR"),
  WARN("WARN "),
  INFO("INFO "),
  /// Also single calls; the only level at which payloads may appear.
  DEBUG("DEBUG");

  /// Padded to one width.
  final String label;

  Level(String label) {
    this.label = label;
  }

  /// Whether a sink of this level takes an entry of that one.
  public boolean takes(Level entry) {
    return entry != OFF && entry.compareTo(this) <= 0;
  }

  /// The level of that name, in any case.
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
