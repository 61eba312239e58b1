package dev.pitstop.log;

/// Writes ISO 8601 times in UTC. Does the arithmetic itself, because java.time's formatters would
/// cost a tenth of the whole start.
final class Timestamp {
  private static final long DAY_MILLIS = 86_400_000;

  private Timestamp() {}

  /// Appends for example `2026-11-21T03:04:05.678Z`.
  static void append(StringBuilder out, long epochMillis) {
    long day = Math.floorDiv(epochMillis, DAY_MILLIS);
    int milli = (int) Math.floorMod(epochMillis, DAY_MILLIS);
    // Days since 0000-03-01: if the year begins in March, the leap day is its last day.
    long shifted = day + 719_468;
    long era = Math.floorDiv(shifted, 146_097);
    long dayOfEra = shifted - era * 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long marchMonth = (5 * dayOfYear + 2) / 153;
    long month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    pad(out, year, 4).append('-');
    pad(out, month, 2).append('-');
    pad(out, dayOfYear - (153 * marchMonth + 2) / 5 + 1, 2).append('T');
    pad(out, milli / 3_600_000, 2).append(':');
    pad(out, milli / 60_000 % 60, 2).append(':');
    pad(out, milli / 1000 % 60, 2).append('.');
    pad(out, milli % 1000, 3).append('Z');
  }

  private static StringBuilder pad(StringBuilder out, long number, int width) {
    String digits = Long.toString(number);
    for (int i = digits.length(); i < width; i++) {
      out.append('0');
    }
    return out.append(digits);
  }
}
