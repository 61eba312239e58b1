package dev.pitstop.config;

import java.util.OptionalLong;

/// Times as people write them: `500ms`, `30s`, `2min`, `1h`, or a plain number of seconds.
final class Times {
  private static final int MOST_DIGITS = 9; // fits a long in any unit

  private Times() {}

  /// In milliseconds; empty if it is no time.
  static OptionalLong millis(String text) {
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
