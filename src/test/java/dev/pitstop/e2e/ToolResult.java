package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import java.util.List;

/// The result of a `tools/call`.
record ToolResult(JsonObject json) {
  /// Every text block of the content, in order.
  List<String> texts() {
    return json.getAsJsonArray("content").asList().stream()
        .map(block -> block.getAsJsonObject())
        .filter(block -> block.get("type").getAsString().equals("text"))
        .map(block -> block.get("text").getAsString())
        .toList();
  }

  /// The text of a result that has exactly one block.
  String text() {
    List<String> texts = texts();
    if (texts.size() != 1) {
      throw new AssertionError("expected one text block: " + json);
    }
    return texts.getFirst();
  }

  /// The last text block that is no notice, the tool's own answer; of what is only Pitstop's the
  /// last.
  String lastText() {
    List<String> own = texts().stream().filter(text -> !isNotice(text)).toList();
    return own.isEmpty() ? texts().getLast() : own.getLast();
  }

  /// What Pitstop put beside the tool's own content.
  String notice() {
    return texts().stream()
        .filter(ToolResult::isNotice)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no notice: " + json));
  }

  /// The same, one by one.
  List<String> notices() {
    return List.of(notice().split("\n(?=\\[pitstop\\])"));
  }

  private static boolean isNotice(String text) {
    return text.startsWith("[pitstop]");
  }

  boolean isError() {
    return json.has("isError") && json.get("isError").getAsBoolean();
  }

  /// Whether Pitstop put a notice beside the tool's own content.
  boolean hasNotice() {
    return texts().size() > 1 && texts().stream().anyMatch(ToolResult::isNotice);
  }

  /// What a tool of Pitstop's says for programs.
  JsonObject facts() {
    return Json.at(json, "_meta", "dev.pitstop/facts");
  }

  JsonObject structured() {
    return Json.at(json, "structuredContent");
  }
}
