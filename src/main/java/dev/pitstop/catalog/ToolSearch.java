package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The search behind `search_tools` (A5): what agents ask (`how do I add numbers`) against names,
/// titles, descriptions and parameters. A word counts by where it stands and by how few tools have
/// it.
public final class ToolSearch {
  private static final double NAME = 3;
  private static final double TITLE = 2;
  private static final double TEXT = 1;

  /// A word that is only a part of another counts for less, a misspelt one for less still.
  private static final double PART = 0.5;

  private static final double MISSPELT = 0.4;
  private static final int SHORTEST_PART = 3;
  private static final double SIMILAR_WORD = 0.7;
  private static final int MOST_WORDS = 20;

  private ToolSearch() {}

  /// All tools that have to do with the query, each name once: the one of exactly that name first,
  /// then those that hold all of its words, then the others, each best first. Without a query all
  /// tools, in the server's order. Case, endings and order of words do not matter.
  public static List<Entry> find(Catalog catalog, Optional<String> query) {
    List<Entry> tools = distinct(catalog.entries(Kind.TOOLS));
    String wanted = query.orElse("").strip().toLowerCase(Locale.ROOT);
    List<String> words = Stem.ofQuery(query.orElse(""));
    if (words.isEmpty()) {
      return wanted.isEmpty() ? tools : List.of();
    }
    words = words.subList(0, Math.min(words.size(), MOST_WORDS));
    List<Terms> terms = new ArrayList<>();
    for (Entry tool : tools) {
      terms.add(Terms.of(tool));
    }
    double[] scores = new double[tools.size()];
    int[] held = new int[tools.size()];
    for (String word : words) {
      double[] weights = weights(word, terms, false);
      boolean unknown = count(weights) == 0;
      weights = unknown ? weights(word, terms, true) : weights;
      double rarity = Math.log(1 + (double) tools.size() / Math.max(1, count(weights)));
      for (int i = 0; i < weights.length; i++) {
        scores[i] += rarity * weights[i];
        held[i] += weights[i] > 0 ? 1 : 0;
      }
    }
    List<Hit> hits = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > 0) {
        Entry tool = tools.get(i);
        boolean exact = tool.key().toLowerCase(Locale.ROOT).equals(wanted);
        int rank = exact ? 2 : held[i] == words.size() ? 1 : 0;
        // Of two names with the same words in them the shorter one is nearer to what was asked.
        hits.add(new Hit(tool, rank, scores[i] + 0.1 / terms.get(i).name().size()));
      }
    }
    // A stable sort: equal scores stay in the server's order.
    hits.sort(Comparator.comparingInt(Hit::rank).thenComparingDouble(Hit::score).reversed());
    return hits.stream().map(Hit::tool).toList();
  }

  private record Hit(Entry tool, int rank, double score) {}

  private static int count(double[] weights) {
    int count = 0;
    for (double weight : weights) {
      count += weight > 0 ? 1 : 0;
    }
    return count;
  }

  private static double[] weights(String word, List<Terms> tools, boolean misspelt) {
    double[] weights = new double[tools.size()];
    for (int i = 0; i < weights.length; i++) {
      Terms tool = tools.get(i);
      weights[i] =
          Math.max(
              NAME * best(word, tool.name(), misspelt),
              Math.max(
                  TITLE * best(word, tool.title(), misspelt),
                  TEXT * best(word, tool.text(), misspelt)));
    }
    return weights;
  }

  private static double best(String word, Set<String> terms, boolean misspelt) {
    double best = 0;
    for (String term : terms) {
      best = Math.max(best, misspelt ? spelling(word, term) : likeness(word, term));
    }
    return best;
  }

  private static double likeness(String word, String term) {
    if (term.equals(word)) {
      return 1;
    }
    boolean part = word.length() >= SHORTEST_PART && term.contains(word);
    boolean whole = term.length() >= SHORTEST_PART && word.startsWith(term);
    return part || whole ? PART : 0;
  }

  private static double spelling(String word, String term) {
    double likeness = Words.spelling(word, term);
    return likeness >= SIMILAR_WORD ? MISSPELT * likeness : 0;
  }

  /// The words of a tool, as stems, by where they stand.
  private record Terms(Set<String> name, Set<String> title, Set<String> text) {
    /// Longer descriptions are searched by their start.
    private static final int MOST_TEXT = 4_000;

    static Terms of(Entry tool) {
      StringBuilder text = new StringBuilder(tool.description().orElse(""));
      text.setLength(Math.min(text.length(), MOST_TEXT));
      Optional<JsonElement> schema = tool.inputSchema();
      if (schema.isPresent() && schema.get() instanceof JsonObject object) {
        Json.object(object, "properties")
            .ifPresent(all -> all.keySet().forEach(name -> text.append('\n').append(name)));
      }
      text.setLength(Math.min(text.length(), 2 * MOST_TEXT));
      return new Terms(stems(tool.key()), stems(tool.title().orElse("")), stems(text.toString()));
    }

    private static Set<String> stems(String text) {
      Set<String> stems = new LinkedHashSet<>();
      for (String word : Words.split(text)) {
        stems.add(Stem.of(word));
      }
      return stems;
    }
  }

  private static List<Entry> distinct(List<Entry> tools) {
    Set<String> seen = new HashSet<>();
    return tools.stream().filter(tool -> seen.add(tool.key())).toList();
  }
}
