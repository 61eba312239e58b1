package dev.pitstop.session.texts;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.stream.Stream;

/// Why Pitstop leaves an entry of a server's list out: some clients check lists against the
/// protocol's schema, and refuse a whole list for one bad entry. Pure.
public final class EntryFlaws {
  public static final String TWICE = "the name occurs twice";

  private static final String SCHEMA = "inputSchema";

  /// What a schema may say instead of a type, or beside it: then no other form takes exactly the
  /// same calls.
  private static final List<String> UNIONS = Words.list("anyOf oneOf allOf not if $ref enum const");

  private static final int MOST_OF_NAME = 128; // 2025-11-25, server/tools, "Tool Names"

  private EntryFlaws() {}

  public static String notListed(Kind kind, String key, String flaw) {
    return "the " + kind.noun() + " `" + key + "` is not listed: " + flaw;
  }

  /// The entry in a form that all clients take. A tool whose schema lacks its type gets it: the
  /// arguments of a call are always an object, so it takes the same calls.
  public static Entry offered(Entry e) {
    if (e.kind() != Kind.TOOLS
        || !(e.json().get(SCHEMA) instanceof JsonObject schema)
        || UNIONS.stream().anyMatch(schema::has)) {
      return e;
    }
    JsonElement type = schema.get("type");
    boolean lacks =
        !schema.has("type")
            || (type instanceof JsonArray some && some.contains(new JsonPrimitive("object")));
    if (!lacks) {
      return e;
    }
    JsonObject typed = new JsonObject();
    typed.addProperty("type", "object");
    schema.entrySet().stream()
        .filter(member -> !member.getKey().equals("type"))
        .forEach(member -> typed.add(member.getKey(), member.getValue()));
    JsonObject tool = new JsonObject();
    e.json()
        .entrySet()
        .forEach(m -> tool.add(m.getKey(), m.getKey().equals(SCHEMA) ? typed : m.getValue()));
    return new Entry(e.kind(), e.key(), tool);
  }

  /// Why such a client would refuse the whole list; empty if it would not.
  public static String of(Entry entry) {
    Entry e = offered(entry);
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
    String name = o.get("name").getAsString(); // an entry without one has no key
    if (name.length() > MOST_OF_NAME) {
      return "its name has more than " + MOST_OF_NAME + " characters";
    }
    if (!(o.get(SCHEMA) instanceof JsonObject schema)) {
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
