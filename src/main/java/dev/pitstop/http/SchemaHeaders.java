package dev.pitstop.http;

import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The `x-mcp-header` annotations of one tool's `inputSchema`, and their faults (2026-07-28,
/// Streamable HTTP, "Schema Extension").
///
/// Only a schema can be annotated: a property of that name is not an annotation, and neither is
/// anything inside a default, an example or a member that JSON Schema does not know.
///
/// @param params the annotations in their order; empty if there is a fault
/// @param fault the first one
record SchemaHeaders(List<ParamHeaders.Param> params, Optional<String> fault) {
  private static final String KEY = "x-mcp-header";

  /// Keywords, other than `properties`, whose value is an object of schemas.
  private static final Set<String> OF_NAMED_SCHEMAS =
      Words.set("patternProperties dependentSchemas dependencies $defs definitions");

  /// Keywords whose value is a schema or an array of schemas.
  private static final Set<String> OF_SCHEMAS =
      Words.set(
          "items prefixItems additionalItems unevaluatedItems contains additionalProperties",
          "unevaluatedProperties propertyNames oneOf anyOf allOf not if then else contentSchema");

  private static final SchemaHeaders NONE = new SchemaHeaders(List.of(), Optional.empty());

  static SchemaHeaders of(byte[] message, Span schema) {
    String text = schema.text(message);
    if (!text.contains(KEY) && text.indexOf('\\') < 0) { // an escape may hide one
      return NONE; // as for nearly every tool
    }
    Walk walk = new Walk(message);
    walk.schema(schema, new ArrayList<>(), true);
    return walk.fault.isEmpty()
        ? new SchemaHeaders(List.copyOf(walk.found), Optional.empty())
        : new SchemaHeaders(List.of(), Optional.of(walk.fault));
  }

  /// Walks the schema until the first fault. The recursion is as deep as the message, and the codec
  /// limits that depth.
  private static final class Walk {
    private final byte[] b;
    private final List<ParamHeaders.Param> found = new ArrayList<>();

    /// The headers' names as they are written, by the name in lower case.
    private final Map<String, String> names = new HashMap<>();

    private String fault = "";

    Walk(byte[] message) {
      this.b = message;
    }

    /// @param reachable whether only `properties` lead here
    void schema(Span schema, List<String> path, boolean reachable) {
      Span annotation = Json.member(b, schema, KEY);
      if (annotation.present()) {
        note(schema, annotation, path, reachable);
      }
      Json.members(
          b,
          schema,
          (key, value) -> {
            if (!fault.isEmpty() || (!Json.isObject(b, value) && !Json.isArray(b, value))) {
              return;
            }
            String keyword = Json.string(b, key);
            if (keyword.equals("properties")) {
              named(value, path, reachable);
            } else if (OF_NAMED_SCHEMAS.contains(keyword)) {
              named(value, path, false);
            } else if (OF_SCHEMAS.contains(keyword)) {
              oneOrMany(value, path);
            }
          });
    }

    private void named(Span schemas, List<String> path, boolean reachable) {
      Json.members(
          b,
          schemas,
          (name, schema) -> {
            if (fault.isEmpty() && Json.isObject(b, schema)) {
              path.add(Json.string(b, name));
              schema(schema, path, reachable);
              path.removeLast();
            }
          });
    }

    private void oneOrMany(Span value, List<String> path) {
      List<Span> schemas = Json.isArray(b, value) ? Json.elements(b, value) : List.of(value);
      for (Span schema : schemas) {
        if (fault.isEmpty() && Json.isObject(b, schema)) {
          schema(schema, path, false);
        }
      }
    }

    private void note(Span schema, Span annotation, List<String> path, boolean reachable) {
      String where = path.isEmpty() ? "the schema itself" : "`" + String.join(".", path) + "`";
      String name = Json.string(b, annotation);
      if (!reachable || path.isEmpty()) {
        fault =
            where
                + " has an x-mcp-header, which only a property reached through `properties` alone may"
                + " have";
      } else if (!Json.isString(b, annotation) || name.isEmpty()) {
        fault = where + " has an x-mcp-header that is not a string or is empty";
      } else if (!Header.isToken(name)) {
        fault = where + " has an x-mcp-header with characters that a header name cannot have";
      } else if (!isPrimitive(Json.member(b, schema, "type"))) {
        fault = where + " has an x-mcp-header, but its type is not string, integer or boolean";
      } else {
        String before = names.put(name.toLowerCase(Locale.ROOT), name);
        if (before != null) {
          fault =
              "%s has the same x-mcp-header `%s` as another property (`%s`)"
                  .formatted(where, name, before);
        }
        found.add(new ParamHeaders.Param(name, path));
      }
    }

    /// Whether this is one of the three primitive types. `null` beside it only says that there may
    /// be no header.
    private boolean isPrimitive(Span type) {
      if (!Json.isArray(b, type)) {
        return isPrimitive(Json.string(b, type));
      }
      int primitives = 0;
      for (Span one : Json.elements(b, type)) {
        String word = Json.string(b, one);
        if (isPrimitive(word)) {
          primitives++;
        } else if (!word.equals("null")) {
          return false;
        }
      }
      return primitives == 1;
    }

    private static boolean isPrimitive(String type) {
      return type.equals("string") || type.equals("integer") || type.equals("boolean");
    }
  }
}
