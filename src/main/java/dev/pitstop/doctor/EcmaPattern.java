package dev.pitstop.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds mistakes in a regular expression of ECMA-262, which JSON Schema uses for `pattern`: only
/// those that every engine rejects. Java's own engine differs too much to compile it.
final class EcmaPattern {
  /// A mistake in a pattern that has a letter in the place of each escape, set and whole group.
  private record Mistake(Pattern at, String what) {}

  /// An escaped character, or a set of characters, in which brackets are ordinary characters.
  private static final String ITEM = "(?s)\\\\.|\\[(?:\\\\.|[^\\]\\\\])*+\\]";

  /// How a group that is no plain one begins: `(?:`, `(?=`, `(?<name>`, `(?i:`.
  private static final String KIND = "\\(\\?(?=[:=!<ims-]|$)";

  private static final Pattern GROUP = Pattern.compile("\\([^()]*\\)");

  private static final List<Mistake> MISTAKES =
      List.of(
          new Mistake(Pattern.compile("\\["), "a `[` without `]`"),
          new Mistake(Pattern.compile("\\\\"), "a `\\` at the end"),
          new Mistake(Pattern.compile("(\\(\\?.)"), "`$1` does not start a group"),
          new Mistake(Pattern.compile("(?:^|[(|^*+?])([*+?])"), "a `$1` with nothing to repeat"));

  private EcmaPattern() {}

  /// @return what is wrong, as a clause
  static Optional<String> fault(String pattern) {
    String text =
        pattern.replaceAll(ITEM, "a").replaceAll(KIND, "(").replaceAll("([*+?])\\?", "$1");
    for (Mistake mistake : MISTAKES) {
      Matcher found = mistake.at().matcher(text);
      if (found.find()) {
        String sign = found.groupCount() == 0 ? "" : found.group(1);
        return Optional.of(mistake.what().replace("$1", sign));
      }
    }
    String groups = text;
    while (GROUP.matcher(groups).find()) {
      groups = GROUP.matcher(groups).replaceAll("a");
    }
    return groups.contains(")")
        ? Optional.of("a `)` without `(`")
        : groups.contains("(") ? Optional.of("a `(` without `)`") : Optional.empty();
  }
}
