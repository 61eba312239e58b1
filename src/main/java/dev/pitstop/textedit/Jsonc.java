package dev.pitstop.textedit;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Variables;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads JSON with `//` and `/* */` comments, trailing commas and a byte order mark into [Node]s.
///
/// Hand-written, because people write configuration files: each mistake gets a position and a
/// sentence, and a change needs the position of everything.
public final class Jsonc {
  /// How many brackets may be open: the reader is recursive.
  static final int MAX_DEPTH = 1_000;

  private static final String NO_VALUE =
      "expected a value: a string in double quotes, a number, true, false, null, `{` or `[`";

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private final Deque<Integer> open = new ArrayDeque<>(); // the offsets of the open brackets
  private int at;

  private Jsonc(String text) {
    this.text = text;
  }

  public static Node parse(String text) throws Mistake {
    Jsonc reader = new Jsonc(text);
    reader.skip();
    if (reader.at == text.length()) {
      throw new Mistake(reader.at, KeyPath.ROOT, "the file is empty");
    }
    Node root = reader.value(KeyPath.ROOT);
    reader.skip();
    if (reader.at < text.length()) {
      throw reader.strange(reader.at, KeyPath.ROOT, "unexpected text after the end of the JSON");
    }
    return root;
  }

  private Node value(KeyPath path) throws Mistake {
    int start = at;
    char c = here(path);
    if (c == '"') {
      String value = string(path);
      return new Node.Text(start, at, value);
    }
    return c == '{' ? object(path) : c == '[' ? array(path) : literal(path);
  }

  private Node object(KeyPath path) throws Mistake {
    int start = enter(path);
    List<Node.Member> members = new ArrayList<>();
    Set<String> names = new HashSet<>();
    while (here(path) != '}') {
      Node.Member member = member(path);
      if (!names.add(member.name())) {
        throw new Mistake(member.start(), path.in(member.name()), "this key is there twice");
      }
      members.add(member);
      separator(path, member.value().end(), '}', path.in(member.name()));
    }
    return new Node.Obj(start, leave(), members);
  }

  private Node array(KeyPath path) throws Mistake {
    int start = enter(path);
    List<Node> items = new ArrayList<>();
    while (here(path) != ']') {
      KeyPath itemPath = path.at(items.size());
      Node item = value(itemPath);
      items.add(item);
      separator(path, item.end(), ']', itemPath);
    }
    return new Node.Arr(start, leave(), items);
  }

  private int enter(KeyPath path) throws Mistake {
    if (open.size() == MAX_DEPTH) {
      throw new Mistake(at, path, "nested more than " + MAX_DEPTH + " levels deep");
    }
    int start = at++;
    open.push(start);
    skip();
    return start;
  }

  /// @return the offset after the closing bracket
  private int leave() {
    open.pop();
    return ++at;
  }

  /// Skips the comma, if there is one. It may also follow the last value.
  private void separator(KeyPath path, int valueEnd, char close, KeyPath value) throws Mistake {
    skip();
    char c = here(path);
    if (c == ',') {
      at++;
      skip();
    } else if (c != close) {
      String expected = "expected `,` or `" + close + "` after the value of `" + value.leaf() + "`";
      throw strange(valueEnd, path, expected);
    }
  }

  private Node.Member member(KeyPath path) throws Mistake {
    char c = here(path);
    if (c != '"') {
      String expected = c == ',' ? "unexpected `,`" : "expected a key in double quotes, or `}`";
      throw strange(at, path, expected);
    }
    int start = at;
    String name = string(path);
    int end = at;
    skip();
    if (here(path) != ':') {
      throw strange(end, path, "expected `:` after this key"); // not quoted: it may be a value
    }
    at++;
    skip();
    return new Node.Member(name, start, end, value(path.in(name)), true);
  }

  /// Reads a string, and leaves `at` after its closing quote.
  private String string(KeyPath path) throws Mistake {
    int start = at++;
    while (at < text.length() && text.charAt(at) != '"' && !Trivia.isBreak(text.charAt(at))) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= text.length() || text.charAt(at) != '"') {
      throw new Mistake(start, path, "this string is not closed: its line has no closing `\"`");
    }
    String lexeme = text.substring(start, ++at);
    if (lexeme.indexOf('\\') < 0) {
      return lexeme.substring(1, lexeme.length() - 1);
    }
    byte[] bytes = lexeme.getBytes(StandardCharsets.UTF_8);
    Span valid =
        Json.validate(bytes)
            .orElseThrow(() ->
                new Mistake(
                    start, path, "invalid escape in this string; write a backslash as `\\\\`"));
    return Json.string(bytes, valid);
  }

  private static boolean isLiteral(char c) {
    return Variables.inName(c) || c == '-' || c == '+' || c == '.';
  }

  private Node literal(KeyPath path) throws Mistake {
    int start = at;
    while (at < text.length() && isLiteral(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      throw strange(at, path, here(path) == ',' ? "unexpected `,`" : NO_VALUE);
    }
    String word = text.substring(start, at);
    return switch (word) {
      case "true" -> new Node.Bool(start, at, true);
      case "false" -> new Node.Bool(start, at, false);
      case "null" -> new Node.Nil(start, at);
      default -> {
        if (!NUMBER.matcher(word).matches()) {
          boolean number = !Character.isLetter(word.charAt(0));
          throw new Mistake(
              start,
              path,
              number ? "this is not a number; put a string in double quotes" : NO_VALUE);
        }
        yield new Node.Num(start, at, word);
      }
    };
  }

  private void skip() {
    at = Trivia.skip(text, at);
  }

  private char here(KeyPath path) throws Mistake {
    if (at < text.length()) {
      return text.charAt(at);
    }
    int last = open.getFirst(); // the end of the file comes here only inside of brackets
    throw new Mistake(
        at,
        path,
        "the file ends, but the `%s` on line %d is not closed"
            .formatted(text.charAt(last), Position.of(text, last).line()));
  }

  /// A mistake at `offset`, unless what stands here says better what is wrong.
  private Mistake strange(int offset, KeyPath path, String expected) {
    char c = text.charAt(at);
    if (text.startsWith("/*", at)) {
      return new Mistake(at, path, "this comment is not closed: `*/` is missing");
    }
    if (c == '/' || c == '#') {
      return new Mistake(at, path, "a comment starts with `//`, or is enclosed in `/*` and `*/`");
    }
    if ("'“”‘’`".indexOf(c) >= 0) {
      return new Mistake(at, path, "strings and keys need straight double quotes: `\"`");
    }
    if (Character.isSpaceChar(c) || Character.isIdentifierIgnorable(c)) {
      return new Mistake(
          at, path, "there is an invisible character here (code " + (int) c + "): delete it");
    }
    return new Mistake(offset, path, expected);
  }
}
