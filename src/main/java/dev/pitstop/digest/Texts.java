package dev.pitstop.digest;

import java.util.List;

/// Small questions about lines.
final class Texts {
  private Texts() {}

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isDigit(text.charAt(i))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  static boolean begins(String text, List<String> signs) {
    for (String sign : signs) {
      if (text.startsWith(sign)) {
        return true;
      }
    }
    return false;
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
    boolean any = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean mark = c == '^' || c == '~';
      if (!mark && c != ' ' && c != '\t') {
        return false;
      }
      any |= mark;
    }
    return any;
  }

  /// The first number in the line, of up to nine digits; 0 if there is none.
  static int firstNumber(String line) {
    int i = 0;
    while (i < line.length() && !isDigit(line.charAt(i))) {
      i++;
    }
    int number = 0;
    for (int end = i + 9; i < line.length() && i < end && isDigit(line.charAt(i)); i++) {
      number = number * 10 + (line.charAt(i) - '0');
    }
    return number;
  }
}
