package dev.pitstop.doctor.check;

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

  private SchemaCheck() {}

  static List<Finding> of(List<JsonElement> tools) {
    if (tools.isEmpty()) {
      return List.of();
    }
    List<SchemaFault> faults = new ArrayList<>();
    for (JsonElement tool : tools) {
      if (tool instanceof JsonObject object) { // the list check reports others
        member(object, "inputSchema", true, faults);
        member(object, "outputSchema", false, faults);
      }
    }
    List<Finding> findings = new ArrayList<>();
    for (SchemaFault.Kind kind : SchemaFault.Kind.values()) {
      Set<String> names = new LinkedHashSet<>();
      Set<String> details = new LinkedHashSet<>();
      for (SchemaFault f : faults) {
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

  private static void member(
      JsonObject tool, String member, boolean isInput, List<SchemaFault> faults) {
    String name = Parts.name(tool);
    if (tool.get(member) instanceof JsonObject schema) {
      faults.addAll(SchemaWalk.through(name, member, schema, isInput));
    } else if (tool.has(member) || isInput) {
      String what = tool.has(member) ? "is " + tool.get(member) : "is missing";
      faults.add(new SchemaFault(SchemaFault.Kind.NOT_OBJECT, name, member, what));
    }
  }
}
