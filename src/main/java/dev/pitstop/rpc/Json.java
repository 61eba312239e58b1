package dev.pitstop.rpc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// Navigates JSON on demand: finds spans and decodes single strings, without a tree. [Codec#parse]
/// or [#validate] must have validated the JSON. Stateless. A span that is not a value of valid JSON
/// throws `IllegalArgumentException`.
public final class Json {
  private Json() {}

  /// The root value of the document; empty if the bytes are not one valid JSON document.
  public static Optional<Span> validate(byte[] b) {
    JsonScanner scanner = new JsonScanner(b, b.length);
    int from = scanner.space(0);
    int to = scanner.document(from);
    return to < 0 ? Optional.empty() : Optional.of(new Span(from, to));
  }

  /// The value of a member, or [Span#NONE] if it is absent or `object` is not an object. Of several
  /// members with the same name the last one counts, as in nearly every JSON library.
  public static Span member(byte[] b, Span object, String key) {
    Span found = Span.NONE;
    if (!isObject(b, object)) {
      return found;
    }
    JsonCursor cursor = cursor(b, object);
    while (cursor.next()) {
      if (isNamed(b, cursor.nameFrom() + 1, cursor.nameTo() - 1, key)) {
        found = new Span(cursor.from(), cursor.to());
      }
    }
    checkEnd(cursor, object);
    return found;
  }

  /// Applies [#member] for each name in turn.
  public static Span path(byte[] b, Span object, String... keys) {
    Span at = object;
    for (String key : keys) {
      at = member(b, at, key);
    }
    return at;
  }

  /// Passes the elements of an array to `next`, in order, until it returns false. Passes none if
  /// the value is not an array.
  public static void elements(byte[] b, Span array, Predicate<Span> next) {
    if (!isArray(b, array)) {
      return;
    }
    JsonCursor cursor = cursor(b, array);
    while (cursor.next()) {
      if (!next.test(new Span(cursor.from(), cursor.to()))) {
        return;
      }
    }
    checkEnd(cursor, array);
  }

  /// The elements of an array; none if the value is not an array.
  public static List<Span> elements(byte[] b, Span array) {
    if (!isArray(b, array)) {
      return List.of();
    }
    List<Span> elements = new ArrayList<>();
    JsonCursor cursor = cursor(b, array);
    while (cursor.next()) {
      elements.add(new Span(cursor.from(), cursor.to()));
    }
    checkEnd(cursor, array);
    return elements;
  }

  /// Passes each member of an object to `next`, in order, including duplicates: its name (a string
  /// with its quotes; decode it with [#string]) and its value. Passes none if the value is not an
  /// object.
  public static void members(byte[] b, Span object, BiConsumer<Span, Span> next) {
    if (!isObject(b, object)) {
      return;
    }
    JsonCursor cursor = cursor(b, object);
    while (cursor.next()) {
      next.accept(
          new Span(cursor.nameFrom(), cursor.nameTo()), new Span(cursor.from(), cursor.to()));
    }
    checkEnd(cursor, object);
  }

  /// Walks the members of an object or the elements of an array one after another, without a list
  /// of them. One thread.
  ///
  /// @param container the span of an object or an array in valid JSON
  public static JsonCursor cursor(byte[] b, Span container) {
    return new JsonCursor(new JsonScanner(b, container.to()), container.from(), 1);
  }

  private static void checkEnd(JsonCursor cursor, Span container) {
    if (cursor.end() != container.to()) {
      throw new IllegalArgumentException("not the span of a valid JSON value: " + container);
    }
  }

  /// Whether the bytes between the quotes of a string mean `key`, in whatever way they are escaped.
  static boolean isNamed(byte[] b, int from, int to, String key) {
    // Most names are plain ASCII, and most do not match: compare without decoding as long as
    // possible.
    int i = 0;
    while (from + i < to
        && i < key.length()
        && b[from + i] == key.charAt(i)
        && b[from + i] != '\\') {
      i++;
    }
    if (from + i == to || i == key.length()) {
      return from + i == to && i == key.length();
    }
    return (b[from + i] < 0 || b[from + i] == '\\') && decode(b, from, to).equals(key);
  }

