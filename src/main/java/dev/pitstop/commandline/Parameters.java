package dev.pitstop.commandline;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import dev.pitstop.catalog.Listing;
import dev.pitstop.catalog.Nearest;
import dev.pitstop.mcp.Messages;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import dev.pitstop.rpc.Splice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The parameters of a tool, and the checks of a call's arguments before a process starts: required
/// parameters, `type`, `enum` and names. The program itself must check the rest of its schema.
/// Immutable.
public final class Parameters {
  /// The parameters of a tool that has none.
  static final Parameters NONE = new Parameters(Map.of(), List.of(), false, false);

  private static final List<String> TYPES =
      List.of("string", "number", "integer", "boolean", "array", "object", "null");

  /// How many faults of one call are reported.
  private static final int MOST_FAULTS = 8;

  /// One parameter.
  ///
  /// @param types the allowed types; empty if all are
  /// @param choices the allowed values by their value, with their texts for messages
  /// @param integers whether it is an array of integers
  private record Parameter(
      List<String> types, Optional<Map<JsonElement, String>> choices, boolean integers) {
    static final Parameter ANY = new Parameter(List.of(), Optional.empty(), false);

    boolean isInteger() {
      return types.contains("integer") && !types.contains("number");
    }

    boolean takesNull() {
      return (types.isEmpty() || types.contains("null"))
          && choices.map(c -> c.containsKey(JsonNull.INSTANCE)).orElse(true);
    }
  }

  private final Map<String, Parameter> byName;
  private final List<String> required;
  private final boolean closed;
  private final boolean patterns;

  private Parameters(
      Map<String, Parameter> byName, List<String> required, boolean closed, boolean patterns) {
    this.byName = byName;
    this.required = required;
    this.closed = closed;
    this.patterns = patterns;
  }

  /// Reads a schema.
  ///
  /// @throws Fault if clients or models would reject it
  static Parameters read(byte[] b, Span schema) throws Fault {
    Span type = Json.member(b, schema, "type");
    if (!Json.isObject(b, schema)) {
      throw new Fault("must be a JSON Schema object, but is " + Values.kind(b, schema));
    }
    if (type.present() && !Json.string(b, type).equals("object")) {
      throw new Fault("must have \"type\": \"object\", but has " + Values.shown(b, type));
    }
    Span properties = Json.member(b, schema, "properties");
    if (properties.present() && !Json.isObject(b, properties)) {
      throw new Fault("`properties` must be an object, but is " + Values.kind(b, properties));
    }
    Map<String, Span> schemas = new LinkedHashMap<>();
    Json.members(b, properties, (key, value) -> schemas.put(Json.string(b, key), value));
    Map<String, Parameter> byName = new LinkedHashMap<>();
    for (Map.Entry<String, Span> one : schemas.entrySet()) {
      byName.put(one.getKey(), parameter(b, "`" + shown(one.getKey()) + "`", one.getValue()));
    }
    Span closed = Json.member(b, schema, "additionalProperties");
    if (closed.present() && !Json.isObject(b, closed) && !Values.is("boolean", b, closed)) {
      throw new Fault(
          "`additionalProperties` must be true, false or an object, but is "
              + Values.kind(b, closed));
    }
    return new Parameters(
        Collections.unmodifiableMap(byName),
        required(b, Json.member(b, schema, "required")),
        Values.isFalse(b, closed),
        Json.member(b, schema, "patternProperties").present());
  }

  private static Parameter parameter(byte[] b, String name, Span schema) throws Fault {
    if (!Json.isObject(b, schema)) {
      throw new Fault(name + " must be a JSON Schema object, but is " + Values.kind(b, schema));
    }
    Span type = Json.member(b, schema, "type");
    List<String> types = new ArrayList<>();
    boolean many = Json.isArray(b, type);
    for (Span one :
        many ? Json.elements(b, type) : type.present() ? List.of(type) : List.<Span>of()) {
      String word = Json.string(b, one);
      if (!TYPES.contains(word)) {
        throw new Fault(
            name
                + " has the type "
                + Values.shown(b, one)
                + ", which is not a JSON Schema type: use one of "
                + String.join(", ", TYPES));
      }
      types.add(word);
    }
    if (many && types.isEmpty()) {
      throw new Fault(name + " has an empty array as its type");
    }
    Span items = Json.member(b, schema, "items");
    boolean integers = Json.string(b, Json.member(b, items, "type")).equals("integer");
    Span choices = Json.member(b, schema, "enum");
    if (!choices.present()) {
      return new Parameter(List.copyOf(types), Optional.empty(), integers);
    }
    if (!Json.isArray(b, choices)) {
      throw new Fault(name + ": `enum` must be an array, but is " + Values.kind(b, choices));
    }
    Map<JsonElement, String> all = new LinkedHashMap<>();
    for (Span choice : Json.elements(b, choices)) {
      all.put(Listing.tree(choice.text(b)), Values.shown(b, choice));
    }
    return new Parameter(
        List.copyOf(types), Optional.of(Collections.unmodifiableMap(all)), integers);
  }

