package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
import java.io.PrintStream;
import java.util.Optional;

/// Prints answers for a person: texts as they are, files saved and named.
///
/// @param name of the tool, which names files that have no name
record AnswerPrinter(PrintStream out, Saved files, String name) {
  void print(Answer answer) {
    if (answer.blocks().isEmpty()) {
      answer.texts().forEach(this::say); // of an error
    }
    for (JsonObject block : answer.blocks()) {
      say(block(block));
    }
    answer.structured().ifPresent(this::say);
  }

  private void say(String text) {
    out.print(text.endsWith("\n") ? text : text + "\n");
  }

  private String block(JsonObject block) {
    String type = string(block, "type");
    return switch (type) {
      case "text" -> string(block, "text");
      case "image", "audio" ->
          files.save(type, name, string(block, "mimeType"), string(block, "data"));
      case "resource" ->
          block.get("resource") instanceof JsonObject r ? resource(r) : Answer.pretty(block);
      case "resource_link" -> link(block);
      default -> Answer.pretty(block);
    };
  }

  private String resource(JsonObject resource) {
    String uri = string(resource, "uri");
    String type = string(resource, "mimeType");
    Optional<String> blob = JsonTree.string(resource, "blob");
    if (blob.isPresent()) {
      return "[" + uri + "]\n" + files.save("resource", last(uri, type), type, blob.get());
    }
    return "[" + uri + (type.isEmpty() ? "" : ", " + type) + "]\n" + string(resource, "text");
  }

  /// The last part of a URI, without the ending that its type has anyway.
  private String last(String uri, String type) {
    String path = uri.replaceAll("[?#].*", "");
    String last = path.substring(path.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    String stem = dot > 0 && !type.isEmpty() ? last.substring(0, dot) : last;
    return stem.isEmpty() ? name : stem;
  }

  private static String link(JsonObject link) {
    StringBuilder text = new StringBuilder("[link: ").append(string(link, "uri"));
    JsonTree.string(link, "mimeType").ifPresent(t -> text.append(", ").append(t));
    text.append("] ").append(JsonTree.string(link, "title").orElse(string(link, "name")));
    JsonTree.string(link, "description").ifPresent(d -> text.append(": ").append(d));
    return text.toString();
  }

  private static String string(JsonObject object, String name) {
    return JsonTree.string(object, name).orElse("");
  }
}
