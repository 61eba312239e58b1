package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Says which arguments do not fit the schema of their tool: missing ones, unknown ones, and values
/// of a wrong type. What is inside an argument, ranges, patterns and the like are left to the
/// server. Immutable.
public final class SchemaCheck {
  private final JsonElement plain;
  private final Map<String, Parameter> known = new LinkedHashMap<>();

  public SchemaCheck(JsonElement inputSchema) {
    plain = new PlainSchema(inputSchema).tree();
    Parameter.ofPlain(plain).forEach(p -> known.put(p.name(), p));
  }

  public Set<String> names() {
    return Collections.unmodifiableSet(known.keySet());
  }

  /// As [PlainSchema] writes it.
  JsonElement plain() {
    return plain;
  }

  public boolean isOptional(String name) {
    return known.get(name) instanceof Parameter p && !p.required();
  }

  /// A sentence for each problem, without a full stop, or with a line of the schema below it.
  ///
  /// @param closed whether an argument that the schema does not name is a problem
  public List<String> problems(JsonObject arguments, boolean closed) {
    List<String> problems = new ArrayList<>();
    arguments
        .asMap()
        .forEach((name, value) -> {
          if (known.get(name) instanceof Parameter as) {
            if (!fits(value, as.schema())) {
              problems.add(wrong(as, value));
            }
          } else if (closed) {
            problems.add("there is no argument " + ForeignText.name(name) + instead(name));
          }
        });
    for (Parameter each : known.values()) {
      if (each.required() && !arguments.has(each.name())) {
        problems.add("`" + each.name() + "` is missing" + line(each));
      }
    }
    return problems;
  }

  private static String wrong(Parameter as, JsonElement value) {
    Set<JsonElement> values = as.schema() instanceof JsonObject o ? Types.values(o) : Set.of();
    List<String> names = values.stream().map(SchemaCheck::shown).toList();
    String near = Nearest.question(shown(value), names, "`%s`").orElse("");
    String what = Words.cutClose(value.toString(), 60);
    return "`" + as.name() + "` cannot be " + what + near + line(as);
  }

  private static String shown(JsonElement value) {
    return value instanceof JsonPrimitive p ? p.getAsString() : value.toString();
  }

  private static String line(Parameter as) {
    return "\n  " + as.name() + ": " + as.about();
  }

  /// Whether the value is of a type that the schema allows, and so are the items of an array.
  static boolean fits(JsonElement value, JsonElement plain) {
    if (!(plain instanceof JsonObject schema)) {
      return !plain.equals(new JsonPrimitive(false));
    }
    Set<JsonElement> values = Types.values(schema);
    if (value.isJsonNull() && Types.isNullable(schema)) {
      return true;
    } else if (!values.isEmpty()) {
      return values.contains(value);
    } else if (schema.get("anyOf") instanceof JsonArray union) {
      return union.asList().stream().anyMatch(one -> fits(value, one));
    }
    Set<String> types = Types.of(schema);
    if (value instanceof JsonArray array && schema.has("items")) {
      JsonElement items = schema.get("items");
      return array.asList().stream().allMatch(each -> fits(each, items)) && Types.has(types, value);
    }
    return types.isEmpty() || Types.has(types, value);
  }

  /// Whether an argument that is not listed is most likely a mistake. JSON Schema allows it unless
  /// the schema says otherwise, but most servers then pass over it in silence.
  boolean isClosed() {
    boolean says =
        plain instanceof JsonObject schema
            && (schema.has("additionalProperties") || schema.has("patternProperties"));
    return says ? refusesOthers() : !known.isEmpty();
  }

  /// Whether the schema itself allows no other arguments.
  public boolean refusesOthers() {
    return plain instanceof JsonObject schema
        && !schema.has("patternProperties")
        && new JsonPrimitive(false).equals(schema.get("additionalProperties"));
  }

  private String instead(String name) {
    if (known.isEmpty()) {
      return ": the tool takes none";
    }
    return Nearest.name(name, known.keySet())
        .flatMap(near -> Optional.ofNullable(known.get(near)))
        .map(near -> "; did you mean `" + near.name() + "`?" + line(near))
        .orElseGet(() -> "; there are " + ForeignText.names(known.keySet()));
  }
}
