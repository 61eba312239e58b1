package dev.pitstop.textedit;

import dev.pitstop.text.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the servers in a TOML file: what stands below a header `[mcp_servers.NAME]`, with its
/// strings and arrays of strings. Other values are not looked into. A server of another form, and a
/// key that is dotted or has a header of its own, is found but has no place, so it is not changed.
/// Of everything else only so much is read as shows where it ends: every other character of the
/// file must stay where it is.
final class Toml {
  private static final String CONTAINER = "mcp_servers";
  private static final Set<String> WORDS = Set.of("true", "false", "inf", "nan");
  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|[btnfr\"\\\\])");

  private final String text;
  private int at;
  private final Map<String, Table> tables = new LinkedHashMap<>(); // the servers, by their names

  /// What stands below a header, or is said of a server elsewhere.
  private static final class Table {
    private final List<Node.Member> fields = new ArrayList<>();
    private int start;
    private int end;
    private boolean hasPlace = true;
  }

  private Toml(String text) {
    this.text = text;
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  static Node parse(String text) throws Mistake {
    return new Toml(text).document();
  }

  private Node document() throws Mistake {
    List<String> header = List.of();
    Table last = new Table(); // below the last header
    for (skip(); at < text.length(); skip()) {
      if (text.charAt(at) == '[') {
        last.end = at;
        header = header();
        boolean server = isServer(header);
        last = server && header.size() == 2 ? table(header) : new Table();
        last.start = at;
        if (server && header.size() > 2) {
          field(header, at, new Node.Num(at, at, ""));
        }
      } else {
        pair(header);
      }
    }
    last.end = text.length();
    List<Node.Member> all = new ArrayList<>();
    tables.forEach((name, t) ->
        all.add(new Node.Member(name, 0, 0, new Node.Obj(t.start, t.end, t.fields), t.hasPlace)));
    Node container = new Node.Obj(0, 0, all);
    return new Node.Obj(
        0, text.length(), List.of(new Node.Member(CONTAINER, 0, 0, container, false)));
  }

  private static boolean isServer(List<String> path) {
    return path.size() > 1 && path.getFirst().equals(CONTAINER);
  }

  private Table table(List<String> path) {
    return tables.computeIfAbsent(path.get(1), n -> new Table());
  }

  /// Notes a field of a server that has no place.
  private void field(List<String> path, int start, Node value) {
    table(path).fields.add(new Node.Member(path.get(2), start, start, value, false));
  }

  private List<String> header() throws Mistake {
    String close = text.startsWith("[[", at) ? "]]" : "]";
    at += close.length();
    List<String> path = key();
    if (!text.startsWith(close, at)) {
      throw mistake(at, "expected `" + close + "` after the table's name");
    }
    at += close.length();
    return path;
  }

  /// @param header above the pair
  private void pair(List<String> header) throws Mistake {
    int start = at;
    List<String> key = key();
    int end = Trivia.backOverBlanks(text, at, start);
    if (!text.startsWith("=", at)) {
      throw mistake(at, "expected `=` after the key");
    }
    at = Trivia.skipBlanks(text, at + 1);
    Node value = value();
    List<String> path = new ArrayList<>(header);
    path.addAll(key);
    if (!isServer(path)) {
      return;
    }
    if (header.size() == 2 && key.size() == 1) {
      table(path).fields.add(new Node.Member(key.getFirst(), start, end, value, true));
    } else if (header.size() >= 2) {
      field(path, start, value);
    } else {
      table(path).hasPlace = false;
    }
  }

  /// Reads a key, and the blanks around it.
  private List<String> key() throws Mistake {
    List<String> path = new ArrayList<>();
    do {
      at = Trivia.skipBlanks(text, path.isEmpty() ? at : at + 1);
      int start = at;
      if (at < text.length() && "\"'".indexOf(text.charAt(at)) >= 0) {
        path.add(string().value());
      } else {
        while (at < text.length()
            && (Variables.inName(text.charAt(at)) || text.charAt(at) == '-')) {
          at++;
        }
        path.add(text.substring(start, at));
      }
      if (at == start) {
        throw mistake(at, "expected a key here: letters, digits, `_` and `-`, or a quoted string");
      }
      at = Trivia.skipBlanks(text, at);
    } while (text.startsWith(".", at));
    return path;
  }

  /// Reads up to the end of the line, or of that line on which the last bracket closes.
  private Node value() throws Mistake {
    int start = at;
    int end = at; // of what has been read
    int depth = 0;
    int lexemes = 0;
    boolean flat = true; // no more than one bracket deep, and one lexeme between the commas
    boolean separated = true;
    List<Node> items = new ArrayList<>();
    while (at < text.length() && (depth > 0 || !Trivia.isBreak(text.charAt(at)))) {
      char c = text.charAt(at);
      if (c == '#' || Trivia.isEmpty(text, at, at + 1)) {
        at = c == '#' ? Trivia.lineEnd(text, at) : at + 1;
        continue;
      }
      lexemes++;
      if ("[{]},".indexOf(c) >= 0) {
        at++;
        depth += "[{".indexOf(c) >= 0 ? 1 : c == ',' ? 0 : -1;
        flat &= depth < 2;
        separated = true;
      } else {
        flat &= separated;
        separated = false;
        items.add(c == '"' || c == '\'' ? string() : word(depth == 0));
      }
      end = at;
    }
    if (lexemes == 0 || depth > 0) {
      throw mistake(start, depth > 0 ? "this bracket is not closed" : "expected a value here");
    }
    return lexemes == 1 && items.size() == 1
        ? items.getFirst()
        : flat && text.charAt(start) == '[' && text.charAt(end - 1) == ']'
            ? new Node.Arr(start, end, items)
            : new Node.Num(start, end, text.substring(start, end));
  }

  /// A number, a date, a boolean, or a part of one.
  ///
  /// @param value whether it cannot be a key
  private Node word(boolean value) throws Mistake {
    int start = at;
    while (at < text.length() && ",[]{}#\"' \t\r\n".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    if (value && Character.isLetter(word.charAt(0)) && !WORDS.contains(word)) {
      throw mistake(start, "a string needs quotes");
    }
    return new Node.Num(start, at, word);
  }

  /// Reads a string. A backslash at the end of a line stays: such a text is only shown.
  private Node.Text string() throws Mistake {
    int start = at;
    char quote = text.charAt(at);
    String three = String.valueOf(quote).repeat(3);
    boolean lines = text.startsWith(three, at);
    String quotes = lines ? three : String.valueOf(quote);
    at += quotes.length();
    int from = at;
    while (!text.startsWith(quotes, at)) {
      if (at >= text.length() || (!lines && Trivia.isBreak(text.charAt(at)))) {
        throw mistake(start, "this string is not closed: `" + quotes + "` is missing");
      }
      at += quote == '"' && text.startsWith("\\", at) ? 2 : 1;
    }
    while (lines && text.startsWith(three, at + 1)) {
      at++; // up to two more quotes may come before the end
    }
    String inside = text.substring(from, at);
    at += quotes.length();
    String value = lines ? inside.replaceFirst("^\r?\n", "") : inside;
    return new Node.Text(
        start, at, quote == '"' ? ESCAPE.matcher(value).replaceAll(Toml::escaped) : value);
  }

  private static String escaped(MatchResult escape) {
    String code = escape.group(1);
    String character =
        code.length() > 1
            ? Character.toString(Integer.parseInt(code.substring(1), 16))
            : String.valueOf("\b\t\n\f\r\"\\".charAt("btnfr\"\\".indexOf(code)));
    return Matcher.quoteReplacement(character);
  }

  private static Mistake mistake(int offset, String message) {
    return new Mistake(offset, KeyPath.ROOT, message);
  }

  /// Skips blanks, line ends and comments.
  private void skip() {
    while (at < text.length() && (text.charAt(at) == '#' || Trivia.isEmpty(text, at, at + 1))) {
      at = text.charAt(at) == '#' ? Trivia.lineEnd(text, at) : at + 1;
    }
  }
}
