package dev.pitstop.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Pitstop's options in the entry of a wrapped server, whichever version they are for.
public final class OptionWords {
  /// An option, or a key of `--set`.
  ///
  /// @param name without dashes; empty for a word that belongs to no option
  /// @param shown for people: `--build`, `--set holdTimeout`
  /// @param words as they are written
  private record Option(String name, String shown, String value, List<String> words) {}

  /// The options that `install` writes.
  private static final Set<String> WRITTEN = Set.of("build", "watch");

  private OptionWords() {}

  /// @param before the words before the command
  private static List<Option> read(List<String> before) {
    List<Option> options = new ArrayList<>();
    for (int i = 0; i < before.size() && !before.get(i).equals("--"); i++) {
      String word = before.get(i);
      int equals = word.indexOf('=');
      boolean apart = equals < 0 && i + 1 < before.size() && !before.get(i + 1).startsWith("--");
      boolean option = word.startsWith("--");
      List<String> words = before.subList(i, option && apart ? i + 2 : i + 1);
      String name = !option ? "" : word.substring(2, equals < 0 ? word.length() : equals);
      String value = equals < 0 ? words.getLast() : word.substring(equals + 1);
      int key = name.equals("set") ? value.indexOf('=') : -1; // `build` is a key of it, too
      options.add(
          key > 0
              ? new Option(
                  value.substring(0, key),
                  "--set " + value.substring(0, key),
                  value.substring(key + 1),
                  words)
              : new Option(name, "--" + name, value, words));
      i += words.size() - 1;
    }
    return options;
  }

  /// The values of each option, by its name without dashes; empty if there is another word among
  /// them.
  static Optional<Map<String, List<String>>> values(List<String> before) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Option each : read(before)) {
      values.computeIfAbsent(each.name(), n -> new ArrayList<>()).add(each.value());
    }
    return values.containsKey("") ? Optional.empty() : Optional.of(values);
  }

  /// The options that somebody else than `install` wrote, for people.
  public static List<String> others(List<String> before) {
    return read(before).stream()
        .filter(option -> !WRITTEN.contains(option.name()))
        .map(Option::shown)
        .distinct()
        .sorted()
        .toList();
  }

  /// The words before the command with these options instead of those of the same name, and `--`.
  ///
  /// @param values by the name without dashes; an option without values is removed
  public static List<String> with(List<String> before, Map<String, List<String>> values) {
    List<String> words = new ArrayList<>();
    read(before).stream()
        .filter(option -> !values.containsKey(option.name()))
        .forEach(option -> words.addAll(option.words()));
    values.forEach(
        (name, each) -> each.forEach(value -> words.addAll(List.of("--" + name, value))));
    words.add("--"); // a value is never taken for the command
    return words;
  }
}
