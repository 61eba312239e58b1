package dev.pitstop.textedit;

import dev.pitstop.text.Variables;
import dev.pitstop.textedit.Node.Form;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads TOML into [Node]s. However a table is written (under a header, with dotted keys, inline),
/// it becomes one object. Numbers and dates keep their spelling. The reader is written by hand,
/// because every other character of the file must stay where it is.
final class Toml {
  private static final int MAX_DEPTH = 200;

  private static final class Mistake extends Exception {
    private static final long serialVersionUID = 1L;
    private final int offset;

    Mistake(int offset, String message) {
      super(message, null, false, false);
      this.offset = offset;
    }
  }

  private record Key(List<String> path, int start, int lastStart, int end) {
    List<String> above() {
      return path.subList(0, path.size() - 1);
    }
  }

  /// What a key stands for while the text is being read.
  private sealed interface Part {}

  private record Leaf(Node.Member member) implements Part {}

  /// The tables of a `[[header]]`.
  private record Tables(List<Table> all) implements Part {}

  private static final class Table implements Part {
    private final KeyPath path;
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private Form form;
    private int start;

    /// @param start its header, or where it is mentioned first
    Table(KeyPath path, Form form, int start) {
      this.path = path;
      this.form = form;
      this.start = start;
    }

    Node.Obj node(int end) {
      List<Node.Member> members = new ArrayList<>();
      parts.forEach((name, part) ->
          members.add(
              switch (part) {
                case Leaf(Node.Member member) -> member;
                case Table t -> t.member(name, t.node(t.start));
                case Tables(List<Table> all) -> {
                  List<Node> items = new ArrayList<>();
                  all.forEach(t -> items.add(t.node(t.start)));
                  Table first = all.getFirst();
                  yield first.member(name, new Node.Arr(first.start, first.start, items));
                }
              }));
      return new Node.Obj(start, end, members);
    }

    private Node.Member member(String name, Node value) {
      return new Node.Member(name, start, start, start, value, form);
    }
  }

  private final String text;
  private int depth;
  private int at;

