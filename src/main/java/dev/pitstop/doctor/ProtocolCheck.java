package dev.pitstop.doctor;

import com.google.gson.JsonElement;
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
/// same and reject the whole answer for one invalid member. Faults that other checks report in
/// better words are left to them.
public final class ProtocolCheck {
  private static final String AREA = "protocol";

  private static final int MOST_SHOWN = 8;

  /// Members whose absence [EraCheck] and [ListsCheck] report.
  private static final Set<String> TOLD =
      Words.set(
          "protocolVersion capabilities serverInfo serverInfo.name serverInfo.version",
          "supportedVersions tools prompts resources resourceTemplates");

  /// Members of a list's items whose absence they report.
  private static final Set<String> TOLD_OF_ITEMS = Words.set("name uri uriTemplate");

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
      for (ProtocolSchema.Fault fault : faults(answer)) {
        if (!isTold(fault)) {
          byMethod
              .computeIfAbsent(answer.method(), m -> new LinkedHashSet<>())
              .add(fault.where() + " " + fault.what());
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
                .with(shown(List.copyOf(faults)))));
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

  private static List<String> shown(List<String> all) {
    if (all.size() <= MOST_SHOWN) {
      return all;
    }
    List<String> some = new ArrayList<>(all.subList(0, MOST_SHOWN));
    some.add("and " + (all.size() - MOST_SHOWN) + " more");
    return some;
  }

  private static List<ProtocolSchema.Fault> faults(Answer answer) {
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
    return ProtocolSchema.of(answer.modern() ? Revisions.MODERN : Revisions.NEWEST_LEGACY)
        .faults(type, answer.result());
  }

  private static boolean isTold(ProtocolSchema.Fault fault) {
    boolean byOthers =
        fault.isOfItem()
            ? TOLD_OF_ITEMS.contains(fault.path().getLast())
            : TOLD.contains(fault.where());
    boolean inSchema =
        fault.path().size() >= 3 // SchemaCheck looks into it
            && (fault.path().get(2).equals("inputSchema")
                || fault.path().get(2).equals("outputSchema"));
    return (fault.missing() && byOthers) || inSchema;
  }
}
