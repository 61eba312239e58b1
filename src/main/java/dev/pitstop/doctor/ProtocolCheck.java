package dev.pitstop.doctor;

import com.google.gson.JsonElement;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.mcp.Methods;
import dev.pitstop.mcp.Revisions;
import dev.pitstop.text.Words;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Checks each answer against the schema of the specification. Clients built on the SDKs do the
/// same and reject the whole answer for one invalid member.
final class ProtocolCheck {
  private static final String AREA = "protocol";

  private static final Map<String, String> TYPES =
      Map.of(
          Methods.INITIALIZE, "InitializeResult",
          Methods.DISCOVER, "DiscoverResult",
          Methods.PING, "EmptyResult",
          Methods.TOOLS_LIST, "ListToolsResult",
          Methods.PROMPTS_LIST, "ListPromptsResult",
          Methods.RESOURCES_LIST, "ListResourcesResult",
          Methods.TEMPLATES_LIST, "ListResourceTemplatesResult");

  private ProtocolCheck() {}

  /// An answer.
  ///
  /// @param method the method of the request
  /// @param modern whether the request was of the modern era
  record Answer(String method, boolean modern, JsonElement result) {}

  /// @param garbled the messages that were not valid UTF-8, in words
  static List<Finding> of(List<Answer> answers, Set<String> garbled) {
    return Finding.all(
        faults(answers).entrySet().stream()
            .map(faulty ->
                Finding.fail(
                        AREA,
                        "the answer to `" + faulty.getKey() + "` violates the specification",
                        "Correct these members: clients built on the SDKs reject the whole answer if"
                            + " one is wrong")
                    .with(List.copyOf(faulty.getValue()))),
        Finding.fail(
                AREA,
                Words.listed(List.copyOf(garbled), "and")
                    + (garbled.size() == 1 ? " is" : " are")
                    + " not valid UTF-8",
                "Write stdout as UTF-8 in every locale (Python: PYTHONUTF8=1, Java:"
                    + " -Dstdout.encoding=UTF-8): clients disconnect, or show wrong letters")
            .when(!garbled.isEmpty()));
  }

  /// What is wrong with the answers to each method.
  private static Map<String, Set<String>> faults(List<Answer> answers) {
    Map<String, JsonSchema> revisions = new HashMap<>();
    Map<String, Set<String>> byMethod = new LinkedHashMap<>();
    for (Answer answer : answers) {
      revisions
          .computeIfAbsent(
              answer.modern() ? Revisions.MODERN : Revisions.NEWEST_LEGACY, JsonSchema::of)
          .faults(TYPES.getOrDefault(answer.method(), "EmptyResult"), answer.result())
          .stream()
          .filter(fault -> !isInSchemaOfTool(fault.path()))
          .forEach(fault ->
              byMethod
                  .computeIfAbsent(answer.method(), m -> new LinkedHashSet<>())
                  .add(
                      (fault.path().isEmpty() ? "the result" : fault.where())
                          + " "
                          + fault.what()));
    }
    return byMethod;
  }

  /// [SchemaCheck] looks there.
  private static boolean isInSchemaOfTool(List<String> path) {
    return path.size() >= 3 && path.get(2).matches("(in|out)putSchema");
  }
}
