package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// The fields of an object schema. What is required exists, also if no schema for it is given.
record Properties(Map<String, JsonElement> schemas, Set<String> required) {

  static boolean in(JsonObject schema) {
    return schema.has("properties") || schema.has("required");
  }

  static Properties of(JsonObject schema) {
    Set<String> required = new LinkedHashSet<>();
    for (JsonElement name : Json.array(schema, "required").orElseGet(JsonArray::new)) {
      Json.asString(name).ifPresent(required::add);
    }
    Map<String, JsonElement> schemas = new LinkedHashMap<>();
    Json.object(schema, "properties").ifPresent(all -> schemas.putAll(all.asMap()));
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
