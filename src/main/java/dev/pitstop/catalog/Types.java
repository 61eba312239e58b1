package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What type of value a schema asks for, as a set and in words.
final class Types {
  static final List<String> UNIONS = List.of("anyOf", "oneOf");
  private static final List<String> NOT_A_UNION =
      List.of("type", "properties", "items", "enum", "const", "$ref", "allOf");
  private static final int MAX_NESTED = 4;
  private static final int MAX_ALTERNATIVES = 8;
  private static final String ANY = "any";
  private static final String MORE = "…";

  /// What a reference asks for that leads out of the schema.
  private static final String UNKNOWN = "unknown";

  /// By name, but that it may be null is said behind the others.
  private static final Comparator<String> ORDER =
      Comparator.comparing((String word) -> word.equals(MORE))
          .thenComparing(word -> word.equals("null"))
          .thenComparing(Comparator.naturalOrder());

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

  /// Whether these are the same types; of schemas that limit themselves to values, an integer is
  /// the same as a number.
  static boolean same(Set<String> old, Set<String> now, boolean values) {
    return old.equals(now) || (values && numbers(old).equals(numbers(now)));
  }

  private static Set<String> numbers(Set<String> types) {
    return types.stream().map(t -> t.equals("integer") ? "number" : t).collect(Collectors.toSet());
  }

  /// `string`, `integer[]`, `string|null`, `any`: one short word for a signature. The same types
  /// are the same word in whatever order and spelling the schema names them.
  static String text(SchemaDocument document, JsonElement schema) {
    return String.join("|", words(document, schema, 0));
  }

  private static Set<String> words(SchemaDocument document, JsonElement schema, int depth) {
    if (depth > MAX_NESTED || !document.mayWord()) {
      return Set.of(ANY);
    }
    if (!(document.open(schema) instanceof JsonObject object)) {
      return Set.of(Json.isFalse(Optional.of(schema)) ? "nothing" : "an invalid schema");
    }
    Set<String> words = new TreeSet<>(ORDER);
    List<JsonElement> alternatives = alternatives(object);
    for (int i = 0; i < alternatives.size(); i++) {
      if (i == MAX_ALTERNATIVES) {
        words.add(MORE);
        break;
      }
      words.addAll(words(document, alternatives.get(i), depth + 1));
    }
    for (String type : words.isEmpty() ? of(object) : Set.<String>of()) {
      words.add(
          type.equals("array") && object.get("items") instanceof JsonElement items
              ? element(
                  items instanceof JsonArray ? Set.of(ANY) : words(document, items, depth + 1))
              : Wording.word(type));
    }
    if (words.isEmpty()) {
      words.add(object.has("$ref") ? UNKNOWN : ANY);
    }
    return words;
  }

  private static String element(Set<String> item) {
    if (item.equals(Set.of(ANY))) {
      return "array";
    }
    String text = String.join("|", item);
    return item.size() > 1 ? "(" + text + ")[]" : text + "[]";
  }

  /// The type of a value.
  static String ofValue(JsonElement value) {
    return switch (value) {
      case JsonObject _ -> "object";
      case JsonArray _ -> "array";
      case JsonPrimitive p when p.isString() -> "string";
      case JsonPrimitive p when p.isBoolean() -> "boolean";
      case JsonPrimitive p -> p.getAsString().matches("-?\\d+") ? "integer" : "number";
      case JsonElement _ -> "null";
    };
  }
}
