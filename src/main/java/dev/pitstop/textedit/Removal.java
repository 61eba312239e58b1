package dev.pitstop.textedit;

/// Removes a member from an object in a JSON text: its key and value, one comma, and its line if
/// nothing else is on that line. Comments stay, even those about the member: only their author
/// knows what they refer to.
public final class Removal {
  private Removal() {}

  public static String of(String text, Node.Obj object, Node.Member member) {
    int index = object.members().indexOf(member);
    boolean last = index == object.members().size() - 1;
    int end = member.value().end();
    int next = Trivia.skip(text, end);
    boolean comma = text.charAt(next) == ',';
    int close = object.end() - 1;
    int open = object.start() + 1;
    if (object.members().size() == 1
        && Trivia.isEmpty(text, open, member.start())
        && Trivia.isEmpty(text, end, comma ? next : close)
        && Trivia.isEmpty(text, comma ? next + 1 : close, close)) {
      return text.substring(0, open) + text.substring(close);
    }
    StringBuilder out = new StringBuilder(text);
    int after = end;
    if (comma && Trivia.isEmpty(text, end, next)) {
      after = next + 1;
    } else if (comma) {
      out.deleteCharAt(next); // a comment is between
    }
    int from = lineBefore(text, object, index, last, after);
    int rest = Trivia.skipBlanks(text, after);
    boolean takesRest = Trivia.isBreak(text.charAt(rest)) || (from == member.start() && !last);
    out.delete(from, takesRest ? rest : after);
    if (!comma && index > 0) {
      out.deleteCharAt(Trivia.skip(text, object.members().get(index - 1).value().end()));
    }
    return out.toString();
  }

  /// The start of the blanks that are removed with the member, including the start of its line.
  private static int lineBefore(String text, Node.Obj object, int index, boolean last, int after) {
    int start = object.members().get(index).start();
    int gap = Indent.gap(object, index);
    int blanks = Trivia.backOverBlanks(text, start, gap);
    if (!Trivia.isBreak(text.charAt(blanks - 1))) {
      return blanks;
    }
    boolean crlf = blanks >= 2 && text.startsWith("\r\n", blanks - 2);
    int lineEnd = blanks - (crlf ? 2 : 1);
    boolean alone = Trivia.isBreak(text.charAt(Trivia.skipBlanks(text, after)));
    boolean goes = alone || (last && !Trivia.inLineComment(text, gap, lineEnd));
    return goes ? lineEnd : start;
  }
}
