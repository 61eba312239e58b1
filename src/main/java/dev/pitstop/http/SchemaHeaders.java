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
/// anything inside a default, an example or an extension.
///
/// @param params the annotations in their order; empty if there is a fault
/// @param fault the first one
record SchemaHeaders(List<ParamHeaders.Param> params, Optional<String> fault) {
  private static final String KEY = "x-mcp-header";

  /// Keywords whose value is no schema.
  private static final Set<String> DATA = Words.set("const default enum examples");

  private static final Set<String> PRIMITIVE = Words.set("string integer boolean");

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

  /// Walks the schema, and keeps the first fault. The recursion is as deep as the message, and the
  /// codec limits that depth.
  private static final class Walk {
    private final byte[] b;
    private final List<ParamHeaders.Param> found = new ArrayList<>();

    /// The headers' names as they are written, by the name in lower case.
    private final Map<String, String> names = new HashMap<>();

    private String fault = "";

    Walk(byte[] message) {
      this.b = message;
    }

    /// @param at a schema, or what contains some
    /// @param reachable whether only `properties` lead here
    void schema(Span at, List<String> path, boolean reachable) {
      if (Json.isArray(b, at)) {
        Json.elements(b, at).forEach(one -> schema(one, path, false));
        return;
      }
      Span annotation = Json.member(b, at, KEY);
      if (annotation.present() && fault.isEmpty()) {
        note(at, annotation, path, reachable);
      }
      Json.members(
          b,
          at,
          (key, value) -> {
            String keyword = Json.string(b, key);
            if (keyword.equals("properties")) {
              properties(value, path, reachable);
            } else if (!DATA.contains(keyword) && !keyword.startsWith("x-")) {
              schema(value, path, false);
            }
          });
    }

    private void properties(Span schemas, List<String> path, boolean reachable) {
      Json.members(
          b,
          schemas,
          (name, schema) -> {
            path.add(Json.string(b, name));
            schema(schema, path, reachable);
            path.removeLast();
          });
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
      List<Span> all = Json.isArray(b, type) ? Json.elements(b, type) : List.of(type);
      List<String> words =
          all.stream().map(one -> Json.string(b, one)).filter(w -> !w.equals("null")).toList();
      return words.size() == 1 && PRIMITIVE.contains(words.getFirst());
    }
  }
}
