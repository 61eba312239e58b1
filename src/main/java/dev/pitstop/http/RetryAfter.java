package dev.pitstop.http;

import dev.pitstop.text.Words;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads how long a daemon asks clients to wait (RFC 9110, 10.2.3). The header contains a number of
/// seconds, or a time. Stateless.
public final class RetryAfter {
  /// No wait has more digits.
  private static final int MOST_DIGITS = 9;

  private RetryAfter() {}

  /// @param header `Retry-After`
  /// @param date `Date` of the same answer: a time is meant by its clock
  /// @return milliseconds; empty if the header cannot be understood
  public static OptionalLong millis(Optional<String> header, Optional<String> date) {
    if (header.isEmpty()) {
      return OptionalLong.empty();
    }
    String said = header.get().strip();
    if (Words.isNumber(said, MOST_DIGITS)) {
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
}
