package dev.pitstop.log;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// An entry of the log. The thread that writes it makes its text.
///
/// @param lines how many lines it has
/// @param size an estimate of the bytes that it keeps while it waits
/// @param text its line or lines, with the last line end
record LogEntry(int lines, int size, Supplier<String> text) {
  /// The longest value written, in characters.
  private static final int VALUE_LIMIT = 4096;

  /// A value that needs no quotes.
  private static final Pattern PLAIN = Pattern.compile("[^\\x00- \"=\\\\\\x7f-\\xa0]+");

  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

  /// An event.
  ///
  /// @param session as each line names it, for example `session=4711`
  /// @param fields names and values in turn
  static LogEntry event(String session, long millis, Level level, String name, Object... fields) {
    int size = 128;
    for (Object field : fields) {
      size += field instanceof String text ? text.length() : 16;
    }
    return new LogEntry(1, size, () -> text(session, millis, level, name, fields));
  }

  private static String text(
      String session, long millis, Level level, String name, Object... fields) {
    // With a nanosecond more, no digit is left out. A formatter costs a tenth of the whole start.
    int nanos = Math.floorMod(millis, 1_000) * 1_000_000 + 1;
    long second = Math.floorDiv(millis, 1_000);
    String time = LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC).toString();
    StringBuilder line = new StringBuilder(128);
    line.append(time, 0, "2026-11-21T03:04:05.678".length()).append('Z');
    line.append(' ').append(level).append(level.name().length() < 5 ? "  " : " ").append(session);
    line.append(' ').append(name);
    for (int i = 0; i < fields.length; i += 2) {
      line.append(' ').append(fields[i]).append('=');
      line.append(i + 1 < fields.length ? value(String.valueOf(fields[i + 1])) : "");
    }
    return line.append('\n').toString();
  }

  /// Lines of a server's stderr, at least one.
  ///
  /// @param source who wrote them, for example `weather`
  static LogEntry copy(String session, String source, List<String> copied) {
    String begin = "[" + source + " " + session + "] ";
    int size = copied.stream().mapToInt(line -> 64 + line.length()).sum();
    return new LogEntry(
        copied.size(), size, () -> begin + String.join("\n" + begin, copied) + "\n");
  }

  private static String value(String value) {
    if (value.length() <= VALUE_LIMIT && PLAIN.matcher(value).matches()) {
      return value;
    }
    String kept = value.substring(0, Math.min(value.length(), VALUE_LIMIT));
    String escaped =
        kept.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
    String shown =
        CONTROL
            .matcher(escaped)
            .replaceAll(c -> "\\\\u" + HexFormat.of().toHexDigits(c.group().charAt(0)));
    return '"' + shown + (kept.length() < value.length() ? "…" : "") + '"';
  }
}
