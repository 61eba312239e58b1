package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Says in which way arguments do not fit the schema of their tool: missing ones, unknown ones, and
/// values of a wrong type. Ranges, patterns and the like are left to the server. Pure.
final class SchemaCheck {
  private final List<String> problems = new ArrayList<>();

  private SchemaCheck() {}

  /// @param plain a [PlainSchema]
  /// @return a sentence for each problem, without a full stop, or with a line of the schema below
  ///   it
  static List<String> problems(JsonElement value, JsonElement plain) {
    SchemaCheck check = new SchemaCheck();
    check.value("", value, new Parameter("", plain, true));
    return check.problems;
  }

  private void value(String path, JsonElement value, Parameter as) {
    if (!(as.schema() instanceof JsonObject schema)) {
      if (as.schema().equals(new JsonPrimitive(false))) {
        problems.add("`" + path + "` is not allowed");
      }
      return;
    }
    Set<String> types = Types.of(schema);
    if (value.isJsonNull() && (Types.isNullable(schema) || types.isEmpty() || has(types, value))) {
      return;
    }
    Set<JsonElement> values = Types.values(schema);
    if (!values.isEmpty() && !values.contains(value)) {
      List<String> names = values.stream().map(SchemaCheck::shown).toList();
      wrong(path, value, as, Nearest.question(shown(value), names, "`%s`").orElse(""));
    } else if (!types.isEmpty() && !has(types, value)) {
      wrong(path, value, as, "");
    } else if (schema.get("anyOf") instanceof JsonArray union) {
      union(path, value, as, union);
    } else if (value instanceof JsonObject object) {
      object(path, object, schema);
    } else if (value instanceof JsonArray array && schema.has("items")) {
      for (int i = 0; i < array.size(); i++) {
        value(path + "[" + i + "]", array.get(i), new Parameter(path, schema.get("items"), false));
      }
    }
  }

  private static String shown(JsonElement value) {
    return value instanceof JsonPrimitive p ? p.getAsString() : value.toString();
  }

  private void wrong(String path, JsonElement value, Parameter as, String near) {
    String what = path.isEmpty() ? "the arguments" : "`" + path + "`";
    problems.add(
        what + " cannot be " + Words.cutClose(value.toString(), 60) + near + line(path, as));
  }

  private static String line(String path, Parameter as) {
    return "\n  " + (path.isEmpty() ? "" : path + ": ") + as.about();
  }

  private void union(String path, JsonElement value, Parameter as, JsonArray union) {
    for (JsonElement each : union) {
      SchemaCheck check = new SchemaCheck();
      check.value(path, value, new Parameter(path, each, true));
      if (check.problems.isEmpty()) {
        return;
      }
    }
    wrong(path, value, as, "");
  }

  private void object(String path, JsonObject object, JsonObject schema) {
    String prefix = path.isEmpty() ? "" : path + ".";
    Map<String, Parameter> known = new LinkedHashMap<>();
    Parameter.ofPlain(prefix, schema).forEach(p -> known.put(p.name(), p));
    object
        .asMap()
        .forEach((key, value) -> {
          String name = prefix + key;
          if (known.containsKey(name)) {
            value(name, value, known.get(name));
          } else if (isClosed(schema)) {
            problems.add("there is no argument `" + name + "`" + instead(name, known));
          } else if (schema.get("additionalProperties") instanceof JsonObject others) {
            value(name, value, new Parameter(name, others, false));
          }
        });
    for (Parameter each : known.values()) {
      if (each.required() && !object.has(each.name().substring(prefix.length()))) {
        problems.add("`" + each.name() + "` is missing" + line(each.name(), each));
      }
    }
  }

  /// Whether an argument that is not listed is most likely a mistake. JSON Schema allows it unless
  /// the schema says otherwise, but most servers then pass over it in silence.
  static boolean isClosed(JsonObject schema) {
    boolean says = schema.has("additionalProperties") || schema.has("patternProperties");
    return says
        ? new JsonPrimitive(false).equals(schema.get("additionalProperties"))
        : schema.get("properties") instanceof JsonObject known && known.size() > 0;
  }

  private static String instead(String name, Map<String, Parameter> known) {
    if (known.isEmpty()) {
      return ": the tool takes none";
    }
    return Nearest.name(name, known.keySet())
        .flatMap(near -> Optional.ofNullable(known.get(near)))
        .map(near -> "; did you mean `" + near.name() + "`?" + line(near.name(), near))
        .orElseGet(() -> "; there are " + ForeignText.names(known.keySet()));
  }

  static boolean has(Set<String> types, JsonElement value) {
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

  /// Whether a number is an integer in the sense of JSON Schema, for which `1.0` is one.
  private static boolean isWhole(JsonPrimitive number) {
    try {
      return number.getAsBigDecimal().stripTrailingZeros().scale() <= 0;
    } catch (NumberFormatException tooLarge) {
      return false;
    }
  }
}
