package dev.pitstop.watch;

import dev.pitstop.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Translates patterns over whole paths, as git's wildmatch has them, into regular expressions.
/// `*`, `?`, `[a-z]`, `[!a]` and `[[:alpha:]]` stay within a segment, `\x` is `x`. `**` as a whole
/// segment stands for any number of segments: none or more at the start and in the middle, one or
/// more at the end.
final class Wildcards {
  /// The most characters of a pattern: matching one takes stack, and no real one is longer.
  static final int MOST = 1_000;

  /// What a pattern consists of: `**/`, stars, a question mark, a class, one character.
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\G(?:(?<=^|/)\\*\\*/|\\*+|\\?|\\[[!^]?\\]?(?:\\[:[^\\]]*:\\]|\\\\.|[^\\]\\\\])*+\\]"
              + "|\\\\.|[^\\\\\\[])",
          Pattern.DOTALL);

  /// What a class consists of: a named class, a character, a range.
  private static final Pattern IN_CLASS =
      Pattern.compile("\\[:([^\\]]*):\\]|(\\\\?.)(?:-(\\\\?.))?", Pattern.DOTALL);

  /// The classes that `[:name:]` can name, as Java spells them.
  private static final List<String> NAMED =
      Words.list("Alnum Alpha Blank Cntrl Digit Graph Lower Print Punct Space Upper XDigit");

  private static final String STAR = "[^/]*";

  /// The part of a pattern after its last wildcard.
  private static final Pattern TAIL = Pattern.compile("[^*?\\]\\\\]*$");

  private Wildcards() {}

  /// The expression for a pattern; empty if a class is open or a backslash is at the end.
  static Optional<String> regex(String pattern) {
    StringBuilder out = new StringBuilder();
    // Where the last star of this segment was written. When another follows, the first match of
    // what is between them is final, since the second takes any rest. So a match takes no
    // exponential time.
    int star = -1;
    int at = 0;
    for (Matcher token = TOKEN.matcher(pattern); token.find(); at = token.end()) {
      String text = token.group();
      char first = text.charAt(0);
      if (text.equals("**/")) {
        out.append("(?:.*/)?");
      } else if (text.equals("**")
          && ("/" + pattern).endsWith("/**")
          && token.end() == pattern.length()) {
        out.append(".+");
      } else if (first == '*') {
        if (star >= 0) {
          out.replace(star, star + STAR.length(), "(?>[^/]*?").append(')');
        }
        star = out.length();
        out.append(STAR);
      } else if (first == '?') {
        out.append("[^/]");
      } else {
        out.append(first == '[' ? characters(text) : quoted(text));
        star = first == '/' ? -1 : star;
      }
    }
    return at == pattern.length() ? Optional.of(out.toString()) : Optional.empty();
  }

  /// What every match of a pattern ends with. To look at that first is quick, and an expression
  /// takes long in a tree of many files.
  static String tail(String pattern) {
    Matcher tail = TAIL.matcher(pattern);
    return tail.find() ? tail.group() : "";
  }

  /// @param token a class with its brackets
  private static String characters(String token) {
    boolean negated = token.startsWith("!", 1) || token.startsWith("^", 1);
    var set = new StringBuilder();
    for (Matcher part = IN_CLASS.matcher(token.substring(negated ? 2 : 1, token.length() - 1));
        part.find(); ) {
      if (part.start(1) >= 0) {
        String name = part.group(1);
        NAMED.stream()
            .filter(name::equalsIgnoreCase)
            .forEach(known -> set.append("\\p{").append(known).append('}'));
      } else {
        String low = part.group(2);
        String high = part.start(3) < 0 ? low : part.group(3);
        if (character(low) <= character(high)) {
          set.append(quoted(low)).append('-').append(quoted(high));
        }
      }
    }
    String none = negated ? "[^/]" : "(?!)";
    return set.isEmpty() ? none : "(?!/)[" + (negated ? "^" : "") + set + "]";
  }

  /// The character that a token stands for: its only one, or the one after a backslash.
  private static int character(String token) {
    return token.codePointBefore(token.length());
  }

  private static String quoted(String token) {
    int character = character(token);
    return Character.isLetterOrDigit(character) || character == '/'
        ? Character.toString(character)
        : "\\x{" + Integer.toHexString(character) + "}";
  }
}
