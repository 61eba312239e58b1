package dev.pitstop.session;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;

/// Reads JSON in tests: a path of member names and indices that is not there fails the test.
final class Json {
  private Json() {}

  static JsonObject parse(String text) {
    return JsonParser.parseString(text).getAsJsonObject();
  }

  static JsonElement at(JsonElement from, Object... path) {
    JsonElement e = from;
    for (Object step : path) {
      JsonElement next =
          switch (e) {
            case JsonObject o -> o.get(String.valueOf(step));
            case JsonArray a when step instanceof Integer i && i < a.size() -> a.get(i);
            default -> null;
          };
      if (next == null) {
        throw new AssertionError("no " + step + " in " + e);
      }
      e = next;
    }
    return e;
  }

  static String text(JsonElement from, Object... path) {
    return at(from, path).getAsString();
  }

  /// @param id as JSON
  static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  static String notification(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  /// The `name`s of an array's objects.
  static List<String> names(JsonElement array) {
    List<String> names = new ArrayList<>();
    for (JsonElement e : array.getAsJsonArray()) {
      names.add(text(e, "name"));
    }
    return names;
  }
}
