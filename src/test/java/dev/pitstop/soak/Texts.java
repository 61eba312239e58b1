package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;

/// The texts inside answers.
final class Texts {
  private static final String[] NOT_SENT = {
    "was not sent", "had not reached the server", "did not reach it", "never sent", "not been sent"
  };

  private Texts() {}

  /// Why there is no good answer: the text of an error, or of a result that says so.
  static Optional<String> refusal(JsonObject message) {
    if (message.get("error") instanceof JsonObject error && error.get("message") != null) {
      return Optional.of(error.get("message").getAsString());
    }
    if (message.get("result") instanceof JsonObject result
        && result.get("isError") instanceof JsonElement wrong
        && wrong.getAsBoolean()) {
      return Optional.of(content(result));
    }
    return Optional.empty();
  }

  static String content(JsonObject result) {
    StringBuilder text = new StringBuilder();
    if (result.has("content")) {
      for (JsonElement block : result.getAsJsonArray("content")) {
        JsonElement words = block.getAsJsonObject().get("text");
        text.append(words == null ? "" : words.getAsString()).append('\n');
      }
    }
    return text.toString();
  }

  static Optional<JsonObject> facts(JsonObject message) {
    return message.get("result") instanceof JsonObject result
            && result.get("_meta") instanceof JsonObject meta
            && meta.get("dev.pitstop/facts") instanceof JsonObject found
        ? Optional.of(found)
        : Optional.empty();
  }

  /// The text with a character in it that a terminal would obey, if there is one.
  static Optional<String> control(JsonObject message) {
    String text =
        message.get("result") instanceof JsonObject result
            ? content(result)
            : refusal(message).orElse("");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\t') {
        String around = text.substring(Math.max(0, i - 80), Math.min(text.length(), i + 80));
        return Optional.of("U+%04x in: %s".formatted((int) c, around.replace(c, '?')));
      }
    }
    return Optional.empty();
  }

  /// Whether it says that the server has never seen the call.
  static boolean saysNotSent(String refusal) {
    for (String words : NOT_SENT) {
      if (refusal.contains(words)) {
        return true;
      }
    }
    return false;
  }
}
