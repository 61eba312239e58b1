package dev.pitstop.cli.call;

import com.google.gson.JsonObject;
import dev.pitstop.catalog.JsonTree;
import dev.pitstop.text.Words;
import java.io.PrintStream;
import java.util.Optional;

/// Prints answers for a person: texts as they are; what is no text is named.
record AnswerPrinter(PrintStream out) {
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

  private static String block(JsonObject block) {
    String type = string(block, "type");
    return switch (type) {
      case "text" -> string(block, "text");
      case "image", "audio" -> data(type, string(block, "mimeType"), string(block, "data"));
      case "resource" ->
          block.get("resource") instanceof JsonObject r ? resource(r) : Answer.pretty(block);
      case "resource_link" -> link(block);
      default -> Answer.pretty(block);
    };
  }

  private static String resource(JsonObject resource) {
    String uri = string(resource, "uri");
    String type = string(resource, "mimeType");
    Optional<String> blob = JsonTree.string(resource, "blob");
    if (blob.isPresent()) {
      return "[" + uri + "]\n" + data("resource", type, blob.get());
    }
    return "[" + uri + (type.isEmpty() ? "" : ", " + type) + "]\n" + string(resource, "text");
  }

  private static String data(String what, String type, String base64) {
    return Words.fill(
        "[{}: {}, {} of base64; --json prints it]", what, type, Words.bytes(base64.length()));
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
