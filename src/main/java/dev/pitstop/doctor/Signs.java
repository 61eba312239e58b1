package dev.pitstop.doctor;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// What is known of texts by programs. `signs.json` has patterns with what to do; of those that are
/// found in a text, the first counts.
final class Signs {
  private static final JsonObject ALL = resource("signs.json");

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

  private static Optional<String> first(String kind, String text) {
    return ALL.getAsJsonObject(kind).entrySet().stream()
        .filter(sign -> Pattern.compile(sign.getKey()).matcher(text).find())
        .findFirst()
        .map(sign -> sign.getValue().getAsString());
  }

  /// A table among the resources of this package.
  static JsonObject resource(String name) {
    try (InputStream in = Signs.class.getResourceAsStream(name)) {
      return JsonParser.parseReader(
              new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))
          .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
