package dev.pitstop.cli.beside;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;

/// Times of day for lines that come in order. One thread.
final class Clock {
  private final ZoneId zone;
  private String day; // of the last line; at first today

  Clock(Desk desk) {
    zone = desk.zone();
    day = local(desk.now()).substring(0, 10);
  }

  /// `2026-11-25T14:02:31.…`: the nanosecond makes sure that the seconds are in it.
  private String local(long millis) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis).plusNanos(1), zone).toString();
  }

  /// `2026-11-25`, if it is another day than before.
  Optional<String> newDay(long millis) {
    String before = day;
    day = local(millis).substring(0, 10);
    return Optional.of(day).filter(d -> !d.equals(before));
  }

  /// `14:02:31`.
  String time(long millis) {
    return local(millis).substring(11, 19);
  }
}
