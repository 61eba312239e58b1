package dev.pitstop.compare;

import dev.pitstop.rpc.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Where a value is in an answer: `structuredContent.items[2].price`, `content[0].text line 3`. A
/// `*` stands for any key, index or line. The names are those of the result's members, or `error`
/// and those below it. Immutable.
///
/// @param steps from the outside in, as they are written: `.price`, `["a b"]`, `[2]`, ` line 3`;
///   any step is `[*]`
public record Place(List<String> steps) {
  /// The whole answer.
  public static final Place ALL = new Place(List.of());

  private static final String ANY = "[*]";

  public Place {
    steps = List.copyOf(steps);
  }

  /// A member of the answer.
  public static Place of(String key) {
    return ALL.key(key);
  }

  /// A member of what is here.
  public Place key(String name) {
    return and(isPlain(name) ? "." + name : "[" + Json.quote(name) + "]");
  }

  /// An element of what is here, from 0.
  public Place index(int number) {
    return and("[" + number + "]");
  }

  /// A line of the text that is here, from 1.
  Place line(int number) {
    return and(" line " + number);
  }

  /// A place inside what is here.
  public Place and(Place inside) {
    List<String> longer = new ArrayList<>(steps);
    longer.addAll(inside.steps);
    return new Place(longer);
  }

  private Place and(String step) {
    return and(new Place(List.of(step)));
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!Character.isLetterOrDigit(name.charAt(i)) && "_-$/:@".indexOf(name.charAt(i)) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /// Whether the other place is this one or is inside it.
  public boolean covers(Place other) {
    for (int i = 0; i < steps.size(); i++) {
      if (i == other.steps.size()
          || (!steps.get(i).equals(ANY) && !steps.get(i).equals(other.steps.get(i)))) {
        return false;
      }
    }
    return true;
  }

  /// The same place in any element of each array, and in any line.
  Place anyIndex() {
    return new Place(steps.stream().map(s -> s.matches("\\[\\d+]| line .*") ? ANY : s).toList());
  }

  /// The place that a text means; empty if it means none.
  public static Optional<Place> parse(String text) {
    String whole = text.startsWith("[") ? text : "." + text;
    Matcher step =
        Pattern.compile(
                "\\G(\\.[\\p{L}\\p{Nd}_$/:@-]+|\\[\"(?:[^\"\\\\]|\\\\.)*\"]|\\[\\d{1,9}]"
                    + "| line \\d{1,9})|\\G(\\.\\*|\\[\\*]| line \\*)")
            .matcher(whole);
    List<String> steps = new ArrayList<>();
    int end = 0;
    while (step.find()) {
      steps.add(step.start(1) >= 0 ? step.group(1) : ANY);
      end = step.end();
    }
    return end == 0 || end < whole.length() ? Optional.empty() : Optional.of(new Place(steps));
  }

  /// As [#parse] reads it.
  @Override
  public String toString() {
    String text = String.join("", steps);
    return text.isEmpty() ? "everything" : text.startsWith(".") ? text.substring(1) : text;
  }
}
