package dev.pitstop.cli.options;

/// Whether a word is another one with a typing mistake. Cheap enough for the way to a session's
/// start, where [dev.pitstop.catalog.Nearest] would load more classes.
final class Typo {
  private Typo() {}

  /// One letter is wrong, missing or too many, or two neighbours have changed places.
  static boolean isNear(String a, String b) {
    int start = 0;
    int ends = Math.min(a.length(), b.length());
    while (start < ends && a.charAt(start) == b.charAt(start)) {
      start++;
    }
    int tail = 0;
    while (tail < ends - start
        && a.charAt(a.length() - 1 - tail) == b.charAt(b.length() - 1 - tail)) {
      tail++;
    }
    int restOfA = a.length() - start - tail;
    int restOfB = b.length() - start - tail;
    return restOfA <= 2
        && restOfB <= 2
        && (start + tail >= 3
            || (start + tail == 2
                && restOfA == 2
                && restOfB == 2
                && a.charAt(start) == b.charAt(start + 1)
                && a.charAt(start + 1) == b.charAt(start)));
  }
}
