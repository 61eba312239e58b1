package dev.pitstop.commandline;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/// How long a call may take, as a program says it. Stateless.
final class Timeouts {
  private static final int MOST_DIGITS = 9; // fits a long in any unit
  private static final BigDecimal LEAST = new BigDecimal("0.001");
  private static final BigDecimal MOST = new BigDecimal("999999999");

  private Timeouts() {}

  /// In milliseconds, at least one; empty if it is not positive, or longer than anybody waits.
  static OptionalLong ofSeconds(BigDecimal seconds) {
    if (seconds.signum() <= 0 || seconds.compareTo(MOST) > 0) {
      return OptionalLong.empty();
    }
    // Compared first: a tiny number would have a million places.
    return OptionalLong.of(
        seconds.compareTo(LEAST) <= 0
            ? 1
            : seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact());
  }

  /// `500ms`, `30s`, `2min`, `1h`, or a plain number of seconds; in milliseconds. Empty if it is
  /// nothing of that, or zero.
  static OptionalLong ofText(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > MOST_DIGITS) {
      return OptionalLong.empty();
    }
    long n = Long.parseLong(text.substring(0, digits));
    long unit =
        switch (text.substring(digits)) {
          case "ms" -> 1;
          case "", "s" -> 1_000;
          case "m", "min" -> 60_000;
          case "h" -> 3_600_000;
          default -> 0;
        };
    return n * unit > 0 ? OptionalLong.of(n * unit) : OptionalLong.empty();
  }
}
