package dev.pitstop.textedit;

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

  /// Up to two more quotes may come before the three at the end of a string of several lines.
  private static final String STRING =
      "\"\"\"(?:[^\"\\\\]++|\\\\[\\s\\S]|\"(?!\"\"))*+\"{3,5}"
          + "|'''(?:[^']++|'(?!''))*+'{3,5}"
          + "|\"(?!\"\")(?:[^\"\\\\\\n]++|\\\\.)*+\""
          + "|'(?!'')[^'\\n]*+'";

  /// A string, a sign, a line end, or a word: a key, a number, a date or a boolean.
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?:[ \\t\\r]++|#[^\\n]*+)*+("
              + STRING
              + "|[^\\[\\]{},=.#\"'\\s]++|[\\[\\]{},=.\\n]|\\z)");

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|[btnfr\"\\\\])");

  private final String text;
  private final Matcher matcher;
  private String token = ""; // empty at the end of the file
  private int start; // of the token
  private int at; // after it
  private int keyEnd; // of the last key
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
    this.matcher = TOKEN.matcher(text);
    this.at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  static Node parse(String text) throws Mistake {
    return new Toml(text).document();
  }

  private void next() throws Mistake {
    matcher.region(at, text.length());
    if (!matcher.lookingAt()) {
      int quote = Trivia.skipBlanks(text, at);
      throw mistake(quote, "this string is not closed: its quotes are missing at its end");
    }
    token = matcher.group(1);
    start = matcher.start(1);
    at = matcher.end();
  }

  private boolean is(String sign) {
    return token.equals(sign);
  }

  private boolean isString() {
    return token.startsWith("\"") || token.startsWith("'");
  }

  private boolean isSign() {
    return token.isEmpty() || "[]{},=.\n".contains(token);
  }

  private Node document() throws Mistake {
    List<String> header = List.of();
    Table last = new Table(); // below the last header
    for (next(); !token.isEmpty(); ) {
      if (is("\n")) {
        next();
      } else if (is("[")) {
        last.end = start;
        header = header();
        boolean server = isServer(header);
        last = server && header.size() == 2 ? table(header) : new Table();
        last.start = keyEnd;
        if (server && header.size() > 2) {
          field(header, start, new Node.Num(start, start, ""));
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
  private void field(List<String> path, int offset, Node value) {
    table(path).fields.add(new Node.Member(path.get(2), offset, offset, value, false));
  }

  private List<String> header() throws Mistake {
    String close = text.startsWith("[[", start) ? "]]" : "]";
    at = start + close.length();
    List<String> path = key();
    if (!text.startsWith(close, start)) {
      throw mistake(start, "expected `" + close + "` after the table's name");
    }
    at = start + close.length();
    keyEnd = at;
    next();
    return path;
  }

  /// @param header above the pair
  private void pair(List<String> header) throws Mistake {
    int from = start;
    at = start;
    List<String> key = key();
    int end = keyEnd;
    if (!is("=")) {
      throw mistake(start, "expected `=` after the key");
    }
    Node value = value();
    List<String> path = new ArrayList<>(header);
    path.addAll(key);
    if (!isServer(path)) {
      return;
    }
    if (header.size() == 2 && key.size() == 1) {
      table(path).fields.add(new Node.Member(key.getFirst(), from, end, value, true));
    } else if (header.size() >= 2) {
      field(path, from, value);
    } else {
      table(path).hasPlace = false;
    }
  }

  /// Reads a key, and the token after it.
  private List<String> key() throws Mistake {
    List<String> path = new ArrayList<>();
    do {
      next();
      if (isSign()) {
        throw mistake(
            start, "expected a key here: letters, digits, `_` and `-`, or a quoted string");
      }
      path.add(isString() ? string() : token);
      keyEnd = at;
      next();
    } while (is("."));
    return path;
  }

  /// Reads up to the end of the line, or of that line on which the last bracket closes.
  private Node value() throws Mistake {
    next();
    int from = start;
    int end = start; // of what has been read
    int depth = 0;
    int tokens = 0;
    boolean flat = true; // no more than one bracket deep, and one token between the commas
    boolean separated = true;
    List<Node> items = new ArrayList<>();
    for (; !token.isEmpty() && (depth > 0 || !is("\n")); next()) {
      if (is("\n")) {
        continue;
      }
      tokens++;
      end = at;
      depth += is("[") || is("{") ? 1 : is("]") || is("}") ? -1 : 0;
      flat &= depth < 2 && (isSign() || separated);
      separated = isSign();
      if (isString()) {
        items.add(new Node.Text(start, at, string()));
      } else if (!isSign()) {
        if (depth == 0 && Character.isLetter(token.charAt(0)) && !WORDS.contains(token)) {
          throw mistake(start, "a string needs quotes");
        }
        items.add(new Node.Num(start, at, token));
      }
    }
    if (tokens == 0 || depth > 0) {
      throw mistake(from, depth > 0 ? "this bracket is not closed" : "expected a value here");
    }
    return tokens == 1 && items.size() == 1
        ? items.getFirst()
        : flat && text.charAt(from) == '[' && text.charAt(end - 1) == ']'
            ? new Node.Arr(from, end, items)
            : new Node.Num(from, end, text.substring(from, end));
  }

  /// The string that is the token. A backslash at the end of a line stays: such a text is only
  /// shown.
  private String string() {
    int quotes = token.length() > 5 && token.startsWith(token.substring(0, 1).repeat(3)) ? 3 : 1;
    String inside = token.substring(quotes, token.length() - quotes);
    String value = quotes == 3 ? inside.replaceFirst("^\r?\n", "") : inside;
    return token.startsWith("'") ? value : ESCAPE.matcher(value).replaceAll(Toml::escaped);
  }

  private static String escaped(MatchResult escape) {
    String code = escape.group(1);
    return Matcher.quoteReplacement(
        code.length() > 1
            ? Character.toString(Integer.parseInt(code.substring(1), 16))
            : String.valueOf("\b\t\n\f\r\"\\".charAt("btnfr\"\\".indexOf(code))));
  }

  private static Mistake mistake(int offset, String message) {
    return new Mistake(offset, KeyPath.ROOT, message);
  }
}
