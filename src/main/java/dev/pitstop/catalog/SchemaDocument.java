package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One JSON schema and what its references point to. Only references into the document itself are
/// followed (`#`, `#/$defs/x`, `#anchor`); others stay as they are, nothing is ever fetched. For
/// one thread: it keeps count of its work, since references can make a small text endless.
final class SchemaDocument {
  private static final int MAX_NESTED_ALL_OF = 8;
  private static final int MAX_EXPANSIONS = 50_000;
  private static final int MAX_WORDED = 100_000;
  private static final List<String> DEFINITIONS = List.of("$defs", "definitions");
  static final Set<String> ANNOTATIONS =
      Set.of("title", "description", "default", "examples", "deprecated");

  private final JsonElement root;
  private int expansions;
  private int worded;

  SchemaDocument(JsonElement root) {
    this.root = root;
  }

  /// Whether one more type may be put into words; there can be many in a small text.
  boolean mayWord() {
    return ++worded < MAX_WORDED;
  }

  /// A schema with its reference followed (members beside `$ref` win) and its `allOf` merged in
  /// where that loses nothing. `true` becomes `{}`, which means the same.
  JsonElement open(JsonElement schema) {
    return open(schema, 0);
  }

  private JsonElement open(JsonElement schema, int depth) {
    if (Json.isTrue(Optional.of(schema))) {
      return new JsonObject();
    }
    if (!(schema instanceof JsonObject object)) {
      return schema;
    }
    JsonObject followed = follow(object);
    return followed.has("allOf") && depth < MAX_NESTED_ALL_OF && ++expansions < MAX_EXPANSIONS
        ? mergeAllOf(followed, depth)
        : followed;
  }

  private JsonObject follow(JsonObject schema) {
    JsonObject current = schema;
    Set<String> seen = new HashSet<>();
    while (true) {
      Optional<String> reference = Json.string(current, "$ref");
      if (reference.isEmpty() || !seen.add(reference.get())) {
        return current;
      }
      Optional<JsonElement> target = target(reference.get());
      if (target.isEmpty()) {
        return current;
      }
      JsonObject merged = new JsonObject();
      if (target.get() instanceof JsonObject object) {
        object.asMap().forEach(merged::add);
      } else if (!Json.isTrue(target)) {
        return current;
      }
      for (String member : current.keySet()) {
        if (!member.equals("$ref")) {
          merged.add(member, current.get(member));
        }
      }
      current = merged;
    }
  }

  private JsonObject mergeAllOf(JsonObject schema, int depth) {
    Optional<JsonArray> branches = Json.array(schema, "allOf");
    if (branches.isEmpty()) {
      return schema;
    }
    JsonObject merged = without(schema, Set.of("allOf"));
    for (JsonElement branch : branches.get()) {
      if (!(open(branch, depth + 1) instanceof JsonObject part) || !mergeInto(merged, part)) {
        return schema;
      }
    }
    return merged;
  }

  private static boolean mergeInto(JsonObject merged, JsonObject part) {
    for (String name : part.keySet()) {
      JsonElement value = part.get(name);
      Optional<JsonElement> present = Optional.ofNullable(merged.get(name));
      if (present.isEmpty()) {
        merged.add(name, value);
      } else if (name.equals("properties")
          && present.get() instanceof JsonObject old
          && value instanceof JsonObject more) {
        JsonObject union = without(old, Set.of());
        if (!mergeInto(union, more)) {
          return false;
        }
        merged.add(name, union);
      } else if (name.equals("required")
          && present.get() instanceof JsonArray old
          && value instanceof JsonArray more) {
        JsonArray union = old.deepCopy();
        union.addAll(more);
        merged.add(name, union);
      } else if (!present.get().equals(value) && !ANNOTATIONS.contains(name)) {
        return false;
      }
    }
    return true;
  }

  /// What a reference points to inside this document.
  private Optional<JsonElement> target(String reference) {
    if (reference.equals("#")) {
      return Optional.of(root);
    }
    if (reference.startsWith("#/")) {
      return pointer(decoded(reference.substring(2)));
    }
    return reference.startsWith("#") ? anchor(reference.substring(1)) : Optional.empty();
  }

  private Optional<JsonElement> pointer(String pointer) {
    Optional<JsonElement> at = Optional.of(root);
    for (String token : pointer.split("/", -1)) {
      String name = token.replace("~1", "/").replace("~0", "~");
      at = at.flatMap(parent -> child(parent, name));
    }
    return at;
  }

  private static Optional<JsonElement> child(JsonElement parent, String name) {
    if (parent instanceof JsonObject object) {
      return Json.member(object, name);
    }
    if (parent instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        if (Integer.toString(i).equals(name)) {
          return Optional.of(array.get(i));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<JsonElement> anchor(String anchor) {
    if (root instanceof JsonObject document) {
      for (String place : DEFINITIONS) {
        for (JsonElement definition :
            Json.object(document, place).orElseGet(JsonObject::new).asMap().values()) {
          if (definition instanceof JsonObject object
              && Json.string(object, "$anchor").equals(Optional.of(anchor))) {
            return Optional.of(definition);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      // A stray percent sign: generators that do not encode mean it literally.
      return fragment;
    }
  }

  /// An element with every reference in it replaced by its target, as far as that ends: a cycle
  /// stays a reference. For comparing keywords that are not understood.
  JsonElement inlined(JsonElement element) {
    return inlined(element, new HashSet<>());
  }

  private JsonElement inlined(JsonElement element, Set<String> open) {
    if (++expansions > MAX_EXPANSIONS) {
      return element;
    }
    return switch (element) {
      case JsonArray array -> {
        JsonArray copy = new JsonArray(array.size());
        array.forEach(item -> copy.add(inlined(item, open)));
        yield copy;
      }
      case JsonObject object -> {
        Optional<String> reference = Json.string(object, "$ref");
        if (reference.isPresent()
            && target(reference.get()).isPresent()
            && open.add(reference.get())) {
          JsonElement target = inlined(target(reference.get()).get(), open);
          open.remove(reference.get());
          JsonObject copy = without(object, Set.of());
          copy.add("$ref", target);
          yield copy;
        }
        JsonObject copy = new JsonObject();
        object.asMap().forEach((name, value) -> copy.add(name, inlined(value, open)));
        yield copy;
      }
      case JsonPrimitive primitive -> primitive;
      case JsonElement other -> other;
    };
  }

  /// The schema without what only people read.
  static JsonElement bare(JsonElement schema) {
    return schema instanceof JsonObject object ? without(object, ANNOTATIONS) : schema;
  }

  static JsonObject without(JsonObject object, Set<String> names) {
    JsonObject rest = new JsonObject();
    object
        .asMap()
        .forEach((name, value) -> {
          if (!names.contains(name)) {
            rest.add(name, value);
          }
        });
    return rest;
  }
}
