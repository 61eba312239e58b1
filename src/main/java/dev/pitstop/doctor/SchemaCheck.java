package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.util.List;
import java.util.stream.Stream;

/// Checks the schemas of tools: what is invalid, and what known clients reject.
final class SchemaCheck {
  private static final String AREA = "schemas";

  /// A fault in a tool's schema.
  ///
  /// @param tool the name of the tool
  /// @param where the schema and the part of it: `inputSchema.properties.days`
  /// @param what is wrong, a clause whose subject is the place
  record Fault(Kind kind, String tool, String where, String what) {
    /// A kind of faults, in the order of the report.
    enum Kind {
      NOT_OBJECT(
          Mark.FAIL,
          "is not of type `object`",
          "Use {\"type\":\"object\",\"properties\":{}} for a tool without arguments: clients built"
              + " on the SDKs reject the whole list otherwise"),
      UNION(
          Mark.FAIL,
          "has `anyOf`, `oneOf` or `allOf` at the top level",
          "Move the alternatives into a property, or make all properties optional and check them in"
              + " the tool: the APIs of Claude and OpenAI reject every request with this tool"),
      BROKEN(
          Mark.FAIL,
          "is not valid JSON Schema (draft 2020-12)",
          "Correct it: the model APIs check every schema and reject the whole request. Older drafts"
              + " had an array in `items`, which is now `prefixItems`, and true in"
              + " `exclusiveMinimum`, which is now a number"),
      REFERENCE(
          Mark.FAIL,
          "has a `$ref` that leads nowhere",
          "Put the definition under `$defs` and refer to \"#/$defs/NAME\": clients look only inside"
              + " the schema"),
      PROPERTY_NAME(
          Mark.FAIL,
          "has a property name that model APIs reject",
          "Rename the property: Claude's API allows at most 64 characters from [A-Za-z0-9_.-], and"
              + " rejects the whole request otherwise"),
      NO_ITEMS(
          Mark.WARN,
          "has an array without `items`",
          "Describe the elements in `items` ({} allows anything): VS Code (\"array type must have"
              + " items\") and OpenAI's API leave the tool out"),
      RECURSIVE(
          Mark.WARN,
          "refers to itself",
          "Spell out two levels, or accept JSON in a string: some model APIs reject recursive"
              + " schemas"),
      REQUIRED_UNKNOWN(
          Mark.WARN,
          "requires a property that it does not define",
          "Describe the property, or remove it from `required`: the model cannot know what to pass");

      /// [Mark#FAIL] if a known client or a model's API rejects the tool, or more than the tool.
      final Mark mark;

      /// A clause whose subject is the tool's schema.
      final String clause;

      final String remedy;

      Kind(Mark mark, String clause, String remedy) {
        this.mark = mark;
        this.clause = clause;
        this.remedy = remedy;
      }
    }
  }

  private SchemaCheck() {}

  static List<Finding> of(List<JsonElement> tools) {
    List<Fault> faults = tools.stream().flatMap(SchemaCheck::faults).toList();
    return tools.isEmpty()
        ? List.of()
        : Finding.orElse(
            Finding.ok(AREA, "valid, and accepted by every known client"),
            Stream.of(Fault.Kind.values()).flatMap(kind -> finding(kind, faults)).toList());
  }

  private static Stream<Finding> finding(Fault.Kind kind, List<Fault> all) {
    List<Fault> faults = all.stream().filter(f -> f.kind() == kind).toList();
    long tools = faults.stream().map(Fault::tool).distinct().count();
    String text = Words.count(tools, "tool") + " whose schema " + kind.clause;
    List<String> details =
        faults.stream()
            .map(f -> (f.tool() + ": " + f.where() + " " + f.what()).stripTrailing())
            .distinct()
            .toList();
    return Finding.of(AREA, kind.mark, text, kind.remedy).ifAny(details);
  }

  /// [ProtocolCheck] reports a tool that is no object.
  private static Stream<Fault> faults(JsonElement tool) {
    return tool instanceof JsonObject object
        ? Stream.concat(faults(object, "inputSchema", true), faults(object, "outputSchema", false))
        : Stream.of();
  }

  private static Stream<Fault> faults(JsonObject tool, String member, boolean isInput) {
    String name = Parts.name(tool);
    if (tool.get(member) instanceof JsonObject schema) {
      return SchemaWalk.through(name, member, schema, isInput).stream();
    }
    String what = tool.has(member) ? "is " + tool.get(member) : "is missing";
    return tool.has(member) || isInput
        ? Stream.of(new Fault(Fault.Kind.NOT_OBJECT, name, member, what))
        : Stream.of();
  }
}
