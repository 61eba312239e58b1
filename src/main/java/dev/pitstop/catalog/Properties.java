package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The fields of an object schema. A required field exists even without a schema of its own.
record Properties(Map<String, JsonElement> schemas, Set<String> required) {

  /// Those of a [PlainSchema]; none if it is no object.
  static Properties of(JsonElement plain) {
    Map<String, JsonElement> schemas = new LinkedHashMap<>();
    JsonObject schema = plain instanceof JsonObject object ? object : new JsonObject();
    if (schema.get("properties") instanceof JsonObject all) {
      schemas.putAll(all.asMap());
    }
    Set<String> required = new LinkedHashSet<>();
    if (schema.get("required") instanceof JsonArray names) {
      names.forEach(name -> JsonTree.asString(name).ifPresent(required::add));
    }
    required.forEach(name -> schemas.putIfAbsent(name, new JsonObject()));
    return new Properties(schemas, required);
  }

  /// The schema of a field; one that allows anything if there is no such field.
  JsonElement schema(String name) {
    return schemas.getOrDefault(name, new JsonObject());
  }

  boolean has(String name) {
    return schemas.containsKey(name);
  }

  boolean requires(String name) {
    return required.contains(name);
  }
}
