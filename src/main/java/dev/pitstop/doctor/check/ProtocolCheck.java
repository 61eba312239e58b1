package dev.pitstop.doctor.check;

import com.google.gson.JsonElement;
import dev.pitstop.doctor.client.ClientProfiles;
import dev.pitstop.mcp.Methods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks each answer against the schema of the specification. ClientProfiles built on the SDKs do the
/// same and reject the whole answer for one invalid member. Faults that other checks report in
/// better words are left to them.
public final class ProtocolCheck {
  private static final String AREA = "protocol";
  private static final int MOST_SHOWN = 8;

  /// Members whose absence {@link EraCheck} and {@link ListsCheck} report.
  private static final Set<String> TOLD =
      Set.of(
          "protocolVersion",
          "capabilities",
          "serverInfo",
          "serverInfo.name",
          "serverInfo.version",
          "supportedVersions",
          "tools",
          "prompts",
          "resources",
          "resourceTemplates");

  private ProtocolCheck() {}

  /// An answer.
  ///
  /// @param method the method of the request
  /// @param modern whether the request was of the modern era
  public record Answer(String method, boolean modern, JsonElement result) {}

  /// @param garbled the messages that were not valid UTF-8, in words
  public static List<Finding> of(List<Answer> answers, Set<String> garbled) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Set<String>> byMethod = new LinkedHashMap<>();
    for (Answer answer : answers) {
      for (ProtocolSchema.Fault fault : faults(answer)) {
        if (!told(fault)) {
          byMethod
              .computeIfAbsent(answer.method(), m -> new LinkedHashSet<>())
              .add((fault.where().isEmpty() ? "the result" : fault.where()) + " " + fault.what());
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
              ListsCheck.and(List.copyOf(garbled))
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
    ProtocolSchema schema = answer.modern() ? ProtocolSchema.modern() : ProtocolSchema.legacy();
    return switch (answer.method()) {
      case Methods.INITIALIZE -> schema.faults("InitializeResult", answer.result());
      case Methods.DISCOVER -> schema.faults("DiscoverResult", answer.result());
      case Methods.PING -> schema.faults("EmptyResult", answer.result());
      case "tools/list" -> schema.faults("ListToolsResult", answer.result());
      case "prompts/list" -> schema.faults("ListPromptsResult", answer.result());
      case "resources/list" -> schema.faults("ListResourcesResult", answer.result());
      case "resources/templates/list" ->
          schema.faults("ListResourceTemplatesResult", answer.result());
      case String other -> throw new IllegalStateException("unexpected method " + other);
    };
  }

  private static boolean told(ProtocolSchema.Fault fault) {
    String where = fault.where();
    String last = where.substring(where.lastIndexOf('.') + 1);
    boolean itself =
        fault.missing()
            && (TOLD.contains(where)
                || (where.indexOf('.') == where.lastIndexOf('.')
                    && where.contains("]")
                    && Set.of("name", "uri", "uriTemplate").contains(last)));
    return itself || where.contains("].inputSchema") || where.contains("].outputSchema");
  }
}
