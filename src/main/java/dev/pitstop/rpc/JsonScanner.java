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

  private static final int UNICODE = 6;

  /// Takes the members of an object, or the elements of an array, which have no names.
  interface Each {
    /// A value begins.
    ///
    /// @return who takes what is inside it
    default Each inside(int name, int nameEnd, int from) {
      return NOBODY;
    }

    /// The value has ended.
    ///
    /// @param name the offset of the quote before a member's name
    /// @param nameEnd the offset after the quote behind it
    void take(int name, int nameEnd, int from, int to);
  }

  static final Each NOBODY = (name, nameEnd, from, to) -> {};

  private final byte[] b;
  private final int end;
  private String fault = "";

  JsonScanner(byte[] b, int end) {
    this.b = b;
    this.end = end;
  }

  /// The reason and the place of the failure, for a person.
  String fault() {
    return fault;
  }

  /// The byte at `p`. At the end it is 0, and no token begins with 0.
  int at(int p) {
    return p < end ? b[p] : 0;
  }

  /// The offset of the first byte from `p` on that is not white space.
  int space(int p) {
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
    return value(p, depth, NOBODY);
  }

  private int value(int p, int depth, Each each) {
    int c = at(p);
    if (c == '"') {
      return string(p);
    }
    return c == '{' || c == '[' ? container(p, depth, each) : scalar(p, c);
  }

  /// Scans an object or an array, inside `depth` containers.
  ///
  /// @param open the offset of its opening brace or bracket
  /// @param each takes its members or elements
  int container(int open, int depth, Each each) {
    if (depth == MAX_DEPTH) {
      return fail("nested deeper than " + MAX_DEPTH + " levels", open);
    }
    boolean object = at(open) == '{';
    int close = object ? '}' : ']';
    int p = space(open + 1);
    if (at(p) == close) {
      return p + 1;
    }
    while (true) {
      int name = p;
      int nameEnd = object ? name(p) : p;
      int from = object && nameEnd >= 0 ? colon(nameEnd) : nameEnd;
      int to = from < 0 ? INVALID : value(from, depth + 1, each.inside(name, nameEnd, from));
      if (to < 0) {
        return INVALID;
      }
      each.take(name, nameEnd, from, to);
      p = space(to);
      if (at(p) == close) {
        return p + 1;
      }
      if (at(p) != ',') {
        return unexpected(p);
      }
      p = space(p + 1);
    }
  }

  private int name(int p) {
    return at(p) == '"' ? string(p) : unexpected(p);
  }

  /// Scans the colon after a member's name. Returns the offset of the value.
  private int colon(int afterName) {
    int p = space(afterName);
    return at(p) == ':' ? space(p + 1) : unexpected(p);
  }

  /// Scans a string; `p` is the offset of its opening quote.
  private int string(int p) {
    int i = plain(b, p + 1, end);
    while (at(i) == '\\') {
      int after = escape(i);
      if (after < 0) {
        return INVALID;
      }
      i = plain(b, after, end);
    }
    if (i >= end) {
      return fail("unterminated string", p);
    }
    return b[i] == '"' ? i + 1 : fail("control character 0x" + hex(b[i]) + " in a string", i);
  }

  /// The first byte in `[from, to)` that does not simply belong to a string (a quote, a backslash,
  /// a control character), or `to`. A method of its own, on variables of its own: beside calls and
  /// with fields, the loop would be slow.
  private static int plain(byte[] b, int from, int to) {
    int i = Swar.skipString(b, from, to);
    while (i < to && b[i] != '"' && b[i] != '\\' && (b[i] & 0xE0) != 0) {
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

  private int unexpected(int p) {
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
