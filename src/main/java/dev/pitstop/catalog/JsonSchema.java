package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Checks values against the schemas among the resources: those of the protocol's revisions, of a
/// program's description of its tools, and of JSON Schema itself. Understands only the keywords
/// that these use. Immutable.
public final class JsonSchema {
  private static final int MOST_FAULTS = 50;
  private static final int SHOWN = 40;

  /// A violation of the schema.
  ///
  /// @param path of the member: `tools`, `[2]`, `annotations`, `readOnlyHint`; empty for the value
  ///   itself
  /// @param what a clause whose subject is that member
  /// @param missing whether the member is missing
  public record Fault(List<String> path, String what, boolean missing) {
    /// `tools[2].annotations.readOnlyHint`; empty for the value itself.
    public String where() {
      return String.join(".", path).replace(".[", "[");
    }
  }

  private final JsonObject types;

  private JsonSchema(JsonObject types) {
    this.types = types;
  }

  /// A schema among the resources.
  ///
  /// @param name a revision of the protocol, `cli-schema` or `json-schema`
  public static JsonSchema of(String name) {
    try (InputStream in = JsonSchema.class.getResourceAsStream(name + ".json")) {
      if (in == null) {
        throw new IllegalStateException(name + " is not part of this program");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new JsonSchema(Listing.tree(text).getAsJsonObject().getAsJsonObject("$defs"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The names of a type's members, in the schema's order.
  public Set<String> members(String type) {
    return types.getAsJsonObject(type).getAsJsonObject("properties").keySet();
  }

  /// The first violations.
  ///
  /// @param type its name in the schema: `ListToolsResult`
  public List<Fault> faults(String type, JsonElement value) {
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
    if (schema.get("anyOf") instanceof JsonArray any
        && any.asList().stream().noneMatch(s -> faults(s.getAsJsonObject(), value).isEmpty())) {
      String about = JsonTree.string(schema, "description").map(a -> ": " + a).orElse("");
      faults.add(fault(path, value, "which matches none of the allowed forms" + about));
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      faults.add(fault(path, value, "but must be " + schema.get("const")));
    } else if (schema.get("enum") instanceof JsonArray words && !words.contains(value)) {
      faults.add(fault(path, value, "but must be one of " + words));
    } else if (schema.has("type") && !Types.has(Types.of(schema), value)) {
      faults.add(fault(path, value, "but must be " + words(schema.get("type"))));
    } else if (value instanceof JsonPrimitive p && p.isNumber() && !isInRange(schema, p)) {
      faults.add(fault(path, value, "which is out of range"));
    } else if (value instanceof JsonPrimitive p && p.isString()) {
      text(schema, p, path, faults);
    } else if (value instanceof JsonArray items) {
      items(schema, items, path, faults);
    } else if (value instanceof JsonObject object) {
      members(schema, object, path, faults);
    }
  }

  private static void text(
      JsonObject schema, JsonPrimitive value, List<String> path, List<Fault> faults) {
    String text = value.getAsString();
    String format = JsonTree.string(schema, "format").orElse("");
    if (format.equals("byte") && !text.matches("[A-Za-z0-9+/]*+={0,2}")) {
      faults.add(fault(path, value, "but must be base64"));
    } else if (format.equals("uri") && !text.matches("(?is)[a-z][a-z0-9+.-]*:.*")) {
      faults.add(fault(path, value, "but must be a URI with a scheme"));
    }
    JsonTree.string(schema, "pattern")
        .filter(pattern -> !text.matches(pattern))
        .ifPresent(pattern -> faults.add(fault(path, value, "which does not match " + pattern)));
  }

  private void items(JsonObject schema, JsonArray all, List<String> path, List<Fault> faults) {
    if (schema.has("minItems") && all.isEmpty()) {
      faults.add(fault(path, all, "but must not be empty"));
    }
    if (schema.get("items") instanceof JsonObject each) {
      for (int i = 0; i < all.size(); i++) {
        check(each, all.get(i), below(path, "[" + i + "]"), faults);
      }
    }
  }

  private void members(JsonObject schema, JsonObject value, List<String> path, List<Fault> faults) {
    Properties known = Properties.of(schema);
    for (String name : known.required()) {
      if (!value.has(name)) {
        faults.add(new Fault(below(path, name), "is missing", true));
      }
    }
    for (Map.Entry<String, JsonElement> each : value.entrySet()) {
      JsonElement type =
          known.has(each.getKey())
              ? known.schema(each.getKey())
              : schema.get("additionalProperties");
      if (type instanceof JsonObject one) {
        check(one, each.getValue(), below(path, each.getKey()), faults);
      }
    }
  }

  private static boolean isInRange(JsonObject schema, JsonPrimitive number) {
    double n = number.getAsDouble();
    return !(schema.has("minimum") && n < schema.get("minimum").getAsDouble())
        && !(schema.has("maximum") && n > schema.get("maximum").getAsDouble())
        && !(schema.has("exclusiveMinimum") && n <= schema.get("exclusiveMinimum").getAsDouble());
  }

  private static List<String> below(List<String> path, String name) {
    return Stream.concat(path.stream(), Stream.of(name)).toList();
  }

  private static Fault fault(List<String> path, JsonElement value, String why) {
    return new Fault(path, "is " + Words.cutClose(value.toString(), SHOWN) + ", " + why, false);
  }

  private static String words(JsonElement types) {
    if (types instanceof JsonArray any) {
      return String.join(" or ", any.asList().stream().map(JsonSchema::words).toList());
    }
    return switch (types.getAsString()) {
      case "null" -> "null";
      case "boolean" -> "true or false";
      case String other -> ("aeiou".indexOf(other.charAt(0)) < 0 ? "a " : "an ") + other;
    };
  }
}
