package dev.pitstop.doctor;

import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Removes secrets from all output: values of the environment, and headers and URLs configured for
/// a daemon. Servers quote them.
///
/// @param values the longest first, because one may be part of another
/// @param daemons removes from a text what is configured for a daemon
record Redaction(List<String> values, UnaryOperator<String> daemons) {
  /// A shorter value may be an ordinary word.
  private static final int SHORTEST = 6;

  private static final Set<String> TELLING =
      Words.set("TOKEN KEY SECRET PASSW CREDENTIAL AUTH COOKIE DSN");

  /// Variables that are often set and never secret.
  private static final Set<String> HARMLESS =
      Words.set("PATH HOME LANG LC_ALL NODE_ENV TERM SHELL USER PITSTOP_CONFIGS");

  /// @param configured the variables set for this server: any value may be secret
  /// @param inherited all other variables: their names tell which are secret
  /// @param daemons removes from a text what is configured for a daemon
  static Redaction of(
      Map<String, String> configured,
      Map<String, String> inherited,
      UnaryOperator<String> daemons) {
    Stream<String> set =
        configured.entrySet().stream()
            .filter(variable -> !HARMLESS.contains(variable.getKey()))
            .map(Map.Entry::getValue);
    Stream<String> told =
        inherited.entrySet().stream()
            .filter(variable -> tells(variable.getKey()))
            .map(Map.Entry::getValue)
            .filter(value -> !value.startsWith("/"));
    return new Redaction(
        Stream.concat(set, told)
            .filter(value -> value.length() >= SHORTEST)
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList(),
        daemons);
  }

  private static boolean tells(String name) {
    return TELLING.stream().anyMatch(name.toUpperCase(Locale.ROOT)::contains);
  }

  /// The text without secrets and without escape sequences.
  String hide(String text) {
    String shown = PlainText.of(daemons.apply(text));
    for (String value : values) {
      shown = shown.replace(value, "…");
    }
    return shown;
  }

  Finding hide(Finding finding) {
    return new Finding(
        finding.area(),
        finding.mark(),
        hide(finding.text()),
        finding.remedy().map(this::hide),
        finding.details().stream().map(this::hide).toList());
  }
}
