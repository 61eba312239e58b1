package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.PlainText;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// The values that a program or a client wrote: checks them, compares them the way JSON Schema
/// does, and shows them to people. Stateless.
final class Values {
  /// The deepest JSON that fits into a message, which adds a few levels around it.
  static final int DEEPEST = 990;

  /// A byte order mark.
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private static final byte[] REPLACEMENT = {'f', 'f', 'f', 'd'};

  /// A longer number is not parsed: arithmetic with it could take very long.
  private static final int MOST_DIGITS = 40;

  /// The longest word that Linux accepts, without the zero byte after it.
  private static final int LONGEST_WORD = 131_071;

  private Values() {}

  /// The value of a number; empty if it is not a number, or too long to be parsed.
  static Optional<BigDecimal> number(byte[] b, Span value) {
    if (!Json.isNumber(b, value) || value.length() > MOST_DIGITS) {
      return Optional.empty();
    }
    try {
      BigDecimal n = new BigDecimal(value.text(b));
      // a zero has a scale, too: 0e9 is 0
      return Optional.of(n.signum() == 0 ? BigDecimal.ZERO : n.stripTrailingZeros());
    } catch (ArithmeticException | NumberFormatException beyondAnyExponent) {
      return Optional.empty();
    }
  }

  /// An integral number in the form of an integer; empty if it has that form, or is something else:
  /// some clients write `3.0` where `3` is meant, and few programs read that.
  static Optional<String> asInteger(byte[] b, Span value) {
    return number(b, value)
        .filter(n -> n.scale() <= 0 && (long) n.precision() - n.scale() <= MOST_DIGITS)
        .map(n -> n.toBigInteger().toString())
        .filter(text -> !text.equals(value.text(b)));
  }

  /// Whether a value has a type of JSON Schema. A number that is too long to be parsed counts as an
  /// integer.
  static boolean is(String type, byte[] b, Span value) {
    return switch (type) {
      case "string" -> Json.isString(b, value);
      case "number" -> Json.isNumber(b, value);
      case "integer" ->
          Json.isNumber(b, value) && number(b, value).map(n -> n.scale() <= 0).orElse(true);
      case "boolean" -> Json.isTrue(b, value) || isFalse(b, value);
      case "array" -> Json.isArray(b, value);
      case "object" -> Json.isObject(b, value);
      case "null" -> isNull(b, value);
      default -> false;
    };
  }

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

  /// Replaces halves of characters, which strict readers of JSON refuse, by U+FFFD.
  ///
  /// @param json valid
  /// @return whether there were any
  static boolean mendHalves(byte[] json) {
    boolean any = false;
    for (int i = 0; i < json.length; i++) {
      if (json[i] != '\\') {
        continue;
      }
      boolean high = isHalf(json, i, "89ab");
      if (high && isHalf(json, i + 6, "cdef")) {
        i += 11;
      } else if (high || isHalf(json, i, "cdef")) {
        System.arraycopy(REPLACEMENT, 0, json, i + 2, REPLACEMENT.length);
        any = true;
        i += 5;
      } else {
        i++;
      }
    }
    return any;
  }

  /// Whether the escape of a half begins here: D8 to DB is a high one, DC to DF a low one.
  private static boolean isHalf(byte[] json, int at, String thirds) {
    return at + 5 < json.length
        && json[at] == '\\'
        && json[at + 1] == 'u'
        && (json[at + 2] | 0x20) == 'd'
        && thirds.indexOf(json[at + 3] | 0x20) >= 0;
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

  /// Some programs begin with a byte order mark.
  static byte[] withoutMark(byte[] b) {
    boolean mark =
        b.length >= MARK.length && Arrays.equals(b, 0, MARK.length, MARK, 0, MARK.length);
    return mark ? Arrays.copyOfRange(b, MARK.length, b.length) : b;
  }

  /// Why a text cannot be a word of a command line, as a clause whose subject is the text.
  static Optional<String> unfit(String text) {
    Optional<String> character = unfitCharacter(text);
    long length = utf8Length(text);
    return character.isPresent() || length <= LONGEST_WORD
        ? character
        : Optional.of(
            "is too long for a command line: it has "
                + length
                + " bytes, and the limit for one word is "
                + LONGEST_WORD);
  }

  /// Why a text cannot be in a word of a command line, as a clause whose subject is the text; empty
  /// if it can.
  private static Optional<String> unfitCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return Optional.of("contains a NUL character, which a command line cannot hold");
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return Optional.of("contains half a character (a lone surrogate)");
      }
    }
    return Optional.empty();
  }

  /// The length of the text in bytes of UTF-8.
  private static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // both halves of a surrogate pair together have four
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}
