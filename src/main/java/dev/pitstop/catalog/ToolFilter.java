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

  /// Finds, for each character of the glob, after which of the name it can be: no backtracking.
  private static boolean matches(String glob, String name) {
    int[] characters = name.codePoints().toArray();
    boolean[] reached = new boolean[characters.length + 1];
    reached[0] = true;
    for (int g : glob.codePoints().toArray()) {
      boolean before = false; // whether the glob before this could end one character earlier
      for (int i = 0; i < reached.length; i++) {
        boolean here = reached[i];
        boolean fits = i > 0 && (g == '?' || g == characters[i - 1]);
        reached[i] = g == '*' ? here || (i > 0 && reached[i - 1]) : before && fits;
        before = here;
      }
    }
    return reached[characters.length];
  }
}
