package dev.pitstop.rpc;

import java.util.HexFormat;

/// Validates JSON (RFC 8259) in place and finds the ends of values, in one pass. It does not check
/// the UTF-8 inside strings, which is forwarded unchanged. Every method takes the offset of a
/// token's first byte and returns the offset after its last one, or [#INVALID]; then [#fault] says
/// what is wrong. One thread.
final class JsonScanner {
  static final int INVALID = -1;

  /// The most containers inside one another. Real messages have far fewer, and every peer's stack
  /// allows far more.
  static final int MAX_DEPTH = 1_000;

  /// The length of a `\\u` escape.
  private static final int UNICODE = 6;

  private final byte[] b;
  private final int end;
  private String fault = "";
  private boolean tooDeep;

  JsonScanner(byte[] b, int end) {
    this.b = b;
    this.end = end;
  }

  /// The reason and the place of the failure, for a person.
  String fault() {
    return fault;
  }

  /// Whether the scan failed at the limit of nesting: the text may be valid.
  boolean tooDeep() {
    return tooDeep;
  }

  /// The byte at `p`. At the end it is 0, and no token begins with 0.
  int at(int p) {
    return p < end ? b[p] : 0;
  }

  /// The offset of the first byte from `p` on that is not white space.
  int space(int p) {
    // small, so that the compiler puts it into its callers: most messages have no white space
    return p < end && b[p] > ' ' ? p : afterSpace(p);
  }

  private int afterSpace(int p) {
    int i = p;
    while (i < end && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t')) {
      i++;
    }
    return i;
  }

  /// Scans a whole document, one value with white space around it. Returns the end of the value.
  int document(int from) {
    int to = value(from, 0);
    return to >= 0 && endsAfter(to) ? to : INVALID;
  }

  /// Whether only white space follows.
  boolean endsAfter(int p) {
    int rest = space(p);
    if (rest == end) {
      return true;
    }
    fail("more text after the end of the message", rest);
    return false;
  }

  /// Scans any value, inside `depth` containers.
  int value(int p, int depth) {
    int c = at(p);
    if (c == '"') {
      return string(p);
    }
    return c == '{' || c == '[' ? container(p, depth) : scalar(p, c);
  }

  private int container(int p, int depth) {
    if (depth == MAX_DEPTH) {
      tooDeep = true;
      return fail("nested deeper than " + MAX_DEPTH + " levels", p);
    }
    JsonCursor inside = new JsonCursor(this, p, depth + 1);
    while (inside.next()) {} // only to validate
    return inside.end();
  }

  /// Scans the colon after a member's name. Returns the offset of the value.
  int colon(int afterName) {
    int p = space(afterName);
    return at(p) == ':' ? space(p + 1) : unexpected(p);
  }

  /// Scans a string; `p` is the offset of its opening quote.
  int string(int p) {
    int i = plain(p + 1);
    while (at(i) == '\\') {
      int after = escape(i);
      if (after < 0) {
        return INVALID;
      }
      i = plain(after);
    }
    if (i >= end) {
      return fail("unterminated string", p);
    }
    return b[i] == '"' ? i + 1 : fail("control character 0x" + hex(b[i]) + " in a string", i);
  }

  /// The first byte from `from` on that does not simply belong to a string: a quote, a backslash, a
  /// control character, or the end. A method of its own: beside calls, the loop would be slow.
  private int plain(int from) {
    int i = from;
    while (i < end && b[i] != '"' && b[i] != '\\' && (b[i] & 0xE0) != 0) {
      i++;
    }
    return i;
  }

  private int escape(int backslash) {
    int c = at(backslash + 1);
    if (c != 'u') {
      return "\"\\/bfnrt".indexOf(c) >= 0
          ? backslash + 2
          : fail("unknown escape in a string", backslash);
    }
    for (int i = backslash + 2; i < backslash + UNICODE; i++) {
      if (Character.digit(at(i), 16) < 0) {
        return fail("incomplete \\u escape", backslash);
      }
    }
    return backslash + UNICODE;
  }

  private int scalar(int p, int first) {
    return switch (first) {
      case 't' -> literal(p, "true");
      case 'f' -> literal(p, "false");
      case 'n' -> literal(p, "null");
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(p, first);
      default -> unexpected(p);
    };
  }

  private int literal(int p, String word) {
    for (int i = 1; i < word.length(); i++) {
      if (at(p + i) != word.charAt(i)) {
        return unexpected(p + i);
      }
    }
    return p + word.length();
  }

  private int number(int start, int first) {
    int p = first == '-' ? start + 1 : start;
    // A zero stands alone. A digit after it is an error, which the next step finds.
    p = at(p) == '0' ? p + 1 : digits(p);
    if (p > 0 && at(p) == '.') {
      p = digits(p + 1);
    }
    if (p > 0 && (at(p) | 0x20) == 'e') {
      int sign = at(p + 1);
      p = digits(sign == '+' || sign == '-' ? p + 2 : p + 1);
    }
    return p;
  }

  private int digits(int from) {
    int i = from;
    while (i < end && b[i] >= '0' && b[i] <= '9') {
      i++;
    }
    return i > from ? i : unexpected(i);
  }

  int unexpected(int p) {
    if (p >= end) {
      return fail("the message ends too early", end);
    }
    int c = b[p];
    return c > ' ' && c < 0x7F
        ? fail("unexpected '" + (char) c + "'", p)
        : fail("unexpected byte 0x" + hex(c), p);
  }

  private int fail(String what, int at) {
    fault = what + " at byte " + at;
    return INVALID;
  }

  private static String hex(int c) {
    return HexFormat.of().toHexDigits((byte) c);
  }
}
