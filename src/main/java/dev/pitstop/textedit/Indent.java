package dev.pitstop.textedit;

import java.util.Optional;

/// The indentation and the line ends of a text.
public final class Indent {
  private static final String DEFAULT_UNIT = "  ";

  private Indent() {}

  /// The line end of the first line; LF if the text has only one line.
  public static String newline(String text) {
    int end = text.indexOf('\n');
    return end > 0 && text.charAt(end - 1) == '\r' ? "\r\n" : "\n";
  }

  /// The whitespace at the beginning of the line that contains `offset`.
  public static String ofLine(String text, int offset) {
    int line = text.lastIndexOf('\n', offset - 1) + 1;
    int start = line == 0 && text.startsWith("\uFEFF") ? 1 : line;
    return text.substring(start, Math.min(offset, Trivia.skipBlanks(text, start)));
  }

  /// Whether a line ends between the member and what stands before it.
  static boolean startsLine(String text, Node.Obj object, int index) {
    return Trivia.hasBreak(text, gap(object, index), object.members().get(index).start());
  }

  /// The indentation of a member that has a line of its own.
  static Optional<String> ofMember(String text, Node.Obj object, int index) {
    return startsLine(text, object, index)
        ? Optional.of(ofLine(text, object.members().get(index).start()))
        : Optional.empty();
  }

  /// The offset after the previous member, or after the object's bracket.
  static int gap(Node.Obj object, int index) {
    return index == 0 ? object.start() + 1 : object.members().get(index - 1).value().end();
  }

  /// The indentation of one level: that of the root's first member, else 2 blanks.
  static String unit(String text, Node.Obj root) {
    return (root.members().isEmpty() ? Optional.<String>empty() : ofMember(text, root, 0))
        .filter(indent -> !indent.isEmpty())
        .orElse(DEFAULT_UNIT);
  }
}
