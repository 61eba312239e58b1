package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Optional;

/// Look-ups in trees from a server, which may contain anything anywhere: a member of another type
/// than wanted counts as absent, and so does an explicit `null`.
public final class JsonTree {
  private JsonTree() {}

  /// A member that is there and not null.
  public static Optional<JsonElement> member(JsonElement of, String name) {
    return of instanceof JsonObject o && o.get(name) instanceof JsonElement e && !e.isJsonNull()
        ? Optional.of(e)
        : Optional.empty();
  }

  /// A member that is an object.
  public static Optional<JsonObject> object(JsonElement of, String name) {
    return member(of, name)
        .flatMap(e -> e instanceof JsonObject o ? Optional.of(o) : Optional.empty());
  }

  /// The elements of a member that is an array; none if it is not.
  public static List<JsonElement> elements(JsonElement of, String name) {
    return of instanceof JsonObject o && o.get(name) instanceof JsonArray all
        ? all.asList()
        : List.of();
  }

  /// A member that is a string.
  public static Optional<String> string(JsonElement of, String name) {
    return member(of, name).flatMap(JsonTree::asString);
  }

  /// The same; an empty text if it is missing.
  public static String text(JsonElement of, String name) {
    return string(of, name).orElse("");
  }

  static Optional<String> asString(JsonElement value) {
    return value instanceof JsonPrimitive p && p.isString()
        ? Optional.of(p.getAsString())
        : Optional.empty();
  }

  /// What a JSON pointer (RFC 6901) leads to through objects.
  public static Optional<JsonElement> at(JsonElement document, String pointer) {
    JsonElement at = document;
    for (String token : pointer.substring(1).split("/", -1)) {
      String name = token.replace("~1", "/").replace("~0", "~");
      if (!(at instanceof JsonObject object) || !object.has(name)) {
        return Optional.empty();
      }
      at = object.get(name);
    }
    return Optional.of(at);
  }

  /// Whether the value is a literal `true`: the string `"true"` is not a promise.
  public static boolean isTrue(Optional<JsonElement> value) {
    return value.equals(Optional.of(new JsonPrimitive(true)));
  }
}
