package dev.pitstop.doctor.check;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.pitstop.mcp.Revisions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The schema of a revision's results: the part of the specification's schema that covers the
/// doctor's requests. Understands only the keywords of JSON Schema that this part uses.
public final class ProtocolSchema {
  private static final int MOST_FAULTS = 50;
  private static final int SHOWN = 40;

  /// A violation of the schema.
  ///
  /// @param where the member: `tools[2].annotations.readOnlyHint`; empty for the result itself
  /// @param what a clause whose subject is that member
  /// @param missing whether the member is missing
  record Fault(String where, String what, boolean missing) {}

  private final JsonObject types;

  private ProtocolSchema(JsonObject types) {
    this.types = types;
  }

  /// The schema of the legacy era: the older revisions are subsets of the newest one.
  static ProtocolSchema legacy() {
    return of(Revisions.NEWEST_LEGACY);
  }

  static ProtocolSchema modern() {
    return of(Revisions.MODERN);
  }

  private static ProtocolSchema of(String revision) {
    String name = "/dev/pitstop/doctor/check/" + revision + ".json";
    try (InputStream in = ProtocolSchema.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not part of this program");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new ProtocolSchema(
          JsonParser.parseString(text).getAsJsonObject().getAsJsonObject("$defs"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param type its name in the schema: `ListToolsResult`
  List<Fault> faults(String type, JsonElement value) {
    List<Fault> faults = new ArrayList<>();
    check(types.getAsJsonObject(type), value, "", faults);
    return faults.size() > MOST_FAULTS ? faults.subList(0, MOST_FAULTS) : faults;
  }

  private void check(JsonObject schema, JsonElement value, String where, List<Fault> faults) {
    if (faults.size() > MOST_FAULTS) {
      return;
    }
    if (schema.get("$ref") instanceof JsonPrimitive ref) {
      String type = ref.getAsString().substring("#/$defs/".length());
      check(types.getAsJsonObject(type), value, where, faults);
    }
    if (schema.get("anyOf") instanceof JsonArray any && !fitsOne(any, value)) {
      faults.add(fault(where, value, "which matches none of the allowed forms"));
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      faults.add(fault(where, value, "but must be " + schema.get("const")));
      return;
    }
    if (schema.get("enum") instanceof JsonArray words && !words.contains(value)) {
      faults.add(fault(where, value, "but must be one of " + words));
      return;
    }
    if (schema.has("type") && !isOf(schema.get("type"), value)) {
      faults.add(fault(where, value, "but must be " + words(schema.get("type"))));
      return;
    }
    if (value instanceof JsonPrimitive p && p.isNumber()) {
      boolean below =
          schema.has("minimum") && p.getAsDouble() < schema.get("minimum").getAsDouble();
      boolean above =
          schema.has("maximum") && p.getAsDouble() > schema.get("maximum").getAsDouble();
      if (below || above) {
        faults.add(fault(where, value, "which is out of range"));
      }
    }
    if (value instanceof JsonArray items && schema.get("items") instanceof JsonObject each) {
      for (int i = 0; i < items.size(); i++) {
        check(each, items.get(i), where + "[" + i + "]", faults);
      }
    }
    if (value instanceof JsonObject object) {
      members(schema, object, where, faults);
    }
  }

  private void members(JsonObject schema, JsonObject value, String where, List<Fault> faults) {
    if (schema.get("required") instanceof JsonArray required) {
      for (JsonElement name : required) {
        if (!value.has(name.getAsString())) {
          faults.add(new Fault(at(where, name.getAsString()), "is missing", true));
        }
      }
    }
    JsonObject known = schema.get("properties") instanceof JsonObject p ? p : new JsonObject();
    for (Map.Entry<String, JsonElement> each : value.entrySet()) {
      if (known.get(each.getKey()) instanceof JsonObject one) {
        check(one, each.getValue(), at(where, each.getKey()), faults);
      } else if (!known.has(each.getKey())
          && schema.get("additionalProperties") instanceof JsonObject any) {
        check(any, each.getValue(), at(where, each.getKey()), faults);
      }
    }
  }

  private boolean fitsOne(JsonArray schemas, JsonElement value) {
    for (JsonElement schema : schemas) {
      List<Fault> faults = new ArrayList<>();
      check(schema.getAsJsonObject(), value, "", faults);
      if (faults.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static String at(String where, String name) {
    return where.isEmpty() ? name : where + "." + name;
  }

  private static Fault fault(String where, JsonElement value, String why) {
    String text = value.toString();
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN - 1) + "…" : text;
    return new Fault(where, "is " + shown + ", " + why, false);
  }

  private static boolean isOf(JsonElement types, JsonElement value) {
    if (types instanceof JsonArray any) {
      return any.asList().stream().anyMatch(t -> isOf(t, value));
    }
    return switch (types.getAsString()) {
      case "object" -> value.isJsonObject();
      case "array" -> value.isJsonArray();
      case "null" -> value.isJsonNull();
      case "string" -> value instanceof JsonPrimitive p && p.isString();
      case "boolean" -> value instanceof JsonPrimitive p && p.isBoolean();
      case "number" -> value instanceof JsonPrimitive p && p.isNumber();
      case "integer" ->
          value instanceof JsonPrimitive p && p.isNumber() && p.getAsDouble() % 1 == 0;
      case String other -> throw new IllegalStateException("the schema has a type " + other);
    };
  }

  private static String words(JsonElement types) {
    if (types instanceof JsonArray any) {
      return String.join(" or ", any.asList().stream().map(ProtocolSchema::words).toList());
    }
    return switch (types.getAsString()) {
      case "object" -> "an object";
      case "array" -> "an array";
      case "null" -> "null";
      case "string" -> "a string";
      case "boolean" -> "true or false";
      case "integer" -> "an integer";
      case String other -> "a " + other;
    };
  }
}
