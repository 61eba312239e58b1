package dev.pitstop.doctor;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Types;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The schema of a revision's results: the part of the specification's schema that covers the
/// doctor's requests. Understands only the keywords of JSON Schema that this part uses.
final class ProtocolSchema {
  private static final int MOST_FAULTS = 50;
  private static final int SHOWN = 40;

  /// A violation of the schema.
  ///
  /// @param path of the member: `tools`, `[2]`, `annotations`, `readOnlyHint`; empty for the result
  ///   itself
  /// @param what a clause whose subject is that member
  /// @param missing whether the member is missing
  record Fault(List<String> path, String what, boolean missing) {
    /// `tools[2].annotations.readOnlyHint`, or `the result`.
    String where() {
      String joined = String.join(".", path).replace(".[", "[");
      return joined.isEmpty() ? "the result" : joined;
    }

    /// Whether it is a member of an item of a list: `tools`, `[2]`, `name`.
    boolean isOfItem() {
      return path.size() == 3 && path.get(1).startsWith("[");
    }
  }

  private final JsonObject types;

  private ProtocolSchema(JsonObject types) {
    this.types = types;
  }

  /// The schema of a revision. The older revisions are subsets of the newest legacy one.
  static ProtocolSchema of(String revision) {
    String name = revision + ".json";
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
    return faults(types.getAsJsonObject(type), value).stream().limit(MOST_FAULTS).toList();
  }

  private List<Fault> faults(JsonObject schema, JsonElement value) {
    List<Fault> faults = new ArrayList<>();
    check(schema, value, List.of(), faults);
    return faults;
  }

  private void check(JsonObject schema, JsonElement value, List<String> path, List<Fault> faults) {
    if (faults.size() > MOST_FAULTS) {
      return;
    }
    if (schema.get("$ref") instanceof JsonPrimitive ref) {
      String type = ref.getAsString().substring("#/$defs/".length());
      check(types.getAsJsonObject(type), value, path, faults);
    }
    if (schema.get("anyOf") instanceof JsonArray any && !fitsOne(any, value)) {
      faults.add(fault(path, value, "which matches none of the allowed forms"));
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      faults.add(fault(path, value, "but must be " + schema.get("const")));
    } else if (schema.get("enum") instanceof JsonArray words && !words.contains(value)) {
      faults.add(fault(path, value, "but must be one of " + words));
    } else if (schema.has("type") && !Types.has(Types.of(schema), value)) {
      faults.add(fault(path, value, "but must be " + words(schema.get("type"))));
    } else if (value instanceof JsonPrimitive p && p.isNumber() && !isInRange(schema, p)) {
      faults.add(fault(path, value, "which is out of range"));
    } else if (value instanceof JsonArray items && schema.get("items") instanceof JsonObject each) {
      for (int i = 0; i < items.size(); i++) {
        check(each, items.get(i), below(path, "[" + i + "]"), faults);
      }
    } else if (value instanceof JsonObject object) {
      members(schema, object, path, faults);
    }
  }

  private void members(JsonObject schema, JsonObject value, List<String> path, List<Fault> faults) {
    for (JsonElement name : Parts.elements(schema, "required")) {
      if (!value.has(name.getAsString())) {
        faults.add(new Fault(below(path, name.getAsString()), "is missing", true));
      }
    }
    JsonObject known = Parts.object(schema, "properties").orElseGet(JsonObject::new);
    for (Map.Entry<String, JsonElement> each : value.entrySet()) {
      JsonElement type =
          known.has(each.getKey()) ? known.get(each.getKey()) : schema.get("additionalProperties");
      if (type instanceof JsonObject one) {
        check(one, each.getValue(), below(path, each.getKey()), faults);
      }
    }
  }

  private boolean fitsOne(JsonArray schemas, JsonElement value) {
    return schemas.asList().stream().anyMatch(s -> faults(s.getAsJsonObject(), value).isEmpty());
  }

  private static boolean isInRange(JsonObject schema, JsonPrimitive number) {
    double n = number.getAsDouble();
    return !(schema.has("minimum") && n < schema.get("minimum").getAsDouble())
        && !(schema.has("maximum") && n > schema.get("maximum").getAsDouble());
  }

  private static List<String> below(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  private static Fault fault(List<String> path, JsonElement value, String why) {
    return new Fault(path, "is " + Words.cutClose(value.toString(), SHOWN) + ", " + why, false);
  }

  private static String words(JsonElement types) {
    if (types instanceof JsonArray any) {
      return String.join(" or ", any.asList().stream().map(ProtocolSchema::words).toList());
    }
    return switch (types.getAsString()) {
      case "null" -> "null";
      case "boolean" -> "true or false";
      case String other -> ("aeiou".indexOf(other.charAt(0)) < 0 ? "a " : "an ") + other;
    };
  }
}
