package dev.pitstop.doctor.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.doctor.check.SchemaFault.Kind;
import dev.pitstop.rpc.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks through one schema and records its faults: what JSON Schema (draft 2020-12) does not
/// allow, and what known clients reject. Fetches nothing; bounded in depth and size. For one
/// thread.
public final class SchemaWalk {
  private static final int MOST_DEPTH = 60;
  private static final int MOST_NODES = 20_000;
  private static final Pattern PROPERTY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");
  private static final List<String> SCHEMAS_BY_NAME =
      List.of("properties", "$defs", "definitions", "patternProperties", "dependentSchemas");
  private static final List<String> LISTS_OF_SCHEMAS =
      List.of("anyOf", "oneOf", "allOf", "prefixItems");
  private static final List<String> SCHEMAS =
      List.of(
          "items",
          "additionalProperties",
          "not",
          "if",
          "then",
          "else",
          "contains",
          "propertyNames",
          "unevaluatedProperties",
          "unevaluatedItems",
          "additionalItems");
  private static final List<String> COUNTS =
      List.of("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties");
  private static final List<String> NUMBERS = List.of("minimum", "maximum", "multipleOf");
  private static final List<String> TEXTS =
      List.of("title", "description", "$comment", "format", "pattern", "$id", "$schema", "$ref");

  private final String tool;
  private final JsonObject document;
  private final List<SchemaFault> faults = new ArrayList<>();
  private final Set<String> open = new HashSet<>(); // references being followed
  private int nodes;

  private SchemaWalk(String tool, JsonObject document) {
    this.tool = tool;
    this.document = document;
  }

  /// @param where the member of the tool that the schema is
  static List<SchemaFault> through(String tool, String where, JsonObject schema) {
    SchemaWalk walk = new SchemaWalk(tool, schema);
    walk.top(schema, where);
    walk.schema(schema, where, 0);
    return walk.faults;
  }

  private void fault(Kind kind, String where, String what) {
    faults.add(new SchemaFault(kind, tool, where, what));
  }

