package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    if (tools.isEmpty()) {
      return List.of();
    }
    List<Fault> faults = new ArrayList<>();
    for (JsonElement tool : tools) {
      if (tool instanceof JsonObject object) { // the list check reports others
        member(object, "inputSchema", true, faults);
        member(object, "outputSchema", false, faults);
      }
    }
    List<Finding> findings = new ArrayList<>();
    for (Fault.Kind kind : Fault.Kind.values()) {
      Set<String> names = new LinkedHashSet<>();
      Set<String> details = new LinkedHashSet<>();
      for (Fault f : faults) {
        if (f.kind() == kind) {
          names.add(f.tool());
          details.add(f.tool() + ": " + f.where() + (f.what().isEmpty() ? "" : " " + f.what()));
        }
      }
      if (!names.isEmpty()) {
        String text = Words.count(names.size(), "tool") + " whose schema " + kind.clause;
        findings.add(
            new Finding(AREA, kind.mark, text, Optional.of(kind.remedy), List.copyOf(details)));
      }
    }
    if (findings.isEmpty()) {
      findings.add(Finding.ok(AREA, "valid, and accepted by every known client"));
    }
    return findings;
  }

  private static void member(JsonObject tool, String member, boolean isInput, List<Fault> faults) {
    String name = Parts.name(tool);
    if (tool.get(member) instanceof JsonObject schema) {
      faults.addAll(SchemaWalk.through(name, member, schema, isInput));
    } else if (tool.has(member) || isInput) {
      String what = tool.has(member) ? "is " + tool.get(member) : "is missing";
      faults.add(new Fault(Fault.Kind.NOT_OBJECT, name, member, what));
    }
  }
}
