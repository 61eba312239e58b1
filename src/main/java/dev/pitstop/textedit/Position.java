package dev.pitstop.textedit;

/// A position in a text, as editors show it.
///
/// @param line from 1; lines end with LF or CRLF
/// @param column from 1, in UTF-16 units as editors count them; a tab counts as one, a byte order
///   mark as none
public record Position(int line, int column) {

  /// The position of the character at `offset`; the text's length is the end of the text.
  public static Position of(String text, int offset) {
    String before = text.substring(0, offset);
    String line = before.substring(before.lastIndexOf('\n') + 1);
    int mark = line.startsWith("\uFEFF") ? 1 : 0;
    return new Position(
        (int) before.chars().filter(c -> c == '\n').count() + 1, line.length() - mark + 1);
  }

  /// `12:5`.
  @Override
  public String toString() {
    return line + ":" + column;
  }
}
