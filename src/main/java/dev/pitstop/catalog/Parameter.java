package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Comparator;
import java.util.List;

/// An argument that a tool takes, for people.
///
/// @param schema as [PlainSchema] writes it
public record Parameter(String name, JsonElement schema, boolean required) {
  private static final int MOST_VALUES = 12;

  /// The arguments that a tool's `inputSchema` describes, in its order. The required ones come
  /// first.
  public static List<Parameter> of(JsonElement inputSchema) {
    return ofPlain(new PlainSchema(inputSchema).tree());
  }

  static List<Parameter> ofPlain(JsonElement plain) {
    Properties properties = Properties.of(plain);
    return properties.schemas().entrySet().stream()
        .map(p -> new Parameter(p.getKey(), p.getValue(), properties.requires(p.getKey())))
        .sorted(Comparator.comparing(p -> !p.required()))
        .toList();
  }

  /// `integer`, `string[]`, `"a" or "b"`: what a value must be.
  private String type() {
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

  /// Type, default and description: `integer, default 3. How many.`
  public String about() {
    JsonObject says = schema instanceof JsonObject object ? object : new JsonObject();
    StringBuilder about = new StringBuilder(type());
    JsonTree.member(says, "default").ifPresent(value -> about.append(", default ").append(value));
    if (required) {
      about.append(", required");
    }
    String text = JsonTree.string(says, "description").orElse("").strip();
    return text.isEmpty()
        ? about.toString()
        : about.append(". ").append(text.replaceAll("\\s+", " ")).toString();
  }
}
