package dev.pitstop.cli.options;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.process.Surroundings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the words after a command that has options of its own. The options and the other words can
/// come in any order.
public final class VerbLine {
  private VerbLine() {}

  /// @param verb the command
  /// @param rows its options
  /// @param shorts what `-f` and the like stand for
  /// @param surroundings where they were given
  /// @return the words that no option took are the command of the result
  public static Options parse(
      String verb,
      List<OptionRow> rows,
      Map<String, String> shorts,
      List<String> words,
      Surroundings surroundings)
      throws UsageException {
    List<String> known = rows.stream().map(r -> "--" + r.name()).toList();
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<String> plain = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (!word.startsWith("-") || word.equals("-")) {
        plain.add(word);
        continue;
      }
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      String name = equals < 0 ? shorts.getOrDefault(word, word) : word.substring(0, equals);
      if (!known.contains(name)) {
        throw new UsageException(
            "`pitstop %s` has no option %s%s"
                .formatted(verb, name, Nearest.question(name, known, "%s").orElse("")));
      }
      boolean isSwitch = rows.get(known.indexOf(name)).isSwitch();
      if (isSwitch && equals >= 0) {
        throw new UsageException(name + " takes no value");
      }
      if (!isSwitch && equals < 0 && i + 1 == words.size()) {
        throw new UsageException(name + " needs a value");
      }
      String value = isSwitch ? "" : equals < 0 ? words.get(++i) : word.substring(equals + 1);
      if (!isSwitch && value.isBlank()) {
        throw new UsageException(name + ": must not be empty");
      }
      values.computeIfAbsent(name.substring(2), n -> new ArrayList<>()).add(value);
    }
    return new Options(values, plain, false, false, surroundings);
  }
}
