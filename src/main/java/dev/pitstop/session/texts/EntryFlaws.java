package dev.pitstop.session.texts;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import java.util.stream.Stream;

/// Why Pitstop leaves an entry of a server's list out. Many servers share one list. Some clients
/// check lists against the protocol's schema, and refuse a whole list for one bad entry. Pure.
public final class EntryFlaws {
  public static final String TWICE = "the name occurs twice";

  private EntryFlaws() {}

  public static String notListed(Kind kind, String key, String flaw) {
    return "the " + kind.noun() + " `" + key + "` is not listed: " + flaw;
  }

  /// Why such a client would refuse the whole list; empty if it would not.
  public static String of(Entry e) {
    JsonObject o = e.json();
    return switch (e.kind()) {
      case TOOLS -> toolFlaw(o);
      case PROMPTS -> textFlaw(o, "title", "description");
      case RESOURCES, TEMPLATES ->
          isText(o.get("name"))
              ? textFlaw(o, "title", "description", "mimeType")
              : "its `name` is not a string";
    };
  }

  private static String toolFlaw(JsonObject o) {
    if (!(o.get("inputSchema") instanceof JsonObject schema)) {
      return "its `inputSchema` is not an object";
    }
    boolean ofObjects =
        isText(schema.get("type")) && schema.get("type").getAsString().equals("object");
    boolean names =
        !schema.has("required")
            || (schema.get("required") instanceof JsonArray a
                && a.asList().stream().allMatch(EntryFlaws::isText));
    return !ofObjects
        ? "its `inputSchema` does not have the type \"object\""
        : !isObjectIfAny(schema, "properties")
            ? "the `properties` of its `inputSchema` are not an object"
            : !names
                ? "`required` in its `inputSchema` is not a list of names"
                : !isObjectIfAny(o, "outputSchema")
                    ? "its `outputSchema` is not an object"
                    : !isObjectIfAny(o, "annotations")
                        ? "its `annotations` are not an object"
                        : textFlaw(o, "title", "description");
  }

  private static boolean isObjectIfAny(JsonObject o, String member) {
    return !o.has(member) || o.get(member).isJsonObject();
  }

  private static String textFlaw(JsonObject o, String... members) {
    return Stream.of(members)
        .filter(member -> o.has(member) && !isText(o.get(member)))
        .findFirst()
        .map(member -> "its `" + member + "` is not a string")
        .orElse("");
  }

  private static boolean isText(JsonElement e) {
    return e instanceof JsonPrimitive p && p.isString();
  }
}
