package dev.pitstop.textedit;

import dev.pitstop.text.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the servers in a TOML file into [Node]s: those under a header `[mcp_servers.NAME]`, with
/// their keys. A key that is written in another way (as a table of its own, or dotted) has no
/// place, and so has a server of another form: it is found, and not changed. Everything else is
/// read over, and only checked as far as that needs. The reader is written by hand, because every
/// other character of the file must stay where it is.
final class Toml extends Brackets {
  private static final int MAX_DEPTH = 200;
  private static final String CONTAINER = "mcp_servers";
  private static final Set<String> WORDS = Set.of("true", "false", "inf", "nan");

  private final Map<String, Table> tables = new LinkedHashMap<>(); // the servers, by their names
  private int keyEnd; // of the last key
  private Table last = new Table(); // below the last header

  /// What stands below a header, or is said of a server elsewhere.
  private static final class Table {
    private final List<Node.Member> fields = new ArrayList<>();
    private int start;
    private int end;
    private boolean hasPlace = true;
  }

  private Toml(String text) {
    super(text, MAX_DEPTH);
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
        take(header, member(KeyPath.ROOT));
      }
      skip();
    }
    last.end = text.length();
    List<Node.Member> all = new ArrayList<>();
    tables.forEach((name, t) ->
        all.add(new Node.Member(name, 0, 0, new Node.Obj(t.start, t.end, t.fields), t.hasPlace)));
    Node container = new Node.Obj(0, 0, all);
    return new Node.Obj(
        0, text.length(), List.of(new Node.Member(CONTAINER, 0, 0, container, false)));
  }

  private List<String> header() throws Mistake {
    last.end = at;
    last = new Table();
    String close = text.startsWith("[[", at) ? "]]" : "]";
    at += close.length();
    blanks();
    List<String> path = key();
    if (!text.startsWith(close, at)) {
      throw new Mistake(at, "expected `" + close + "` after the table's name");
    }
    at += close.length();
    if (path.size() > 1 && path.getFirst().equals(CONTAINER)) {
      Table server = server(path.get(1));
      if (path.size() > 2) {
        server.fields.add(
            nested(path.subList(2, path.size()), at, new Node.Obj(at, at, List.of())));
      } else {
        last = server;
        last.start = at;
      }
    }
    return path;
  }

  private Table server(String name) {
    return tables.computeIfAbsent(name, n -> new Table());
  }

  /// Takes a pair below a header.
  private void take(List<String> header, Node.Member pair) {
    boolean below = !header.isEmpty() && header.getFirst().equals(CONTAINER);
    if (below && header.size() == 2) {
      last.fields.add(pair);
    } else if (below && header.size() == 1) {
      server(pair.name()).hasPlace = false;
    } else if (header.isEmpty()
        && pair.name().equals(CONTAINER)
        && pair.value() instanceof Node.Obj all) {
      all.members().forEach(server -> server(server.name()).hasPlace = false);
    }
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

  @Override
  Node.Member member(KeyPath in) throws Mistake {
    int start = at;
    List<String> path = key();
    int end = keyEnd;
    if (at >= text.length() || text.charAt(at) != '=') {
      throw new Mistake(at, "expected `=` after the key");
    }
    at++;
    blanks();
    Node value = value(in.in(String.join(".", path)));
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

  private String simpleKey() throws Mistake {
    int start = at;
    if (at < text.length() && "\"'".indexOf(text.charAt(at)) >= 0) {
      return string();
    }
    while (at < text.length() && (Variables.inName(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    if (at == start) {
      throw new Mistake(
          at, "expected a key here: letters, digits, `_` and `-`, or a quoted string");
    }
    return text.substring(start, at);
  }

  @Override
  Node value(KeyPath path) throws Mistake {
    int start = at;
    return switch (at < text.length() ? text.charAt(at) : ' ') {
      case '"', '\'' -> {
        String value = string();
        yield new Node.Text(start, at, value);
      }
      case '[' -> array(path);
      case '{' -> object(path);
      default -> other();
    };
  }

  /// A number, a date or a boolean, which is not looked into.
  private Node other() throws Mistake {
    int start = at;
    while (at < text.length() && ",]}#\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    int end = Trivia.backOverBlanks(text, at, start);
    if (end == start) {
      throw new Mistake(start, "expected a value here");
    }
    String word = text.substring(start, end);
    if (Character.isLetter(word.charAt(0)) && !WORDS.contains(word)) {
      throw new Mistake(start, "a string needs quotes");
    }
    return new Node.Num(start, end, word);
  }

  /// Reads a string, and leaves `at` after its closing quotes. A backslash at the end of a line
  /// stays: such a text is only shown.
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
      } else {
        escape(out);
      }
    }
    throw new Mistake(
        start,
        spansLines
            ? "this string is not closed: `" + quotes + "` is missing"
            : "this string is not closed: a `" + quote + "` is missing on its line");
  }

  /// What is no escape stays as it is: the client will complain.
  private void escape(StringBuilder out) {
    char c = at < text.length() ? text.charAt(at++) : ' ';
    int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
    int value = digits == 0 ? "btnfr\"\\".indexOf(c) : Trivia.hex(text, at, digits);
    if (digits == 0 && value >= 0) {
      out.append("\b\t\n\f\r\"\\".charAt(value));
    } else if (digits > 0 && Character.isValidCodePoint(value)) {
      out.appendCodePoint(value);
      at += digits;
    } else {
      out.append('\\').append(c);
    }
  }

  private void blanks() {
    at = Trivia.skipBlanks(text, at);
  }

  @Override
  void skip() {
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
}