  private void top(JsonObject schema, String where) {
    if (!(schema.get("type") instanceof JsonPrimitive type)
        || !type.getAsString().equals("object")) {
      String has = schema.has("type") ? "is " + schema.get("type") : "is missing";
      fault(Kind.NOT_OBJECT, where, "`type` " + has);
    }
    for (String union : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(union) && where.equals("inputSchema")) { // others are not sent to the model
        fault(Kind.UNION, where, "`" + union + "`");
      }
    }
  }

  private void any(JsonElement schema, String where, int depth) {
    if (schema instanceof JsonObject object) {
      schema(object, where, depth);
    } else if (!(schema instanceof JsonPrimitive p && p.isBoolean())) {
      fault(Kind.BROKEN, where, "is " + shortly(schema) + ", not a schema");
    }
  }

  private void schema(JsonObject schema, String where, int depth) {
    if (depth > MOST_DEPTH || ++nodes > MOST_NODES) {
      return;
    }
    type(schema, where);
    words(schema, where);
    for (String name : SCHEMAS_BY_NAME) {
      if (schema.get(name) instanceof JsonObject named) {
        named(name, named, where, depth);
      } else if (schema.has(name)) {
        fault(
            Kind.BROKEN, where + "." + name, "is " + shortly(schema.get(name)) + ", not an object");
      }
    }
    for (String name : LISTS_OF_SCHEMAS) {
      if (schema.get(name) instanceof JsonArray list) {
        list(name, list, where, depth);
      } else if (schema.has(name)) {
        fault(
            Kind.BROKEN, where + "." + name, "is " + shortly(schema.get(name)) + ", not an array");
      }
    }
    for (String name : SCHEMAS) {
      if (name.equals("items") && schema.get(name) instanceof JsonArray) {
        fault(Kind.OLD_DRAFT, where + ".items", "is an array");
      } else if (schema.has(name)) {
        any(schema.get(name), where + "." + name, depth + 1);
      }
    }
    reference(schema, where, depth);
  }

  private void named(String keyword, JsonObject named, String where, int depth) {
    for (Map.Entry<String, JsonElement> each : named.entrySet()) {
      String place = where + "." + keyword + "." + each.getKey();
      if (keyword.equals("properties")
          && where.startsWith("inputSchema")
          && !PROPERTY.matcher(each.getKey()).matches()) {
        fault(Kind.PROPERTY_NAME, place, "`" + each.getKey() + "`");
      }
      any(each.getValue(), place, depth + 1);
    }
  }

  private void list(String keyword, JsonArray list, String where, int depth) {
    if (list.isEmpty()) {
      fault(Kind.BROKEN, where + "." + keyword, "is an empty array");
    }
    for (int i = 0; i < list.size(); i++) {
      any(list.get(i), where + "." + keyword + "[" + i + "]", depth + 1);
    }
  }

  private void type(JsonObject schema, String where) {
    List<JsonElement> types =
        schema.get("type") instanceof JsonArray several
            ? several.asList()
            : schema.has("type") ? List.of(schema.get("type")) : List.of();
    boolean array = false;
    for (JsonElement type : types) {
      String name = type instanceof JsonPrimitive p ? p.getAsString() : "";
      if (!TYPES.contains(name)) {
        fault(Kind.BROKEN, where + ".type", "is " + shortly(type) + ", which is not a type");
      }
      array |= name.equals("array");
    }
    if (array && !schema.has("items") && !schema.has("prefixItems")) {
      fault(Kind.NO_ITEMS, where, "");
    }
  }

  /// Keywords whose values must be of a kind.
  private void words(JsonObject schema, String where) {
    JsonElement required = schema.has("required") ? schema.get("required") : new JsonArray();
    if (required instanceof JsonArray names) {
      for (JsonElement name : names) {
        if (!(name instanceof JsonPrimitive p && p.isString())) {
          fault(
              Kind.BROKEN,
              where + ".required",
              "has " + shortly(name) + ", which is not a property name");
        } else if (schema.get("properties") instanceof JsonObject all
            && !all.has(name.getAsString())) {
          fault(Kind.REQUIRED_UNKNOWN, where, "`" + name.getAsString() + "`");
        }
      }
    } else {
      fault(
          Kind.BROKEN,
          where + ".required",
          "is " + shortly(required) + ", but belongs beside `properties`, as an array of names");
    }
    if (schema.has("enum")
        && !(schema.get("enum") instanceof JsonArray values && !values.isEmpty())) {
      fault(
          Kind.BROKEN,
          where + ".enum",
          "is " + shortly(schema.get("enum")) + ", not an array of values");
    }
    for (String name : COUNTS) {
      if (schema.has(name) && !isNumber(schema.get(name))) {
        fault(
            Kind.BROKEN, where + "." + name, "is " + shortly(schema.get(name)) + ", not a number");
      }
    }
    for (String name : NUMBERS) {
      if (schema.has(name) && !isNumber(schema.get(name))) {
        fault(
            Kind.BROKEN, where + "." + name, "is " + shortly(schema.get(name)) + ", not a number");
      }
    }
    for (String name : TEXTS) {
      if (schema.has(name)
          && !(schema.get(name) instanceof JsonPrimitive text && text.isString())) {
        fault(
            Kind.BROKEN, where + "." + name, "is " + shortly(schema.get(name)) + ", not a string");
      }
    }
    if (schema.get("pattern") instanceof JsonPrimitive pattern && pattern.isString()) {
      pattern(pattern.getAsString(), where + ".pattern");
    }
    if (schema.get("patternProperties") instanceof JsonObject named) {
      named.keySet().forEach(each -> pattern(each, where + ".patternProperties"));
    }
    for (String name : List.of("exclusiveMinimum", "exclusiveMaximum")) {
      if (schema.has(name) && !isNumber(schema.get(name))) {
        fault(Kind.OLD_DRAFT, where + "." + name, "is " + shortly(schema.get(name)));
      }
    }
  }

  private void pattern(String pattern, String where) {
    EcmaPattern.fault(pattern)
        .ifPresent(why ->
            fault(
                Kind.BROKEN,
                where,
                "is " + Json.quote(pattern) + ", not a regular expression: " + why));
  }

  private static boolean isNumber(JsonElement value) {
    return value instanceof JsonPrimitive p && p.isNumber();
  }

  private void reference(JsonObject schema, String where, int depth) {
    if (!(schema.get("$ref") instanceof JsonPrimitive p) || !p.isString()) {
      return;
    }
    String reference = p.getAsString();
    if (!reference.startsWith("#")) {
      fault(Kind.REFERENCE, where, "\"" + reference + "\" is another document");
    } else if (reference.equals("#") || open.contains(reference)) {
      fault(Kind.RECURSIVE, where, "\"" + reference + "\"");
    } else if (target(reference) instanceof JsonElement target && !target.isJsonNull()) {
      open.add(reference);
      if (target instanceof JsonObject object) {
        inner(object, where, depth + 1);
      }
      open.remove(reference);
    } else {
      fault(Kind.REFERENCE, where, "\"" + reference + "\" is not in the schema");
    }
  }

  /// Follows a reference only to find cycles: its target is checked elsewhere.
  private void inner(JsonObject at, String where, int depth) {
    if (depth > MOST_DEPTH || ++nodes > MOST_NODES) {
      return;
    }
    reference(at, where, depth);
    for (Map.Entry<String, JsonElement> each : at.entrySet()) {
      if (each.getValue() instanceof JsonObject object) {
        inner(object, where, depth + 1);
      } else if (each.getValue() instanceof JsonArray list) {
        list.forEach(one -> {
          if (one instanceof JsonObject object) {
            inner(object, where, depth + 1);
          }
        });
      }
    }
  }

  private JsonElement target(String reference) {
    JsonElement at = document;
    for (String token : reference.substring(1).split("/", -1)) {
      String name = token.replace("~1", "/").replace("~0", "~");
      if (name.isEmpty()) {
        continue;
      }
      if (!(at instanceof JsonObject object) || !object.has(name)) {
        return JsonNull.INSTANCE;
      }
      at = object.get(name);
    }
    return at;
  }

  private static String shortly(JsonElement value) {
    String text = value.toString();
    return text.length() > 40 ? text.substring(0, 39) + "…" : text;
  }
}
