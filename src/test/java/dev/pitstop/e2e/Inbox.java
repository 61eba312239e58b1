package dev.pitstop.e2e;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// Everything that came in on a client's wire, and what is wrong with it: a line that is no
/// message, a response that was not asked for, a second response, progress under a token that was
/// never given out.
///
/// Threads: one reader calls [#receive] and [#end], the test's thread everything else; all state is
/// behind `this`.
final class Inbox {
  private final List<String> lines = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<JsonObject> notifications = new ArrayList<>();
  private final Map<String, CompletableFuture<JsonObject>> open = new HashMap<>();
  private final Set<String> answered = new HashSet<>();
  private final Set<String> tokens = new HashSet<>();
  private final Map<String, Function<JsonObject, String>> handlers = new HashMap<>();

  // ---- the test's side ----

  /// Announces a response; an id is used once in the life of a connection.
  synchronized CompletableFuture<JsonObject> expect(String rawId) {
    CompletableFuture<JsonObject> response = new CompletableFuture<>();
    if (open.put(canonical(rawId), response) != null) {
      throw new IllegalArgumentException("id " + rawId + " is in use");
    }
    return response;
  }

  /// Remembers the progress token that a message gives out.
  synchronized void noteToken(JsonObject params) {
    if (params.has("_meta") && Json.at(params, "_meta").has("progressToken")) {
      tokens.add(Json.at(params, "_meta").get("progressToken").toString());
    }
  }

  synchronized void onRequest(String method, Function<JsonObject, String> answer) {
    handlers.put(method, answer);
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized List<JsonObject> notifications(String method) {
    return notifications.stream().filter(FixtureServer.method(method)).toList();
  }

  /// What is wrong with the wire so far.
  synchronized List<String> problems() {
    return List.copyOf(problems);
  }

  // ---- the reader's side ----

  synchronized void note(String problem) {
    problems.add(problem);
  }

  /// The wire has ended: nothing that is open will be answered any more.
  synchronized void end() {
    for (Map.Entry<String, CompletableFuture<JsonObject>> call : open.entrySet()) {
      String message = "stdout ended before the response " + call.getKey();
      call.getValue().completeExceptionally(new IOException(message));
    }
  }

  /// Takes a line; gives the lines to send in answer to requests in it.
  List<String> receive(String line) {
    JsonElement json;
    synchronized (this) {
      lines.add(line);
      try {
        json = strict(line);
      } catch (JsonParseException | IOException e) {
        problems.add("not JSON: " + line.substring(0, Math.min(200, line.length())));
        return List.of();
      }
    }
    List<String> answers = new ArrayList<>();
    if (json.isJsonObject()) {
      message(json.getAsJsonObject()).ifPresent(answers::add);
    } else {
      note("not a message: " + line);
    }
    return answers;
  }

  private Optional<String> message(JsonObject message) {
    if (!message.has("jsonrpc") || !message.get("jsonrpc").getAsString().equals("2.0")) {
      note("not JSON-RPC 2.0: " + message);
    } else if (!message.has("method")) {
      response(message);
    } else if (message.has("id")) {
      return request(message);
    } else {
      notification(message);
    }
    return Optional.empty();
  }

  private void response(JsonObject message) {
    CompletableFuture<JsonObject> waiting;
    synchronized (this) {
      if (message.has("result") == message.has("error")) {
        problems.add("not exactly one of result and error: " + message);
      }
      if (!message.has("id") || message.get("id").isJsonNull()) {
        problems.add("a response without an id: " + message);
        return;
      }
      String id = message.get("id").toString();
      waiting = open.get(id);
      if (waiting == null) {
        problems.add("a response that nobody asked for: " + message);
        return;
      }
      if (!answered.add(id)) {
        problems.add("a second response: " + message);
      }
    }
    waiting.complete(message);
  }

  private Optional<String> request(JsonObject message) {
    Function<JsonObject, String> handler;
    synchronized (this) {
      handler = handlers.get(message.get("method").getAsString());
    }
    if (handler == null) {
      return Optional.empty();
    }
    JsonObject params =
        message.has("params") ? message.getAsJsonObject("params") : new JsonObject();
    return Optional.of(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}".formatted(message.get("id"), handler.apply(params)));
  }

  private synchronized void notification(JsonObject message) {
    notifications.add(message);
    if (message.get("method").getAsString().equals("notifications/progress")) {
      String token = Json.at(message, "params").get("progressToken").toString();
      if (!tokens.contains(token)) {
        problems.add("progress under a token that was never given out: " + message);
      }
    }
  }

  private static JsonElement strict(String line) throws IOException {
    JsonReader in = new JsonReader(new StringReader(line));
    in.setStrictness(Strictness.STRICT);
    JsonElement element = JsonParser.parseReader(in);
    if (in.peek() != JsonToken.END_DOCUMENT) {
      throw new JsonParseException("more than one value on a line");
    }
    return element;
  }

  /// The id as Gson prints it, so that differently escaped strings are one id but `1` and `1.0` are
  /// two.
  private static String canonical(String rawId) {
    return Json.parse(rawId).toString();
  }
}
