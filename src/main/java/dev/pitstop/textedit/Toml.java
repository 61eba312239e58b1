package dev.pitstop.textedit;

import dev.pitstop.text.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Reads the servers in a TOML file into [Node]s: those under a header `[mcp_servers.NAME]`, with
/// their keys. A key that is written in another way (as a table of its own, or dotted) has no
/// place, and so has a server of another form: it is found, and not changed. Everything else is
/// read over. Numbers and dates keep their spelling. The reader is written by hand, because every
/// other character of the file must stay where it is.
final class Toml {
  private static final int MAX_DEPTH = 200;
  private static final String CONTAINER = "mcp_servers";

  private final String text;
  private final Map<String, List<Node.Member>> servers = new LinkedHashMap<>();
  private final Set<String> otherForms = new TreeSet<>(); // the names of these
  private int depth;
  private int at;
  private int keyEnd; // of the last key

  private Toml(String text) {
    this.text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  static Parsed parse(String text) {
    try {
      return new Parsed.Tree(new Toml(text).document());
    } catch (Mistake m) {
      return m.what();
    }
  }

  private Node document() throws Mistake {
    List<String> header = List.of();
    skip();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        header = header();
      } else {
        take(header, pair());
      }
      lineEnd();
      skip();
    }
    List<Node.Member> all = new ArrayList<>();
    servers.forEach((name, fields) -> {
      Node.Obj server = new Node.Obj(0, 0, fields);
      all.add(new Node.Member(name, 0, 0, server, !otherForms.contains(name)));
    });
    Node container = new Node.Obj(0, 0, all);
    return new Node.Obj(
        0, text.length(), List.of(new Node.Member(CONTAINER, 0, 0, container, false)));
  }

  private List<String> header() throws Mistake {
    int start = at;
    String close = text.startsWith("[[", at) ? "]]" : "]";
    at += close.length();
    blanks();
    List<String> path = key();
    if (!text.startsWith(close, at)) {
      throw new Mistake(at, "expected `" + close + "` after the table's name");
    }
    at += close.length();
    if (path.size() > 1 && path.getFirst().equals(CONTAINER)) {
      List<Node.Member> fields = server(path.get(1));
      if (path.size() > 2) {
        fields.add(
            nested(path.subList(2, path.size()), start, new Node.Obj(start, start, List.of())));
      }
    }
    return path;
  }

  private List<Node.Member> server(String name) {
    return servers.computeIfAbsent(name, n -> new ArrayList<>());
  }

  /// Takes a pair below a header.
  private void take(List<String> header, Node.Member pair) {
    boolean below = !header.isEmpty() && header.getFirst().equals(CONTAINER);
    if (below && header.size() == 2) {
      server(header.get(1)).add(pair);
    } else if (below && header.size() == 1) {
      otherForm(pair);
    } else if (header.isEmpty()
        && pair.name().equals(CONTAINER)
        && pair.value() instanceof Node.Obj all) {
      all.members().forEach(this::otherForm);
    }
  }

  private void otherForm(Node.Member server) {
    server(server.name());
    otherForms.add(server.name());
  }

  private Node.Member pair() throws Mistake {
    int start = at;
    List<String> path = key();
    int end = keyEnd;
    if (at >= text.length() || text.charAt(at) != '=') {
      throw new Mistake(at, "expected `=` after the key");
    }
    at++;
    blanks();
    Node value = value();
    return path.size() == 1
        ? new Node.Member(path.getFirst(), start, end, value, true)
        : nested(path, start, value);
  }

  /// A key in tables that have no place.
  private static Node.Member nested(List<String> path, int start, Node value) {
    Node inner =
        path.size() == 1
            ? value
            : new Node.Obj(
                start, start, List.of(nested(path.subList(1, path.size()), start, value)));
    return new Node.Member(path.getFirst(), start, start, inner, false);
  }

  /// Reads a key, and the blanks after it.
  private List<String> key() throws Mistake {
    List<String> path = new ArrayList<>();
    while (true) {
      path.add(simpleKey());
      keyEnd = at;
      blanks();
      if (at == text.length() || text.charAt(at) != '.') {
        return path;
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
    List<Node.Member> fields = new ArrayList<>();
    while (here(start) != '}') {
      fields.add(pair());
      separator(start, '}', "table");
    }
    at++;
    depth--;
    return new Node.Obj(start, at, fields);
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
