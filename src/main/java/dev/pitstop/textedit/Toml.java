package dev.pitstop.textedit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  private static final Pattern KEY = Pattern.compile(STRING + "|[^\\[\\]{},=.#\"'\\s]++");
  private static final String PATH = "(?:%1$s)(?:[ \\t]*\\.[ \\t]*(?:%1$s))*+".formatted(KEY);

  /// Blanks, a comment, a header, or a key.
  private static final Pattern STATEMENT =
      Pattern.compile(
          "[\\s\\uFEFF]++|#[^\\n]*+|\\[[ \\t]*(?<header>%1$s)[ \\t]*\\]|\\[\\[[ \\t]*%1$s[ \\t]*\\]\\]|(?<key>%1$s)[ \\t]*=[ \\t]*+"
              .formatted(PATH));

  /// In a value: a string, a sign, a line end, or a number, a date or a boolean.
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?:[ \\t\\r]++|#[^\\n]*+)*+(%s|[^\\[\\]{},=#\"'\\s]++|[\\[\\]{},=\\n]|\\z)"
              .formatted(STRING));

  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}|[btnfr\"\\\\]|[ \\t\\r]*\\n\\s*)");

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
  }

  static Node parse(String text) throws Mistake {
    return new Toml(text).document();
  }

  private Node document() throws Mistake {
    List<String> header = List.of();
    Table last = new Table(); // below the last header
    while (at < text.length()) {
      Matcher next = STATEMENT.matcher(text).region(at, text.length());
      if (!next.lookingAt()) {
        throw mistake(at, "expected `[table]` or `key = value` here");
      }
      at = next.end();
      if (next.start("key") >= 0) {
        last.end = Trivia.lineEnd(text, pair(header, next)); // what follows may be about the next
      } else if (next.group().startsWith("[")) {
        header = names(Objects.requireNonNullElse(next.group("header"), "")); // not of an array
        last = header.size() == 2 ? table(header) : new Table();
        if (last.start > 0) {
          throw mistake(next.start(), "this table is there twice");
        }
        last.start = at;
        last.end = at;
        if (header.size() > 2) {
          Node unseen = new Node.Nil(at, at);
          table(header).fields.add(new Node.Member(header.get(2), at, at, unseen, false));
        }
      }
    }
    List<Node.Member> all = new ArrayList<>();
    tables.forEach((name, t) ->
        all.add(new Node.Member(name, 0, 0, new Node.Obj(t.start, t.end, t.fields), t.hasPlace)));
    Node container = new Node.Obj(0, 0, all);
    return new Node.Obj(0, at, List.of(new Node.Member(CONTAINER, 0, 0, container, false)));
  }

  private static List<String> names(String path) {
    return KEY.matcher(path).results().map(key -> string(key.group())).toList();
  }

  /// The server that a path leads to or into; one that nobody sees if it leads elsewhere.
  private Table table(List<String> path) {
    return path.size() > 1 && path.getFirst().equals(CONTAINER)
        ? tables.computeIfAbsent(path.get(1), n -> new Table())
        : new Table();
  }

  /// @param header above the pair
  /// @return the offset after its value
  private int pair(List<String> header, Matcher key) throws Mistake {
    List<String> path = new ArrayList<>(header);
    path.addAll(names(key.group("key")));
    Node value = value();
    boolean own = header.size() == 2 && path.size() == 3;
    Table table = table(path);
    table.hasPlace &= header.size() > 1;
    if (path.size() > 2) {
      Node seen = own ? value : new Node.Nil(value.start(), value.start());
      table.fields.add(new Node.Member(path.get(2), key.start("key"), key.end("key"), seen, own));
    }
    return value.end();
  }

  /// Reads up to the end of the line, or of that line on which the last bracket closes.
  private Node value() throws Mistake {
    int from = at;
    int end = at; // of what has been read
    int depth = 0;
    int brackets = 0;
    List<Node> items = new ArrayList<>();
    for (Matcher next = token(); !isEnd(next.group(1), depth); next = token()) {
      String token = next.group(1);
      end = at;
      switch (token) {
        case "[", "{" -> {
          depth++;
          brackets++;
        }
        case "]", "}" -> depth--;
        case ",", "=", "\n" -> {}
        default -> items.add(scalar(token, next.start(1), depth));
      }
    }
    if (end == from || depth > 0) {
      throw mistake(from, depth > 0 ? "this bracket is not closed" : "expected a value here");
    }
    return brackets == 1 && text.charAt(from) == '['
        ? new Node.Arr(from, end, items)
        : brackets == 0 && items.size() == 1
            ? items.getFirst()
            : new Node.Num(from, end, text.substring(from, end));
  }

  private static boolean isEnd(String token, int depth) {
    return token.isEmpty() || (depth <= 0 && token.equals("\n"));
  }

  private Matcher token() throws Mistake {
    Matcher next = TOKEN.matcher(text).region(at, text.length());
    if (!next.lookingAt()) {
      int quote = Trivia.skipBlanks(text, at);
      throw mistake(quote, "this string is not closed: its quotes are missing at its end");
    }
    at = next.end();
    return next;
  }

  private Node scalar(String token, int start, int depth) throws Mistake {
    if (token.startsWith("\"") || token.startsWith("'")) {
      return new Node.Text(start, at, string(token));
    }
    if (depth == 0 && Character.isLetter(token.charAt(0)) && !WORDS.contains(token)) {
      throw mistake(start, "a string needs quotes");
    }
    return new Node.Num(start, at, token);
  }

  /// What a key or a string means.
  private static String string(String token) {
    boolean quoted = token.startsWith("\"") || token.startsWith("'");
    int quotes = !quoted ? 0 : token.matches("(?s)(\"\"\"|''').{3,}") ? 3 : 1;
    String inside = token.substring(quotes, token.length() - quotes);
    String value = quotes == 3 ? inside.replaceFirst("^\r?\n", "") : inside;
    return token.startsWith("\"") ? ESCAPE.matcher(value).replaceAll(Toml::escaped) : value;
  }

  private static String escaped(MatchResult escape) {
    String code = escape.group(1);
    return Matcher.quoteReplacement(
        code.isBlank()
            ? "" // at the end of a line
            : code.length() > 1
                ? Character.toString(Integer.parseInt(code.substring(1), 16))
                : String.valueOf("\b\t\n\f\r\"\\".charAt("btnfr\"\\".indexOf(code))));
  }

  private static Mistake mistake(int offset, String message) {
    return new Mistake(offset, KeyPath.ROOT, message);
  }
}
