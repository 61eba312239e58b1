package dev.pitstop.textedit;

import dev.pitstop.text.Variables;

/// Reads JSON with `//` and `/* */` comments, trailing commas and a byte order mark into [Node]s.
///
/// Hand-written, because people write configuration files: each mistake gets a position and a
/// sentence, and a change needs the position of everything. The sentences quote only keys and
/// brackets of the text: what is next to a mistake may be a secret.
public final class Jsonc extends Brackets {
  /// How deep a configuration file may be nested. The reader is recursive.
  static final int MAX_DEPTH = 64;

  private static final String NO_VALUE =
      "expected a value: a string in double quotes, a number, true, false, null, `{` or `[`";

  /// It is compiled only when a number is read: most configuration files have none.
  private static final String NUMBER = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?";

  private Jsonc(String text, int maxDepth) {
    super(text, maxDepth);
  }

  public static Parsed parse(String text) {
    return parse(text, MAX_DEPTH);
  }

  /// Parses a text that may be nested deeper, such as the settings file of a client.
  ///
  /// @param maxDepth how many brackets may be open, at most 1,000: each bracket needs stack
  public static Parsed parse(String text, int maxDepth) {
    Jsonc reader = new Jsonc(text, maxDepth);
    try {
      reader.skip();
      if (reader.at == text.length()) {
        return new Parsed.Broken(reader.at, KeyPath.ROOT, "the file is empty");
      }
      Node root = reader.value(KeyPath.ROOT);
      reader.skip();
      if (reader.at < text.length()) {
        throw reader.strange(reader.at, KeyPath.ROOT, "unexpected text after the end of the JSON");
      }
      return new Parsed.Tree(root);
    } catch (Mistake m) {
      return m.what();
    }
  }

  @Override
  Node value(KeyPath path) throws Mistake {
    char c = here(path);
    return switch (c) {
      case '{' -> object(path);
      case '[' -> array(path);
      case '"' -> {
        int start = at;
        String value = string(path);
        yield new Node.Text(start, at, value);
      }
      case 't', 'f', 'n' -> word(path);
      default -> {
        if ("-0123456789".indexOf(c) < 0) {
          throw strange(at, path, c == ',' ? "unexpected `,`" : NO_VALUE);
        }
        int start = at;
        number(path);
        yield new Node.Num(start, at, text.substring(start, at));
      }
    };
  }

  @Override
  Node.Member member(KeyPath path) throws Mistake {
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
    StringBuilder out = new StringBuilder();
    while (true) {
      if (at == text.length() || Trivia.isBreak(text.charAt(at))) {
        throw new Mistake(start, path, "this string is not closed: its line has no closing `\"`");
      }
      char c = text.charAt(at++);
      if (c == '"') {
        return out.toString();
      }
      out.append(c == '\\' ? escape(path) : c);
    }
  }

  private char escape(KeyPath path) throws Mistake {
    int backslash = at - 1;
    char c = at < text.length() ? text.charAt(at++) : ' ';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        int value = Trivia.hex(text, at, 4);
        if (value < 0) {
          throw new Mistake(
              backslash, path, "`\\u` needs four hexadecimal digits; write a backslash as `\\\\`");
        }
        at += 4;
        yield (char) value;
      }
      default -> throw new Mistake(backslash, path, "invalid escape; write a backslash as `\\\\`");
    };
  }

  private Node word(KeyPath path) throws Mistake {
    int start = at;
    while (at < text.length() && Variables.inName(text.charAt(at))) {
      at++;
    }
    return switch (text.substring(start, at)) {
      case "true" -> new Node.Bool(start, at, true);
      case "false" -> new Node.Bool(start, at, false);
      case "null" -> new Node.Nil(start, at);
      default -> throw new Mistake(start, path, NO_VALUE);
    };
  }

  private void number(KeyPath path) throws Mistake {
    int start = at;
    while (at < text.length()
        && (Variables.inName(text.charAt(at)) || "+-.".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    if (!text.substring(start, at).matches(NUMBER)) {
      throw new Mistake(start, path, "this is not a number; put a string in double quotes");
    }
  }

  @Override
  void skip() {
    at = Trivia.skip(text, at);
  }

  @Override
  Mistake strange(int offset, KeyPath path, String expected) {
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
    return super.strange(offset, path, expected);
  }
}
