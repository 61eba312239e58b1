package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The search behind `search_tools` (A5).
public final class ToolSearch {
  private static final double SIMILAR_WORD = 0.7;
  private static final double ENOUGH_WORDS = 0.5;

  private ToolSearch() {}

  /// At most `limit` tools, best first, each name once.
  ///
  /// Without a query: all, in the server's order. With one: tools that hold every word of it, those
  /// with more words in the name first (the exact name before all), then those with the words in
  /// the title, the description or the names of the parameters. Only if there is none: tools with
  /// at least half of the words, misspelt ones included. Case does not matter.
  public static List<Entry> find(Catalog catalog, Optional<String> query, int limit) {
    List<Entry> tools = distinct(catalog.entries(Kind.TOOLS));
    String wanted = query.orElse("").strip().toLowerCase(Locale.ROOT);
    if (wanted.isEmpty()) {
      return tools.stream().limit(Math.max(0, limit)).toList();
    }
    String[] words = wanted.split("\\s+");
    List<Hit> hits = new ArrayList<>();
    for (Entry tool : tools) {
      double score = everyWord(wanted, words, tool);
      if (score > 0) {
        hits.add(new Hit(tool, score));
      }
    }
    if (hits.isEmpty()) {
      for (Entry tool : tools) {
        double score = someWords(words, tool);
        if (score >= ENOUGH_WORDS) {
          hits.add(new Hit(tool, score));
        }
      }
    }
    // A stable sort: equal scores stay in the server's order.
    hits.sort(Comparator.comparingDouble(Hit::score).reversed());
    return hits.stream().limit(Math.max(0, limit)).map(Hit::tool).toList();
  }

  private record Hit(Entry tool, double score) {}

  private static double everyWord(String wanted, String[] words, Entry tool) {
    String name = tool.key().toLowerCase(Locale.ROOT);
    if (name.equals(wanted)) {
      return words.length + 2;
    }
    String text = "";
    int inName = 0;
    for (String word : words) {
      if (name.contains(word)) {
        inName++;
        continue;
      }
      text = text.isEmpty() ? text(tool) : text;
      if (!text.contains(word)) {
        return 0;
      }
    }
    // A name that starts with what is wanted is the likelier one.
    return 1 + inName + (name.startsWith(words[0]) ? 0.5 : 0);
  }

  private static double someWords(String[] words, Entry tool) {
    Set<String> nameWords = new HashSet<>(Words.split(tool.key()));
    nameWords.add(tool.key().toLowerCase(Locale.ROOT));
    Set<String> textWords = new HashSet<>(Words.split(text(tool)));
    double sum = 0;
    for (String word : words) {
      double best = textWords.contains(word) ? 0.8 : 0;
      for (String nameWord : nameWords) {
        double likeness = Words.spelling(word, nameWord);
        best = likeness >= SIMILAR_WORD ? Math.max(best, likeness) : best;
      }
      if (best == 0) {
        for (String textWord : textWords) {
          double likeness = Words.spelling(word, textWord);
          best = likeness >= SIMILAR_WORD ? Math.max(best, 0.8 * likeness) : best;
        }
      }
      sum += best;
    }
    return sum / words.length;
  }

  private static String text(Entry tool) {
    StringBuilder text = new StringBuilder();
    text.append(tool.title().orElse("")).append('\n').append(tool.description().orElse(""));
    Optional<JsonElement> schema = tool.inputSchema();
    if (schema.isPresent() && schema.get() instanceof JsonObject object) {
      Json.object(object, "properties")
          .ifPresent(all -> all.keySet().forEach(name -> text.append('\n').append(name)));
    }
    return text.toString().toLowerCase(Locale.ROOT);
  }

  private static List<Entry> distinct(List<Entry> tools) {
    Set<String> seen = new HashSet<>();
    return tools.stream().filter(tool -> seen.add(tool.key())).toList();
  }
}
