package dev.pitstop.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.Set;

/// Holds each message that reaches the client against the client's era, where the server speaks the
/// other. What reaches the server, the puppet looks at.
///
/// @param mode the session's
record Eras(Mode mode, Ledger ledger, Problems problems) {
  /// Results that the modern schema wants to be cacheable.
  private static final Set<String> CACHEABLE =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read");

  /// On the reader's thread, before the message is in the ledger.
  void received(JsonObject message) {
    if (mode.bridged()) {
      Optional<String> wrong = mode.modern() ? notModern(message) : notLegacy(message);
      wrong.ifPresent(why -> problems.add("era", why + ": " + Ledger.brief(message.toString())));
    }
  }

  private Optional<String> notModern(JsonObject message) {
    if (message.has("method") && message.has("id")) {
      return Optional.of("a server's request for a modern client");
    }
    if (!(message.get("result") instanceof JsonObject result)) {
      return Optional.empty();
    }
    if (!result.has("resultType")) {
      return Optional.of("a modern result without its type");
    }
    boolean cacheable =
        ledger
            .byId(String.valueOf(message.get("id")))
            .filter(a -> CACHEABLE.contains(a.method) && !inputRequired(result))
            .isPresent();
    return cacheable && !(result.has("ttlMs") && result.has("cacheScope"))
        ? Optional.of("a modern result without its caching")
        : Optional.empty();
  }

  private Optional<String> notLegacy(JsonObject message) {
    if (message.get("result") instanceof JsonObject result && inputRequired(result)) {
      return Optional.of("a result that asks a legacy client");
    }
    if (!message.has("method")) {
      return Optional.empty();
    }
    String method = message.get("method").getAsString();
    JsonObject params = message.get("params") instanceof JsonObject p ? p : new JsonObject();
    if (method.startsWith("notifications/subscriptions/")
        || params.toString().contains("io.modelcontextprotocol/subscriptionId")) {
      return Optional.of("a subscription of the modern era");
    }
    return message.has("id") ? staleQuestion(params) : Optional.empty();
  }

  /// A modern server asks in its answer, so the call is open, if the client has not cancelled it.
  private Optional<String> staleQuestion(JsonObject params) {
    return params.get("_meta") instanceof JsonObject meta
            && meta.get("key") instanceof JsonElement key
            && ledger.byKey(key.getAsString()).filter(a -> a.answers > 0).isPresent()
        ? Optional.of("a question for a call that is over")
        : Optional.empty();
  }

  static boolean inputRequired(JsonObject result) {
    return result.get("resultType") instanceof JsonElement type
        && type.getAsString().equals("input_required");
  }
}
