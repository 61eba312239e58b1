package dev.pitstop.catalog;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;

/// One listed thing: a tool, a prompt, a resource or a resource template.
///
/// `json` is the entry as the server sent it, including the order of members and the spelling of
/// numbers. It is shared: do not change it. Only the key is checked, nothing else of its content.
public record Entry(Kind kind, String key, JsonObject json) {

  /// The name for people: `title`, or a tool's older `annotations.title`.
  public Optional<String> title() {
    Optional<String> title = JsonTree.string(json, "title");
    return title.isPresent() ? title : annotation("title").flatMap(JsonTree::asString);
  }

  public Optional<String> description() {
    return JsonTree.string(json, "description");
  }

  /// One member of `annotations`, of any type; empty if it is missing or `null`.
  public Optional<JsonElement> annotation(String name) {
    return json.get("annotations") instanceof JsonObject all
        ? JsonTree.member(all, name)
        : Optional.empty();
  }

  /// Whether the server promises that a call changes nothing. Only a literal `true` counts.
  public boolean readOnlyHint() {
    return JsonTree.isTrue(annotation("readOnlyHint"));
  }

  /// Whether the server promises that a second equal call changes nothing more. Only a literal
  /// `true` counts.
  public boolean idempotentHint() {
    return JsonTree.isTrue(annotation("idempotentHint"));
  }

  /// A tool's `inputSchema`: an object, `true`, or anything else the server wrote there.
  public Optional<JsonElement> inputSchema() {
    return JsonTree.member(json, "inputSchema");
  }

  /// What is left without words for people: what decides how it can be used.
  public JsonElement essence() {
    JsonObject essence = PlainSchema.bare(json).getAsJsonObject();
    if (essence.get("annotations") instanceof JsonObject hints && hints.isEmpty()) {
      essence.remove("annotations"); // it had a title alone
    }
    return essence;
  }

  // Written out because a record's generated pair is linked through invokedynamic at first use.

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry e && kind == e.kind && key.equals(e.key) && json.equals(e.json);
  }

  @Override
  public int hashCode() {
    return 31 * key.hashCode() + kind.hashCode();
  }
}
