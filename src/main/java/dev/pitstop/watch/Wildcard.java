package dev.pitstop.watch;

/// One path segment with `*`, `?`, `[a-z]`, `[!a]`, `[[:alpha:]]` and `\x`, as git's wildmatch has
/// them. It is matched by hand, because the way to the first scan uses no regular expressions.
///
/// @param text the pattern
/// @param literal the unescaped text, if the pattern has nothing special in it
/// @param kind how to match
record Wildcard(String text, String literal, Kind kind) {

  enum Kind {
    /// Has nothing special in it: matches an equal name.
    LITERAL,
    /// `*` alone.
    ANYTHING,
    /// Needs the matcher.
    PATTERN,
    /// Malformed (an open class, a trailing backslash): matches nothing, as in git.
    NOTHING
  }

  static Wildcard of(String text) {
    if (text.equals("*")) {
      return new Wildcard(text, "", Kind.ANYTHING);
    }
    var plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '*' || c == '?' || c == '[') {
        return new Wildcard(text, "", malformed(text) ? Kind.NOTHING : Kind.PATTERN);
      }
      if (c == '\\') {
        if (++i == text.length()) {
          return new Wildcard(text, "", Kind.NOTHING);
        }
        c = text.charAt(i);
      }
      plain.append(c);
    }
    return new Wildcard(text, plain.toString(), Kind.LITERAL);
  }

  boolean isLiteral() {
    return kind == Kind.LITERAL;
  }

  boolean matches(String name) {
    return switch (kind) {
      case LITERAL -> literal.equals(name);
      case ANYTHING -> true;
      case NOTHING -> false;
      case PATTERN -> matches(name, 0, 0);
    };
  }

  /// Matches greedily, with one point to return to, which is the last star. Takes linear time in
  /// practice, quadratic time at worst.
  private boolean matches(String name, int fromPattern, int fromName) {
    int p = fromPattern;
    int n = fromName;
    int starPattern = -1;
    int starName = -1;
    while (n < name.length()) {
      int next = p < text.length() ? step(p, name.codePointAt(n)) : -1;
      if (p < text.length() && text.charAt(p) == '*') {
        starPattern = ++p;
        starName = n;
      } else if (next >= 0) {
        n += Character.charCount(name.codePointAt(n));
        p = next;
      } else if (starPattern >= 0) {
        starName += Character.charCount(name.codePointAt(starName));
        n = starName;
        p = starPattern;
      } else {
        return false;
      }
    }
    while (p < text.length() && text.charAt(p) == '*') {
      p++;
    }
    return p == text.length();
  }

  /// The index at which the pattern continues after its element at `p` took the character, or -1.
  private int step(int p, int character) {
    int own = text.codePointAt(p);
    return switch (own) {
      case '*' -> -1;
      case '?' -> p + 1;
      case '[' -> {
        int end = classEnd(text, p);
        yield inClass(p, end, character) ? end + 1 : -1;
      }
      case '\\' -> {
        int escaped = text.codePointAt(p + 1);
        yield escaped == character ? p + 1 + Character.charCount(escaped) : -1;
      }
      default -> own == character ? p + Character.charCount(own) : -1;
    };
  }

  private boolean inClass(int open, int close, int character) {
    int i = open + 1;
    boolean negated = text.charAt(i) == '!' || text.charAt(i) == '^';
    if (negated) {
      i++;
    }
    boolean found = false;
    while (i < close) {
      if (text.startsWith("[:", i)) {
        int end = text.indexOf(":]", i + 2);
        if (end > 0 && end < close) {
          found |= posix(text.substring(i + 2, end), character);
          i = end + 2;
          continue;
        }
      }
      if (text.charAt(i) == '\\') {
        i++;
      }
      int low = text.codePointAt(i);
      i += Character.charCount(low);
      if (i + 1 < close && text.charAt(i) == '-') {
        i++;
        if (text.charAt(i) == '\\') {
          i++;
        }
        int high = text.codePointAt(i);
        i += Character.charCount(high);
        found |= low <= character && character <= high;
      } else {
        found |= low == character;
      }
    }
    return found != negated;
  }

  private static boolean posix(String name, int c) {
    boolean ascii = c < 128;
    return switch (name) {
      case "alpha" -> ascii && Character.isLetter(c);
      case "digit" -> c >= '0' && c <= '9';
      case "alnum" -> ascii && Character.isLetterOrDigit(c);
      case "upper" -> c >= 'A' && c <= 'Z';
      case "lower" -> c >= 'a' && c <= 'z';
      case "space" -> c == ' ' || (c >= 9 && c <= 13);
      case "blank" -> c == ' ' || c == '\t';
      case "punct" -> c > 32 && c < 127 && !Character.isLetterOrDigit(c);
      case "xdigit" -> Character.digit(c, 16) >= 0 && ascii;
      case "cntrl" -> c < 32 || c == 127;
      case "graph" -> c > 32 && c < 127;
      case "print" -> c >= 32 && c < 127;
      default -> false;
    };
  }

  /// The index of the `]` that ends the class opened at `open`, or -1. A `]` right at the start is
  /// a member. Escapes and `[:name:]` are skipped.
  static int classEnd(String text, int open) {
    int i = open + 1;
    if (i < text.length() && (text.charAt(i) == '!' || text.charAt(i) == '^')) {
      i++;
    }
    boolean first = true;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c == ']' && !first) {
        return i;
      }
      first = false;
      if (c == '\\') {
        i += 2;
      } else if (c == '[' && text.startsWith("[:", i) && text.indexOf(":]", i + 2) > 0) {
        i = text.indexOf(":]", i + 2) + 2;
      } else {
        i++;
      }
    }
    return -1;
  }

  private static boolean malformed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && ++i == text.length()) {
        return true;
      }
      if (c == '[') {
        i = classEnd(text, i);
        if (i < 0) {
          return true;
        }
      }
    }
    return false;
  }
}
