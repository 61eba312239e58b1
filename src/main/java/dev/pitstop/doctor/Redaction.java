package dev.pitstop.doctor;

import dev.pitstop.text.PlainText;
import dev.pitstop.text.Words;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Removes secrets from all output: values of the environment, and headers and URLs configured for
/// a daemon. Servers quote them.
final class Redaction {
  /// A shorter value may be an ordinary word.
  private static final int SHORTEST = 6;

  private static final Set<String> TELLING =
      Words.set("TOKEN KEY SECRET PASSW CREDENTIAL AUTH COOKIE DSN");

  /// Variables that are often set and never secret.
  private static final Set<String> HARMLESS =
      Words.set("PATH HOME LANG LC_ALL NODE_ENV TERM SHELL USER PITSTOP_CONFIGS");

  private final List<String> values; // the longest first: one may be part of another
  private final UnaryOperator<String> daemons;

  /// @param daemons removes from a text what is configured for a daemon
  private Redaction(Collection<String> values, UnaryOperator<String> daemons) {
    this.daemons = daemons;
    this.values =
        values.stream()
            .filter(v -> v.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  /// @param configured the variables set for this server: any value may be secret
  /// @param inherited all other variables: their names tell which are secret
  /// @param daemons removes from a text what is configured for a daemon
  static Redaction of(
      Map<String, String> configured,
      Map<String, String> inherited,
      UnaryOperator<String> daemons) {
    Set<String> all = new HashSet<>();
    configured.forEach((name, value) -> {
      if (!HARMLESS.contains(name)) {
        all.add(value);
      }
    });
    inherited.forEach((name, value) -> {
      String upper = name.toUpperCase(Locale.ROOT);
      if (TELLING.stream().anyMatch(upper::contains) && !value.startsWith("/")) {
        all.add(value);
      }
    });
    return new Redaction(all, daemons);
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
