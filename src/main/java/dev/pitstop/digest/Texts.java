package dev.pitstop.digest;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Small questions about lines.
final class Texts {
  private static final Pattern BLANKS = Pattern.compile("[ \t]*+");

  private Texts() {}

  /// The last elements, at most this many.
  static <T> List<T> last(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  static int indent(String line) {
    Matcher blanks = BLANKS.matcher(line);
    return blanks.lookingAt() ? blanks.end() : 0;
  }
}