  private static List<String> required(byte[] b, Span names) throws Fault {
    if (names.present() && !Json.isArray(b, names)) {
      throw new Fault("`required` must be an array of strings, but is " + Values.kind(b, names));
    }
    List<String> required = new ArrayList<>();
    for (Span name : Json.elements(b, names)) {
      if (!Json.isString(b, name)) {
        throw new Fault(
            "`required` must be an array of strings, but contains " + Values.kind(b, name));
      }
      required.add(Json.string(b, name));
    }
    return List.copyOf(required);
  }

  /// The names, in the order of the schema.
  public Set<String> names() {
    return byName.keySet();
  }

  /// The parameters that a call must have.
  List<String> required() {
    return required;
  }

  /// The message with integral numbers for integers in the form of an integer: `3.0` becomes `3`.
  ///
  /// @param arguments their range in the message
  /// @return the arguments alone; empty if nothing changes
  Optional<byte[]> withIntegers(byte[] message, Span arguments) {
    Splice splice = new Splice(message);
    boolean[] any = {false};
    Json.members(
        message,
        arguments,
        (key, value) -> {
          Parameter parameter = byName.getOrDefault(Json.string(message, key), Parameter.ANY);
          List<Span> integers =
              parameter.isInteger()
                  ? List.of(value)
                  : parameter.integers() ? Json.elements(message, value) : List.of();
          for (Span one : integers) {
            Values.asInteger(message, one)
                .ifPresent(text -> {
                  splice.replace(one, Messages.utf8(text));
                  any[0] = true;
                });
          }
        });
    if (!any[0]) {
      return Optional.empty();
    }
    byte[] whole = splice.apply();
    int end = whole.length - (message.length - arguments.to());
    return Optional.of(Arrays.copyOfRange(whole, arguments.from(), end));
  }

  /// Checks the arguments of a call.
  ///
  /// @param arguments the range of the arguments, or [Span#NONE]
  /// @param known whether to refuse names that are not in the schema, even if the schema allows
  ///   them
  /// @return the values by name, without `null` values: they count as absent
  /// @throws Refused with everything that is wrong
  Map<String, Span> check(String tool, byte[] message, Span arguments, boolean known)
      throws Refused {
    Map<String, Span> all = new LinkedHashMap<>();
    Json.members(message, arguments, (key, v) -> all.put(Json.string(message, key), v));
    List<String> faults = new ArrayList<>();
    for (String name : required) {
      Span value = all.getOrDefault(name, Span.NONE);
      Parameter parameter = byName.getOrDefault(name, Parameter.ANY);
      if (!value.present() || (Values.isNull(message, value) && !parameter.takesNull())) {
        faults.add("`" + shown(name) + "` is missing: `" + tool + "` requires it.");
      }
    }
    boolean strict = known || (closed && !patterns);
    for (Map.Entry<String, Span> one : all.entrySet()) {
      Parameter parameter = byName.get(one.getKey());
      if (parameter != null) {
        fault(message, one.getKey(), one.getValue(), parameter).ifPresent(faults::add);
      } else if (strict) {
        faults.add(unknown(tool, one.getKey()));
      }
    }
    if (!faults.isEmpty()) {
      List<String> told = faults.subList(0, Math.min(faults.size(), MOST_FAULTS));
      throw new Refused(String.join(" ", told) + " Nothing was run.");
    }
    all.values().removeIf(v -> Values.isNull(message, v));
    return all;
  }

  private static Optional<String> fault(byte[] b, String name, Span value, Parameter parameter) {
    if (Values.isNull(b, value)) {
      return Optional.empty();
    }
    List<String> types = parameter.types();
    if (!types.isEmpty() && types.stream().noneMatch(t -> Values.is(t, b, value))) {
      String wanted = String.join(" or ", types.stream().map(Parameters::article).toList());
      return Optional.of(
          "`" + shown(name) + "` must be " + wanted + ", but is " + Values.kind(b, value) + ".");
    }
    Map<JsonElement, String> choices = parameter.choices().orElse(Map.of());
    if (parameter.choices().isPresent() && !choices.containsKey(Listing.tree(value.text(b)))) {
      return Optional.of(
          "`"
              + shown(name)
              + "` must be one of "
              + Values.shown(String.join(", ", choices.values()), 1_000)
              + ", but is "
              + Values.kind(b, value)
              + ".");
    }
    return Optional.empty();
  }

  private static String article(String type) {
    return switch (type) {
      case "null" -> type;
      case "integer", "array", "object" -> "an " + type;
      default -> "a " + type;
    };
  }

  private String unknown(String tool, String name) {
    StringBuilder text = new StringBuilder("`" + tool + "` has no parameter `" + shown(name) + "`");
    Nearest.name(name, names()).ifPresent(near -> text.append("; did you mean `" + near + "`"));
    text.append(text.indexOf("; did") >= 0 ? "?" : ".");
    if (byName.isEmpty()) {
      return text.append(" It takes no parameters.").toString();
    }
    String all = "`" + String.join("`, `", names()) + "`";
    return text.append(" Its parameters: " + Values.shown(all, 1_000) + ".").toString();
  }

  private static String shown(String name) {
    return Values.shown(name, 100);
  }
}
