package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What type of value a schema asks for, as a set and in words.
final class Types {
  static final List<String> UNIONS = List.of("anyOf", "oneOf");
  private static final List<String> NOT_A_UNION =
      List.of("type", "properties", "items", "enum", "const", "$ref", "allOf");
  private static final int MAX_NESTED = 4;
  private static final int MAX_ALTERNATIVES = 8;
  private static final String ANY = "any";

  private Types() {}

  /// The types that a schema names or implies; empty for "any".
  static Set<String> of(JsonObject schema) {
    Set<String> types = new LinkedHashSet<>();
    Optional<JsonElement> type = Json.member(schema, "type");
    if (type.isPresent()) {
      if (type.get() instanceof JsonArray several) {
        several.forEach(one -> Json.asString(one).ifPresent(types::add));
      } else {
        Json.asString(type.get()).ifPresent(types::add);
      }
    } else if (schema.has("properties")) {
      types.add("object");
    } else if (schema.has("items") || schema.has("prefixItems")) {
      types.add("array");
    } else {
      allowed(schema).ifPresent(values -> values.forEach(value -> types.add(ofValue(value))));
    }
    return types;
  }

  /// Whether every value of the types `old` is also one of the types `now`.
  static boolean widens(Set<String> old, Set<String> now) {
    if (now.isEmpty()) {
      return true;
    }
    if (old.isEmpty()) {
      return false;
    }
    for (String type : old) {
      if (!now.contains(type) && !(type.equals("integer") && now.contains("number"))) {
        return false;
      }
    }
    return true;
  }

  /// Whether some value can be of both.
  static boolean overlap(Set<String> one, Set<String> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return true;
    }
    for (String type : one) {
      if (other.contains(type)
          || (type.equals("integer") && other.contains("number"))
          || (type.equals("number") && other.contains("integer"))) {
        return true;
      }
    }
    return false;
  }

  /// The values a schema limits itself to, by `enum` or `const`.
  static Optional<Set<JsonElement>> allowed(JsonObject schema) {
    if (schema.has("const")) {
      return Optional.of(Set.of(schema.get("const")));
    }
    return Json.array(schema, "enum").map(values -> new LinkedHashSet<>(values.asList()));
  }

  /// The alternatives of a schema that is nothing but a union; empty for every other one.
  static List<JsonElement> alternatives(JsonObject schema) {
    for (String keyword : NOT_A_UNION) {
      if (schema.has(keyword)) {
        return List.of();
      }
    }
    if (schema.has("anyOf") && schema.has("oneOf")) {
      return List.of();
    }
    for (String keyword : UNIONS) {
      Optional<JsonArray> union = Json.array(schema, keyword);
      if (union.isPresent()) {
        return List.copyOf(union.get().asList());
      }
    }
    return List.of();
  }

  /// `string`, `integer[]`, `string|null`, `any`: one short word for a signature.
  static String text(SchemaDocument document, JsonElement schema) {
    return text(document, schema, 0);
  }

  private static String text(SchemaDocument document, JsonElement schema, int depth) {
    if (depth > MAX_NESTED) {
      return ANY;
    }
    if (!(document.open(schema) instanceof JsonObject object)) {
      return Json.isFalse(Optional.of(schema)) ? "nothing" : "an invalid schema";
    }
    Set<String> parts = new LinkedHashSet<>();
    List<JsonElement> alternatives = alternatives(object);
    for (int i = 0; i < alternatives.size(); i++) {
      if (i == MAX_ALTERNATIVES) {
        parts.add("…");
        break;
      }
      parts.add(text(document, alternatives.get(i), depth + 1));
    }
    for (String type : parts.isEmpty() ? of(object) : Set.<String>of()) {
      parts.add(
          type.equals("array") && object.get("items") instanceof JsonElement items
              ? element(text(document, items, depth + 1))
              : Wording.word(type));
    }
    return parts.isEmpty() ? ANY : String.join("|", parts);
  }

  private static String element(String item) {
    if (item.equals(ANY)) {
      return "array";
    }
    return item.contains("|") ? "(" + item + ")[]" : item + "[]";
  }

  private static String ofValue(JsonElement value) {
    return switch (value) {
      case JsonObject _ -> "object";
      case JsonArray _ -> "array";
      case JsonPrimitive p when p.isString() -> "string";
      case JsonPrimitive p when p.isBoolean() -> "boolean";
      case JsonPrimitive _ -> "number";
      case JsonElement _ -> "null";
    };
  }
}
