package dev.pitstop.session.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which calls of the session are to be made again (V4).
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
    String text = given instanceof JsonPrimitive p ? p.getAsString().strip() : "";
    return switch (text) {
      case "failed" -> Optional.of(new Failed());
      case "last" -> Optional.of(new Last());
      default -> numbers(given instanceof JsonArray all ? words(all) : words(text));
    };
  }

  private static List<String> words(JsonArray all) {
    List<String> words = new ArrayList<>();
    all.forEach(e -> words.add(e instanceof JsonPrimitive p ? p.getAsString() : ""));
    return words;
  }

  private static List<String> words(String text) {
    String inside =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    return List.of(inside.split(",", -1));
  }

  private static Optional<Which> numbers(List<String> words) {
    List<Long> numbers = new ArrayList<>();
    for (String word : words) {
      if (!word.strip().matches("\\d{1,15}(\\.0)?")) {
        return Optional.empty();
      }
      long number = (long) Double.parseDouble(word.strip());
      if (!numbers.contains(number)) {
        numbers.add(number);
      }
    }
    return numbers.isEmpty() || numbers.size() > MOST
        ? Optional.empty()
        : Optional.of(new Numbers(numbers));
  }
}
