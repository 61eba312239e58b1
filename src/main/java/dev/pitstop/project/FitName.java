package dev.pitstop.project;

import dev.pitstop.text.Words;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;

/// Makes a name fit for a line of text, a log field and a shell: letters, digits, `.`, `_` and `-`
/// only, and at most [#MOST] of them. Stateless. It uses no regular expressions, because each start
/// needs a name.
final class FitName {
  /// The most characters of a name.
  static final int MOST = 40;

  /// Names of files, packages and tasks that any project may have.
  private static final Set<String> ENTRIES =
      Words.set("index main start run dev cli app mod serve __main__");

  /// Other words that any server's name can have, in lower case.
  private static final Set<String> ANYBODYS =
      Words.set(
          "mcp server mcpserver servers model context protocol modelcontextprotocol fastmcp fast my",
          "our the a an new example examples sample demo test simple basic minimal template starter",
          "boilerplate project application stdio sse http streamable default unknown untitled",
          "unnamed name type script typescript javascript python nodejs node ts mts js mjs cjs py",
          "go golang rust java kotlin csharp dotnet");

  private FitName() {}

  /// The last part between slashes that says something, with only the characters that fit:
  /// `weather` for `@org/weather`, `org` for `@org/mcp-server`, `My-Server-2` for `My "Server" 2`.
  /// Empty if no part says anything.
  static String of(String given) {
    int end = given.length();
    while (end > 0) {
      int slash = given.lastIndexOf('/', end - 1);
      String part = fit(given.substring(slash + 1, end));
      if (saysSomething(part)) {
        return part;
      }
      end = Math.max(slash, 0);
    }
    return "";
  }

  /// The text with only the characters that fit. Empty if none do.
  static String fit(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int taken = 0;
    for (int i = 0; i < text.length() && taken < MOST; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      boolean fits = fits(c);
      boolean first = out.isEmpty();
      boolean joins = !fits || c == '-' || c == '.';
      if (!(first && joins) && (fits || out.charAt(out.length() - 1) != '-')) {
        out.appendCodePoint(fits ? c : '-');
        taken++;
      }
    }
    int end = out.length();
    while (end > 0 && (out.charAt(end - 1) == '-' || out.charAt(end - 1) == '.')) {
      end--;
    }
    return out.substring(0, end);
  }

  private static boolean fits(int c) {
    int type = Character.getType(c);
    return Character.isLetterOrDigit(c)
        || isBetween(c)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  /// Whether this is no name, or the name of a file or task that any project may have: `index`,
  /// `start`.
  static boolean isEntry(String name) {
    return name.isEmpty() || ENTRIES.contains(name);
  }

  /// Whether the name tells a server from others. `weather-server` does. `my-mcp-server`,
  /// `McpServer`, `server.py` and `1.0` do not. Neither does `FastMCP-1a2b`, which FastMCP makes up
  /// anew in each run.
  static boolean saysSomething(String name) {
    if (name.startsWith("FastMCP-") && name.length() == "FastMCP-".length() + 4) {
      return false;
    }
    StringTokenizer words = new StringTokenizer(name, "-_.");
    while (words.hasMoreTokens()) {
      if (isTelling(words.nextToken())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBetween(int c) {
    return c == '-' || c == '_' || c == '.';
  }

  private static boolean isTelling(String word) {
    boolean version = word.startsWith("v"); // `v2`
    for (int i = version ? 1 : 0; i < word.length(); i++) {
      if (!Character.isDigit(word.charAt(i))) {
        String plain = word.toLowerCase(Locale.ROOT);
        return !ENTRIES.contains(plain) && !ANYBODYS.contains(plain);
      }
    }
    return false;
  }
}
