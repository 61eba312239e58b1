package dev.pitstop.watch;

import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;

/// Translates patterns over whole paths, as git's wildmatch has them, into regular expressions.
/// `*`, `?`, `[a-z]`, `[!a]` and `[[:alpha:]]` stay within a segment, `\x` is `x`. `**` as a whole
/// segment stands for any number of segments: none or more at the start and in the middle, one or
/// more at the end. It only writes text, so that a start can check globs without compiling one.
final class Wildcards {
  /// The classes that `[:name:]` can name, as Java spells them.
  private static final List<String> POSIX =
      Words.list("Alnum Alpha Blank Cntrl Digit Graph Lower Print Punct Space Upper XDigit");

  /// The most characters of a pattern: compiling one takes stack, and no real one is longer.
  static final int MOST = 1_000;

  private static final String STAR = "[^/]*";

  private final String text;
  private final StringBuilder out = new StringBuilder();
  private int at;

  /// Where the last star of this segment was written, or -1. When another follows, the first match
  /// of what is between them is final, since the second takes any rest. So a match takes no
  /// exponential time.
  private int star = -1;

  private Wildcards(String text) {
    this.text = text;
  }

  /// The expression for a pattern; empty if a class is open or a backslash is at the end.
  static Optional<String> regex(String pattern) {
    Wildcards translation = new Wildcards(pattern);
    return translation.translate() ? Optional.of(translation.out.toString()) : Optional.empty();
  }

  /// The expression for a text that has no wildcards.
  static String quoted(String text) {
    return "\\Q" + text.replace("\\E", "\\E\\\\E\\Q") + "\\E";
  }

  private static String quoted(int character) {
    return Character.isLetterOrDigit(character) || character == '/'
        ? Character.toString(character)
        : "\\x{" + Integer.toHexString(character) + "}";
  }

  private boolean translate() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '*') {
        stars();
      } else if (c == '?') {
        out.append("[^/]");
        at++;
      } else if (c == '[') {
        at++;
        if (!characterClass()) {
          return false;
        }
      } else if (c == '\\' && at + 1 == text.length()) {
        return false;
      } else {
        int literal = next();
        out.append(quoted(literal));
        star = literal == '/' ? -1 : star;
      }
    }
    return true;
  }

  private void stars() {
    boolean first = at == 0 || text.charAt(at - 1) == '/';
    int from = at;
    while (at < text.length() && text.charAt(at) == '*') {
      at++;
    }
    boolean segments = first && at - from == 2;
    if (segments && at == text.length()) {
      out.append(".+");
    } else if (segments && text.charAt(at) == '/') {
      out.append("(?:.*/)?");
      at++;
    } else {
      if (star >= 0) {
        out.replace(star, star + STAR.length(), "(?>[^/]*?").append(')');
      }
      star = out.length();
      out.append(STAR);
    }
  }

  /// The character here, which a backslash may precede.
  private int next() {
    if (text.charAt(at) == '\\' && at + 1 < text.length()) {
      at++;
    }
    int character = text.codePointAt(at);
    at += Character.charCount(character);
    return character;
  }

  /// @return whether the class has an end
  private boolean characterClass() {
    boolean negated = text.startsWith("!", at) || text.startsWith("^", at);
    at += negated ? 1 : 0;
    int first = at;
    var set = new StringBuilder();
    while (at < text.length() && (text.charAt(at) != ']' || at == first)) {
      int end = text.startsWith("[:", at) ? text.indexOf(":]", at + 2) : -1;
      if (end > 0) {
        set.append(posix(text.substring(at + 2, end)));
        at = end + 2;
        continue;
      }
      int low = next();
      int high = low;
      if (at + 1 < text.length() && text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
        at++;
        high = next();
      }
      if (low <= high) {
        set.append(quoted(low)).append('-').append(quoted(high));
      }
    }
    String none = negated ? "[^/]" : "(?!)";
    out.append(set.isEmpty() ? none : "(?!/)[" + (negated ? "^" : "") + set + "]");
    at++;
    return at <= text.length();
  }

  private static String posix(String name) {
    for (String known : POSIX) {
      if (known.equalsIgnoreCase(name)) {
        return "\\p{" + known + "}";
      }
    }
    return "";
  }
}
