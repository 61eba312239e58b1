package dev.pitstop.doctor.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.doctor.check.SchemaFault.Kind;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Walks through one schema and records its faults: what JSON Schema (draft 2020-12) does not
/// allow, and what known clients reject. Fetches nothing; bounded in depth and size. For one
/// thread.
final class SchemaWalk {
  private static final int MOST_DEPTH = 60;
  private static final int MOST_NODES = 20_000;
  private static final Pattern PROPERTY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final Set<String> TYPES =
      Set.of("null", "boolean", "object", "array", "number", "string", "integer");
  private static final List<String> UNIONS = Words.list("anyOf oneOf allOf");

  private static final List<String> SCHEMAS_BY_NAME =
      Words.list("properties $defs definitions patternProperties dependentSchemas");
  private static final List<String> LISTS_OF_SCHEMAS = Words.list("anyOf oneOf allOf prefixItems");
  private static final List<String> SCHEMAS =
      Words.list(
          "items additionalProperties not if then else contains propertyNames"
              + " unevaluatedProperties unevaluatedItems additionalItems");

  private static final List<String> NUMBERS =
      Words.list(
          "minLength maxLength minItems maxItems minProperties maxProperties minimum maximum"
              + " multipleOf");
  private static final List<String> LIMITS = Words.list("exclusiveMinimum exclusiveMaximum");
  private static final List<String> TEXTS =
      Words.list("title description $comment format pattern $id $schema $ref");

  private final String tool;
  private final JsonObject document;

  /// Whether the model is sent this schema. Others are for the client alone.
  private final boolean forModel;

  private final List<SchemaFault> faults = new ArrayList<>();
  private final Set<String> open = new HashSet<>(); // references being followed
  private int nodes;

  private SchemaWalk(String tool, JsonObject document, boolean forModel) {
    this.tool = tool;
    this.document = document;
    this.forModel = forModel;
  }

  /// @param member of the tool: `inputSchema` or `outputSchema`
  /// @param forModel whether the model is sent this schema
  static List<SchemaFault> through(
      String tool, String member, JsonObject schema, boolean forModel) {
    SchemaWalk walk = new SchemaWalk(tool, schema, forModel);
    walk.top(schema, member);
    walk.schema(schema, member, 0);
    return walk.faults;
  }

  private void fault(Kind kind, String where, String what) {
    faults.add(new SchemaFault(kind, tool, where, what));
  }

  /// Records that a keyword has a value of the wrong type.
  private void broken(JsonObject schema, String keyword, String where, String wanted) {
    fault(Kind.BROKEN, where + "." + keyword, "is " + shortly(schema.get(keyword)) + wanted);
  }

