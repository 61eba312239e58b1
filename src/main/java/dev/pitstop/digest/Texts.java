package dev.pitstop.digest;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Small questions about lines.
final class Texts {
  private static final Pattern CARET = Pattern.compile("[ \t]*[~^][ \t~^]*");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private Texts() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean begins(String text, List<String> signs) {
    return signs.stream().anyMatch(text::startsWith);
  }

  /// The last elements, at most this many.
  static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  static int indent(String line) {
    int i = 0;
    while (i < line.length() && (line.charAt(i) == ' ' || line.charAt(i) == '\t')) {
      i++;
    }
    return i;
  }

  /// The index of the first `:` with a number after it; -1 if there is none.
  static int numberBehindColon(String line) {
    for (int i = line.indexOf(':'); i >= 0; i = line.indexOf(':', i + 1)) {
      if (i > 1 && i + 1 < line.length() && isDigit(line.charAt(i + 1))) {
        return i;
      }
    }
    return -1;
  }

  /// Whether the line has only marks below a line of the source, such as `^^^` and `~~^~~`.
  static boolean isCaret(String line) {
    return CARET.matcher(line).matches();
  }

  /// The first number in the line, of up to nine digits; 0 if there is none.
  static int firstNumber(String line) {
    Matcher number = NUMBER.matcher(line);
    return number.find() ? Integer.parseInt(number.group()) : 0;
  }
}
