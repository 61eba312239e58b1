package dev.pitstop.e2e;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;

/// JSON for tests: forgiving when written (single quotes), exact when compared (number lexemes
/// stay).
final class Json {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private Json() {}

  /// Parses JSON in which strings may have single quotes, as is easier on the eye inside Java.
  static JsonObject object(String lenient) {
    return JsonParser.parseString(lenient).getAsJsonObject();
  }

  static JsonElement parse(String text) {
    return JsonParser.parseString(text);
  }

  /// One line of JSON.
  static String text(JsonElement json) {
    return GSON.toJson(json);
  }

  /// The object at a path of member names; a test that walks off the path fails with the whole
  /// text.
  static JsonObject at(JsonObject json, String... path) {
    JsonObject here = json;
    for (String name : path) {
      if (!here.has(name) || !here.get(name).isJsonObject()) {
        throw new AssertionError("no object " + String.join(".", path) + " in " + text(json));
      }
      here = here.getAsJsonObject(name);
    }
    return here;
  }

  /// The member `name` of every object in an array.
  static List<String> each(JsonArray array, String name) {
    return array.asList().stream().map(e -> e.getAsJsonObject().get(name).getAsString()).toList();
  }
}
