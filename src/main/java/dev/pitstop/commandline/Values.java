package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The values that a program or a client wrote: checks them, and shows them to people. Stateless.
final class Values {
  /// The deepest JSON that fits into a message, which adds a few levels around it.
  static final int DEEPEST = 990;

  /// A byte order mark.
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  /// How deep valid JSON may be.
  private static final int MOST_NESTED = 1_000;

  /// A whole character outside of the basic plane, half of one (as a group), or any other escape.
  /// It is compiled only when it is needed: most tools have none.
  private static final String ESCAPE =
      "\\\\u[dD][89abAB]..\\\\u[dD][c-fC-F]..|(\\\\u[dD][89a-fA-F]..)|\\\\.";

  /// The longest word that Linux accepts, without the zero byte after it.
  private static final int LONGEST_WORD = 131_071;

  private Values() {}

  /// A number as it is written, but a whole one in the form of an integer: some clients write `3.0`
  /// where `3` is meant, and few programs read that.
  static String plain(String number) {
    return number.matches("-?[0-9]+\\.0+") ? number.substring(0, number.indexOf('.')) : number;
  }

  /// The bytes as text; empty if they are not valid UTF-8.
  static Optional<String> utf8(byte[] b, Span text) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(b, text.from(), text.length()))
              .toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }

  /// JSON on one line: a line end in JSON can only be between values.
  static String oneLine(String json) {
    return json.replace('\n', ' ').replace('\r', ' ');
  }

  /// Whether a value is nested deeper than [#DEEPEST].
  ///
  /// @param json has no more than JSON's own limit here
  static boolean isTooDeep(String json) {
    int more = MOST_NESTED - DEEPEST;
    String nested = "[".repeat(more) + json + "]".repeat(more);
    return Json.validate(nested.getBytes(StandardCharsets.UTF_8)).isEmpty();
  }

  /// JSON with U+FFFD for each half of a character, which strict readers refuse.
  ///
  /// @param json valid
  static String mended(String json) {
    return json.contains("\\u")
        ? Pattern.compile(ESCAPE)
            .matcher(json)
            .replaceAll(e -> e.group(1) == null ? Matcher.quoteReplacement(e.group()) : "\\\\ufffd")
        : json;
  }

  /// A text for people: one line without control characters, cut to a length.
  static String shown(String text, int most) {
    return Words.cutClose(PlainText.of(oneLine(text).replace('\t', ' ')), most);
  }

  /// Some programs begin with a byte order mark.
  static byte[] withoutMark(byte[] b) {
    boolean mark =
        b.length >= MARK.length && Arrays.equals(b, 0, MARK.length, MARK, 0, MARK.length);
    return mark ? Arrays.copyOfRange(b, MARK.length, b.length) : b;
  }

  /// Why a text cannot be a word of a command line, as a clause whose subject is the text.
  static Optional<String> unfit(String text) {
    if (text.indexOf(0) >= 0) {
      return Optional.of("contains a NUL character, which a command line cannot hold");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      return Optional.of("contains half a character (a lone surrogate)");
    }
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    return length <= LONGEST_WORD
        ? Optional.empty()
        : Optional.of(
            "is too long for a command line: it has "
                + length
                + " bytes, and the limit for one word is "
                + LONGEST_WORD);
  }
}