  public static boolean isObject(byte[] b, Span s) {
    return first(b, s) == '{';
  }

  public static boolean isArray(byte[] b, Span s) {
    return first(b, s) == '[';
  }

  public static boolean isString(byte[] b, Span s) {
    return first(b, s) == '"';
  }

  public static boolean isNumber(byte[] b, Span s) {
    int c = first(b, s);
    return c == '-' || (c >= '0' && c <= '9');
  }

  /// Whether the span is an array without elements. Reads only its beginning.
  public static boolean isEmptyArray(byte[] b, Span s) {
    if (!isArray(b, s)) {
      return false;
    }
    int i = s.from() + 1;
    while (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
      i++;
    }
    return b[i] == ']';
  }

  /// Whether the span is the literal `true`.
  public static boolean isTrue(byte[] b, Span s) {
    return first(b, s) == 't';
  }

  private static int first(byte[] b, Span s) {
    return s.present() && s.to() > s.from() ? b[s.from()] : 0;
  }

  /// The decoded value of a string; "" if the span is not a string. Bytes that are not UTF-8 become
  /// U+FFFD, a lone surrogate escape becomes a lone surrogate.
  public static String string(byte[] b, Span s) {
    return isString(b, s) ? decode(b, s.from() + 1, s.to() - 1) : "";
  }

  /// Decodes the bytes between the quotes of a string.
  static String decode(byte[] b, int from, int to) {
    int i = from;
    while (i < to && b[i] != '\\') {
      i++;
    }
    if (i == to) {
      return new String(b, from, to - from, StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder(to - from);
    int plain = from;
    while (i < to) {
      if (b[i] != '\\') {
        i++;
        continue;
      }
      text.append(new String(b, plain, i - plain, StandardCharsets.UTF_8));
      if (b[i + 1] == 'u') {
        text.append((char) hex4(b, i + 2));
        i += 6;
      } else {
        text.append(unescaped(b[i + 1]));
        i += 2;
      }
      plain = i;
    }
    return text.append(new String(b, plain, to - plain, StandardCharsets.UTF_8)).toString();
  }

  private static int hex4(byte[] b, int at) {
    int n = 0;
    for (int i = at; i < at + 4; i++) {
      n = n << 4 | Character.digit(b[i], 16);
    }
    return n;
  }

  private static char unescaped(byte c) {
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> (char) c;
    };
  }

  /// The text as a JSON string literal. Escapes what JSON requires, and also U+2028 and U+2029
  /// (some readers break lines there) and lone surrogates (UTF-8 cannot encode them).
  public static String quote(String s) {
    StringBuilder text = new StringBuilder(s.length() + 16).append('"');
    int written = 0;
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (isPlain(c)) {
        continue;
      }
      text.append(s, written, i);
      if (isSurrogatePair(s, i)) {
        text.append(c).append(s.charAt(++i));
      } else {
        escape(text, c);
      }
      written = i + 1;
    }
    return text.append(s, written, s.length()).append('"').toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' '
        && c != '"'
        && c != '\\'
        && c != '\u2028'
        && c != '\u2029'
        && !Character.isSurrogate(c);
  }

  private static void escape(StringBuilder text, char c) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\r' -> text.append("\\r");
      case '\t' -> text.append("\\t");
      case '\b' -> text.append("\\b");
      case '\f' -> text.append("\\f");
      default -> {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(Character.forDigit(c >> shift & 0xF, 16));
        }
      }
    }
  }

  private static boolean isSurrogatePair(String s, int i) {
    return Character.isHighSurrogate(s.charAt(i))
        && i + 1 < s.length()
        && Character.isLowSurrogate(s.charAt(i + 1));
  }
}