  private void top(JsonObject schema, String where) {
    if (!(schema.get("type") instanceof JsonPrimitive type)
        || !type.getAsString().equals("object")) {
      String has = schema.has("type") ? "is " + schema.get("type") : "is missing";
      fault(Kind.NOT_OBJECT, where, "`type` " + has);
    }
    for (String union : UNIONS) {
      if (schema.has(union) && forModel) {
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
    values(schema, where);
    for (String name : SCHEMAS_BY_NAME) {
      if (schema.get(name) instanceof JsonObject named) {
        named(name, named, where, depth);
      } else if (schema.has(name)) {
        broken(schema, name, where, ", not an object");
      }
    }
    for (String name : LISTS_OF_SCHEMAS) {
      if (schema.get(name) instanceof JsonArray list) {
        list(list, where + "." + name, depth);
      } else if (schema.has(name)) {
        broken(schema, name, where, ", not an array");
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
      if (keyword.equals("properties") && forModel && !PROPERTY.matcher(each.getKey()).matches()) {
        fault(Kind.PROPERTY_NAME, place, "`" + each.getKey() + "`");
      }
      any(each.getValue(), place, depth + 1);
    }
  }

  private void list(JsonArray list, String where, int depth) {
    if (list.isEmpty()) {
      fault(Kind.BROKEN, where, "is an empty array");
    }
    for (int i = 0; i < list.size(); i++) {
      any(list.get(i), where + "[" + i + "]", depth + 1);
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

  /// Checks the keywords whose values must have a certain type.
  private void values(JsonObject schema, String where) {
    required(schema, where);
    if (schema.has("enum")
        && !(schema.get("enum") instanceof JsonArray values && !values.isEmpty())) {
      broken(schema, "enum", where, ", not an array of values");
    }
    values(schema, NUMBERS, JsonPrimitive::isNumber, where, ", not a number");
    values(schema, TEXTS, JsonPrimitive::isString, where, ", not a string");
    if (schema.get("pattern") instanceof JsonPrimitive pattern && pattern.isString()) {
      pattern(pattern.getAsString(), where + ".pattern");
    }
    if (schema.get("patternProperties") instanceof JsonObject named) {
      named.keySet().forEach(each -> pattern(each, where + ".patternProperties"));
    }
    for (String name : LIMITS) {
      if (schema.has(name) && !is(JsonPrimitive::isNumber, schema.get(name))) {
        fault(Kind.OLD_DRAFT, where + "." + name, "is " + shortly(schema.get(name)));
      }
    }
  }

  private void values(
      JsonObject schema,
      List<String> keywords,
      Predicate<JsonPrimitive> kind,
      String where,
      String wanted) {
    for (String keyword : keywords) {
      if (schema.has(keyword) && !is(kind, schema.get(keyword))) {
        broken(schema, keyword, where, wanted);
      }
    }
  }

  private static boolean is(Predicate<JsonPrimitive> kind, JsonElement value) {
    return value instanceof JsonPrimitive p && kind.test(p);
  }

  private void required(JsonObject schema, String where) {
    if (schema.has("required") && !(schema.get("required") instanceof JsonArray)) {
      broken(schema, "required", where, ", but belongs beside `properties`, as an array of names");
    }
    for (JsonElement name : Parts.elements(schema, "required")) {
      if (!is(JsonPrimitive::isString, name)) {
        fault(
            Kind.BROKEN,
            where + ".required",
            "has " + shortly(name) + ", which is not a property name");
      } else if (schema.get("properties") instanceof JsonObject all
          && !all.has(name.getAsString())) {
        fault(Kind.REQUIRED_UNKNOWN, where, "`" + name.getAsString() + "`");
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

  private void reference(JsonObject schema, String where, int depth) {
    Optional<String> given = Parts.string(schema, "$ref");
    if (given.isEmpty()) {
      return;
    }
    String reference = given.get();
    String shown = "\"" + reference + "\"";
    if (!reference.startsWith("#")) {
      fault(Kind.REFERENCE, where, shown + " is another document");
    } else if (reference.equals("#") || open.contains(reference)) {
      fault(Kind.RECURSIVE, where, shown);
    } else {
      Optional<JsonElement> target =
          reference.startsWith("#/")
              ? JsonTree.at(document, reference.substring(1)).filter(e -> !e.isJsonNull())
              : Optional.empty();
      if (target.isEmpty()) {
        fault(Kind.REFERENCE, where, shown + " is not in the schema");
      } else {
        open.add(reference);
        inner(target.get(), where, depth + 1);
        open.remove(reference);
      }
    }
  }

  /// Follows a reference only to find cycles: its target is checked elsewhere.
  private void inner(JsonElement at, String where, int depth) {
    if (at instanceof JsonArray list) {
      list.forEach(one -> {
        if (one instanceof JsonObject) {
          inner(one, where, depth);
        }
      });
    } else if (at instanceof JsonObject object && depth <= MOST_DEPTH && ++nodes <= MOST_NODES) {
      reference(object, where, depth);
      object.asMap().values().forEach(each -> inner(each, where, depth + 1));
    }
  }

  private static String shortly(JsonElement value) {
    return Words.cutClose(value.toString(), 40);
  }
}