  private Toml(String text) {
    this.text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  static Parsed parse(String text) {
    try {
      return new Parsed.Tree(new Toml(text).document());
    } catch (Mistake m) {
      return new Parsed.Broken(m.offset, KeyPath.ROOT, String.valueOf(m.getMessage()));
    }
  }

  private Node document() throws Mistake {
    Table root = new Table(KeyPath.ROOT, Form.HEADER, 0);
    Table table = root;
    skip();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        table = header(root);
      } else {
        pair(table, Form.LINE);
      }
      lineEnd();
      skip();
    }
    return root.node(text.length());
  }

  private Table header(Table root) throws Mistake {
    int start = at;
    boolean array = text.startsWith("[[", at);
    String close = array ? "]]" : "]";
    at += close.length();
    blanks();
    Key key = key();
    blanks();
    if (!text.startsWith(close, at)) {
      throw new Mistake(at, "expected `" + close + "` after the table's name");
    }
    at += close.length();
    Table above = inner(root, key.above(), Form.ABOVE, start);
    String name = key.path().getLast();
    Table table = new Table(above.path.in(name), Form.HEADER, start);
    Optional<Part> there = Optional.ofNullable(above.parts.get(name));
    if (there.isEmpty()) {
      above.parts.put(name, array ? new Tables(new ArrayList<>(List.of(table))) : table);
      return table;
    }
    if (array && there.get() instanceof Tables(List<Table> all)) {
      all.add(table);
      return table;
    }
    if (!array && there.get() instanceof Table t && t.form != Form.HEADER) {
      t.form = Form.HEADER;
      t.start = start;
      return t;
    }
    throw new Mistake(start, "the table `" + table.path.text() + "` is defined twice");
  }

  /// The table under these keys; the last one of an array of tables.
  ///
  /// @param form how it is written, if this is its first mention
  private static Table inner(Table from, List<String> path, Form form, int start) throws Mistake {
    Table table = from;
    for (String name : path) {
      KeyPath inner = table.path.in(name);
      table =
          switch (table.parts.computeIfAbsent(name, n -> new Table(inner, form, start))) {
            case Table t -> t;
            case Tables(List<Table> all) -> all.getLast();
            case Leaf leaf ->
                throw new Mistake(start, "`" + inner.text() + "` has a value and is no table");
          };
    }
    return table;
  }

  private void pair(Table table, Form form) throws Mistake {
    Key key = key();
    blanks();
    if (at >= text.length() || text.charAt(at) != '=') {
      throw new Mistake(at, "expected `=` after the key");
    }
    at++;
    blanks();
    Table inner = inner(table, key.above(), Form.DOTTED, key.start());
    String name = key.path().getLast();
    if (inner.parts.containsKey(name)) {
      throw new Mistake(
          key.start(), "the key `" + inner.path.in(name).text() + "` is defined twice");
    }
    inner.parts.put(
        name,
        new Leaf(new Node.Member(name, key.start(), key.lastStart(), key.end(), value(), form)));
  }

  private Key key() throws Mistake {
    int start = at;
    List<String> path = new ArrayList<>();
    while (true) {
      int lastStart = at;
      path.add(simpleKey());
      int end = at;
      blanks();
      if (at == text.length() || text.charAt(at) != '.') {
        return new Key(path, start, lastStart, end);
      }
      at++;
      blanks();
    }
  }

  private String simpleKey() throws Mistake {
    char c = at < text.length() ? text.charAt(at) : '\n';
    if (c == '"' || c == '\'') {
      if (text.startsWith(String.valueOf(c).repeat(3), at)) {
        throw new Mistake(at, "a key cannot span lines");
      }
      return string();
    }
    int start = at;
    while (at < text.length() && bare(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw new Mistake(
          at, "expected a key here: letters, digits, `_` and `-`, or a quoted string");
    }
    return text.substring(start, at);
  }

  private static boolean bare(char c) {
    return Variables.inName(c) || c == '-';
  }

  private Node value() throws Mistake {
    int start = at;
    return switch (at < text.length() ? text.charAt(at) : ' ') {
      case '"', '\'' -> {
        String value = string();
        yield new Node.Text(start, at, value);
      }
      case '[' -> array();
      case '{' -> table();
      default -> other();
    };
  }

  private Node array() throws Mistake {
    int start = enter();
    List<Node> items = new ArrayList<>();
    while (here(start) != ']') {
      items.add(value());
      separator(start, ']', "array");
    }
    at++;
    depth--;
    return new Node.Arr(start, at, items);
  }

  private Node table() throws Mistake {
    int start = enter();
    Table fields = new Table(KeyPath.ROOT, Form.INLINE, start);
    while (here(start) != '}') {
      pair(fields, Form.INLINE);
      separator(start, '}', "table");
    }
    at++;
    depth--;
    return fields.node(at);
  }

  private int enter() throws Mistake {
    if (++depth > MAX_DEPTH) {
      throw new Mistake(at, "nested more than " + MAX_DEPTH + " levels deep");
    }
    int start = at++;
    skip();
    return start;
  }

  /// Skips a comma, which may also follow the last value.
  private void separator(int open, char close, String where) throws Mistake {
    skip();
    if (here(open) == ',') {
      at++;
      skip();
    } else if (here(open) != close) {
      throw new Mistake(at, "expected `,` or `" + close + "` in this " + where);
    }
  }

  private char here(int open) throws Mistake {
    if (at >= text.length()) {
      throw new Mistake(open, "this `" + text.charAt(open) + "` is not closed");
    }
    return text.charAt(at);
  }

  /// A number, a date or a boolean.
  private Node other() throws Mistake {
    int start = at;
    while (at < text.length() && (inWord(text.charAt(at)) || dateWithBlank(start))) {
      at++;
    }
    if (at == start) {
      throw new Mistake(
          at,
          at == text.length()
              ? "expected a value here"
              : "expected a value here: a string in quotes, a number, true, false, `[` or `{`");
    }
    String word = text.substring(start, at);
    if (word.equals("true") || word.equals("false")) {
      return new Node.Bool(start, at, word.equals("true"));
    }
    char c = word.charAt(0);
    boolean number = (c >= '0' && c <= '9') || c == '+' || c == '-';
    if (!number && !word.equals("inf") && !word.equals("nan")) {
      throw new Mistake(start, "a string needs quotes");
    }
    return new Node.Num(start, at, word);
  }

  private static boolean inWord(char c) {
    return Character.isLetterOrDigit(c) || "+-.:_".indexOf(c) >= 0;
  }

  /// `1979-05-27 07:32:00`.
  private boolean dateWithBlank(int start) {
    return at - start == 10
        && at + 1 < text.length()
        && text.charAt(at) == ' '
        && text.charAt(start + 4) == '-'
        && Character.isDigit(text.charAt(at + 1));
  }

  /// Reads a string, and leaves `at` after its closing quotes.
  private String string() throws Mistake {
    int start = at;
    String quote = text.substring(at, at + 1);
    boolean spansLines = text.startsWith(quote.repeat(3), at);
    String quotes = spansLines ? quote.repeat(3) : quote;
    at += quotes.length();
    if (spansLines) {
      at += text.startsWith("\r\n", at) ? 2 : text.startsWith("\n", at) ? 1 : 0;
    }
    StringBuilder out = new StringBuilder();
    while (at < text.length() && (spansLines || text.charAt(at) != '\n')) {
      if (text.startsWith(quotes, at)) {
        at += quotes.length();
        for (int i = 0; spansLines && i < 2 && text.startsWith(quote, at); i++) {
          out.append(text.charAt(at++)); // up to two more quotes may come before the end
        }
        return out.toString();
      }
      char c = text.charAt(at++);
      if (c != '\\' || quote.equals("'")) {
        out.append(c);
      } else if (!(spansLines && continued())) {
        escape(out);
      }
    }
    throw new Mistake(
        start,
        spansLines
            ? "this string is not closed: `" + quotes + "` is missing"
            : "this string is not closed: a `" + quote + "` is missing on its line");
  }

  /// Skips the line end after a backslash, and the blanks of the next lines.
  private boolean continued() {
    int end = Trivia.skipBlanks(text, at);
    if (!text.startsWith("\n", end) && !text.startsWith("\r\n", end)) {
      return false;
    }
    at = end;
    while (at < text.length() && Trivia.isEmpty(text, at, at + 1)) {
      at++;
    }
    return true;
  }

  private void escape(StringBuilder out) throws Mistake {
    int backslash = at - 1;
    char c = at < text.length() ? text.charAt(at++) : ' ';
    switch (c) {
      case '"', '\\' -> out.append(c);
      case 'b' -> out.append('\b');
      case 't' -> out.append('\t');
      case 'n' -> out.append('\n');
      case 'f' -> out.append('\f');
      case 'r' -> out.append('\r');
      case 'e' -> out.append('\u001b');
      case 'x' -> out.appendCodePoint(hex(backslash, 2));
      case 'u' -> out.appendCodePoint(hex(backslash, 4));
      case 'U' -> out.appendCodePoint(hex(backslash, 8));
      default ->
          throw new Mistake(
              backslash, "write a backslash twice (`\\\\`), or put the string in `'`");
    }
  }

  private int hex(int backslash, int digits) throws Mistake {
    int value = Trivia.hex(text, at, digits);
    if (value < 0) {
      throw new Mistake(
          backslash,
          "`\\" + text.charAt(backslash + 1) + "` needs " + digits + " hexadecimal digits");
    }
    at += digits;
    if (!Character.isValidCodePoint(value)) {
      throw new Mistake(backslash, "this character does not exist");
    }
    return value;
  }

  private void blanks() {
    at = Trivia.skipBlanks(text, at);
  }

  /// Skips blanks, line ends and comments.
  private void skip() {
    while (at < text.length()) {
      if (text.charAt(at) == '#') {
        at = Trivia.lineEnd(text, at);
      } else if (Trivia.isEmpty(text, at, at + 1)) {
        at++;
      } else {
        return;
      }
    }
  }

  /// Checks that only a comment follows a statement on its line.
  private void lineEnd() throws Mistake {
    blanks();
    if (at < text.length() && text.charAt(at) != '#' && !Trivia.isBreak(text.charAt(at))) {
      throw new Mistake(at, "unexpected text after the value");
    }
  }
}
