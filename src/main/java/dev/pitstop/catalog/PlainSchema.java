package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A JSON schema as a plain tree, so that two can be compared member by member. It follows
/// references into the document itself (Pydantic and others write every nested model as one), and
/// gives "or null" one spelling. Without this, most changes of generated schemas would read
/// "`$defs` changed".
///
/// It fetches nothing, and its work is limited, because references can make a small text endless.
/// If a reference was not followed for that reason, the tree is not [#whole]. For one thread.
final class PlainSchema {
  private static final int MAX_NODES = 10_000;
  private static final int MAX_DEPTH = 100;

  /// Keywords that refuse no value.
  private static final Set<String> REMARKS =
      Set.of(
          "title",
          "description",
          "icons",
          "default",
          "examples",
          "deprecated",
          "$schema",
          "$comment");

  /// Members that hold something else under names of their own.
  private static final Set<String> NAMED =
      Set.of("properties", "patternProperties", "dependentSchemas", "$defs", "definitions");

  /// Members that hold no schema.
  private static final Set<String> VALUES = Set.of("enum", "const", "_meta");

  private final JsonElement document;
  private final JsonElement tree;
  private boolean whole = true;
  private int nodes;

  /// The references that are being followed. A reference within itself is a cycle and is not
  /// followed.
  private final Set<String> open = new HashSet<>(Set.of("#"));

  PlainSchema(JsonElement document) {
    this.document = document;
    this.tree = plain(document, 0);
  }

  /// An object; for an element that is not a schema, and for `false`, the element itself.
  JsonElement tree() {
    return tree;
  }

  /// Whether everything that the schema refers to is in the tree.
  boolean whole() {
    return whole;
  }

  static boolean isRemark(String keyword) {
    return REMARKS.contains(keyword) || keyword.startsWith("x-");
  }

  /// A schema, or an entry of a list, without remarks for people, at any depth. Of a plain tree as
  /// of any other.
  static JsonElement bare(JsonElement of) {
    if (of instanceof JsonArray array) {
      JsonArray all = new JsonArray(array.size());
      for (JsonElement one : array) { // plain loops: the tree may be deep
        all.add(bare(one));
      }
      return all;
    }
    if (!(of instanceof JsonObject schema)) {
      return of;
    }
    JsonObject bare = new JsonObject();
    for (Map.Entry<String, JsonElement> member : schema.entrySet()) {
      String keyword = member.getKey();
      if (NAMED.contains(keyword) && member.getValue() instanceof JsonObject named) {
        JsonObject all = new JsonObject();
        for (Map.Entry<String, JsonElement> one : named.entrySet()) {
          all.add(one.getKey(), bare(one.getValue()));
        }
        bare.add(keyword, all);
      } else if (!isRemark(keyword)) {
        bare.add(keyword, VALUES.contains(keyword) ? member.getValue() : bare(member.getValue()));
      }
    }
    return bare;
  }

  private JsonElement plain(JsonElement raw, int depth) {
    int size = raw instanceof JsonObject o ? o.size() : raw instanceof JsonArray a ? a.size() : 0;
    nodes += 1 + size;
    if (size > 0 && (depth > MAX_DEPTH || nodes > MAX_NODES)) {
      whole = false;
      return raw;
    }
    if (raw instanceof JsonArray array) {
      return list(array.asList().stream().map(one -> plain(one, depth + 1)).toList());
    }
    if (!(raw instanceof JsonObject object)) {
      return JsonTree.isTrue(Optional.of(raw)) ? new JsonObject() : raw;
    }
    JsonObject schema = new JsonObject();
    object
        .asMap()
        .forEach((keyword, value) -> {
          switch (keyword) {
            case "$defs", "definitions" -> {} // included where they are referred to
            case "const" -> schema.add("enum", list(List.of(value)));
            case "oneOf" ->
                schema.add(object.has("anyOf") ? keyword : "anyOf", plain(value, depth + 1));
            case "required" -> schema.add(keyword, sorted(value));
            case "type", "enum" -> schema.add(keyword, value);
            case "properties" -> schema.add(keyword, named(value, depth + 1));
            default -> schema.add(keyword, isRemark(keyword) ? value : plain(value, depth + 1));
          }
        });
    JsonObject followed = followed(schema, depth);
    withoutNull(followed, "type", new JsonPrimitive("null"));
    withoutNull(followed, "enum", JsonNull.INSTANCE);
    JsonObject nothing = new JsonObject();
    nothing.addProperty("type", "null");
    withoutNull(followed, "anyOf", nothing);
    return followed.get("anyOf") instanceof JsonArray union && union.size() == 1
        ? merged(followed, "anyOf", union.get(0))
        : followed;
  }

  private JsonElement named(JsonElement properties, int depth) {
    JsonObject plain = new JsonObject();
    if (!(properties instanceof JsonObject all)) {
      return properties;
    }
    nodes += all.size();
    all.asMap().forEach((name, schema) -> plain.add(name, plain(schema, depth)));
    return plain;
  }

  private JsonObject followed(JsonObject schema, int depth) {
    Optional<String> reference = JsonTree.string(schema, "$ref");
    if (reference.isEmpty() || open.contains(reference.get())) {
      return schema;
    }
    Optional<JsonElement> target = // inside this document
        reference
            .filter(to -> to.startsWith("#/"))
            .flatMap(to -> JsonTree.at(document, to.substring(1)));
    if (target.isEmpty()) {
      whole = false;
      return schema;
    }
    open.add(reference.get());
    schema.add("$ref", plain(target.get(), depth + 1));
    open.remove(reference.get());
    return merged(schema, "$ref", schema.get("$ref"));
  }

  /// The schema with the members of this part merged in, if that loses nothing but remarks.
  private static JsonObject merged(JsonObject schema, String keyword, JsonElement part) {
    if (!(part instanceof JsonObject members)) {
      return schema;
    }
    JsonObject merged = new JsonObject();
    members.asMap().forEach(merged::add);
    for (String name : schema.keySet()) {
      if (!name.equals(keyword)) {
        JsonElement own = schema.get(name);
        if (!isRemark(name) && members.has(name) && !members.get(name).equals(own)) {
          return schema;
        }
        merged.add(name, own);
      }
    }
    return merged;
  }

  /// Writes "or null" as `nullable`, whether it was in a list of types, of values or of schemas.
  private static void withoutNull(JsonObject schema, String keyword, JsonElement nothing) {
    if (schema.get(keyword) instanceof JsonArray all) {
      List<JsonElement> others = new ArrayList<>(all.asList());
      if (others.size() > 1 && others.removeIf(nothing::equals)) {
        schema.addProperty("nullable", true);
      }
      boolean type = keyword.equals("type");
      schema.add(keyword, type && others.size() == 1 ? others.getFirst() : list(others));
    }
  }

  private static JsonArray list(List<JsonElement> elements) {
    JsonArray list = new JsonArray(elements.size());
    elements.forEach(list::add);
    return list;
  }

  /// Sorts names, because their order means nothing.
  private static JsonElement sorted(JsonElement names) {
    if (!(names instanceof JsonArray list)) {
      return names;
    }
    return list(
        list.asList().stream().sorted(Comparator.comparing(JsonElement::toString)).toList());
  }
}
