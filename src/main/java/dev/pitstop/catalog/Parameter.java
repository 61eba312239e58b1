package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An argument that a tool takes, for people.
///
/// @param name of the argument; with dots if it is inside another
/// @param schema as [PlainSchema] writes it
public record Parameter(String name, JsonElement schema, boolean required) {
  private static final int MOST_VALUES = 12;

  /// The arguments that a tool's `inputSchema` describes, in its order. The required ones come
  /// first.
  public static List<Parameter> of(JsonElement inputSchema) {
    JsonElement plain = new PlainSchema(inputSchema).tree();
    return plain instanceof JsonObject object ? ofPlain("", object) : List.of();
  }

  /// @param prefix of the names: empty, or a name with a dot
  static List<Parameter> ofPlain(String prefix, JsonObject plain) {
    Properties properties = Properties.of(plain);
    List<Parameter> first = new ArrayList<>();
    List<Parameter> others = new ArrayList<>();
    for (Map.Entry<String, JsonElement> each : properties.schemas().entrySet()) {
      boolean required = properties.requires(each.getKey());
      (required ? first : others)
          .add(new Parameter(prefix + each.getKey(), each.getValue(), required));
    }
    first.addAll(others);
    return first;
  }

  /// `integer`, `string[]`, `"a" or "b"`: what a value must be.
  public String type() {
    if (!(schema instanceof JsonObject object)) {
      return Types.text(schema);
    }
    List<String> values =
        Types.values(object).stream().limit(MOST_VALUES).map(JsonElement::toString).toList();
    boolean more = Types.values(object).size() > MOST_VALUES;
    return values.isEmpty()
        ? Types.text(schema)
        : String.join(" | ", values)
            + (more ? " | …" : "")
            + (Types.isNullable(object) ? " | null" : "");
  }

  /// The description on one line; empty if there is none.
  public String description() {
    return schema instanceof JsonObject object
        ? JsonTree.string(object, "description").orElse("").strip().replaceAll("\\s+", " ")
        : "";
  }

  /// What counts if the argument is missing, as JSON.
  public Optional<String> usual() {
    return schema instanceof JsonObject object
        ? JsonTree.member(object, "default").map(JsonElement::toString)
        : Optional.empty();
  }

  /// Type, default and description: `integer, default 3. How many.`
  public String about() {
    StringBuilder about = new StringBuilder(type());
    usual().ifPresent(value -> about.append(", default ").append(value));
    if (required) {
      about.append(", required");
    }
    return description().isEmpty()
        ? about.toString()
        : about.append(". ").append(description()).toString();
  }
}
