package dev.pitstop.install;

import dev.pitstop.config.Indent;
import dev.pitstop.config.Trivia;
import java.util.List;

/// Formats new text for a client's file in the style of its surroundings.
///
/// @param text the text of the file
record Layout(String text, Format format) {

  /// The text to insert before the items of an array; each lexeme is already quoted.
  ///
  /// In an empty array it ends with a blank, which later shows that there was an array.
  String front(Value.Items array, List<String> lexemes) {
    if (array.items().isEmpty()) {
      return String.join(", ", lexemes) + " ";
    }
    String separator = separator(array);
    return String.join(separator, lexemes) + separator;
  }

  private String separator(Value.Items array) {
    Value first = array.items().getFirst();
    int from = array.items().size() > 1 ? first.end() : array.start();
    int to = array.items().size() > 1 ? array.items().get(1).start() : first.start();
    return Trivia.hasBreak(text, from, to)
        ? "," + Indent.newline(text) + Indent.ofLine(text, array.items().getLast().start())
        : ", ";
  }

  /// A key with its value, to be inserted after a field, at [#behind].
  String member(Value.Field field, String key, String value) {
    return between(field) + prefix(field) + format.key(key) + sign(field) + value;
  }

  String array(List<String> lexemes) {
    return "[" + String.join(", ", lexemes) + "]";
  }

  /// The separator between a field and one inserted after it.
  private String between(Value.Field field) {
    boolean line = startsLine(field);
    String lineStart = Indent.newline(text) + Indent.ofLine(text, field.start());
    return switch (field.form()) {
      case LINE -> lineStart;
      case JSON -> line ? "," + lineStart : ", ";
      case INLINE, TABLE -> ", ";
    };
  }

  /// The offset at which a member is inserted after a field.
  int behind(Value.Field field) {
    int end = field.value().end();
    return field.form() == Value.Form.LINE ? Toml.end(text, end) : end;
  }

  /// The keys before the last one of a dotted key.
  private String prefix(Value.Field field) {
    return text.substring(field.start(), field.keyStart());
  }

  /// The colon or equals sign with the blanks around it.
  private String sign(Value.Field field) {
    String there = text.substring(field.keyEnd(), field.value().start());
    return there.strip().length() == 1 && !Trivia.hasBreak(there, 0, there.length())
        ? there
        : format == Format.JSON ? ": " : " = ";
  }

  private boolean startsLine(Value.Field field) {
    int i = field.start();
    while (i > 0 && (text.charAt(i - 1) == ' ' || text.charAt(i - 1) == '\t')) {
      i--;
    }
    return i > 0 && Trivia.isBreak(text.charAt(i - 1));
  }
}
