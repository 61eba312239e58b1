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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks through one schema and records its faults: what JSON Schema (draft 2020-12) does not
/// allow, and what known clients reject. Fetches nothing. For one thread.
final class SchemaWalk {
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
    if (!schema.has("type")) {
      fault(Fault.Kind.NOT_OBJECT, where, "`type` is missing");
    } else if (!schema.get("type").equals(new JsonPrimitive("object"))) {
      fault(Fault.Kind.NOT_OBJECT, where, "`type` is " + schema.get("type"));
    }
    UNIONS.stream()
        .filter(union -> schema.has(union) && forModel)
        .forEach(union -> fault(Fault.Kind.UNION, where, "`" + union + "`"));
  }

  private void schema(JsonElement value, String where) {
    if (!(value instanceof JsonObject schema)) {
      return;
    }
    if (Types.of(schema).contains("array") && !schema.has("items") && !schema.has("prefixItems")) {
      fault(Fault.Kind.NO_ITEMS, where, "");
    }
    names(schema, where);
    JsonTree.string(schema, "$ref").ifPresent(reference -> reference(reference, where));
    schema
        .asMap()
        .forEach((keyword, inner) -> {
          String place = where + "." + keyword;
          if (NAMED.contains(keyword) && inner instanceof JsonObject all) {
            all.asMap().forEach((name, one) -> schema(one, place + "." + name));
          } else if (inner instanceof JsonArray list && !VALUES.contains(keyword)) {
            for (int i = 0; i < list.size(); i++) {
              schema(list.get(i), place + "[" + i + "]");
            }
          } else if (!VALUES.contains(keyword)) {
            schema(inner, place);
          }
        });
  }

  private void names(JsonObject schema, String where) {
    JsonObject known = JsonTree.object(schema, "properties").orElseGet(JsonObject::new);
    known.keySet().stream()
        .filter(name -> forModel && !PROPERTY.matcher(name).matches())
        .forEach(name ->
            fault(Fault.Kind.PROPERTY_NAME, where + ".properties." + name, "`" + name + "`"));
    JsonTree.elements(schema, "required").stream()
        .filter(name -> name instanceof JsonPrimitive p && p.isString())
        .map(JsonElement::getAsString)
        .filter(name -> schema.has("properties") && !known.has(name))
        .forEach(name -> fault(Fault.Kind.REQUIRED_UNKNOWN, where, "`" + name + "`"));
  }

  private void reference(String reference, String where) {
    String shown = "\"" + reference + "\"";
    if (!reference.startsWith("#")) {
      fault(Fault.Kind.REFERENCE, where, shown + " is another document");
    } else if (target(reference).isEmpty()) {
      fault(Fault.Kind.REFERENCE, where, shown + " is not in the schema");
    } else if (leads(reference, reference, new HashSet<>())) {
      fault(Fault.Kind.RECURSIVE, where, shown);
    }
  }

  private Optional<JsonElement> target(String reference) {
    return reference.equals("#")
        ? Optional.of(document)
        : reference.startsWith("#/")
            ? JsonTree.at(document, reference.substring(1)).filter(e -> !e.isJsonNull())
            : Optional.empty();
  }

  /// Whether a reference below something leads to this one.
  ///
  /// @param seen the references that were followed already
  private boolean leadsTo(String reference, JsonElement below, Set<String> seen) {
    return switch (below) {
      case JsonArray list ->
          list.asList().stream().anyMatch(each -> leadsTo(reference, each, seen));
      case JsonObject object ->
          JsonTree.string(object, "$ref")
                  .filter(
                      to -> seen.add(to) && (to.equals(reference) || leads(reference, to, seen)))
                  .isPresent()
              || object.asMap().values().stream().anyMatch(each -> leadsTo(reference, each, seen));
      case JsonElement value -> false;
    };
  }

  private boolean leads(String reference, String through, Set<String> seen) {
    return target(through).filter(to -> leadsTo(reference, to, seen)).isPresent();
  }
}
