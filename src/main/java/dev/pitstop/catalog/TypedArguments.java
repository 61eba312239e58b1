package dev.pitstop.catalog;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The arguments of a tool call out of words such as `count=3` or `tags=a`. The tool's schema says
/// of which type each value is. Pure, except for what `files` does.
public final class TypedArguments {
  private final SchemaCheck check;
  private final UnaryOperator<String> files;

  /// @param files reads a file: `key=@FILE`. It may throw `IllegalArgumentException`
  public TypedArguments(JsonElement inputSchema, UnaryOperator<String> files) {
    this.check = new SchemaCheck(inputSchema);
    this.files = files;
  }

  /// Reads the words, or the one word that is a JSON object.
  ///
  /// @throws IllegalArgumentException if a word is none of these; the message is for people
  public JsonObject read(List<String> words) {
    if (words.size() == 1 && words.getFirst().strip().startsWith("{")) {
      return object(words.getFirst());
    }
    JsonObject arguments = new JsonObject();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "`"
                + Words.cutClose(word, 60)
                + "` is not key=value"
                + (word.startsWith("{") ? ": a JSON object must be the only argument" : ""));
      }
      put(arguments, word.substring(0, equals), word.substring(equals + 1));
    }
    return arguments;
  }

  /// A JSON object.
  ///
  /// @throws IllegalArgumentException if the text is none; the message says where it is wrong
  public static JsonObject object(String text) {
    Optional<String> fault = Json.fault(text.getBytes(StandardCharsets.UTF_8));
    if (fault.isPresent()) {
      throw new IllegalArgumentException("the arguments are not JSON: " + fault.get());
    }
    if (Listing.tree(text) instanceof JsonObject object) {
      return object;
    }
    throw new IllegalArgumentException("the arguments are not a JSON object");
  }

  /// The problems of these arguments: a text for each, of one line or two.
  public List<String> problems(JsonObject arguments) {
    return check.problems(arguments, check.isClosed());
  }

  private void put(JsonObject into, String key, String text) {
    JsonElement value = typed(of(check.plain(), key), content(text));
    if (!into.has(key)) {
      into.add(key, value);
    } else if (value instanceof JsonArray more && into.get(key) instanceof JsonArray before) {
      before.addAll(more);
    } else {
      throw new IllegalArgumentException("`" + key + "` is given twice, and is not an array");
    }
  }

  /// The schema of a member; one that allows anything if nothing is said.
  private static JsonElement of(JsonElement schema, String name) {
    Properties properties = Properties.of(schema);
    return !properties.has(name)
            && schema instanceof JsonObject object
            && object.get("additionalProperties") instanceof JsonObject others
        ? others
        : properties.schema(name);
  }

  /// `@FILE` stands for what is in the file, and `@@` for an `@`.
  private String content(String text) {
    return !text.startsWith("@")
        ? text
        : text.startsWith("@@") ? text.substring(1) : files.apply(text.substring(1));
  }

  /// The value that the text means. It may be of a wrong type, which the check names.
  private static JsonElement typed(JsonElement plain, String text) {
    JsonObject schema = plain instanceof JsonObject object ? object : new JsonObject();
    Set<String> types = Types.of(schema);
    JsonElement read = value(text);
    boolean string = read instanceof JsonPrimitive p && p.isString();
    if (!string && (SchemaCheck.fits(read, schema) || Types.has(types, read))) {
      return read;
    } else if (schema.get("anyOf") instanceof JsonArray union) {
      return union.asList().stream()
          .map(one -> typed(one, text))
          .filter(value -> SchemaCheck.fits(value, schema))
          .findFirst()
          .orElse(read);
    } else if (types.contains("array")) {
      JsonArray one = new JsonArray();
      one.add(typed(schema.has("items") ? schema.get("items") : new JsonObject(), text));
      return one;
    }
    JsonElement whole = new JsonPrimitive(text);
    boolean better = !SchemaCheck.fits(read, schema) && SchemaCheck.fits(whole, schema);
    return better || types.contains("string") ? whole : read;
  }

  /// A number, a boolean, null, an array, an object or a quoted string of JSON; otherwise the text.
  private static JsonElement value(String text) {
    boolean spaced = !text.isEmpty() && Character.isWhitespace(text.charAt(0));
    return spaced || Json.fault(text.getBytes(StandardCharsets.UTF_8)).isPresent()
        ? new JsonPrimitive(text)
        : Listing.tree(text);
  }
}
