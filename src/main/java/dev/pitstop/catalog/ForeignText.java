package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import dev.pitstop.text.Words;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Shows foreign text to an agent: on one line, without control characters and without invisible or
/// direction-changing ones, and cut if it is long. A server's text must not be able to look like a
/// line of Pitstop's.
final class ForeignText {
  /// The specification's own limit for tool names, so that a valid name is never cut.
  private static final int MAX_NAME = 128;

  private static final int MAX_VALUE = 40;
  private static final int MAX_LISTED = 6;
  private static final Pattern INVISIBLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");
  private static final Pattern BLANKS = Pattern.compile("(?U)[\\s\\p{Z}]+");

  private ForeignText() {}

  /// A name in backticks.
  static String name(String name) {
    return "`" + escape(Words.cutClose(name, MAX_NAME)).replace("`", "\\`") + "`";
  }

  /// Lists the first few of these formatted items, and says how many more there are.
  static String list(Collection<String> shown) {
    return Words.some(List.copyOf(shown), MAX_LISTED, shown.size());
  }

  static String names(Collection<String> names) {
    return list(names.stream().map(ForeignText::name).toList());
  }

  static String values(Collection<JsonElement> values) {
    return list(values.stream().map(ForeignText::value).toList());
  }

  /// A JSON value, cut if it is long.
  static String value(JsonElement value) {
    return excerpt(value.toString(), MAX_VALUE);
  }

  /// The change of a member in words: "`maximum` 10 → 5" for plain values, "`not` added" for
  /// others.
  static String change(String member, Optional<JsonElement> was, Optional<JsonElement> is) {
    boolean plain = Stream.of(was, is).flatMap(Optional::stream).allMatch(v -> v.isJsonPrimitive());
    return name(member) + (plain ? " " + valueOf(was) + " → " + valueOf(is) : verb(was, is));
  }

  private static String valueOf(Optional<JsonElement> member) {
    return member.map(ForeignText::value).orElse("none");
  }

  static String verb(Optional<JsonElement> was, Optional<JsonElement> is) {
    return was.isEmpty() ? " added" : is.isEmpty() ? " removed" : " changed";
  }

  /// The start of a text on one line, at most `max` characters.
  static String excerpt(String text, int max) {
    String start = Words.cutClose(text, 8 * max);
    String line = BLANKS.matcher(start).replaceAll(" ").strip();
    return Words.cutClose(escape(Words.cutClose(line, max)), max);
  }

  /// The first line of a text with something in it, at most `max` characters.
  static String firstLine(String text, int max) {
    return excerpt(text.strip().lines().findFirst().orElse(""), max);
  }

  /// A piece of `after` that shows where it differs from `before`, at most `max` characters.
  static String excerptOfChange(String before, String after, int max) {
    int same = 0;
    int end = Math.min(before.length(), after.length());
    while (same < end && before.charAt(same) == after.charAt(same)) {
      same++;
    }
    // Start at a word shortly before the first difference.
    int from = same < max - 20 ? 0 : after.lastIndexOf(' ', same - 12) + 1;
    return from == 0 ? excerpt(after, max) : "…" + excerpt(after.substring(from), max - 1);
  }

  private static String escape(String text) {
    return INVISIBLE
        .matcher(text)
        .replaceAll(c -> "\\\\u{" + Integer.toHexString(c.group().codePointAt(0)) + "}");
  }
}
