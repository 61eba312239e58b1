package dev.pitstop.textedit;

/// A position in a text, as editors show it.
///
/// @param line from 1; lines end with LF, CRLF or a CR alone
/// @param column from 1, in UTF-16 units as editors count them; a tab counts as one, a byte order
///   mark as none
public record Position(int line, int column) {

  /// The position of the character at `offset`; the text's length is the end of the text.
  public static Position of(String text, int offset) {
    int line = 1;
    int lineStart = text.startsWith("\uFEFF") && offset > 0 ? 1 : 0;
    for (int i = 0; i < offset; i++) {
      char c = text.charAt(i);
      boolean first = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !first)) {
        line++;
        lineStart = i + 1;
      }
    }
    return new Position(line, offset - lineStart + 1);
  }

  /// `12:5`.
  @Override
  public String toString() {
    return line + ":" + column;
  }
}
