package dev.pitstop.doctor;

import com.google.gson.JsonObject;
import dev.pitstop.project.Language;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is known of texts by programs, and of how they are written. `signs.json` has patterns with
/// what to do, of which the first counts that is found in a text, and lines of code by language.
final class Signs {
  private static final JsonObject ALL = Parts.resource("signs.json");

  private Signs() {}

  /// Who wrote a line on stdout, and how to stop that.
  static Optional<String> ofStdout(String line) {
    return first("stdout", line.stripTrailing());
  }

  /// Why a server ended, and what to do about it.
  ///
  /// @param last its last lines, in small letters
  static Optional<String> ofDeath(String last) {
    return first("death", last);
  }

  /// How programs of a language write to stderr.
  static String toStderr(Language language) {
    return of("stderr", language);
  }

  /// How they notice the end of stdin.
  static String atTheEnd(Language language) {
    return of("end", language);
  }

  private static String of(String what, Language language) {
    JsonObject all = ALL.getAsJsonObject(what);
    return all.get(all.has(language.name()) ? language.name() : "OTHER").getAsString();
  }

  /// In the order of the file: the first counts.
  private static Optional<String> first(String kind, String text) {
    return ALL.getAsJsonObject(kind).entrySet().stream()
        .filter(sign -> Pattern.compile(sign.getKey()).matcher(text).find())
        .findFirst()
        .map(sign -> sign.getValue().getAsString());
  }
}
