package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/// Guesses which of the things that went away are the ones that came, under another name.
final class Renames {
  /// More pairs than this are no renaming but another set; comparing them all would take long.
  private static final int MAX_PAIRS = 4_000;

  private Renames() {}

  /// From the key of a removed entry to the key of an added one: the same form (input schema,
  /// arguments), and either a similar name or description or a form that is no coincidence.
  static Map<String, String> ofEntries(List<Entry> removed, List<Entry> added) {
    return match(removed, added, Renames::likeness, Entry::key);
  }

  /// Pairs with a likeness above 0, best first, each side at most once.
  static <T> Map<String, String> match(
      List<T> removed, List<T> added, ToDoubleBiFunction<T, T> likeness, Function<T, String> key) {
    if ((long) removed.size() * added.size() > MAX_PAIRS) {
      return Map.of();
    }
    List<Pair> pairs = new ArrayList<>();
    for (T old : removed) {
      for (T now : added) {
        double score = likeness.applyAsDouble(old, now);
        if (score > 0) {
          pairs.add(new Pair(key.apply(old), key.apply(now), score));
        }
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
      if (!matches.containsKey(pair.old) && taken.add(pair.now)) {
        matches.put(pair.old, pair.now);
      }
    }
    return matches;
  }

  private record Pair(String old, String now, double score) {}

  private static double likeness(Entry old, Entry now) {
    boolean telling =
        switch (old.kind()) {
          case TOOLS -> properties(old) >= 2;
          case PROMPTS -> Json.array(old.json(), "arguments").map(a -> a.size() >= 2).orElse(false);
          case RESOURCES, TEMPLATES -> false;
        };
    if (!form(old).equals(form(now))) {
      return 0;
    }
    double names = Words.ofNames(old.key(), now.key());
    double texts = Words.ofTexts(old.description().orElse(""), now.description().orElse(""));
    return telling || names > 0.5 || texts > 0.5 ? 0.1 + names + texts : 0;
  }

  private static Optional<JsonElement> form(Entry entry) {
    return switch (entry.kind()) {
      case TOOLS -> entry.inputSchema();
      case PROMPTS -> Json.member(entry.json(), "arguments");
      case RESOURCES, TEMPLATES -> Json.member(entry.json(), "name");
    };
  }

  private static int properties(Entry tool) {
    return tool.inputSchema().isPresent() && tool.inputSchema().get() instanceof JsonObject schema
        ? Json.object(schema, "properties").map(JsonObject::size).orElse(0)
        : 0;
  }
}
