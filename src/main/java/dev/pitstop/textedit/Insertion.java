package dev.pitstop.textedit;

import dev.pitstop.rpc.Json;

/// Writes a member into an object of a text, in the style of its neighbours.
public final class Insertion {
  private final String text;
  private final Node.Obj into;
  private final String base;
  private final String newline;
  private final String unit;

  /// @param root the text's outermost object
  /// @param into the object that gets the member
  public Insertion(String text, Node.Obj root, Node.Obj into) {
    this.text = text;
    this.into = into;
    this.base = Indent.ofLine(text, into.start());
    this.newline = Indent.newline(text);
    this.unit = Indent.unit(text, root, into);
  }

  private Printer printed(String json) {
    return new Printer(json, newline, unit);
  }

  /// Adds a member after the last one.
  ///
  /// @param value a JSON value
  public String add(String name, String value) {
    String key = Json.quote(name) + ": ";
    Printer member = printed(value);
    int close = into.end() - 1;
    if (into.members().isEmpty()) {
      return addFirst(key, member, close);
    }
    int index = into.members().size() - 1;
    Node.Member last = into.members().getLast();
    int comma = Trivia.skip(text, last.value().end());
    boolean trailing = text.charAt(comma) == ',';
    int at = endOfContent(trailing ? comma + 1 : last.value().end(), close);
    boolean lines =
        Indent.startsLine(text, into, index) || Trivia.hasBreak(text, last.value().end(), close);
    String indent = Indent.ofMember(text, into, index).orElse(base + unit);
    String piece =
        lines ? newline + indent + key + member.lines(indent) : " " + key + member.inline();
    Edits edits = new Edits();
    edits.insert(last.value().end(), trailing ? "" : ",");
    edits.insert(at, piece + (trailing ? "," : ""));
    return edits.apply(text);
  }

  private String addFirst(String key, Printer member, int close) {
    int start = into.start() + 1;
    String indent = base + unit;
    String lines = newline + indent + key + member.lines(indent);
    if (Trivia.isEmpty(text, start, close)) {
      return text.substring(0, start) + lines + newline + base + text.substring(close);
    }
    int at = endOfContent(start, close); // after a comment
    String piece = Trivia.hasBreak(text, start, close) ? lines : " " + key + member.inline();
    return text.substring(0, at) + piece + text.substring(at);
  }

  /// Gives a member another value.
  ///
  /// @param json a JSON value
  public String replace(Node.Member member, String json) {
    Printer value = printed(json);
    int index = into.members().indexOf(member);
    Node old = member.value();
    boolean lines =
        Indent.startsLine(text, into, index) || Trivia.hasBreak(text, old.start(), old.end());
    String indent = Indent.ofMember(text, into, index).orElse(base + unit);
    return text.substring(0, old.start())
        + (lines ? value.lines(indent) : value.inline())
        + text.substring(old.end());
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
}
