package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks each answer against the schema of the specification. Clients built on the SDKs do the
/// same and reject the whole answer for one invalid member.
public final class ProtocolCheck {
  private static final String AREA = "protocol";

  private ProtocolCheck() {}

  /// An answer.
  ///
  /// @param method the method of the request
  /// @param modern whether the request was of the modern era
  public record Answer(String method, boolean modern, JsonElement result) {}

  /// @param garbled the messages that were not valid UTF-8, in words
  static List<Finding> of(List<Answer> answers, Set<String> garbled) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Set<String>> byMethod = new LinkedHashMap<>();
    for (Answer answer : answers) {
      for (JsonSchema.Fault fault : faults(answer)) {
        boolean inSchema = // SchemaCheck looks into it
            fault.path().size() >= 3 && fault.path().get(2).matches("(in|out)putSchema");
        if (!inSchema) {
          String where = fault.where().isEmpty() ? "the result" : fault.where();
          byMethod
              .computeIfAbsent(answer.method(), m -> new LinkedHashSet<>())
              .add(where + " " + fault.what());
        }
      }
    }
    byMethod.forEach((method, faults) ->
        findings.add(
            Finding.fail(
                    AREA,
                    "the answer to `" + method + "` violates the specification",
                    "Correct these members: clients built on the SDKs reject the whole answer if"
                        + " one is wrong")
                .with(List.copyOf(faults))));
    if (!garbled.isEmpty()) {
      findings.add(
          Finding.fail(
              AREA,
              Words.listed(List.copyOf(garbled), "and")
                  + (garbled.size() == 1 ? " is" : " are")
                  + " not valid UTF-8",
              "Write stdout as UTF-8 in every locale (Python: PYTHONUTF8=1, Java:"
                  + " -Dstdout.encoding=UTF-8): clients disconnect, or show wrong letters"));
    }
    return findings;
  }

  private static List<JsonSchema.Fault> faults(Answer answer) {
    String type =
        switch (answer.method()) {
          case Methods.INITIALIZE -> "InitializeResult";
          case Methods.DISCOVER -> "DiscoverResult";
          case Methods.PING -> "EmptyResult";
          case Methods.TOOLS_LIST -> "ListToolsResult";
          case Methods.PROMPTS_LIST -> "ListPromptsResult";
          case Methods.RESOURCES_LIST -> "ListResourcesResult";
          case Methods.TEMPLATES_LIST -> "ListResourceTemplatesResult";
          case String other -> throw new IllegalStateException("unexpected method " + other);
        };
    return JsonSchema.of(answer.modern() ? Revisions.MODERN : Revisions.NEWEST_LEGACY)
        .faults(type, answer.result());
  }
}
