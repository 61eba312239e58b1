package dev.pitstop.catalog;

import dev.pitstop.text.Words;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The search behind `search_tools`. It compares the query's words with those of a tool's name,
/// title and description; the name weighs more. It is simple on purpose: if nothing matches,
/// [ToolPage] shows all names.
public final class ToolSearch {
  /// A word that is only similar, as `adds` is to `adding`, counts half.
  private static final int LIKE = 1;

  private static final int EQUAL = 2;
  private static final int ALL = 1_000;
  private static final int EXACT = 10_000;
  private static final int SHORTEST = 3;
  private static final int COMMON_START = 5;
  private static final int MOST_WORDS = 20;

  /// Longer descriptions are searched by their start, in characters.
  private static final int MOST_TEXT = 4_000;

  private ToolSearch() {}

  /// All tools that match the query, each name once: first the one with exactly that name, then
  /// those that contain all words, then the others; names before titles and descriptions. Without a
  /// query, all tools in the server's order. Case and order of words do not matter.
  public static List<Entry> find(Catalog catalog, Optional<String> query) {
    Set<String> seen = new HashSet<>();
    List<Entry> tools =
        catalog.entries(Kind.TOOLS).stream().filter(tool -> seen.add(tool.key())).toList();
    String wanted = query.orElse("").strip().toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return tools;
    }
    List<String> words =
        Likeness.split(query.orElse("")).stream().distinct().limit(MOST_WORDS).toList();
    // A stable sort: equal scores stay in the server's order.
    return tools.stream()
        .map(tool -> Hit.of(tool, words, wanted))
        .filter(hit -> hit.score > 0)
        .sorted(Comparator.comparingInt(Hit::score).reversed())
        .map(Hit::tool)
        .toList();
  }

  private record Hit(Entry tool, int score) {
    static Hit of(Entry tool, List<String> words, String wanted) {
      String text = Words.cut(tool.description().orElse(""), MOST_TEXT);
      List<String> name = Likeness.split(tool.key());
      List<String> about = Likeness.split(tool.title().orElse("") + " " + text);
      int score = tool.key().toLowerCase(Locale.ROOT).equals(wanted) ? EXACT : 0;
      boolean all = true;
      for (String word : words) {
        int found = Math.max(9 * best(word, name), best(word, about));
        all &= found > 0;
        score += found;
      }
      return new Hit(tool, score + (all && score > 0 ? ALL : 0));
    }

    private static int best(String word, List<String> terms) {
      return terms.stream()
          .mapToInt(term -> term.equals(word) ? EQUAL : isLike(word, term) ? LIKE : 0)
          .max()
          .orElse(0);
    }

    /// Whether one word is part of the other, or both begin alike, as `currency` and `currencies`
    /// do.
    private static boolean isLike(String word, String term) {
      int start = Math.min(COMMON_START, word.length());
      return (word.length() >= SHORTEST && term.contains(word))
          || (term.length() >= SHORTEST && word.startsWith(term))
          || (start == COMMON_START && term.startsWith(word.substring(0, start)));
    }
  }
}
