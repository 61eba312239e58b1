package dev.pitstop.install;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads TOML into statements with their positions: tables, dotted keys, inline tables, arrays over
/// many lines, all kinds of strings, comments. Other values keep their spelling. Written by hand,
/// because every other character of the file must stay where it is.
final class Toml {
  private static final int MAX_DEPTH = 200;

  /// A `key = value` outside of braces.
  ///
  /// @param path all keys from the root; for an array of tables, with its index
  /// @param header the number of the table header above it; 0 for none
  /// @param field the field, with the place of its last key
  record Statement(List<String> path, int header, Value.Field field) {}

  /// A `[table]`.
  ///
  /// @param end the offset after its closing bracket
  record Header(List<String> path, int start, int end) {}

  static final class Mistake extends Exception {
    private static final long serialVersionUID = 1L;
    private final int offset;

    Mistake(int offset, String message) {
      super(message, null, false, false);
      this.offset = offset;
    }

    int offset() {
      return offset;
    }
  }

  private record Key(List<String> path, int start, int lastStart, int end) {}

  private final String text;
  private final List<Statement> statements = new ArrayList<>();
  private final List<Header> headers = new ArrayList<>();
  private final Set<List<String>> seen = new HashSet<>();
  private int depth;
  private int at;

  private Toml(String text) {
    this.text = text;
  }

  /// @throws Mistake at the first syntax error
  static Toml parse(String text) throws Mistake {
    Toml reader = new Toml(text);
    reader.at = text.startsWith("\uFEFF") ? 1 : 0;
    reader.document();
    return reader;
  }

  List<Statement> statements() {
    return statements;
  }

  List<Header> headers() {
    return headers;
  }

  private void document() throws Mistake {
    List<String> table = List.of();
    skip();
    while (at < text.length()) {
      if (text.charAt(at) == '[') {
        table = header();
      } else {
        Value.Field field = pair(table, Value.Form.LINE, seen);
        statements.add(new Statement(last, headers.size(), field));
      }
      lineEnd();
      skip();
    }
  }

  /// The whole path of the pair that was read last.
  private List<String> last = List.of();

  private List<String> header() throws Mistake {
    int start = at;
    boolean array = text.startsWith("[[", at);
    at += array ? 2 : 1;
    blanks();
    Key key = key();
    blanks();
    if (!text.startsWith(array ? "]]" : "]", at)) {
      throw new Mistake(at, "expected `" + (array ? "]]" : "]") + "` after the table's name");
    }
    at += array ? 2 : 1;
    List<String> path = new ArrayList<>(key.path());
    if (array) {
      path.add("[" + headers.size() + "]");
    } else if (headers.stream().anyMatch(h -> h.path().equals(key.path()))) {
      throw new Mistake(start, "the table `" + name(key.path()) + "` is defined twice");
    }
    headers.add(new Header(List.copyOf(path), start, at));
    return path;
  }

  private Value.Field pair(List<String> table, Value.Form form, Set<List<String>> known)
      throws Mistake {
    Key key = key();
    blanks();
    if (at >= text.length() || text.charAt(at) != '=') {
      throw new Mistake(at, "expected `=` after the key");
    }
    at++;
    blanks();
    List<String> path = new ArrayList<>(table);
    path.addAll(key.path());
    if (!known.add(List.copyOf(path))) {
      throw new Mistake(key.start(), "the key `" + name(path) + "` is defined twice");
    }
    Value value = value();
    last = List.copyOf(path);
    return new Value.Field(
        key.path().getLast(), key.start(), key.lastStart(), key.end(), value, form);
  }

  private static String name(List<String> path) {
    return dev.pitstop.config.KeyPath.clean(String.join(".", path));
  }

