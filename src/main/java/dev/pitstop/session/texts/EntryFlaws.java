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
    String schema = schemaFlaw(o.get("inputSchema"));
    return !schema.isEmpty()
        ? schema
        : !isObjectIfAny(o, "outputSchema")
            ? "its `outputSchema` is not an object"
            : isObjectIfAny(o, "annotations")
                ? textFlaw(o, "title", "description")
                : "its `annotations` are not an object";
  }

  private static boolean isObjectIfAny(JsonObject o, String member) {
    return !o.has(member) || o.get(member).isJsonObject();
  }

  private static String schemaFlaw(JsonElement schema) {
    if (!(schema instanceof JsonObject o)) {
      return "its `inputSchema` is not an object";
    } else if (!isText(o.get("type")) || !o.get("type").getAsString().equals("object")) {
      return "its `inputSchema` does not have the type \"object\"";
    } else if (!isObjectIfAny(o, "properties")) {
      return "the `properties` of its `inputSchema` are not an object";
    }
    boolean names =
        !o.has("required")
            || (o.get("required") instanceof JsonArray a
                && a.asList().stream().allMatch(EntryFlaws::isText));
    return names ? "" : "`required` in its `inputSchema` is not a list of names";
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
