package dev.pitstop.commandline;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One argument of a call, which is not `null`.
///
/// @param value its range in the message, whose bytes are valid UTF-8
record Argument(String name, byte[] message, Span value) {
  /// The longest word that Linux accepts, without the zero byte after it.
  static final int LONGEST = 131_071;

  /// The text that stands for a value, or for one item of an array.
  ///
  /// @param number whether it is a number, as the client wrote it
  /// @param item whether it is an item of an array
  record Text(String name, String text, boolean number, boolean item) {
    String subject() {
      return (item ? "An item of `" : "`") + Values.shown(name, 100) + "`";
    }

    /// The text, if it can be a word of a command line or a part of one.
    String fitting() throws Refused {
      Optional<String> unfit = unfit(text);
      if (unfit.isPresent()) {
        throw refused(subject(), unfit.get());
      }
      return text;
    }
  }

  /// The refusal of a text that cannot be a word of a command line.
  ///
  /// @param unfit why, as [#unfit] says it
  static Refused refused(String subject, String unfit) {
    return new Refused(subject + " " + unfit + ". Nothing was run.");
  }

  /// Why a text cannot be a word of a command line, as a clause whose subject is the text.
  static Optional<String> unfit(String text) {
    Optional<String> character = unfitCharacter(text);
    long length = utf8Length(text);
    return character.isPresent() || length <= LONGEST
        ? character
        : Optional.of(
            "is too long for a command line: it has "
                + length
                + " bytes, and the limit for one word is "
                + LONGEST);
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

  boolean isBoolean() {
    return Values.is("boolean", message, value);
  }

  boolean isTrue() {
    return Json.isTrue(message, value);
  }

  /// The texts that stand for it: one, or one for each item of an array.
  List<Text> texts() {
    if (!Json.isArray(message, value)) {
      return List.of(text(value, false));
    }
    List<Text> texts = new ArrayList<>();
    for (Span item : Json.elements(message, value)) {
      if (!Values.isNull(message, item)) {
        texts.add(text(item, true));
      }
    }
    return texts;
  }

  private Text text(Span one, boolean item) {
    String text = Json.isString(message, one) ? Json.string(message, one) : one.text(message);
    return new Text(name, text, Json.isNumber(message, one), item);
  }
}
