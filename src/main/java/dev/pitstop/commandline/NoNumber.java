package dev.pitstop.commandline;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// A number that JSON does not have and that many libraries write: Python's `json`, for one.
///
/// @param word `NaN`, `Infinity` or `-Infinity`
/// @param place where it is, such as `rows[2].price`
record NoNumber(String word, String place) {
  private static final List<String> WORDS = List.of("NaN", "-Infinity", "Infinity");

  /// The one because of which an output is no JSON object.
  static Optional<NoNumber> first(byte[] output) {
    JsonReader strict = reader(output);
    try {
      if (strict.peek() == JsonToken.BEGIN_OBJECT) {
        walk(strict, "");
      }
      return Optional.empty();
    } catch (IOException noJson) {
      return at(strict.getPath(), output);
    }
  }

  private static JsonReader reader(byte[] output) {
    return new JsonReader(new StringReader(new String(output, StandardCharsets.UTF_8)));
  }

  private static void walk(JsonReader in, String until) throws IOException {
    JsonToken next = in.peek();
    while (next != JsonToken.END_DOCUMENT && !in.getPath().equals(until)) {
      switch (next) {
        case BEGIN_OBJECT -> in.beginObject();
        case END_OBJECT -> in.endObject();
        case BEGIN_ARRAY -> in.beginArray();
        case END_ARRAY -> in.endArray();
        case NAME -> {
          String _ = in.nextName(); // the path says it
        }
        case STRING, NUMBER, BOOLEAN, NULL, END_DOCUMENT -> in.skipValue();
      }
      next = in.peek();
    }
  }

  private static Optional<NoNumber> at(String path, byte[] output) {
    JsonReader lenient = reader(output);
    lenient.setStrictness(Strictness.LENIENT);
    try {
      walk(lenient, path);
      String word = lenient.nextString();
      String place = Values.shown(path.replaceFirst("^\\$\\.", ""), 400);
      return WORDS.contains(word) ? Optional.of(new NoNumber(word, place)) : Optional.empty();
    } catch (IOException | IllegalStateException noWord) {
      return Optional.empty();
    }
  }
}
