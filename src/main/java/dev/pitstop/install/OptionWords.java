package dev.pitstop.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces options of Pitstop's in the entry of a wrapped server. The other words stay.
final class OptionWords {
  private OptionWords() {}

  /// The words before the command with these options instead of those of the same name.
  ///
  /// @param values by the name without dashes; an option without values is removed
  static List<String> with(List<String> before, Map<String, List<String>> values) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      String word = before.get(i);
      int sign = word.indexOf('=');
      boolean option = word.startsWith("--");
      boolean apart = word.equals("--set") && i + 1 < before.size();
      String set = apart ? before.get(i + 1) : word.startsWith("--set=") ? word.substring(6) : "";
      int end = set.indexOf('=');
      if (end > 0 && values.containsKey(set.substring(0, end))) {
        i += apart ? 1 : 0; // `build` is the key of `--build`, too
      } else if (option && values.containsKey(word.substring(2))) {
        i++; // its value
      } else if (!option || sign < 0 || !values.containsKey(word.substring(2, sign))) {
        words.add(word);
      }
    }
    boolean separated = !words.isEmpty() && words.getLast().equals("--");
    if (separated) {
      words.removeLast();
    }
    values.forEach(
        (name, each) -> each.forEach(value -> words.addAll(List.of("--" + name, value))));
    words.add("--"); // a value is never taken for the command
    return words;
  }
}
