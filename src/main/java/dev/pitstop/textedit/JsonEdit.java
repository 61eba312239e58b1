package dev.pitstop.textedit;

import com.google.gson.FormattingStyle;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import dev.pitstop.rpc.Json;
import java.util.Optional;

/// Changes one member of an object in a JSON text, in the style of its neighbours. Every other
/// character stays where it is.
public final class JsonEdit {
  private final String text;
  private final Node.Obj object;
  private final String base;
  private final String newline;
  private final String unit;

  /// @param root the text's outermost object
  /// @param object the one that is changed
  public JsonEdit(String text, Node.Obj root, Node.Obj object) {
    this.text = text;
    this.object = object;
    this.base = Trivia.ofLine(text, object.start());
    this.newline = Trivia.newline(text);
    this.unit = unit(text, root);
  }

  /// A JSON value as text.
  ///
  /// @param newline a line end and the indentation of the line in which the value begins; empty for
  ///   a value on one line
  public static String written(JsonElement value, String newline, String unit) {
    FormattingStyle style =
        newline.isEmpty()
            ? FormattingStyle.COMPACT.withSpaceAfterSeparators(true)
            : FormattingStyle.PRETTY.withIndent(unit);
    return new GsonBuilder()
        .disableHtmlEscaping()
        .serializeNulls()
        .setFormattingStyle(style)
        .create()
        .toJson(value)
        .replace("\n", newline);
  }

  /// Adds a member after the last one.
  public String add(String name, JsonElement value) {
    String key = Json.quote(name) + ": ";
    int close = object.end() - 1;
    if (object.members().isEmpty()) {
      return addFirst(key, value, close);
    }
    int end = object.members().getLast().value().end();
    int comma = Trivia.skip(text, end);
    boolean trailing = text.charAt(comma) == ',';
    int at = endOfContent(trailing ? comma + 1 : end, close);
    return text.substring(0, end)
        + (trailing ? "" : ",")
        + text.substring(end, at)
        + member(key, value, object.members().size() - 1, end, close)
        + (trailing ? "," : "")
        + text.substring(at);
  }

  private String addFirst(String key, JsonElement value, int close) {
    int start = object.start() + 1;
    String line = newline + base + unit;
    String lines = line + key + written(value, line, unit);
    if (Trivia.isEmpty(text, start, close)) {
      return text.substring(0, start) + lines + newline + base + text.substring(close);
    }
    int at = endOfContent(start, close); // after a comment
    String piece =
        Trivia.hasBreak(text, start, close) ? lines : " " + key + written(value, "", unit);
    return text.substring(0, at) + piece + text.substring(at);
  }

  /// Gives a member another value.
  public String replace(Node.Member member, JsonElement value) {
    Node old = member.value();
    String line = line(object.members().indexOf(member), old.start(), old.end());
    return text.substring(0, old.start()) + written(value, line, unit) + text.substring(old.end());
  }

  /// A member that follows another.
  private String member(String key, JsonElement value, int index, int from, int to) {
    String line = line(index, from, to);
    return (line.isEmpty() ? " " : line) + key + written(value, line, unit);
  }

  /// A line end and the indentation of a member's line; empty if it is on a line with others.
  ///
  /// @param from a line end between here and `to` also means that members have lines of their own
  private String line(int index, int from, int to) {
    return startsLine(text, object, index) || Trivia.hasBreak(text, from, to)
        ? newline + ofMember(text, object, index).orElse(base + unit)
        : "";
  }

  /// The offset after the last comma, value or comment before the closing bracket, and after the
  /// blanks at the end of its line.
  private int endOfContent(int from, int close) {
    int at = close;
    while (at > from && Trivia.isEmpty(text, at - 1, at)) {
      at--;
    }
    int lineEnd = Trivia.skipBlanks(text, at);
    return lineEnd < close && Trivia.isBreak(text.charAt(lineEnd)) ? lineEnd : at;
  }

  /// Removes a member: its key and value, one comma, and its line if nothing else is on that line.
  /// Comments stay, even those about the member: only their author knows what they refer to.
  public String remove(Node.Member member) {
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
    int from = lineBefore(index, last, after);
    int rest = Trivia.skipBlanks(text, after);
    boolean takesRest = Trivia.isBreak(text.charAt(rest)) || (from == member.start() && !last);
    out.delete(from, takesRest ? rest : after);
    if (!comma && index > 0) {
      out.deleteCharAt(Trivia.skip(text, object.members().get(index - 1).value().end()));
    }
    return out.toString();
  }

  /// The start of the blanks that are removed with the member, including the start of its line.
  private int lineBefore(int index, boolean last, int after) {
    int start = object.members().get(index).start();
    int gap = gap(object, index);
    int blanks = Trivia.backOverBlanks(text, start, gap);
    if (!Trivia.isBreak(text.charAt(blanks - 1))) {
      return blanks;
    }
    boolean crlf = blanks >= 2 && text.startsWith("\r\n", blanks - 2);
    int lineEnd = blanks - (crlf ? 2 : 1);
    boolean alone = Trivia.isBreak(text.charAt(Trivia.skipBlanks(text, after)));
    int comma = Trivia.skip(text, gap); // behind the member before, if there is one
    String before = text.substring(text.charAt(comma) == ',' ? comma + 1 : gap, lineEnd);
    boolean swallows = Trivia.skip(before + "x", 0) > before.length(); // in a line comment
    return alone || (last && !swallows) ? lineEnd : start;
  }

  /// Whether a line ends between the member and what stands before it.
  private static boolean startsLine(String text, Node.Obj object, int index) {
    return Trivia.hasBreak(text, gap(object, index), object.members().get(index).start());
  }

  /// The indentation of a member that has a line of its own.
  private static Optional<String> ofMember(String text, Node.Obj object, int index) {
    return startsLine(text, object, index)
        ? Optional.of(Trivia.ofLine(text, object.members().get(index).start()))
        : Optional.empty();
  }

  /// The offset after the previous member, or after the object's bracket.
  private static int gap(Node.Obj object, int index) {
    return index == 0 ? object.start() + 1 : object.members().get(index - 1).value().end();
  }

  /// The indentation of one level: that of the root's first member, else 2 blanks.
  private static String unit(String text, Node.Obj root) {
    return (root.members().isEmpty() ? Optional.<String>empty() : ofMember(text, root, 0))
        .filter(indent -> !indent.isEmpty())
        .orElse("  ");
  }
}
