package dev.pitstop.digest;

import java.util.List;

/// Small questions about lines. No patterns: the end of every run asks them.
final class Texts {
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
}
