package dev.pitstop.commandline;

import dev.pitstop.catalog.Nearest;
import dev.pitstop.commandline.CliSchema.Problem;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Reads one entry of the array of tools, and notes everything that is wrong with it. A mistake in
/// a key that says how the tool is called leaves out the tool; a mistake in a key that is only
/// shown leaves out the key. A key that is `null` counts as absent. For one entry and one thread.
final class ToolReader {
  private static final int LONGEST_NAME = 64;

  private static final List<String> KEYS =
      List.of(
          "name",
          "title",
          "description",
          "parameters",
          "inputSchema",
          "outputSchema",
          "annotations",
          "icons",
          "_meta",
          "cli_command",
          "call_args",
          "timeout",
          "ok_exit_codes");

  /// Names that other formats have for these keys.
  private static final Map<String, String> OTHER_NAMES =
      Map.ofEntries(
          Map.entry("command", "cli_command"),
          Map.entry("cmd", "cli_command"),
          Map.entry("cli", "cli_command"),
          Map.entry("exec", "cli_command"),
          Map.entry("run", "cli_command"),
          Map.entry("argv", "cli_command"),
          Map.entry("template", "cli_command"),
          Map.entry("args", "call_args"),
          Map.entry("extra_args", "call_args"),
          Map.entry("arguments", "parameters"),
          Map.entry("params", "parameters"),
          Map.entry("properties", "parameters"),
          Map.entry("schema", "parameters"),
          Map.entry("input", "parameters"),
          Map.entry("output", "outputSchema"),
          Map.entry("returns", "outputSchema"),
          Map.entry("help", "description"),
          Map.entry("summary", "description"),
          Map.entry("exit_codes", "ok_exit_codes"),
          Map.entry("timeout_ms", "timeout"),
          Map.entry("timeoutMs", "timeout"));

  private record Note(String key, String reason) {}

  private final byte[] b;
  private final Span entry;
  private final String number;
  private final Map<String, String> owners;
  private final List<Note> notes = new ArrayList<>();
  private String label;
  private boolean served = true;

  /// @param number of the entry, as `#2`
  /// @param owners the numbers of the entries so far, by the name of their tool; this one is added
  ToolReader(byte[] b, Span entry, String number, Map<String, String> owners) {
    this.b = b;
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
  Optional<CliTool> read(Optional<List<String>> schemaArgs) {
    if (!Json.isObject(b, entry)) {
      wrong("", "must be an object, but is " + Values.kind(b, entry));
      return Optional.empty();
    }
    if (Values.utf8(b, entry.from(), entry.to()).isEmpty()) {
      wrong("", "is not valid UTF-8");
      return Optional.empty();
    }
    if (Values.isTooDeep(b, entry)) {
      wrong("", "is nested deeper than " + Values.DEEPEST + " levels");
      return Optional.empty();
    }
    String name = name();
    strangeKeys();
    Span schema = schema();
    Optional<Parameters> parameters = parameters(schema);
    Span outputSchema = outputSchema();
    Optional<Template> template =
        parameters.flatMap(p -> read("cli_command", (bytes, value) -> template(p, value)));
    Optional<List<String>> callArgs = read("call_args", CallKeys::words);
    Optional<Long> timeout = read("timeout", CallKeys::timeout);
    Optional<Set<Integer>> okExitCodes = read("ok_exit_codes", CallKeys::okExitCodes);
    byte[] listed = new Listed(b, entry, this::odd).of(name, schema, outputSchema);
    return served && parameters.isPresent()
        ? Optional.of(
            new CliTool(
                name,
                listed,
                parameters.get(),
                template,
                callArgs.or(() -> schemaArgs),
                timeout.map(OptionalLong::of).orElse(OptionalLong.empty()),
                okExitCodes.orElse(Set.of()),
                outputSchema.present()))
        : Optional.empty();
  }

  /// Notes a mistake because of which the tool is left out.
  private void wrong(String key, String reason) {
    served = false;
    odd(key, reason);
  }

  private void odd(String key, String reason) {
    notes.add(new Note(key, reason));
  }

  /// The value of a key, or [Span#NONE] if it is absent.
  private Span value(String key) {
    Span value = Json.member(b, entry, key);
    return Values.isNull(b, value) ? Span.NONE : value;
  }

  private String name() {
    Span value = value("name");
    String name = Json.string(b, value);
    if (!value.present()) {
      wrong("name", "is missing");
    } else if (!Json.isString(b, value)) {
      wrong("name", "must be a string, but is " + Values.kind(b, value));
    } else if (!isName(name)) {
      wrong(
          "name",
          "must be 1 to "
              + LONGEST_NAME
              + " characters from A-Z, a-z, 0-9, `_`, `-` and `.`, but is "
              + Values.shown(b, value));
    } else {
      String owner = owners.putIfAbsent(name, number);
      if (owner == null) {
        label = name;
      } else {
        wrong("name", "`" + name + "` is already the name of tool " + owner);
      }
    }
    return name;
  }

  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.') {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= LONGEST_NAME;
  }

