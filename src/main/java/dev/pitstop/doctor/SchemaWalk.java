package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Types;
import dev.pitstop.doctor.SchemaCheck.Fault;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks through one schema and records its faults: what JSON Schema (draft 2020-12) does not
/// allow, and what known clients reject. Fetches nothing; follows references up to a depth and a
/// size. For one thread.
final class SchemaWalk {
  private static final int MOST_DEPTH = 60;
  private static final int MOST_NODES = 20_000;
  private static final JsonSchema FORMAT = JsonSchema.of("json-schema");
  private static final Pattern PROPERTY = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final List<String> UNIONS = Words.list("anyOf oneOf allOf");

  /// Keywords with schemas by name.
  private static final Set<String> NAMED =
      Words.set("properties $defs definitions patternProperties dependentSchemas");

  /// Keywords without schemas.
  private static final Set<String> VALUES = Words.set("enum const default examples");

  private final String tool;
  private final JsonObject document;

  /// Whether the model is sent this schema. Others are for the client alone.
  private final boolean forModel;

  private final List<Fault> faults = new ArrayList<>();
  private final Set<String> open = new HashSet<>(); // references being followed
  private int nodes;

  private SchemaWalk(String tool, JsonObject document, boolean forModel) {
    this.tool = tool;
    this.document = document;
    this.forModel = forModel;
  }

  /// @param member of the tool: `inputSchema` or `outputSchema`
  /// @param forModel whether the model is sent this schema
  static List<Fault> through(String tool, String member, JsonObject schema, boolean forModel) {
    SchemaWalk walk = new SchemaWalk(tool, schema, forModel);
    walk.top(schema, member);
    FORMAT
        .faults("Schema", schema)
        .forEach(f -> walk.fault(Fault.Kind.BROKEN, member + "." + f.where(), f.what()));
    walk.schema(schema, member);
    return walk.faults;
  }

  private void fault(Fault.Kind kind, String where, String what) {
    faults.add(new Fault(kind, tool, where, what));
  }

  private void top(JsonObject schema, String where) {
    if (!(schema.get("type") instanceof JsonPrimitive type)
        || !type.getAsString().equals("object")) {
      String has = schema.has("type") ? "is " + schema.get("type") : "is missing";
      fault(Fault.Kind.NOT_OBJECT, where, "`type` " + has);
    }
    for (String union : UNIONS) {
      if (schema.has(union) && forModel) {
        fault(Fault.Kind.UNION, where, "`" + union + "`");
      }
    }
  }

  private void schema(JsonElement value, String where) {
    if (!(value instanceof JsonObject schema)) {
      return;
    }
    if (Types.of(schema).contains("array") && !schema.has("items") && !schema.has("prefixItems")) {
      fault(Fault.Kind.NO_ITEMS, where, "");
    }
    names(schema, where);
    reference(schema, where, 0);
    for (Map.Entry<String, JsonElement> each : schema.entrySet()) {
      String place = where + "." + each.getKey();
      if (NAMED.contains(each.getKey()) && each.getValue() instanceof JsonObject all) {
        all.asMap().forEach((name, one) -> schema(one, place + "." + name));
      } else if (each.getValue() instanceof JsonArray list && !VALUES.contains(each.getKey())) {
        for (int i = 0; i < list.size(); i++) {
          schema(list.get(i), place + "[" + i + "]");
        }
      } else if (!VALUES.contains(each.getKey())) {
        schema(each.getValue(), place);
      }
    }
  }

  private void names(JsonObject schema, String where) {
    JsonObject known = Parts.object(schema, "properties").orElseGet(JsonObject::new);
    for (String name : known.keySet()) {
      if (forModel && !PROPERTY.matcher(name).matches()) {
        fault(Fault.Kind.PROPERTY_NAME, where + ".properties." + name, "`" + name + "`");
      }
    }
    for (JsonElement name : Parts.elements(schema, "required")) {
      if (schema.has("properties") && isText(name) && !known.has(name.getAsString())) {
        fault(Fault.Kind.REQUIRED_UNKNOWN, where, "`" + name.getAsString() + "`");
      }
    }
  }

  private void reference(JsonObject schema, String where, int depth) {
    String reference = Parts.string(schema, "$ref").orElse("");
    String shown = "\"" + reference + "\"";
    if (reference.equals("#") || open.contains(reference)) {
      fault(Fault.Kind.RECURSIVE, where, shown);
    } else if (reference.startsWith("#")) {
      Optional<JsonElement> target =
          reference.startsWith("#/")
              ? JsonTree.at(document, reference.substring(1)).filter(e -> !e.isJsonNull())
              : Optional.empty();
      if (target.isEmpty()) {
        fault(Fault.Kind.REFERENCE, where, shown + " is not in the schema");
        return;
      }
      open.add(reference);
      inner(target.get(), where, depth + 1);
      open.remove(reference);
    } else if (isText(schema.get("$ref"))) {
      fault(Fault.Kind.REFERENCE, where, shown + " is another document");
    }
  }

  /// Follows a reference only to find cycles: its target is checked elsewhere.
  private void inner(JsonElement at, String where, int depth) {
    if (at instanceof JsonArray list) {
      list.asList().stream()
          .filter(JsonElement::isJsonObject)
          .forEach(one -> inner(one, where, depth));
    } else if (at instanceof JsonObject object && depth <= MOST_DEPTH && ++nodes <= MOST_NODES) {
      reference(object, where, depth);
      object.asMap().values().forEach(each -> inner(each, where, depth + 1));
    }
  }

  private static boolean isText(JsonElement value) {
    return value instanceof JsonPrimitive p && p.isString();
  }
}
