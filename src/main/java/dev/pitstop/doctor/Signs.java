package dev.pitstop.doctor;

import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is known of texts by programs. `signs.json` has patterns with what to do; of those that are
/// found in a text, the first counts.
final class Signs {
  private static final JsonObject ALL = Parts.resource("signs.json");
  private static final Map<Pattern, String> STDOUT = signs("stdout");
  private static final Map<Pattern, String> DEATH = signs("death");

  private Signs() {}

  /// Who wrote a line on stdout, and how to stop that.
  static Optional<String> ofStdout(String line) {
    return first(STDOUT, line.stripTrailing());
  }

  /// Why a server ended, and what to do about it.
  ///
  /// @param last its last lines, in small letters
  static Optional<String> ofDeath(String last) {
    return first(DEATH, last);
  }

  /// In the order of the file: the first counts.
  private static Map<Pattern, String> signs(String kind) {
    Map<Pattern, String> signs = new LinkedHashMap<>();
    ALL.getAsJsonObject(kind)
        .asMap()
        .forEach((sign, what) -> signs.put(Pattern.compile(sign), what.getAsString()));
    return signs;
  }

  private static Optional<String> first(Map<Pattern, String> signs, String text) {
    return signs.entrySet().stream()
        .filter(sign -> sign.getKey().matcher(text).find())
        .findFirst()
        .map(Map.Entry::getValue);
  }
}
