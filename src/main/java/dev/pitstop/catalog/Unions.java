package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Schemas as lists of alternatives, and such lists held against each other.
final class Unions {
  private Unions() {}

  /// What is beside a union, or nothing if the schema is none.
  static JsonObject around(JsonObject schema) {
    return Types.alternatives(schema).isEmpty()
        ? new JsonObject()
        : SchemaDocument.without(schema, Set.copyOf(Types.UNIONS));
  }

  /// The alternatives of a union; of another schema, one for each of its types.
  static List<JsonElement> spread(JsonObject schema) {
    List<JsonElement> union = Types.alternatives(schema);
    if (!union.isEmpty()) {
      return union;
    }
    JsonObject bare = SchemaDocument.without(schema, SchemaDocument.ANNOTATIONS);
    Optional<JsonArray> types = Json.array(schema, "type");
    if (types.isEmpty()) {
      return List.of(bare);
    }
    List<JsonElement> spread = new ArrayList<>();
    for (JsonElement type : types.get()) {
      spread.add(ofType(bare, type));
    }
    return spread;
  }

  /// The types of whose values a keyword speaks; empty for all.
  private static Set<String> subject(String keyword) {
    return switch (keyword) {
      case "minLength", "maxLength", "pattern" -> Set.of("string");
      case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf" ->
          Set.of("integer", "number");
      case "format" -> Set.of("string", "integer", "number");
      case "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains" ->
          Set.of("array");
      case "properties",
          "required",
          "additionalProperties",
          "patternProperties",
          "propertyNames",
          "minProperties",
          "maxProperties" ->
          Set.of("object");
      default -> Set.of();
    };
  }

  /// The part of a schema that speaks of values of one type.
  private static JsonObject ofType(JsonObject schema, JsonElement type) {
    String name = Json.asString(type).orElse("");
    Set<String> others = new HashSet<>(Set.of("type"));
    for (String keyword : schema.keySet()) {
      Set<String> subject = subject(keyword);
      if (!subject.isEmpty() && !subject.contains(name)) {
        others.add(keyword);
      }
    }
    if (name.equals("null")) {
      others.addAll(List.of("enum", "const"));
    }
    JsonObject part = SchemaDocument.without(schema, others);
    part.add("type", type);
    Json.array(part, "enum")
        .ifPresent(values -> {
          JsonArray fitting = new JsonArray();
          for (JsonElement value : values) {
            if (Types.widens(Set.of(Types.ofValue(value)), Set.of(name))) {
              fitting.add(value);
            }
          }
          part.add("enum", fitting);
        });
    return part;
  }

  /// All values of a union that is made of nothing but values, such as a `oneOf` of `const`s, each
  /// with a title of its own; empty for every other one.
  static Set<JsonElement> values(SchemaDocument document, List<JsonElement> union) {
    Set<JsonElement> values = new LinkedHashSet<>();
    for (JsonElement one : union) {
      if (!(document.open(one) instanceof JsonObject schema)
          || !SchemaDocument.without(schema, SchemaDocument.ANNOTATIONS).keySet().stream()
              .allMatch(Set.of("type", "enum", "const")::contains)
          || Types.allowed(schema).isEmpty()) {
        return Set.of();
      }
      Types.allowed(schema).ifPresent(values::addAll);
    }
    return values;
  }

  /// A union of values as the `enum` that it is; without values the schema itself.
  static JsonObject asEnum(JsonObject schema, Set<JsonElement> values) {
    if (values.isEmpty()) {
      return schema;
    }
    JsonArray all = new JsonArray();
    values.forEach(all::add);
    JsonObject plain = around(schema);
    plain.add("enum", all);
    return plain;
  }

  /// Takes the alternatives out of both lists that are to be compared with each other: those of the
  /// same text, as what a reference in it points to may differ, then those of the same type, if
  /// there are as many of them on both sides.
  static List<List<JsonElement>> pairs(
      SchemaDocument before, List<JsonElement> gone, SchemaDocument after, List<JsonElement> came) {
    List<List<JsonElement>> pairs = new ArrayList<>();
    for (JsonElement one : List.copyOf(gone)) {
      for (JsonElement other : came) {
        if (SchemaDocument.bare(one).equals(SchemaDocument.bare(other))) {
          pairs.add(List.of(one, other));
          gone.remove(one);
          came.remove(other);
          break;
        }
      }
    }
    Map<String, List<JsonElement>> goneByType = byType(before, gone);
    Map<String, List<JsonElement>> cameByType = byType(after, came);
    goneByType.forEach((type, some) -> {
      List<JsonElement> others = cameByType.getOrDefault(type, List.of());
      if (some.size() == others.size()) {
        for (int i = 0; i < some.size(); i++) {
          pairs.add(List.of(some.get(i), others.get(i)));
          gone.remove(some.get(i));
          came.remove(others.get(i));
        }
      }
    });
    return pairs;
  }

  private static Map<String, List<JsonElement>> byType(
      SchemaDocument document, List<JsonElement> union) {
    Map<String, List<JsonElement>> byType = new LinkedHashMap<>();
    for (JsonElement one : union) {
      byType.computeIfAbsent(Types.text(document, one), _ -> new ArrayList<>()).add(one);
    }
    return byType;
  }

  /// Whether one of these alternatives obviously accepts all that `one` did.
  static boolean covers(
      SchemaDocument after, List<JsonElement> union, SchemaDocument before, JsonElement one) {
    return before.open(one) instanceof JsonObject old
        && union.stream()
            .anyMatch(other -> after.open(other) instanceof JsonObject now && covers(now, old));
  }

  private static boolean covers(JsonObject now, JsonObject old) {
    Set<String> aside = new HashSet<>(SchemaDocument.ANNOTATIONS);
    aside.add("type");
    JsonObject limits = SchemaDocument.without(now, aside);
    return Types.widens(Types.of(old), Types.of(now))
        && (limits.isEmpty() || limits.equals(SchemaDocument.without(old, aside)));
  }
}
