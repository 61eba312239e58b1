package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.doctor.SchemaCheck.Fault;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  /// What the value of a keyword must be, and for which keywords, in the order of the report.
  private enum Form {
    NAMES(
        JsonElement::isJsonArray,
        ", but belongs beside `properties`, as an array of names",
        "required"),
    VALUES(v -> v instanceof JsonArray a && !a.isEmpty(), ", not an array of values", "enum"),
    NUMBER(
        v -> v instanceof JsonPrimitive p && p.isNumber(),
        ", not a number",
        "minLength maxLength minItems maxItems minProperties maxProperties minimum maximum"
            + " multipleOf"),
    TEXT(
        SchemaWalk::isText, ", not a string", "title description $comment format $id $schema $ref"),
    PATTERN(SchemaWalk::isText, ", not a string", "pattern"),
    /// Older drafts have `true` here.
    LIMIT(NUMBER.fits, "", "exclusiveMinimum exclusiveMaximum"),
    NAMED(
        JsonElement::isJsonObject,
        ", not an object",
        "properties $defs definitions patternProperties dependentSchemas"),
    LIST(JsonElement::isJsonArray, ", not an array", "anyOf oneOf allOf prefixItems"),
    SCHEMA(
        v -> v.isJsonObject() || (v instanceof JsonPrimitive p && p.isBoolean()),
        ", not a schema",
        "items additionalProperties not if then else contains propertyNames unevaluatedProperties"
            + " unevaluatedItems additionalItems");

    final Predicate<JsonElement> fits;
    final String wanted;
    final List<String> keywords;

    Form(Predicate<JsonElement> fits, String wanted, String keywords) {
      this.fits = fits;
      this.wanted = wanted;
      this.keywords = Words.list(keywords);
    }
  }

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
    walk.schema(schema, member, 0);
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

  private void schema(JsonObject schema, String where, int depth) {
    if (depth > MOST_DEPTH || ++nodes > MOST_NODES) {
      return;
    }
    type(schema, where);
    required(schema, where);
    for (Form form : Form.values()) {
      for (String keyword : form.keywords) {
        if (keyword.equals("items") && schema.get(keyword) instanceof JsonArray) {
          fault(Fault.Kind.OLD_DRAFT, where + ".items", "is an array");
        } else if (schema.has(keyword)) {
          value(form, schema.get(keyword), where + "." + keyword, depth + 1);
        }
      }
    }
    reference(schema, where, depth);
  }

  private void value(Form form, JsonElement value, String where, int depth) {
    if (!form.fits.test(value)) {
      Fault.Kind kind = form == Form.LIMIT ? Fault.Kind.OLD_DRAFT : Fault.Kind.BROKEN;
      fault(kind, where, "is " + shortly(value) + form.wanted);
    } else if (form == Form.PATTERN) {
      pattern(value.getAsString(), where);
    } else if (form == Form.NAMED) {
      value.getAsJsonObject().asMap().forEach((name, one) -> named(name, one, where, depth));
    } else if (form == Form.LIST) {
      list(value.getAsJsonArray(), where, depth);
    } else if (form == Form.SCHEMA && value instanceof JsonObject schema) {
      schema(schema, where, depth);
    }
  }

  private void named(String name, JsonElement value, String keyword, int depth) {
    String place = keyword + "." + name;
    if (keyword.endsWith(".properties") && forModel && !PROPERTY.matcher(name).matches()) {
      fault(Fault.Kind.PROPERTY_NAME, place, "`" + name + "`");
    } else if (keyword.endsWith(".patternProperties")) {
      pattern(name, keyword);
    }
    value(Form.SCHEMA, value, place, depth);
  }

  private void list(JsonArray list, String where, int depth) {
    if (list.isEmpty()) {
      fault(Fault.Kind.BROKEN, where, "is an empty array");
    }
    for (int i = 0; i < list.size(); i++) {
      value(Form.SCHEMA, list.get(i), where + "[" + i + "]", depth);
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
        fault(Fault.Kind.BROKEN, where + ".type", "is " + shortly(type) + ", which is not a type");
      }
      array |= name.equals("array");
    }
    if (array && !schema.has("items") && !schema.has("prefixItems")) {
      fault(Fault.Kind.NO_ITEMS, where, "");
    }
  }

  private void required(JsonObject schema, String where) {
    for (JsonElement name : Parts.elements(schema, "required")) {
      if (!isText(name)) {
        fault(
            Fault.Kind.BROKEN,
            where + ".required",
            "has " + shortly(name) + ", which is not a property name");
      } else if (schema.get("properties") instanceof JsonObject all
          && !all.has(name.getAsString())) {
        fault(Fault.Kind.REQUIRED_UNKNOWN, where, "`" + name.getAsString() + "`");
      }
    }
  }

  private void pattern(String pattern, String where) {
    EcmaPattern.fault(pattern)
        .ifPresent(why ->
            fault(
                Fault.Kind.BROKEN,
                where,
                "is " + Json.quote(pattern) + ", not a regular expression: " + why));
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

  private static String shortly(JsonElement value) {
    return Words.cutClose(value.toString(), 40);
  }
}