  private Key key() throws Mistake {
    int start = at;
    List<String> path = new ArrayList<>();
    int lastStart;
    int end;
    while (true) {
      lastStart = at;
      path.add(simpleKey());
      end = at;
      blanks();
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        blanks();
      } else {
        return new Key(path, start, lastStart, end);
      }
    }
  }

  private String simpleKey() throws Mistake {
    char c = at < text.length() ? text.charAt(at) : '\n';
    if (c == '"' || c == '\'') {
      if (text.startsWith(String.valueOf(c).repeat(3), at)) {
        throw new Mistake(at, "a key cannot span lines");
      }
      return c == '"' ? basic() : literal();
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
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  private Value value() throws Mistake {
    if (at >= text.length()) {
      throw new Mistake(at, "expected a value here");
    }
    int start = at;
    return switch (text.charAt(at)) {
      case '"' -> {
        String value = text.startsWith("\"\"\"", at) ? longText("\"\"\"") : basic();
        yield new Value.Text(start, at, value);
      }
      case '\'' -> {
        String value = text.startsWith("'''", at) ? longText("'''") : literal();
        yield new Value.Text(start, at, value);
      }
      case '[' -> array();
      case '{' -> table();
      default -> other();
    };
  }

  private Value array() throws Mistake {
    int start = enter();
    List<Value> items = new ArrayList<>();
    skip();
    while (here(start) != ']') {
      items.add(value());
      skip();
      if (here(start) == ',') {
        at++;
        skip();
      } else if (here(start) != ']') {
        throw new Mistake(at, "expected `,` or `]` in this array");
      }
    }
    at++;
    depth--;
    return new Value.Items(start, at, items);
  }

  private Value table() throws Mistake {
    int start = enter();
    List<Value.Field> fields = new ArrayList<>();
    Set<List<String>> known = new HashSet<>();
    skip();
    while (here(start) != '}') {
      Value.Field field = pair(List.of(), Value.Form.INLINE, known);
      if (last.size() == 1) {
        fields.add(field); // a dotted key belongs to an inner table, which is not read
      }
      skip();
      if (here(start) == ',') {
        at++;
        skip();
      } else if (here(start) != '}') {
        throw new Mistake(at, "expected `,` or `}` in this table");
      }
    }
    at++;
    depth--;
    return new Value.Fields(start, at, fields);
  }

  private int enter() throws Mistake {
    if (++depth > MAX_DEPTH) {
      throw new Mistake(at, "nested more than " + MAX_DEPTH + " levels deep");
    }
    return at++;
  }

  private char here(int open) throws Mistake {
    if (at >= text.length()) {
      throw new Mistake(open, "this `" + text.charAt(open) + "` is not closed");
    }
    return text.charAt(at);
  }

  private Value other() throws Mistake {
    int start = at;
    while (at < text.length() && (inWord(text.charAt(at)) || dateWithBlank(start))) {
      at++;
    }
    if (at == start) {
      throw new Mistake(
          at, "expected a value here: a string in quotes, a number, true, false, `[` or `{`");
    }
    String word = text.substring(start, at);
    char c = word.charAt(0);
    boolean known =
        word.equals("true") || word.equals("false") || word.endsWith("inf") || word.endsWith("nan");
    if (!known && !(c >= '0' && c <= '9') && c != '+' && c != '-') {
      throw new Mistake(start, "a string needs quotes");
    }
    return new Value.Other(start, at, word);
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

  private String literal() throws Mistake {
    int end = text.indexOf('\'', at + 1);
    if (end < 0 || breakBefore(end)) {
      throw new Mistake(at, "this string is not closed: a `'` is missing on its line");
    }
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean breakBefore(int end) {
    return text.substring(at, end).indexOf('\n') >= 0;
  }

  private String basic() throws Mistake {
    int start = at++;
    StringBuilder out = new StringBuilder();
    while (true) {
      if (at >= text.length() || text.charAt(at) == '\n') {
        throw new Mistake(start, "this string is not closed: a `\"` is missing on its line");
      }
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return out.toString();
      }
      at++;
      if (c == '\\') {
        escape(out);
      } else {
        out.append(c);
      }
    }
  }

  private String longText(String quotes) throws Mistake {
    int start = at;
    at += 3;
    if (text.startsWith("\r\n", at)) {
      at += 2;
    } else if (text.startsWith("\n", at)) {
      at++;
    }
    StringBuilder out = new StringBuilder();
    while (at < text.length()) {
      if (text.startsWith(quotes, at)) {
        at += 3;
        for (int i = 0; i < 2 && at < text.length() && text.charAt(at) == quotes.charAt(0); i++) {
          out.append(text.charAt(at++)); // up to two of them may stand before the end
        }
        return out.toString();
      }
      char c = text.charAt(at++);
      if (c != '\\' || quotes.startsWith("'")) {
        out.append(c);
      } else if (!continued()) {
        escape(out);
      }
    }
    throw new Mistake(start, "this string is not closed: `" + quotes + "` is missing");
  }

  /// Skips the line end after a backslash, and the blanks of the next lines.
  private boolean continued() {
    int i = at;
    while (i < text.length() && (text.charAt(i) == ' ' || text.charAt(i) == '\t')) {
      i++;
    }
    if (!text.startsWith("\n", i) && !text.startsWith("\r\n", i)) {
      return false;
    }
    while (i < text.length() && " \t\r\n".indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    at = i;
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
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0 || value > Character.MAX_CODE_POINT) {
        throw new Mistake(
            backslash,
            "`\\" + text.charAt(backslash + 1) + "` needs " + digits + " hexadecimal digits");
      }
      value = value * 16 + digit;
      at++;
    }
    if (!Character.isValidCodePoint(value)) {
      throw new Mistake(backslash, "this character does not exist");
    }
    return value;
  }

  private void blanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  /// Skips blanks, line ends and comments.
  private void skip() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        at = end(text, at);
      } else if (c == ' ' || c == '\t' || c == '\n' || (c == '\r' && text.startsWith("\r\n", at))) {
        at++;
      } else {
        return;
      }
    }
  }

  /// Checks that only a comment follows a statement on its line.
  private void lineEnd() throws Mistake {
    blanks();
    if (at < text.length() && text.charAt(at) == '#') {
      at = end(text, at);
    }
    if (at < text.length() && text.charAt(at) != '\n' && !text.startsWith("\r\n", at)) {
      throw new Mistake(at, "unexpected text after the value");
    }
  }

  /// Where the line ends, before its CR.
  static int end(String text, int from) {
    int end = text.indexOf('\n', from);
    if (end < 0) {
      return text.length();
    }
    return end > from && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }
}
