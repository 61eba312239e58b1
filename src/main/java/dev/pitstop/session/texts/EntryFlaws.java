package dev.pitstop.session.texts;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Entry;
import dev.pitstop.catalog.Kind;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Why Pitstop leaves an entry of a server's list out: some clients check lists against the
/// protocol's schema, and refuse a whole list for one bad entry. Pure.
public final class EntryFlaws {
  public static final String TWICE = "the name occurs twice";

  private static final String SCHEMA = "inputSchema";
  private static final String RESULTS = "outputSchema";
  private static final String PROPERTIES = "properties";
  private static final JsonPrimitive TRUE = new JsonPrimitive(true);
  private static final JsonPrimitive OBJECT = new JsonPrimitive("object");

  /// What a schema may say instead of a type, or beside it: then no other form takes exactly the
  /// same calls.
  private static final List<String> UNIONS = Words.list("anyOf oneOf allOf not if $ref enum const");

  private static final Predicate<JsonElement> NAMES =
      e -> e instanceof JsonArray a && a.asList().stream().allMatch(EntryFlaws::isText);
  private static final Predicate<JsonElement> FLAG =
      e -> e instanceof JsonPrimitive p && p.isBoolean();
  private static final String[] OBJECTS = {RESULTS, "annotations", "execution", "_meta"};
  private static final String[] HINTS = {
    "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"
  };
  private static final int MOST_OF_NAME = 128; // 2025-11-25, server/tools, "Tool Names"

  private EntryFlaws() {}

  public static String notListed(Kind kind, String key, String flaw) {
    return "the " + kind.noun() + " `" + key + "` is not listed: " + flaw;
  }

  /// The entry in a form that all clients of this era take. A tool whose schema lacks its type gets
  /// it: the arguments of a call are always an object, so it takes the same calls. A property that
  /// is only `true`, as some SDKs write "any value", becomes `{}`, which says the same. For the
  /// legacy era it loses an `outputSchema` of anything but objects (2025-11-25, schema, `Tool`).
  @SuppressWarnings("ReferenceEquality") // what needs no change comes back
  public static Entry offered(Entry e, boolean modern) {
    JsonElement input = e.json().get(SCHEMA);
    JsonElement output = e.json().get(RESULTS);
    boolean results = modern || !e.json().has(RESULTS) || isOfObjects(output);
    boolean plain = results && plain(typed(input)) == input && plain(output) == output;
    if (e.kind() != Kind.TOOLS || plain) { // nearly always
      return e;
    }
    JsonObject tool = e.json().deepCopy();
    tool.asMap().computeIfPresent(SCHEMA, (name, schema) -> plain(typed(schema)));
    tool.asMap().computeIfPresent(RESULTS, (name, schema) -> plain(schema));
    if (!results) {
      tool.remove(RESULTS);
    }
    return new Entry(e.kind(), e.key(), tool);
  }

  private static JsonElement typed(JsonElement inputSchema) {
    if (!(inputSchema instanceof JsonObject schema)
        || (schema.has("type")
            && !(schema.get("type") instanceof JsonArray some && some.contains(OBJECT)))
        || UNIONS.stream().anyMatch(schema::has)) {
      return inputSchema;
    }
    JsonObject typed = new JsonObject();
    typed.add("type", OBJECT);
    schema.entrySet().stream()
        .filter(member -> !member.getKey().equals("type"))
        .forEach(member -> typed.add(member.getKey(), member.getValue()));
    return typed;
  }

  private static JsonElement plain(JsonElement schema) {
    if (!(schema instanceof JsonObject whole) || !properties(whole).asMap().containsValue(TRUE)) {
      return schema;
    }
    JsonObject plain = whole.deepCopy();
    properties(plain).asMap().replaceAll((name, p) -> p.equals(TRUE) ? new JsonObject() : p);
    return plain;
  }

  private static JsonObject properties(JsonElement schema) {
    return schema instanceof JsonObject o && o.get(PROPERTIES) instanceof JsonObject all
        ? all
        : new JsonObject();
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
    if (!(plain(typed(o.get(SCHEMA))) instanceof JsonObject schema)) {
      return "its `inputSchema` is not an object";
    }
    if (!isOfObjects(schema)) {
      return "its `inputSchema` does not have the type \"object\"";
    }
    List<String> flaws = new ArrayList<>();
    wrongSchema(flaws, schema, SCHEMA);
    JsonElement results = o.get(RESULTS);
    if (isOfObjects(results)) {
      wrongSchema(flaws, plain(results), RESULTS);
    }
    wrong(flaws, o, "", JsonElement::isJsonObject, "an object", OBJECTS);
    wrong(flaws, o.get("annotations"), "annotations.", FLAG, "true or false", HINTS);
    wrong(flaws, o.get("annotations"), "annotations.", EntryFlaws::isText, "a string", "title");
    wrong(flaws, o, "", EntryFlaws::isText, "a string", "title", "description");
    return first(flaws);
  }

  private static void wrongSchema(List<String> flaws, JsonElement schema, String name) {
    wrong(flaws, schema, name + ".", JsonElement::isJsonObject, "an object", PROPERTIES);
    wrong(flaws, schema, name + ".", NAMES, "a list of names", "required");
    JsonObject properties = properties(schema);
    String[] names = properties.keySet().toArray(String[]::new);
    wrong(flaws, properties, name + ".properties.", JsonElement::isJsonObject, "an object", names);
  }

  private static String textFlaw(JsonObject o, String... members) {
    List<String> flaws = new ArrayList<>();
    wrong(flaws, o, "", EntryFlaws::isText, "a string", members);
    return first(flaws);
  }

  /// Adds what to say of these members, unless they are missing or fit. No streams: this is asked
  /// of each tool at the start, before it is compiled.
  private static void wrong(
      List<String> flaws,
      JsonElement in,
      String where,
      Predicate<JsonElement> fits,
      String what,
      String... members) {
    if (in instanceof JsonObject o) {
      for (String m : members) {
        if (o.has(m) && !fits.test(o.get(m))) {
          flaws.add("its `" + where + m + "` is not " + what);
        }
      }
    }
  }

  private static String first(List<String> flaws) {
    return flaws.isEmpty() ? "" : flaws.getFirst();
  }

  private static boolean isText(JsonElement e) {
    return e instanceof JsonPrimitive p && p.isString();
  }
}
