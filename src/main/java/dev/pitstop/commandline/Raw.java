package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.PlainText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Checks bytes that a program or a client wrote, and shows them to people. Stateless.
final class Raw {
  /// The deepest JSON that fits into a message, which adds a few levels around it.
  static final int DEEPEST = 990;

  private Raw() {}

  /// The bytes as text; empty if they are not valid UTF-8.
  static Optional<String> utf8(byte[] b, int from, int to) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(b, from, to - from))
              .toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }

  /// JSON on one line: a line end in JSON can only be between values.
  static String oneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  /// The depth of the deepest array or object.
  static int depth(byte[] b, int from, int to) {
    int depth = 0;
    int most = 0;
    boolean string = false;
    for (int i = from; i < to; i++) {
      int c = b[i];
      if (string) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          string = false;
        }
      } else if (c == '"') {
        string = true;
      } else if (c == '{' || c == '[') {
        most = Math.max(most, ++depth);
      } else if (c == '}' || c == ']') {
        depth--;
      }
    }
    return most;
  }

  static boolean isNull(byte[] b, Span value) {
    return value.present() && b[value.from()] == 'n';
  }

  static boolean isFalse(byte[] b, Span value) {
    return value.present() && b[value.from()] == 'f';
  }

  /// A text for people: one line without control characters, cut to a length.
  static String shown(String text, int most) {
    boolean cut = text.length() > most;
    int end = cut && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    String kept = cut ? text.substring(0, end) : text;
    return PlainText.of(oneLine(kept).replace('\t', ' ')) + (cut ? "…" : "");
  }

  /// The value as JSON in one short line.
  static String shown(byte[] b, Span value) {
    int end = Math.min(value.to(), value.from() + 400);
    return shown(new Span(value.from(), end).text(b), 100);
  }

  /// What a value is, with its article.
  static String kind(byte[] b, Span value) {
    if (Json.isString(b, value)) {
      return "the string " + shown(b, value);
    }
    if (Json.isNumber(b, value)) {
      return "the number " + shown(b, value);
    }
    if (Json.isArray(b, value)) {
      return "an array";
    }
    return Json.isObject(b, value) ? "an object" : value.text(b);
  }
}
