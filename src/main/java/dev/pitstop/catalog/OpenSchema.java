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
  /// The keywords of all drafts that may refuse an additional member. What no draft knows is an
  /// annotation (JSON Schema 2020-12, core, 6.5), such as the `x-…` of some frameworks.
  private static final Set<String> MAY_REFUSE =
      Words.set(
          "$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if then else enum const",
          "patternProperties propertyNames maxProperties dependencies dependentSchemas",
          "dependentRequired");

  private static final JsonElement TRUE = new JsonPrimitive(true);

  private OpenSchema() {}

  /// Whether this tool's results may have a member of this name in addition to the known ones.
  public static boolean takes(Entry tool, String member) {
    JsonElement schema = tool.json().get("outputSchema");
    if (schema == null) {
      return true;
    }
    return schema instanceof JsonObject o && isOpen(o) && !Properties.of(o).has(member);
  }

  private static boolean isOpen(JsonObject schema) {
    return schema.entrySet().stream()
        .allMatch(keyword ->
            switch (keyword.getKey()) {
              case "additionalProperties", "unevaluatedProperties" ->
                  keyword.getValue().equals(TRUE);
              default -> !MAY_REFUSE.contains(keyword.getKey());
            });
  }
}
