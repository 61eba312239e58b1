package dev.pitstop.commandline;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.catalog.SchemaCheck;
import dev.pitstop.commandline.CliSchema.Problem;
import dev.pitstop.rpc.Json;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// Reads one entry of the array of tools, and notes everything that is wrong with it: what
/// docs/cli-schema.json does not allow, and what that cannot express. A mistake in a key that says
/// how the tool is called leaves out the tool; a mistake in a key that is only shown leaves out the
/// key. A key that is `null` counts as absent. For one entry and one thread.
final class ToolReader {
  /// Keys that are only shown to clients, which refuse a whole list because of one wrong value.
  private static final Set<String> SHOWN =
      Set.of("title", "description", "annotations", "icons", "_meta");

  /// Names of the key with the tool's parameters.
  private static final List<String> PARAMETERS = List.of("parameters", "inputSchema");

  /// What other formats call our keys.
  private static final Map<String, Set<String>> OTHER_NAMES =
      Map.of(
          "cli_command", Words.set("command cmd cli exec run argv template"),
          "call_args", Set.of("args", "extra_args"),
          "parameters", Words.set("arguments params properties schema input"),
          "outputSchema", Set.of("output", "returns"),
          "description", Set.of("help", "summary"),
          "ok_exit_codes", Set.of("exit_codes"),
          "timeout", Set.of("timeout_ms", "timeoutMs"));

  private record Note(String key, String reason) {}

  private final JsonSchema format;
  private final JsonElement entry;
  private final String number;
  private final Map<String, String> owners;
  private final List<Note> notes = new ArrayList<>();
  private JsonObject keys = new JsonObject(); // those that count
  private String label;
  private boolean served = true;

  /// @param format of a program's description
  /// @param number of the entry, as `#2`
  /// @param owners the numbers of the entries so far, by the name of their tool; this one is added
  ToolReader(JsonSchema format, JsonElement entry, String number, Map<String, String> owners) {
    this.format = format;
    this.entry = entry;
    this.number = number;
    this.owners = owners;
    this.label = number;
  }

  /// What is wrong with the entry. Call it after [#read].
  List<Problem> problems() {
    return notes.stream().map(n -> new Problem(label, n.key(), n.reason(), served)).toList();
  }

  /// The tool, unless it cannot be served.
  ///
  /// @param schemaArgs the `call_args` of all tools
  /// @param utf8 whether the whole description is; otherwise U+FFFD stands for what is not
  Optional<CliTool> read(Optional<List<String>> schemaArgs, boolean utf8) {
    String written = entry.toString();
    if (!utf8 && written.contains("\ufffd")) {
      wrong("", "is not valid UTF-8");
    } else if (Values.isTooDeep(written)) {
      wrong("", "is nested deeper than " + Values.DEEPEST + " levels");
    } else {
      keys = entry instanceof JsonObject object ? object : keys;
      List<JsonSchema.Fault> faults = format.faults("tool", entry);
      keys.asMap().values().removeIf(JsonElement::isJsonNull);
      strangeKeys();
      faults.forEach(this::note);
      if (keys.get("name") instanceof JsonPrimitive name) {
        name(name.getAsString());
      }
    }
    Optional<SchemaCheck> parameters = parameters();
    Optional<Template> template =
        parameters.flatMap(p -> words("cli_command").map(words -> template(p.names(), words)));
    Optional<List<String>> callArgs = words("call_args").or(() -> schemaArgs);
    OptionalLong timeout = timeout();
    if (!served || parameters.isEmpty()) {
      return Optional.empty();
    }
    Set<Integer> okExitCodes = new HashSet<>();
    if (keys.get("ok_exit_codes") instanceof JsonArray codes) {
      codes.forEach(code -> okExitCodes.add(code.getAsInt()));
    }
    return Optional.of(
        new CliTool(
            keys.get("name").getAsString(),
            listed(),
            parameters.get(),
            template,
            callArgs,
            timeout,
            okExitCodes,
            keys.has("outputSchema")));
  }

  private void note(JsonSchema.Fault fault) {
    List<String> path = fault.path();
    String key = path.isEmpty() ? "" : path.getFirst();
    String inside = fault.where().substring(key.length()).replaceFirst("^\\.", "");
    String reason = (inside.isEmpty() ? "" : "`" + inside + "` ") + fault.what();
    keys.remove(key);
    if (SHOWN.contains(key)) {
      odd(key, reason + "; it is ignored");
    } else {
      wrong(key, reason);
    }
  }