  /// Other keys are the program's own business, unless one looks mistyped, or another format has
  /// this name for one of ours.
  private void strangeKeys() {
    Json.members(
        b,
        entry,
        (nameSpan, value) -> {
          String key = Json.string(b, nameSpan);
          if (!KEYS.contains(key)) {
            Optional.ofNullable(OTHER_NAMES.get(key))
                .or(() -> Nearest.name(key, KEYS))
                .filter(near -> !value(near).present())
                .ifPresent(near ->
                    odd(
                        Values.shown(key, 100),
                        "is not a known key; did you mean `" + near + "`?"));
          }
        });
  }

  private Span schema() {
    Span parameters = value("parameters");
    Span inputSchema = value("inputSchema");
    if (parameters.present() && inputSchema.present()) {
      odd("inputSchema", "is ignored, because the tool also has `parameters`");
    }
    return parameters.present() ? parameters : inputSchema;
  }

  private Optional<Parameters> parameters(Span schema) {
    String key = value("parameters").present() ? "parameters" : "inputSchema";
    try {
      Parameters parameters = schema.present() ? Parameters.read(b, schema) : Parameters.NONE;
      for (String name : parameters.required()) {
        if (!parameters.names().contains(name)) {
          String reason =
              "`required` lists `"
                  + Values.shown(name, 100)
                  + "`, which `properties` does not have";
          if (value("cli_command").present()) {
            wrong(key, reason);
          } else {
            odd(key, reason);
          }
        }
      }
      return Optional.of(parameters);
    } catch (Fault e) {
      wrong(key, e.reason());
      return Optional.empty();
    }
  }

  private Span outputSchema() {
    Span schema = value("outputSchema");
    Span type = Json.member(b, schema, "type");
    if (schema.present() && !Json.isObject(b, schema)) {
      wrong("outputSchema", "must be a JSON Schema object, but is " + Values.kind(b, schema));
    } else if (type.present() && !Json.string(b, type).equals("object")) {
      wrong("outputSchema", "must have \"type\": \"object\", but has " + Values.shown(b, type));
    }
    return schema;
  }

  /// The value of a key about calls; empty if it is absent or wrong.
  private <T> Optional<T> read(String key, Reading<T> how) {
    Span value = value(key);
    try {
      return value.present() ? Optional.of(how.read(b, value)) : Optional.empty();
    } catch (Fault e) {
      wrong(key, e.reason());
      return Optional.empty();
    }
  }

  private interface Reading<T> {
    T read(byte[] b, Span value) throws Fault;
  }

  private Template template(Parameters parameters, Span value) throws Fault {
    List<String> words = CallKeys.words(b, value);
    if (words.isEmpty()) {
      throw new Fault("must have at least one element; leave the key out to use the tool's name");
    }
    Template template =
        TemplateReader.read(words, parameters.names(), reason -> wrong("cli_command", reason));
    Set<String> used = template.used();
    for (String name : parameters.names()) {
      if (!used.contains(name)) {
        odd("cli_command", "never uses the parameter `" + Values.shown(name, 100) + "`");
      }
    }
    return template;
  }
}
