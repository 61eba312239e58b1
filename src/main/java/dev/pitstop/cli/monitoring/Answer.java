package dev.pitstop.cli.monitoring;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Message;
import dev.pitstop.rpc.Span;
import dev.pitstop.text.Words;
import dev.pitstop.textedit.JsonEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// The answer to a tool call as a person reads it, and as a program does.
///
/// @param raw the `result` as it came, or `{"error":…}`
/// @param failed whether the tool or the server said that it failed
/// @param body the result or the error
public record Answer(String raw, boolean failed, JsonObject body) {
  public static Answer of(Message.Response response) {
    byte[] b = response.bytes();
    boolean error = response instanceof Message.Failure;
    String text = Json.member(b, new Span(0, b.length), error ? "error" : "result").text(b);
    JsonObject body = Listing.tree(text) instanceof JsonObject o ? o : new JsonObject();
    boolean bad = JsonTree.isTrue(JsonTree.member(body, "isError")) || body.has("inputRequests");
    return new Answer(error ? "{\"error\":" + text + "}" : text, error || bad, body);
  }

  /// What it says in words: the texts of the tool, or why there are none.
  public List<String> texts() {
    List<String> texts = new ArrayList<>(notes());
    JsonTree.elements(body, "content").stream()
        .filter(b -> JsonTree.text(b, "type").equals("text"))
        .forEach(b -> texts.add(JsonTree.text(b, "text")));
    return texts;
  }

  /// All of it for a person: texts as they are; what is no text is named.
  public List<String> shown() {
    List<String> shown = new ArrayList<>(notes());
    JsonTree.elements(body, "content").forEach(block -> shown.add(shown(block)));
    JsonTree.member(body, "structuredContent")
        .filter(s -> !isSaid(s, texts()))
        .ifPresent(s -> shown.add(pretty(s)));
    return shown;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (raw.startsWith("{\"error\":") && !body.has("content")) { // an error instead of a result
      notes.add(JsonTree.string(body, "message").orElse(raw));
      JsonTree.member(body, "data").map(Answer::pretty).ifPresent(notes::add);
    }
    JsonTree.member(body, "inputRequests")
        .map(asked -> "the tool asks for input, which cannot be given:\n" + pretty(asked))
        .ifPresent(notes::add);
    return notes;
  }

  private static String shown(JsonElement block) {
    String type = JsonTree.text(block, "type");
    return switch (type) {
      case "text" -> JsonTree.text(block, "text");
      case "image", "audio" ->
          data(type, JsonTree.text(block, "mimeType"), JsonTree.text(block, "data"));
      case "resource" ->
          JsonTree.object(block, "resource").map(Answer::resource).orElseGet(() -> pretty(block));
      case "resource_link" -> link(block);
      default -> pretty(block);
    };
  }

  private static String resource(JsonObject resource) {
    String type = JsonTree.text(resource, "mimeType");
    boolean text = !resource.has("blob");
    String head = JsonTree.text(resource, "uri") + (type.isEmpty() || !text ? "" : ", " + type);
    return "["
        + head
        + "]\n"
        + (text
            ? JsonTree.text(resource, "text")
            : data("resource", type, JsonTree.text(resource, "blob")));
  }

  private static String data(String what, String type, String base64) {
    return Words.fill(
        "[{}: {}, {} of base64; --json prints it]", what, type, Words.bytes(base64.length()));
  }

  private static String link(JsonElement link) {
    return "[link: "
        + JsonTree.text(link, "uri")
        + JsonTree.string(link, "mimeType").map(t -> ", " + t).orElse("")
        + "] "
        + JsonTree.string(link, "title").orElse(JsonTree.text(link, "name"))
        + JsonTree.string(link, "description").map(d -> ": " + d).orElse("");
  }

  /// Whether texts say what a structure says.
  private static boolean isSaid(JsonElement structured, List<String> texts) {
    // Python's SDK puts what is no object into `result`, and each element of a list into a block
    return texts.stream().anyMatch(t -> isSame(t, structured))
        || (structured instanceof JsonArray all
            && all.size() == texts.size()
            && IntStream.range(0, all.size()).allMatch(i -> isSame(texts.get(i), all.get(i))))
        || (structured instanceof JsonObject o
            && o.keySet().equals(Set.of("result"))
            && isSaid(o.get("result"), texts));
  }

  private static boolean isSame(String text, JsonElement value) {
    if (value instanceof JsonPrimitive p && p.isString()) {
      return text.equals(p.getAsString());
    }
    try {
      return Listing.tree(text).equals(value);
    } catch (JsonParseException prose) {
      return false;
    }
  }

  static String pretty(JsonElement value) {
    return JsonEdit.written(value, "\n", "  ");
  }
}