  /// Notes a mistake because of which the tool is left out.
  private void wrong(String key, String reason) {
    served = false;
    odd(key, reason);
  }

  private void odd(String key, String reason) {
    notes.add(new Note(key, reason));
  }

  private void name(String name) {
    String owner = owners.putIfAbsent(name, number);
    if (owner == null) {
      label = name;
    } else {
      wrong("name", "`" + name + "` is already the name of tool " + owner);
    }
  }

  /// Other keys are the program's own business, unless one looks mistyped, or another format has
  /// this name for one of ours.
  private void strangeKeys() {
    Set<String> known = format.members("tool");
    for (String key : keys.keySet()) {
      if (!known.contains(key)) {
        OTHER_NAMES.entrySet().stream()
            .filter(ours -> ours.getValue().contains(key))
            .map(Map.Entry::getKey)
            .findFirst()
            .or(() -> Nearest.name(key, known))
            .filter(near -> !keys.has(near))
            .ifPresent(near ->
                odd(Values.shown(key, 100), "is not a known key; did you mean `" + near + "`?"));
      }
    }
  }

  /// Empty if they are wrong.
  private Optional<SchemaCheck> parameters() {
    if (notes.stream().anyMatch(n -> PARAMETERS.contains(n.key()))) {
      return Optional.empty();
    }
    if (PARAMETERS.stream().allMatch(keys::has)) {
      odd("inputSchema", "is ignored, because the tool also has `parameters`");
    }
    String key = keys.has("parameters") ? "parameters" : "inputSchema";
    JsonObject schema = keys.get(key) instanceof JsonObject object ? object : new JsonObject();
    SchemaCheck check = new SchemaCheck(schema);
    JsonElement known = schema.get("properties");
    List<String> unknown =
        check.names().stream()
            .filter(name -> !(known instanceof JsonObject all && all.has(name)))
            .toList();
    for (String name : unknown) {
      String shown = Values.shown(name, 100);
      odd(key, "`required` lists `" + shown + "`, which `properties` does not have");
    }
    boolean usable = unknown.isEmpty() || !keys.has("cli_command");
    served &= usable;
    return usable ? Optional.of(check) : Optional.empty();
  }

  /// The words under a key.
  private Optional<List<String>> words(String key) {
    return keys.get(key) instanceof JsonArray array
        ? Optional.of(words(array, reason -> wrong(key, reason)))
        : Optional.empty();
  }

  /// The words in an array of strings.
  ///
  /// @param fault receives why a word cannot be one of a command line: a clause whose subject is
  ///   the array
  static List<String> words(JsonArray array, Consumer<String> fault) {
    List<String> words = array.asList().stream().map(JsonElement::getAsString).toList();
    for (String word : words) {
      String shown = Values.shown(Json.quote(word), 100);
      Values.unfit(word)
          .ifPresent(why -> fault.accept("has an element that " + why + ": " + shown));
    }
    return words;
  }

  private Template template(Set<String> names, List<String> words) {
    Template template = TemplateReader.read(words, names, reason -> wrong("cli_command", reason));
    Set<String> used = template.used();
    for (String name : names) {
      if (!used.contains(name)) {
        odd("cli_command", "never uses the parameter `" + Values.shown(name, 100) + "`");
      }
    }
    return template;
  }

  /// In milliseconds, at least one.
  private OptionalLong timeout() {
    if (!(keys.get("timeout") instanceof JsonPrimitive timeout)) {
      return OptionalLong.empty();
    }
    return timeout.isString()
        ? Words.millis(timeout.getAsString())
        : OptionalLong.of((long) Math.ceil(1_000 * timeout.getAsDouble()));
  }

  /// The entry of `tools/list`.
  private String listed() {
    JsonObject tool = new JsonObject();
    tool.add("name", keys.get("name"));
    show("title", tool);
    show("description", tool);
    tool.add("inputSchema", typed(keys.has("parameters") ? "parameters" : "inputSchema"));
    if (keys.has("outputSchema")) {
      tool.add("outputSchema", typed("outputSchema"));
    }
    show("annotations", tool);
    show("icons", tool);
    show("_meta", tool);
    return tool.toString();
  }

  private void show(String key, JsonObject tool) {
    if (keys.has(key)) {
      tool.add(key, keys.get(key));
    }
  }

  /// A schema with its type, which clients insist on.
  private JsonObject typed(String key) {
    JsonObject typed = new JsonObject();
    typed.addProperty("type", "object");
    if (keys.get(key) instanceof JsonObject schema) {
      schema.asMap().forEach(typed::add);
    }
    return typed;
  }
}
