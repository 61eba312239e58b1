package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks the schemas of tools: what is invalid, and what known clients reject.
public final class SchemaCheck {
  private static final String AREA = "schemas";

  private SchemaCheck() {}

  static List<Finding> of(List<JsonElement> tools) {
    if (tools.isEmpty()) {
      return List.of();
    }
    Map<SchemaFault.Kind, List<SchemaFault>> byKind = new LinkedHashMap<>();
    for (JsonElement tool : tools) {
      for (SchemaFault fault : faults(tool)) {
        byKind.computeIfAbsent(fault.kind(), k -> new ArrayList<>()).add(fault);
      }
    }
    if (byKind.isEmpty()) {
      return List.of(Finding.ok(AREA, "valid, and accepted by every known client"));
    }
    List<Finding> findings = new ArrayList<>();
    for (SchemaFault.Kind kind : SchemaFault.Kind.values()) {
      if (byKind.containsKey(kind)) {
        findings.add(finding(kind, byKind.getOrDefault(kind, List.of())));
      }
    }
    return findings;
  }

  private static List<SchemaFault> faults(JsonElement tool) {
    if (!(tool instanceof JsonObject object)) {
      return List.of(); // the list check reports it
    }
    String name = Parts.string(tool, "name").orElse("(without a name)");
    List<SchemaFault> faults = new ArrayList<>();
    if (object.get("inputSchema") instanceof JsonObject schema) {
      faults.addAll(SchemaWalk.through(name, "inputSchema", schema));
    } else {
      String what = object.has("inputSchema") ? "is " + object.get("inputSchema") : "is missing";
      faults.add(new SchemaFault(SchemaFault.Kind.NOT_OBJECT, name, "inputSchema", what));
    }
    if (object.get("outputSchema") instanceof JsonObject schema) {
      faults.addAll(SchemaWalk.through(name, "outputSchema", schema));
    } else if (object.has("outputSchema")) {
      String what = "is " + object.get("outputSchema");
      faults.add(new SchemaFault(SchemaFault.Kind.NOT_OBJECT, name, "outputSchema", what));
    }
    return faults;
  }

  private static Finding finding(SchemaFault.Kind kind, List<SchemaFault> faults) {
    Set<String> tools = new LinkedHashSet<>();
    Set<String> details = new LinkedHashSet<>();
    for (SchemaFault f : faults) {
      tools.add(f.tool());
      details.add(f.tool() + ": " + f.where() + (f.what().isEmpty() ? "" : " " + f.what()));
    }
    String text = Words.count(tools.size(), "tool") + " whose schema " + kind.clause();
    Finding found =
        kind.mark() == Mark.FAIL
            ? Finding.fail(AREA, text, kind.remedy())
            : Finding.warn(AREA, text, kind.remedy());
    return found.with(List.copyOf(details));
  }
}
