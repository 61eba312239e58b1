package dev.pitstop.textedit;

import java.util.List;

/// Formats new text for a client's file in the style of its surroundings.
///
/// @param text the text of the file
public record Layout(String text, Format format) {

  /// The text to insert before the items of an array; each lexeme is already quoted.
  public String front(Node.Arr array, List<String> lexemes) {
    String separator = separator(array);
    return String.join(separator, lexemes) + (array.items().isEmpty() ? "" : separator);
  }

  private String separator(Node.Arr array) {
    if (array.items().isEmpty()) {
      return ", ";
    }
    Node first = array.items().getFirst();
    int from = array.items().size() > 1 ? first.end() : array.start();
    int to = array.items().size() > 1 ? array.items().get(1).start() : first.start();
    return Trivia.hasBreak(text, from, to)
        ? "," + Indent.newline(text) + Indent.ofLine(text, array.items().getLast().start())
        : ", ";
  }

  /// A key with its value, to be inserted after a field, at [#behind].
  public String member(Node.Member field, String key, String value) {
    return between(field) + format.key(key) + sign(field) + value;
  }

  public String array(List<String> lexemes) {
    return "[" + String.join(", ", lexemes) + "]";
  }

  /// The separator between a field and one inserted after it.
  private String between(Node.Member field) {
    boolean line = startsLine(field);
    String lineStart = Indent.newline(text) + Indent.ofLine(text, field.start());
    return format == Format.TOML ? lineStart : line ? "," + lineStart : ", ";
  }

  /// The offset at which a member is inserted after a field.
  public int behind(Node.Member field) {
    int end = field.value().end();
    return format == Format.TOML ? Trivia.lineEnd(text, end) : end;
  }

  /// The colon or equals sign with the blanks around it.
  private String sign(Node.Member field) {
    String there = text.substring(field.keyEnd(), field.value().start());
    return there.strip().length() == 1 && !Trivia.hasBreak(there, 0, there.length())
        ? there
        : format == Format.JSON ? ": " : " = ";
  }

  private boolean startsLine(Node.Member field) {
    int i = Trivia.backOverBlanks(text, field.start(), 0);
    return i > 0 && Trivia.isBreak(text.charAt(i - 1));
  }
}
