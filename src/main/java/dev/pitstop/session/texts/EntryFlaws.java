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
  private static final String RESULTS = "outputSchema";
  private static final JsonPrimitive OBJECT = new JsonPrimitive("object");

  /// What a schema may say instead of a type, or beside it: then no other form takes exactly the
  /// same calls.
  private static final List<String> UNIONS = Words.list("anyOf oneOf allOf not if $ref enum const");

  private static final int MOST_OF_NAME = 128; // 2025-11-25, server/tools, "Tool Names"

  private EntryFlaws() {}

  public static String notListed(Kind kind, String key, String flaw) {
    return "the " + kind.noun() + " `" + key + "` is not listed: " + flaw;
  }

  /// The entry in a form that all clients of this era take. A tool whose schema lacks its type gets
  /// it: the arguments of a call are always an object, so it takes the same calls. For the legacy
  /// era it loses an `outputSchema` of anything but objects (2025-11-25, schema, `Tool`).
  @SuppressWarnings("ReferenceEquality") // what is typed already comes back
  public static Entry offered(Entry e, boolean modern) {
    JsonElement input = e.json().get(SCHEMA);
    boolean results = modern || !e.json().has(RESULTS) || isOfObjects(e.json().get(RESULTS));
    if (e.kind() != Kind.TOOLS || (results && typed(input) == input)) { // nearly always
      return e;
    }
    JsonObject tool = new JsonObject();
    e.json()
        .entrySet()
        .forEach(m -> {
          if (m.getKey().equals(SCHEMA)) {
            tool.add(SCHEMA, typed(m.getValue()));
          } else if (modern || !m.getKey().equals(RESULTS) || isOfObjects(m.getValue())) {
            tool.add(m.getKey(), m.getValue());
          }
        });
    return new Entry(e.kind(), e.key(), tool);
  }

  private static JsonElement typed(JsonElement inputSchema) {
    if (!(inputSchema instanceof JsonObject schema)
        || UNIONS.stream().anyMatch(schema::has)
        || (schema.has("type")
            && !(schema.get("type") instanceof JsonArray some && some.contains(OBJECT)))) {
      return inputSchema;
    }
    JsonObject typed = new JsonObject();
    typed.add("type", OBJECT);
    schema.entrySet().stream()
        .filter(member -> !member.getKey().equals("type"))
        .forEach(member -> typed.add(member.getKey(), member.getValue()));
    return typed;
  }

  private static boolean isOfObjects(JsonElement schema) {
    return schema instanceof JsonObject o && OBJECT.equals(o.get("type"));
  }

  /// Why such a client would refuse the whole list; empty if it would not.
  public static String of(Entry entry) {
    JsonObject o = entry.json();
    return switch (entry.kind()) {
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
    if (!(typed(o.get(SCHEMA)) instanceof JsonObject schema)) {
      return "its `inputSchema` is not an object";
    }
    boolean names =
        !schema.has("required")
            || (schema.get("required") instanceof JsonArray a
                && a.asList().stream().allMatch(EntryFlaws::isText));
    return !isOfObjects(schema)
        ? "its `inputSchema` does not have the type \"object\""
        : !isObjectIfAny(schema, "properties")
            ? "the `properties` of its `inputSchema` are not an object"
            : !names
                ? "`required` in its `inputSchema` is not a list of names"
                : !isObjectIfAny(o, RESULTS)
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
