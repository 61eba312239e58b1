package dev.pitstop.session.words;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;

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
    String schema = schemaFlaw("inputSchema", o.get("inputSchema"));
    if (!schema.isEmpty()) {
      return schema;
    }
    JsonElement output = o.get("outputSchema");
    if (output != null && !output.isJsonObject()) {
      return "its `outputSchema` is not an object";
    }
    JsonElement annotations = o.get("annotations");
    if (annotations != null && !annotations.isJsonObject()) {
      return "its `annotations` are not an object";
    }
    return textFlaw(o, "title", "description");
  }

  private static String schemaFlaw(String name, JsonElement schema) {
    if (!(schema instanceof JsonObject o)) {
      return "its `" + name + "` is not an object";
    }
    if (!isText(o.get("type")) || !o.get("type").getAsString().equals("object")) {
      return "its `" + name + "` does not have the type \"object\"";
    }
    JsonElement properties = o.get("properties");
    if (properties != null && !properties.isJsonObject()) {
      return "the `properties` of its `" + name + "` are not an object";
    }
    JsonElement required = o.get("required");
    if (required == null) {
      return "";
    }
    boolean names = required instanceof JsonArray;
    if (required instanceof JsonArray a) {
      for (JsonElement each : a) {
        names &= isText(each);
      }
    }
    return names ? "" : "`required` in its `" + name + "` is not a list of names";
  }

  private static String textFlaw(JsonObject o, String... members) {
    for (String member : members) {
      if (o.has(member) && !isText(o.get(member))) {
        return "its `" + member + "` is not a string";
      }
    }
    return "";
  }

  private static boolean isText(JsonElement e) {
    return e instanceof JsonPrimitive p && p.isString();
  }
}
