package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.random.RandomGenerator;

/// Trees that look much like schemas and tools but hold anything anywhere. The same seed gives the
/// same tree.
final class RandomJson {
  private static final List<String> NAMES =
      List.of(
          "type",
          "properties",
          "required",
          "items",
          "enum",
          "const",
          "anyOf",
          "oneOf",
          "allOf",
          "$ref",
          "$defs",
          "definitions",
          "additionalProperties",
          "default",
          "description",
          "title",
          "format",
          "minimum",
          "pattern",
          "not",
          "annotations",
          "arguments",
          "name",
          "uri",
          "uriTemplate",
          "inputSchema",
          "outputSchema",
          "mimeType",
          "a",
          "b",
          "c",
          "$anchor");
  private static final List<String> STRINGS =
      List.of(
          "object",
          "string",
          "integer",
          "array",
          "null",
          "#",
          "#/$defs/a",
          "#/definitions/b",
          "#/properties/a",
          "#a",
          "#/%zz",
          "a",
          "b",
          "c",
          "",
          "line\nline",
          "\ud800",
          "`",
          "\u202e");

  private final RandomGenerator random;

  RandomJson(RandomGenerator random) {
    this.random = random;
  }

  JsonElement element(int depth) {
    return switch (random.nextInt(depth <= 0 ? 4 : 9)) {
      case 0 -> new JsonPrimitive(pick(STRINGS));
      case 1 -> new JsonPrimitive(random.nextInt(3));
      case 2 -> new JsonPrimitive(random.nextBoolean());
      case 3 -> random.nextInt(4) == 0 ? JsonNull.INSTANCE : new JsonPrimitive(pick(STRINGS));
      case 4, 5 -> array(depth);
      default -> object(depth);
    };
  }

  JsonObject object(int depth) {
    JsonObject object = new JsonObject();
    for (int i = random.nextInt(6); i > 0; i--) {
      object.add(pick(NAMES), element(depth - 1));
    }
    return object;
  }

  JsonObject entry(Kind kind, String key) {
    JsonObject entry = object(4);
    entry.addProperty(kind.keyMember(), key);
    if (kind == Kind.TOOLS && random.nextInt(4) > 0) {
      entry.add("inputSchema", object(5));
    }
    return entry;
  }

  private JsonArray array(int depth) {
    JsonArray array = new JsonArray();
    for (int i = random.nextInt(4); i > 0; i--) {
      array.add(element(depth - 1));
    }
    return array;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
