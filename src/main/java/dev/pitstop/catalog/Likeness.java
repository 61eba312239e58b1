package dev.pitstop.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// How alike two names or two texts are, as a number from 0 (nothing in common) to 1 (equal but for
/// case and separators).
final class Likeness {
  /// Of a longer name only the start is compared. The work grows with the square of the length, and
  /// a caller may send a name of megabytes.
  private static final int MAX_COMPARED = 160;

  private static final Pattern BETWEEN =
      Pattern.compile(
          "[^\\p{L}\\p{Nd}]+|(?<=[\\p{L}\\p{Nd}&&\\P{IsUppercase}])(?=\\p{IsUppercase})");

  private Likeness() {}

  /// The words of a name: split at everything that is not a letter or digit, and inside camelCase;
  /// in lower case.
  static List<String> split(String name) {
    return BETWEEN
        .splitAsStream(name)
        .filter(word -> !word.isEmpty())
        .map(word -> word.toLowerCase(Locale.ROOT))
        .toList();
  }

  /// Likeness of two names: the best of their spelling, their common words and a common start.
  static double ofNames(String one, String other) {
    List<String> oneWords = split(compared(one));
    List<String> otherWords = split(compared(other));
    String a = String.join("", oneWords);
    String b = String.join("", otherWords);
    if (a.equals(b)) {
      return 1;
    }
    return Math.max(spelling(a, b), Math.max(0.95 * overlap(oneWords, otherWords), start(a, b)));
  }

  /// Likeness of two texts: the share of words that they have in common.
  static double ofTexts(String one, String other) {
    return overlap(split(one), split(other));
  }

  /// 1 − slips / length, where a slip is a character that has to be inserted, removed, replaced or
  /// swapped with its neighbour (Damerau-Levenshtein, optimal string alignment).
  private static double spelling(String a, String b) {
    int[][] slips = new int[a.length() + 1][b.length() + 1]; // between the beginnings of both
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        slips[i][j] = i + j;
        if (i > 0 && j > 0) {
          int replaced = slips[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          slips[i][j] = Math.min(replaced, Math.min(slips[i - 1][j], slips[i][j - 1]) + 1);
        }
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
        }
      }
    }
    return 1 - (double) slips[a.length()][b.length()] / Math.max(a.length(), b.length());
  }

  private static String compared(String name) {
    return name.length() > MAX_COMPARED ? name.substring(0, MAX_COMPARED) : name;
  }

  private static double overlap(List<String> one, List<String> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return 0;
    }
    Set<String> a = new HashSet<>(one);
    Set<String> b = new HashSet<>(other);
    int all = a.size() + b.size();
    a.retainAll(b);
    return 2.0 * a.size() / all;
  }

  /// A short name that the longer one starts with (`query`, `q`; `list`, `listing`) is a hint that
  /// grows with its share of the longer one.
  private static double start(String a, String b) {
    String shorter = a.length() < b.length() ? a : b;
    String longer = a.length() < b.length() ? b : a;
    if (shorter.isEmpty() || !longer.startsWith(shorter)) {
      return 0;
    }
    return 0.5 + 0.5 * shorter.length() / longer.length();
  }
}
