package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Which calls of the session are to be made again.
public sealed interface Which {
  /// So many at most.
  int MOST = 20;

  /// The calls that failed and have not worked since.
  record Failed() implements Which {}

  /// The last call of the agent or of a person.
  record Last() implements Which {}

  /// The calls with these numbers.
  record Numbers(List<Long> numbers) implements Which {}

  /// Reads `"failed"`, `"last"` or `[3, 5]`; some agents write the numbers as a string.
  ///
  /// @return empty if it is none of them
  static Optional<Which> of(JsonElement given) {
    String text = given instanceof JsonPrimitive p ? p.getAsString().strip() : given.toString();
    return switch (text) {
      case "failed" -> Optional.of(new Failed());
      case "last" -> Optional.of(new Last());
      default -> numbers(text.replaceAll("[\\[\\]\" ]", "").split(",", -1));
    };
  }

  private static Optional<Which> numbers(String[] words) {
    Set<Long> numbers = new LinkedHashSet<>();
    for (String word : words) {
      if (!word.matches("\\d{1,15}(\\.0)?")) {
        return Optional.empty();
      }
      numbers.add((long) Double.parseDouble(word));
    }
    return numbers.size() > MOST
        ? Optional.empty()
        : Optional.of(new Numbers(List.copyOf(numbers)));
  }
}
