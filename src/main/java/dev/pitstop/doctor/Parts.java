package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Reads members of a server's JSON, which may be of any shape, and this package's tables.
final class Parts {
  private Parts() {}

  /// The name of a tool, for people.
  static String name(JsonElement tool) {
    return JsonTree.string(tool, "name").orElse("(without a name)");
  }

  static String quoted(String text, int most) {
    return "\"" + Words.cutClose(text, most) + "\"";
  }

  /// A table among the resources of this package.
  static JsonObject resource(String name) {
    try (InputStream in = Parts.class.getResourceAsStream(name)) {
      return JsonParser.parseReader(
              new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))
          .getAsJsonObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
