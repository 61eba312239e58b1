package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.text.Words;
import java.util.Set;

/// Says whether a tool's result may have a member that its `outputSchema` does not name. Clients
/// validate structured results and refuse those that do not match (2025-06-18 and later, tools,
/// "Output Schema"). So a schema counts as open only if it plainly is.
public final class OpenSchema {
  /// Keywords that refuse no additional member. Any other keyword may refuse one.
  private static final Set<String> HARMLESS =
      Words.set(
          "type properties required title description default examples deprecated minProperties",
          "definitions $defs $schema $id $comment");

  private static final JsonElement TRUE = new JsonPrimitive(true);

  private OpenSchema() {}

  /// Whether this tool's results may have a member of this name in addition to the known ones.
  public static boolean takes(Entry tool, String member) {
    JsonElement schema = tool.json().get("outputSchema");
    if (schema == null) {
      return true;
    }
    return schema instanceof JsonObject o && isOpen(o) && !names(o, member);
  }

  private static boolean isOpen(JsonObject schema) {
    return schema.entrySet().stream()
        .allMatch(keyword ->
            switch (keyword.getKey()) {
              case "additionalProperties", "unevaluatedProperties" ->
                  keyword.getValue().equals(TRUE);
              default -> HARMLESS.contains(keyword.getKey());
            });
  }

  private static boolean names(JsonObject schema, String member) {
    return schema.get("properties") instanceof JsonObject properties && properties.has(member);
  }
}
