package dev.pitstop.rpc;

import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

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

  /// Why the bytes are not one valid JSON document, and where; empty if they are.
  public static Optional<String> fault(byte[] b) {
    JsonScanner scanner = new JsonScanner(b, b.length);
    return scanner.document(scanner.space(0)) < 0 ? Optional.of(scanner.fault()) : Optional.empty();
  }

  /// The value of a member, or [Span#NONE] if it is absent or `object` is not an object. Of several
  /// members with the same name the last one counts, as in nearly every JSON library.
  public static Span member(byte[] b, Span object, String key) {
    Span[] found = {Span.NONE};
    members(
        b,
        object,
        (name, value) -> {
          if (isNamed(b, name.from(), name.to(), key)) {
            found[0] = value;
          }
        });
    return found[0];
  }

  public static Span path(byte[] b, Span object, String... keys) {
    Span at = object;
    for (String key : keys) {
      at = member(b, at, key);
    }
    return at;
  }

  /// The elements of an array; none if the value is not an array.
  public static List<Span> elements(byte[] b, Span array) {
    List<Span> elements = new ArrayList<>();
    if (isArray(b, array)) {
      walk(b, array, (name, nameEnd, from, to) -> elements.add(new Span(from, to)));
    }
    return elements;
  }

  /// Passes each member of an object to `next`, in order, including duplicates: its name (a string
  /// with its quotes; decode it with [#string]) and its value. Passes none if the value is not an
  /// object.
  public static void members(byte[] b, Span object, BiConsumer<Span, Span> next) {
    if (isObject(b, object)) {
      walk(
          b,
          object,
          (name, nameEnd, from, to) -> next.accept(new Span(name, nameEnd), new Span(from, to)));
    }
  }

  private static void walk(byte[] b, Span container, JsonScanner.Each each) {
    if (new JsonScanner(b, container.to()).container(container.from(), 0, each) != container.to()) {
      throw new IllegalArgumentException("not the span of a valid JSON value: " + container);
    }
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
    return isArray(b, s) && isEmpty(b, s);
  }

  /// Whether nothing is in this array or object.
  static boolean isEmpty(byte[] b, Span container) {
    return new JsonScanner(b, container.to()).space(container.from() + 1) == container.to() - 1;
  }

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

  /// Whether the string in `[from, to)`, with its quotes, means this. It is decoded only if an
  /// escape, or a letter beyond ASCII, is where it differs.
  static boolean isNamed(byte[] b, int from, int to, String name) {
    int length = name.length();
    if (to - from - 2 < length) {
      return false; // a character takes at least a byte
    }
    for (int i = 0; i < length; i++) {
      byte c = b[from + 1 + i];
      if (c != name.charAt(i)) {
        return (c == '\\' || c < 0) && decode(b, from + 1, to - 1).equals(name);
      }
    }
    return to - from - 2 == length;
  }

  static String decode(byte[] b, int from, int to) {
    String text = new String(b, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf('\\') < 0 ? text : JsonParser.parseString('"' + text + '"').getAsString();
  }

  /// The text as a JSON string literal. Escapes what JSON requires, and also U+2028 and U+2029
  /// (some readers break lines there). Half a character stays, and becomes a question mark in
  /// UTF-8.
  public static String quote(String s) {
    return quote(s, new StringBuilder(s.length() + 2)).toString();
  }

  /// Appends the same.
  public static StringBuilder quote(String s, StringBuilder to) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || c == '\u2028' || c == '\u2029') {
        return to.append(new JsonPrimitive(s));
      }
    }
    return to.append('"').append(s).append('"'); // nearly always
  }
}
