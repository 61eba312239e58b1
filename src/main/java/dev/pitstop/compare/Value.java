package dev.pitstop.compare;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.JsonCursor;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// A JSON value in the bytes of a message, or none.
record Value(byte[] bytes, Span span) {
  static final Value NONE = new Value(new byte[0], Span.NONE);

  /// A longer number is compared by its text.
  private static final int LONGEST_NUMBER = 40;

  private static final int SHOWN = 60; // characters

  static Value of(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return new Value(bytes, new Span(0, bytes.length));
  }

  /// The lines of a text, as an array.
  static Value lines(String text) {
    StringBuilder array = new StringBuilder(text.length() + text.length() / 8).append('[');
    for (int from = 0, to; from <= text.length(); from = to + 1) {
      int end = text.indexOf('\n', from);
      to = end < 0 ? text.length() : end;
      array.append(from == 0 ? "" : ",").append(Json.quote(text.substring(from, to)));
    }
    return of(array.append(']').toString());
  }

  /// A whole document; empty if the text is none.
  static Optional<Value> document(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Json.validate(bytes).map(span -> new Value(bytes, span));
  }

  /// What the cursor is at.
  Value at(JsonCursor cursor) {
    return new Value(bytes, new Span(cursor.from(), cursor.to()));
  }

  Value member(String name) {
    return new Value(bytes, Json.member(bytes, span, name));
  }

  JsonCursor cursor() {
    return Json.cursor(bytes, span);
  }

  boolean present() {
    return span.present();
  }

  /// `{`, `[`, `"`, `0` for a number, the first letter of a literal, or a blank for none.
  char kind() {
    char first = present() ? (char) bytes[span.from()] : ' ';
    return first == '-' || (first >= '0' && first <= '9') ? '0' : first;
  }

  String string() {
    return Json.string(bytes, span);
  }

  boolean sameBytes(Value other) {
    return present() == other.present()
        && (!present()
            || Arrays.equals(
                bytes, span.from(), span.to(), other.bytes, other.span.from(), other.span.to()));
  }

  /// Whether two numbers are the same to a JSON library: `1.0` and `1e0` are.
  boolean sameNumber(Value other) {
    String one = span.text(bytes);
    String two = other.span.text(other.bytes);
    boolean plain = isInteger(one) && isInteger(two);
    return one.equals(two)
        || (!plain
            && one.length() <= LONGEST_NUMBER
            && two.length() <= LONGEST_NUMBER
            && Double.parseDouble(one) == Double.parseDouble(two));
  }

  private static boolean isInteger(String number) {
    return number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0;
  }

  /// The value in a few words, on one line.
  String shown() {
    int length = Math.min(span.length(), 4 * SHOWN); // in bytes: enough of any text
    String begin = new Span(span.from(), span.from() + length).text(bytes);
    return Words.cutClose(begin.replace('\n', ' ').replace('\r', ' '), SHOWN);
  }

  /// A text, or a line of one, in a few words.
  static String shown(String text) {
    return Words.cutClose(Json.quote(Words.cutClose(text, 2 * SHOWN)), SHOWN);
  }
}
