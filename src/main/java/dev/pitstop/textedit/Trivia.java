package dev.pitstop.textedit;

/// Whitespace, line ends and comments between the tokens of a configuration text.
public final class Trivia {
  private Trivia() {}

  /// The first offset from `at` on that is neither whitespace nor in a comment; the text's length
  /// if there is none. Stops at a comment that is not closed.
  public static int skip(String text, int at) {
    int i = at;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (isBlank(c) || isBreak(c) || (c == '\uFEFF' && i == 0)) {
        i++;
      } else if (text.startsWith("//", i)) {
        i = lineEnd(text, i);
      } else if (text.startsWith("/*", i) && text.indexOf("*/", i + 2) >= 0) {
        i = text.indexOf("*/", i + 2) + 2;
      } else {
        return i;
      }
    }
    return i;
  }

  /// The offset of the CR or LF that ends the line, or the text's length.
  public static int lineEnd(String text, int at) {
    int i = at;
    while (i < text.length() && !isBreak(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /// The offset after blanks and tabs.
  static int skipBlanks(String text, int at) {
    int i = at;
    while (i < text.length() && isBlank(text.charAt(i))) {
      i++;
    }
    return i;
  }

  /// The offset where the blanks and tabs begin that end at `at`, not before `from`.
  public static int backOverBlanks(String text, int at, int from) {
    int i = at;
    while (i > from && isBlank(text.charAt(i - 1))) {
      i--;
    }
    return i;
  }

  /// Whether there are only blanks and line ends from `from` to `to`.
  static boolean isEmpty(String text, int from, int to) {
    return text.substring(from, to).isBlank();
  }

  static boolean hasBreak(String text, int from, int to) {
    return lineEnd(text, from) < to;
  }

  public static boolean isBreak(char c) {
    return c == '\n' || c == '\r';
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /// The line end of the first line; LF if the text has only one line.
  public static String newline(String text) {
    int end = text.indexOf('\n');
    return end > 0 && text.charAt(end - 1) == '\r' ? "\r\n" : "\n";
  }

  /// The whitespace at the beginning of the line that contains `offset`.
  public static String ofLine(String text, int offset) {
    int line = text.lastIndexOf('\n', offset - 1) + 1;
    int start = line == 0 && text.startsWith("\uFEFF") ? 1 : line;
    return text.substring(start, Math.min(offset, skipBlanks(text, start)));
  }
}
