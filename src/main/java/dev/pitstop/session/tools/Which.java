package dev.pitstop.session.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which calls of the session are to be made again: those with these numbers. Without numbers, it
/// is the last call of the agent or of a person, or all that failed and have not worked since.
public record Which(boolean last, List<Long> numbers) {
  public static final String TEXT =
      "\"failed\", \"last\", or call numbers such as [3,5], 20 at most";

  static final int MOST = 20;

  private static final String NUMBER = "\\d{1,15}(\\.0)?";

  /// Reads `"failed"`, `"last"` or `[3, 5]`; some agents write the numbers as a string.
  ///
  /// @return empty if it is none of them
  public static Optional<Which> of(JsonElement given) {
    String text = given instanceof JsonPrimitive p ? p.getAsString().strip() : given.toString();
    if (text.equals("failed") || text.equals("last")) {
      return Optional.of(new Which(text.equals("last"), List.of()));
    }
    String list = text.replaceAll("[\\[\\]\" ]", "");
    return list.matches(NUMBER + "(," + NUMBER + ")*")
        ? Optional.of(new Which(false, numbers(list))).filter(w -> w.numbers().size() <= MOST)
        : Optional.empty();
  }

  private static List<Long> numbers(String list) {
    return Stream.of(list.split(",")).map(n -> (long) Double.parseDouble(n)).distinct().toList();
  }
}
