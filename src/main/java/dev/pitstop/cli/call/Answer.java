package dev.pitstop.cli.call;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.pitstop.catalog.Listing;
import dev.pitstop.rpc.Json;
import dev.pitstop.rpc.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The answer to a tool call as a person reads it, and as a program does.
///
/// @param raw the `result` as it came, or `{"error":…}`
/// @param failed whether the tool or the server said that it failed
/// @param body the result or the error
record Answer(String raw, boolean failed, JsonObject body) {
  private static final Gson PRETTY =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().serializeNulls().create();

  /// @param response a JSON-RPC response
  static Answer of(String response) {
    byte[] b = response.getBytes(StandardCharsets.UTF_8);
    Span whole = new Span(0, b.length);
    Span error = Json.member(b, whole, "error");
    Span at = error.present() ? error : Json.member(b, whole, "result");
    String text = at.present() ? at.text(b) : "{}";
    JsonObject body = Listing.tree(text) instanceof JsonObject o ? o : new JsonObject();
    return error.present()
        ? new Answer("{\"error\":" + text + "}", true, body)
        : new Answer(text, new JsonPrimitive(true).equals(body.get("isError")), body);
  }

  /// All text of a response, for a person.
  static String text(String response) {
    return String.join("\n", of(response).texts());
  }

  /// Whether the server answered with an error instead of a result.
  private boolean isError() {
    return raw.startsWith("{\"error\":") && !body.has("content");
  }

  /// Texts in the order in which they are printed.
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    if (isError()) {
      texts.add(string(body, "message").orElse(raw));
      Optional.ofNullable(body.get("data")).map(PRETTY::toJson).ifPresent(texts::add);
    }
    for (JsonObject block : blocks()) {
      string(block, "text").filter(t -> isText(block)).ifPresent(texts::add);
    }
    return texts;
  }

  static boolean isText(JsonObject block) {
    return string(block, "type").equals(Optional.of("text"));
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
    JsonElement structured = body.get("structuredContent");
    return structured == null || structured.isJsonNull() || isSaid(structured)
        ? Optional.empty()
        : Optional.of(PRETTY.toJson(structured));
  }

  private boolean isSaid(JsonElement structured) {
    List<String> texts = texts();
    if (texts.stream().anyMatch(t -> isSame(t, structured))) {
      return true;
    }
    // Python's SDK puts what is no object into `result`, and each element of a list into a block
    if (!(structured instanceof JsonObject o) || o.size() != 1 || !o.has("result")) {
      return false;
    }
    JsonElement result = o.get("result");
    if (!(result instanceof JsonArray all)) {
      return texts.stream().anyMatch(t -> isSame(t, result));
    }
    boolean same = texts.size() == all.size();
    for (int i = 0; same && i < all.size(); i++) {
      same = isSame(texts.get(i), all.get(i));
    }
    return same || texts.stream().anyMatch(t -> isSame(t, result));
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

  static Optional<String> string(JsonObject object, String name) {
    return object.get(name) instanceof JsonPrimitive p && p.isString()
        ? Optional.of(p.getAsString())
        : Optional.empty();
  }
}
