package dev.pitstop.cli.beside;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/// Times of day for lines that come in order. One thread.
final class Clock {
  private final ZoneId zone;
  private LocalDate day; // of the last line; at first today

  Clock(Desk desk) {
    zone = desk.zone();
    day = local(desk.now()).toLocalDate();
  }

  private LocalDateTime local(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
  }

  /// `2026-11-25`, if it is another day than before.
  Optional<String> newDay(long millis) {
    LocalDate now = local(millis).toLocalDate();
    boolean other = !now.equals(day);
    day = now;
    return other ? Optional.of(now.toString()) : Optional.empty();
  }

  /// `14:02:31`.
  String time(long millis) {
    LocalDateTime then = local(millis);
    return two(then.getHour()) + ":" + two(then.getMinute()) + ":" + two(then.getSecond());
  }

  private static String two(int number) {
    return (number < 10 ? "0" : "") + number;
  }
}
