package dev.pitstop.cli.call;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/// The answer to a tool call as a person reads it, and as a program does.
///
/// @param raw the `result` as it came, or `{"error":…}`
/// @param failed whether the tool or the server said that it failed
/// @param body the result or the error
public record Answer(String raw, boolean failed, JsonObject body) {
  private static final Gson PRETTY =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  public static Answer of(Message.Response response) {
    byte[] b = response.bytes();
    boolean error = response instanceof Message.Failure;
    String text = Json.member(b, new Span(0, b.length), error ? "error" : "result").text(b);
    JsonObject body = Listing.tree(text) instanceof JsonObject o ? o : new JsonObject();
    return error
        ? new Answer("{\"error\":" + text + "}", true, body)
        : new Answer(text, isBad(body), body);
  }

  private static boolean isBad(JsonObject result) {
    return JsonTree.isTrue(JsonTree.member(result, "isError")) || result.has("inputRequests");
  }

  /// Texts in the order in which they are printed.
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    if (raw.startsWith("{\"error\":") && !body.has("content")) { // an error instead of a result
      texts.add(JsonTree.string(body, "message").orElse(raw));
      JsonTree.member(body, "data").map(PRETTY::toJson).ifPresent(texts::add);
    }
    JsonTree.member(body, "inputRequests")
        .map(asked -> "the tool asks for input, which cannot be given:\n" + PRETTY.toJson(asked))
        .ifPresent(texts::add);
    for (JsonObject block : blocks()) {
      if (JsonTree.string(block, "type").equals(Optional.of("text"))) {
        JsonTree.string(block, "text").ifPresent(texts::add);
      }
    }
    return texts;
  }

  /// The blocks of `content`.
  List<JsonObject> blocks() {
    List<JsonObject> blocks = new ArrayList<>();
    if (body.get("content") instanceof JsonArray all) {
      for (JsonElement each : all) {
        if (each instanceof JsonObject block) {
          blocks.add(block);
        }
      }
    }
    return blocks;
  }

  /// `structuredContent`, if no text says the same.
  Optional<String> structured() {
    return JsonTree.member(body, "structuredContent")
        .filter(s -> !isSaid(s, texts()))
        .map(PRETTY::toJson);
  }

  private static boolean isSaid(JsonElement structured, List<String> texts) {
    if (texts.stream().anyMatch(t -> isSame(t, structured))) {
      return true;
    }
    // Python's SDK puts what is no object into `result`, and each element of a list into a block
    if (structured instanceof JsonArray all && all.size() == texts.size()) {
      return IntStream.range(0, all.size()).allMatch(i -> isSame(texts.get(i), all.get(i)));
    }
    return structured instanceof JsonObject o
        && o.keySet().equals(Set.of("result"))
        && isSaid(o.get("result"), texts);
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
    return PRETTY.toJson(value);
  }
}
