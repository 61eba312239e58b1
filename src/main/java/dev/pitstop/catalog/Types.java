package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The types of value that a [PlainSchema] allows.
public final class Types {
  private static final int MAX_NESTED = 4;
  private static final String ANY = "any";

  private Types() {}

  /// The types that a schema names or implies, without `null`; empty for "any".
  public static Set<String> of(JsonObject schema) {
    Set<String> types = new TreeSet<>();
    if (schema.has("type")) {
      for (JsonElement type : elements(schema.get("type"))) {
        JsonTree.asString(type).ifPresent(types::add);
      }
    } else if (schema.has("properties")) {
      types.add("object");
    } else if (schema.has("items")) {
      types.add("array");
    }
    return types;
  }

  /// The values that a schema lists; empty if it lists none.
  static Set<JsonElement> values(JsonObject schema) {
    return new LinkedHashSet<>(schema.has("enum") ? elements(schema.get("enum")) : List.of());
  }

  static List<JsonElement> elements(JsonElement list) {
    return list instanceof JsonArray all ? all.asList() : List.of(list);
  }

  static boolean isNullable(JsonObject schema) {
    return JsonTree.isTrue(JsonTree.member(schema, "nullable"));
  }

  /// `string`, `integer[]`, `string|null`, `any`: one short word for a signature.
  static String text(JsonElement schema) {
    return text(schema, 0);
  }

  private static String text(JsonElement plain, int depth) {
    if (depth > MAX_NESTED) {
      return ANY;
    }
    if (!(plain instanceof JsonObject schema)) {
      return plain.equals(new JsonPrimitive(false)) ? "nothing" : "an invalid schema";
    }
    Set<String> words = new TreeSet<>();
    for (String type : of(schema)) {
      boolean array = type.equals("array") && schema.get("items") instanceof JsonObject;
      String item = array ? text(schema.get("items"), depth + 1) : ANY;
      String element = item.indexOf('|') < 0 ? item : "(" + item + ")";
      words.add(item.equals(ANY) ? ForeignText.excerpt(type, 20) : element + "[]");
    }
    if (words.isEmpty() && schema.get("anyOf") instanceof JsonArray union) {
      union.asList().stream().limit(8).forEach(one -> words.add(text(one, depth + 1)));
    }
    return (words.isEmpty() ? ANY : String.join("|", words)) + (isNullable(schema) ? "|null" : "");
  }

  /// Whether the new schema's type obviously allows everything that the old one's allowed.
  static boolean covers(JsonObject now, JsonObject old) {
    Set<String> accepted = new HashSet<>(words(now));
    if (accepted.contains("number")) {
      accepted.add("integer");
    }
    return accepted.contains(ANY) || accepted.containsAll(words(old));
  }

  private static List<String> words(JsonObject schema) {
    return List.of(text(schema).split("\\|", -1));
  }

  public static boolean has(Set<String> types, JsonElement value) {
    if (value instanceof JsonPrimitive p) {
      return p.isString()
          ? types.contains("string")
          : p.isBoolean()
              ? types.contains("boolean")
              : types.contains("number") || (types.contains("integer") && isWhole(p));
    }
    return types.contains(
        value instanceof JsonObject ? "object" : value instanceof JsonArray ? "array" : "null");
  }

  /// Whether a number is an integer in the sense of JSON Schema, for which `1.0` is one. One that
  /// is too large to be parsed counts as an integer.
  private static boolean isWhole(JsonPrimitive number) {
    try {
      return number.getAsBigDecimal().stripTrailingZeros().scale() <= 0;
    } catch (NumberFormatException tooLarge) {
      return true;
    }
  }
}
