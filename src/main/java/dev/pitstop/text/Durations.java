package dev.pitstop.text;

import java.util.OptionalLong;

/// Durations as people write them on the command line, in the configuration and in a tool's entry:
/// `500ms`, `30s`, `2min`, `1h`, or a plain number of seconds.
public final class Durations {
  private static final int MOST_DIGITS = 9; // fits a long in any unit

  private Durations() {}

  /// In milliseconds; empty if it is no duration.
  public static OptionalLong millis(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > MOST_DIGITS) {
      return OptionalLong.empty();
    }
    long n = Long.parseLong(text.substring(0, digits));
    return switch (text.substring(digits)) {
      case "ms" -> OptionalLong.of(n);
      case "", "s" -> OptionalLong.of(n * 1_000);
      case "m", "min" -> OptionalLong.of(n * 60_000);
      case "h" -> OptionalLong.of(n * 3_600_000);
      default -> OptionalLong.empty();
    };
  }
}
