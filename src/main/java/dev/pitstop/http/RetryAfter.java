package dev.pitstop.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;

/// How long a daemon wants to be left alone (RFC 9110, 10.2.3): so many seconds, or until a time.
/// Stateless.
public final class RetryAfter {
  /// More digits than a wait can have.
  private static final int MOST_DIGITS = 9;

  private RetryAfter() {}

  /// @param header `Retry-After`
  /// @param date the header of the same answer: a time is meant by that clock
  /// @return milliseconds; empty if it says nothing that can be understood
  public static OptionalLong millis(Optional<String> header, Optional<String> date) {
    if (header.isEmpty()) {
      return OptionalLong.empty();
    }
    String said = header.get().strip();
    if (isNumber(said)) {
      return OptionalLong.of(1_000 * Long.parseLong(said));
    }
    try {
      Duration wait = Duration.between(time(date.orElse("")), time(said));
      return OptionalLong.of(Math.max(0, wait.toMillis()));
    } catch (DateTimeException | ArithmeticException noTime) {
      return OptionalLong.empty();
    }
  }

  private static ZonedDateTime time(String text) {
    return ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME);
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty() && text.length() <= MOST_DIGITS;
  }
}
