package dev.pitstop.catalog;

import java.util.List;
import java.util.function.Predicate;

/// Says which of a server's tools the agent sees. Both lists hold globs over the server's own
/// names: `*` matches any sequence of characters, `?` one character, and everything else matches
/// itself.
///
/// @param allow the tools that the agent sees; empty for all
/// @param deny the tools that it does not see, even if `allow` names them
public record ToolFilter(List<String> allow, List<String> deny) implements Predicate<String> {
  public static final ToolFilter ALL = new ToolFilter(List.of(), List.of());

  public ToolFilter {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  /// Whether the agent sees the tool of this name.
  @Override
  public boolean test(String tool) {
    return (allow.isEmpty() || any(allow, tool)) && !any(deny, tool);
  }

  private static boolean any(List<String> globs, String tool) {
    for (String glob : globs) { // no stream: it is on a call's way
      if (matches(glob, tool)) {
        return true;
      }
    }
    return false;
  }

  /// Backtracks to the last star only, so the work is quadratic at worst.
  private static boolean matches(String glob, String name) {
    int g = 0;
    int n = 0;
    int star = -1;
    int starName = 0;
    while (n < name.length()) {
      int c = name.codePointAt(n);
      if (g < glob.length() && glob.charAt(g) == '*') {
        star = ++g;
        starName = n;
      } else if (g < glob.length() && (glob.charAt(g) == '?' || glob.codePointAt(g) == c)) {
        g += Character.charCount(glob.codePointAt(g));
        n += Character.charCount(c);
      } else if (star >= 0) {
        starName += Character.charCount(name.codePointAt(starName));
        n = starName;
        g = star;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }
}
