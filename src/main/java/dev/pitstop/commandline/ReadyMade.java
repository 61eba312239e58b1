package dev.pitstop.commandline;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonSchema;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.mcp.Revisions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks whether a program has printed a complete tool result, and what is wrong with it by the
/// specification's schema. A client that checks results refuses a malformed one, or waits for the
/// answer until its time limit.
///
/// @param result the printed object
/// @param modern whether revision 2026-07-28 applies
record ReadyMade(JsonObject result, boolean modern) {
  /// The types of content blocks (tools page, "Tool Result"), and their names in the schema.
  private static final Map<String, String> BLOCKS =
      Map.of(
          "text", "TextContent",
          "image", "ImageContent",
          "audio", "AudioContent",
          "resource", "EmbeddedResource",
          "resource_link", "ResourceLink");

  /// Read at the first printed object that has a `content`.
  private static final JsonSchema RESULTS = JsonSchema.of(Revisions.MODERN);

  private static Optional<String> type(JsonElement block) {
    return JsonTree.string(block, "type").flatMap(t -> Optional.ofNullable(BLOCKS.get(t)));
  }

  /// Whether the program meant a tool result: it has an array `content` of known blocks, or an
  /// empty one beside another member of a tool result.
  boolean meant() {
    return result.get("content") instanceof JsonArray blocks
        && (blocks.isEmpty()
            ? result.has("structuredContent") || result.has("isError")
            : blocks.asList().stream().allMatch(block -> type(block).isPresent()));
  }

  /// The first member that breaks the specification, as a clause; empty if none does.
  Optional<String> flaw() {
    if (!modern
        && result.has("structuredContent")
        && !(result.get("structuredContent") instanceof JsonObject)) {
      return Optional.of("`structuredContent` is not an object");
    }
    List<String> flaws = new ArrayList<>();
    int i = 0;
    for (JsonElement block : result.getAsJsonArray("content")) { // first, as this is more precise
      String at = "`content[" + i++ + "].";
      RESULTS
          .faults(type(block).orElse("ContentBlock"), block)
          .forEach(f -> flaws.add(at + f.where() + "` " + f.what()));
    }
    RESULTS.faults("CallToolResult", result).stream()
        .filter(f -> !f.missing()) // Pitstop adds the `resultType`
        .forEach(f -> flaws.add("`" + f.where() + "` " + f.what()));
    return flaws.stream().findFirst();
  }
}
