package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleBiFunction;

/// Guesses which added things are removed ones under another name.
final class Renames {
  /// More pairs than this come from a new set of tools, not from renames, and comparing them all
  /// would take long.
  private static final int MAX_ENTRIES = 2_500;

  /// The same for the parameters of one tool, of which there may be thousands.
  private static final int MAX_PARAMETERS = 400;

  /// Equal schemas or arguments of this length are not a coincidence.
  private static final int TELLING = 80;

  private Renames() {}

  /// Maps the keys of removed entries to the keys of added ones. Two entries match if they have the
  /// same form (input schema, arguments) and either a similar name, a similar description, or a
  /// form that is not a coincidence.
  static Map<String, String> ofEntries(Map<String, Entry> removed, Map<String, Entry> added) {
    return match(
        List.copyOf(removed.keySet()),
        List.copyOf(added.keySet()),
        MAX_ENTRIES,
        (was, is) ->
            removed.get(was) instanceof Entry old && added.get(is) instanceof Entry now
                ? likeness(old, now)
                : 0);
  }

  private static double likeness(Entry old, Entry now) {
    String member =
        switch (old.kind()) {
          case TOOLS -> "inputSchema";
          case PROMPTS -> "arguments";
          case RESOURCES, TEMPLATES -> "name";
        };
    String form = String.valueOf(old.json().get(member));
    if (!form.equals(String.valueOf(now.json().get(member)))) {
      return 0;
    }
    double names = Likeness.ofNames(old.key(), now.key());
    double texts = Likeness.ofTexts(old.description().orElse(""), now.description().orElse(""));
    return form.length() >= TELLING || names > 0.5 || texts > 0.5 ? 0.1 + names + texts : 0;
  }

  /// Maps the names of removed parameters to the names of added ones of the same type.
  static Map<String, String> ofProperties(Properties old, Properties now) {
    List<String> removed = old.schemas().keySet().stream().filter(name -> !now.has(name)).toList();
    List<String> added = now.schemas().keySet().stream().filter(name -> !old.has(name)).toList();
    return match(
        removed,
        added,
        MAX_PARAMETERS,
        (was, is) -> likeness(was, old.schema(was), is, now.schema(is)));
  }

  private static double likeness(String was, JsonElement old, String is, JsonElement now) {
    if (!Types.text(old).equals(Types.text(now))) {
      return 0;
    }
    boolean equal = PlainSchema.bare(old).equals(PlainSchema.bare(now));
    double names = Likeness.ofNames(was, is);
    double texts = Likeness.ofTexts(description(old), description(now));
    return Math.max(names, texts) > (equal ? 0.5 : 0.7) ? names + texts : 0;
  }

  private static String description(JsonElement schema) {
    return schema instanceof JsonObject o ? JsonTree.string(o, "description").orElse("") : "";
  }

  /// Pairs with a likeness above 0, best first, each side at most once.
  private static Map<String, String> match(
      List<String> removed,
      List<String> added,
      int maxPairs,
      ToDoubleBiFunction<String, String> likeness) {
    long possible = (long) removed.size() * added.size();
    if (possible == 0 || possible > maxPairs) {
      return Map.of(); // usually nothing was removed, and nothing needs to be set up
    }
    record Pair(String old, String now, double score) {}
    List<Pair> pairs = new ArrayList<>();
    for (String old : removed) {
      for (String now : added) {
        pairs.add(new Pair(old, now, likeness.applyAsDouble(old, now)));
      }
    }
    pairs.sort(
        Comparator.comparingDouble(Pair::score)
            .reversed()
            .thenComparing(Pair::old)
            .thenComparing(Pair::now));
    Map<String, String> matches = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (Pair pair : pairs) {
      if (pair.score > 0 && !matches.containsKey(pair.old) && taken.add(pair.now)) {
        matches.put(pair.old, pair.now);
      }
    }
    return matches;
  }
}
