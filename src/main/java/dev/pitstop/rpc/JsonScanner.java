package dev.pitstop.rpc;

import java.util.HexFormat;

/// Validates JSON (RFC 8259) in place and finds the ends of values. One pass without recursion. It
/// does not check the UTF-8 inside strings, which is forwarded unchanged. Every method takes the
/// offset of a token's first byte and returns the offset after its last one, or [#INVALID]; then
/// [#fault] says what is wrong. One thread.
final class JsonScanner {
  static final int INVALID = -1;

  /// So many bytes of a string are looked at one by one. A long string is worth a faster search.
  private static final int FEW = 512;

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
    while (i < end) {
      int c = b[i];
      if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
        break;
      }
      i++;
    }
    return i;
  }

  /// Scans a whole document, one value with white space around it. Returns the end of the value.
  int document(int from) {
    int to = value(from, 0);
    if (to < 0) {
      return INVALID;
    }
    return endsAfter(to) ? to : INVALID;
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
    int i = simple(b, p + 1, Math.min(end, p + FEW));
    return at(i) == '"' ? i + 1 : longer(p, plain(b, i, end));
  }

  /// Scans a string that has escapes or is long or wrong, from `from` on.
  private int longer(int p, int from) {
    int i = from;
    while (at(i) == '\\') {
      int length = escape(i);
      if (length == 0) {
        return wrongEscape(i);
      }
      i = plain(b, i + length, end);
    }
    if (i == end) {
      return fail("unterminated string", p);
    }
    return b[i] == '"' ? i + 1 : fail("control character 0x" + hex(b[i]) + " in a string", i);
  }

  /// The first byte in `[from, to)` that does not simply belong to a string (a quote, a backslash,
  /// a control character), or `to`.
  private static int plain(byte[] b, int from, int to) {
    return simple(b, Swar.skipString(b, from, to), to);
  }

  /// A method of its own: beside calls, the loop would be slow.
  private static int simple(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xE0) != 0) {
      i++;
    }
    return i;
  }

  /// The length of the escape at `backslash`; 0 if it is incomplete or not valid.
  private int escape(int backslash) {
    return switch (at(backslash + 1)) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
      case 'u' -> fourDigits(backslash + 2) ? UNICODE : 0;
      default -> 0;
    };
  }

  private boolean fourDigits(int from) {
    for (int i = from; i < from + 4; i++) {
      if (!isHexDigit(at(i))) {
        return false;
      }
    }
    return true;
  }

  private int wrongEscape(int backslash) {
    return fail(
        at(backslash + 1) == 'u' ? "incomplete \\u escape" : "unknown escape in a string",
        backslash);
  }

  private static boolean isHexDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
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
