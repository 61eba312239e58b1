package dev.pitstop.e2e;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/// An MCP client down at the lines: sends exactly what it is told, keeps every line it receives,
/// and at the end checks what must hold of every wire (F2, F3): only JSON-RPC messages, no response
/// that was not asked for, no second response, no progress under a token that was never given out.
///
/// Threads: the test's thread sends, one reader thread a stream receives; all shared state is
/// behind `this`.
final class RawClient {
  /// Whose wire it is: Pitstop's must be clean and must end with exit code 0.
  enum Peer {
    PITSTOP,
    OTHER
  }

  private final List<String> argv;
  private final Process process;
  private final OutputStream stdin;
  private final Peer peer;

  private final List<String> lines = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<JsonObject> notifications = new ArrayList<>();
  private final List<JsonObject> nullIdErrors = new ArrayList<>();
  private final Map<String, CompletableFuture<JsonObject>> open = new HashMap<>();
  private final Map<String, Integer> answered = new HashMap<>();
  private final Map<String, Function<JsonObject, String>> handlers = new HashMap<>();
  private final List<JsonObject> requests = new ArrayList<>();
  private final Set<String> tokens = new HashSet<>();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final Thread reader;
  private int nextId = 1;
  private int expectedNullIdErrors;
  private boolean mayEndBadly;
  private boolean finished;

  private RawClient(List<String> argv, Process process, Peer peer) {
    this.argv = argv;
    this.process = process;
    this.stdin = process.getOutputStream();
    this.peer = peer;
    this.reader = thread("stdout", this::readLines);
  }

  static RawClient start(List<String> argv, Map<String, String> env, Path cwd, Peer peer) {
    ProcessBuilder builder = new ProcessBuilder(argv).directory(cwd.toFile());
    builder.environment().clear();
    builder.environment().putAll(env);
    try {
      RawClient client = new RawClient(argv, builder.start(), peer);
      client.reader.start();
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start " + argv, e);
    }
  }

  private Thread thread(String stream, Runnable body) {
    return Thread.ofPlatform().daemon().name(stream + "-of-" + process.pid()).unstarted(body);
  }

  /// Starts reading stderr. A client that never calls this leaves it undrained, as some real ones
  /// do.
  RawClient drainStderr() {
    thread("stderr", this::readStderr).start();
    return this;
  }

  long pid() {
    return process.pid();
  }

  // ---- sending ----

  /// Sends the text as it is, without a newline.
  void sendRaw(String text) {
    sendBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  void sendBytes(byte[] bytes) {
    try {
      synchronized (stdin) {
        stdin.write(bytes);
        stdin.flush();
      }
    } catch (IOException e) {
      throw new AssertionError("the program no longer reads its stdin\n" + story(), e);
    }
  }

  void send(JsonObject message) {
    noteToken(message);
    sendRaw(Json.text(message) + "\n");
  }

  void notify(String method, String params) {
    JsonObject message = Json.object("{'jsonrpc':'2.0','method':'" + method + "'}");
    message.add("params", Json.object(params));
    send(message);
  }

  /// Sends a request under an id of the client's own choice; the future gets the whole response.
  CompletableFuture<JsonObject> requestAs(String rawId, String method, JsonObject params) {
    CompletableFuture<JsonObject> response = expect(rawId);
    noteToken(Json.object("{'params':" + Json.text(params) + "}"));
    sendRaw(requestLine(rawId, method, params) + "\n");
    return response;
  }

  /// Announces a response, for a request that the test sends as raw text.
  synchronized CompletableFuture<JsonObject> expect(String rawId) {
    CompletableFuture<JsonObject> response = new CompletableFuture<>();
    if (open.put(canonical(rawId), response) != null) {
      throw new IllegalArgumentException("id " + rawId + " is in use");
    }
    return response;
  }

  static String requestLine(String rawId, String method, JsonObject params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
        .formatted(rawId, method, Json.text(params));
  }

  CompletableFuture<JsonObject> request(String method, String params) {
    return requestAs(nextId(), method, Json.object(params));
  }

  /// The id that the next request will have.
  synchronized String nextId() {
    return Integer.toString(nextId++);
  }

  // ---- the session ----

  /// The legacy handshake, of a client that can do everything.
  JsonObject handshake() {
    return handshake("2025-11-25");
  }

  JsonObject handshake(String version) {
    JsonObject answer = result(request("initialize", initializeParams(version)));
    notify("notifications/initialized", "{}");
    return answer;
  }

  static String initializeParams(String version) {
    return """
    {'protocolVersion':'%s','capabilities':{'roots':{'listChanged':true},'sampling':{},
    'elicitation':{}},'clientInfo':{'name':'raw-client','version':'1.0.0'}}\
    """
        .formatted(version);
  }

  /// What to answer when the server asks: the function gives the member `"result":…` or
  /// `"error":…`.
  synchronized void onRequest(String method, Function<JsonObject, String> answer) {
    handlers.put(method, answer);
  }

  CompletableFuture<JsonObject> callAsync(String tool, String arguments) {
    return request("tools/call", callParams(tool, arguments));
  }

  static String callParams(String tool, String arguments) {
    return "{'name':" + Json.text(new JsonPrimitive(tool)) + ",'arguments':" + arguments + "}";
  }

  ToolResult call(String tool, String arguments) {
    return toolResult(callAsync(tool, arguments));
  }

  ToolResult call(String tool) {
    return call(tool, "{}");
  }

  ToolResult toolResult(CompletableFuture<JsonObject> response) {
    return new ToolResult(result(response));
  }

  /// The result of a response, which must not be an error.
  JsonObject result(CompletableFuture<JsonObject> response) {
    JsonObject message = await(response);
    if (!message.has("result")) {
      throw new AssertionError("an error instead of a result: " + message + "\n" + story());
    }
    return message.getAsJsonObject("result");
  }

  /// The error of a response, which must be one.
  JsonObject error(CompletableFuture<JsonObject> response) {
    JsonObject message = await(response);
    if (!message.has("error")) {
      throw new AssertionError("a result instead of an error: " + message);
    }
    return message.getAsJsonObject("error");
  }

  JsonObject await(CompletableFuture<JsonObject> response) {
    try {
      return response.get(Deadline.GUARD.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("no response\n" + story(), e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage() + "\n" + story(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  void ping() {
    result(request("ping", "{}"));
  }

  void cancel(String rawId) {
    sendRaw(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}
        """
            .formatted(rawId));
  }

  // ---- looking back ----

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized List<JsonObject> notifications(String method) {
    return notifications.stream().filter(FixtureServer.method(method)).toList();
  }

  /// Requests that came from the server.
  synchronized List<JsonObject> requests() {
    return List.copyOf(requests);
  }

  JsonObject awaitNotification(String method) {
    return awaitNotification(method, message -> true);
  }

  /// Waits for a notification that matches; one that came already counts.
  JsonObject awaitNotification(String method, Predicate<JsonObject> matches) {
    Deadline.await(
        () -> notifications(method).stream().anyMatch(matches),
        () -> "no " + method + "\n" + story());
    return notifications(method).stream().filter(matches).findFirst().orElseThrow();
  }

  /// Waits for an error response with id null, as JSON-RPC has it for what cannot be understood.
  JsonObject awaitNullIdError() {
    int awaited;
    synchronized (this) {
      awaited = ++expectedNullIdErrors;
    }
    Deadline.await(
        () -> nullIdErrors().size() >= awaited, () -> "no error with id null\n" + story());
    return nullIdErrors().get(awaited - 1);
  }

  private synchronized List<JsonObject> nullIdErrors() {
    return List.copyOf(nullIdErrors);
  }

  synchronized String stderr() {
    return stderr.toString(StandardCharsets.UTF_8);
  }

  /// What was received so far, for the message of a failing test.
  synchronized String story() {
    StringBuilder out = new StringBuilder("command: ").append(argv).append('\n');
    for (String line : lines) {
      out.append("  < ").append(line, 0, Math.min(line.length(), 400)).append('\n');
    }
    return out.append("stderr:\n").append(stderr()).toString();
  }

  // ---- the end ----

  void closeStdin() {
    try {
      stdin.close();
    } catch (IOException e) {
      // The program has gone already, with bytes of ours unread: its exit code will tell.
    }
  }

  /// This wire ends by violence: its exit code is not looked at.
  void mayEndBadly() {
    mayEndBadly = true;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// Waits for the end of the process and of its stdout; gives the exit code.
  int awaitExit() {
    try {
      if (!process.waitFor(Deadline.GUARD.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("it does not end\n" + story());
      }
      reader.join(Deadline.GUARD);
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /// Closes stdin, waits for the end, checks the wire. Called after every test.
  void finish() {
    if (finished) {
      return;
    }
    finished = true;
    try {
      closeStdin();
      int code = awaitExit();
      if (peer == Peer.PITSTOP) {
        if (code != 0 && !mayEndBadly) {
          throw new AssertionError("exit code " + code + "\n" + story());
        }
        checkWire();
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private synchronized void checkWire() {
    List<String> all = new ArrayList<>(problems);
    if (nullIdErrors.size() != expectedNullIdErrors) {
      all.add("errors with id null: " + nullIdErrors);
    }
    if (!all.isEmpty()) {
      throw new AssertionError("the wire is not clean: " + all + "\n" + story());
    }
  }

  // ---- receiving ----

  private void readLines() {
    try (InputStream in = new BufferedInputStream(process.getInputStream(), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          receive(line.toString(StandardCharsets.UTF_8));
          line.reset();
        } else {
          line.write(b);
        }
      }
      if (line.size() > 0) {
        receive(line.toString(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      note("stdout broke: " + e);
    }
    failOpen();
  }

  private void readStderr() {
    try (InputStream in = process.getErrorStream()) {
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (this) {
          stderr.write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      note("stderr broke: " + e);
    }
  }

  private synchronized void failOpen() {
    for (Map.Entry<String, CompletableFuture<JsonObject>> call : open.entrySet()) {
      call.getValue()
          .completeExceptionally(
              new IOException("stdout ended before the response " + call.getKey()));
    }
  }

  private synchronized void note(String problem) {
    problems.add(problem);
  }

  private void receive(String line) {
    JsonElement json;
    synchronized (this) {
      lines.add(line);
      try {
        json = strict(line);
      } catch (JsonParseException | IOException e) {
        problems.add("not JSON: " + line.substring(0, Math.min(200, line.length())));
        return;
      }
    }
    if (json.isJsonArray()) {
      // The reply to a batch.
      json.getAsJsonArray().forEach(element -> receiveElement(element, line));
    } else {
      receiveElement(json, line);
    }
  }

  private void receiveElement(JsonElement element, String line) {
    if (element.isJsonObject()) {
      receiveMessage(element.getAsJsonObject());
    } else {
      note("not a message: " + line);
    }
  }

  private void receiveMessage(JsonObject message) {
    if (!message.has("jsonrpc") || !message.get("jsonrpc").getAsString().equals("2.0")) {
      note("not JSON-RPC 2.0: " + message);
    } else if (!message.has("method")) {
      receiveResponse(message);
    } else if (message.has("id")) {
      receiveRequest(message);
    } else {
      receiveNotification(message);
    }
  }

  private void receiveResponse(JsonObject message) {
    if (message.has("result") == message.has("error")) {
      note("not exactly one of result and error: " + message);
    }
    if (!message.has("id") || message.get("id").isJsonNull()) {
      synchronized (this) {
        nullIdErrors.add(message);
      }
      return;
    }
    CompletableFuture<JsonObject> waiting;
    synchronized (this) {
      String id = message.get("id").toString();
      waiting = open.get(id);
      if (waiting == null) {
        problems.add("a response that nobody asked for: " + message);
        return;
      }
      if (answered.merge(id, 1, Integer::sum) > 1) {
        problems.add("a second response: " + message);
      }
    }
    waiting.complete(message);
  }

  private void receiveRequest(JsonObject message) {
    Function<JsonObject, String> handler;
    synchronized (this) {
      requests.add(message);
      handler = handlers.get(message.get("method").getAsString());
    }
    if (handler == null) {
      return;
    }
    JsonObject params =
        message.has("params") ? message.getAsJsonObject("params") : new JsonObject();
    sendRaw(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\n".formatted(message.get("id"), handler.apply(params)));
  }

  private synchronized void receiveNotification(JsonObject message) {
    notifications.add(message);
    if (message.get("method").getAsString().equals("notifications/progress")) {
      String token = Json.at(message, "params").get("progressToken").toString();
      if (!tokens.contains(token)) {
        problems.add("progress under a token that was never given out: " + message);
      }
    }
  }

  private synchronized void noteToken(JsonObject message) {
    if (message.has("params")
        && message.getAsJsonObject("params").has("_meta")
        && Json.at(message, "params", "_meta").has("progressToken")) {
      tokens.add(Json.at(message, "params", "_meta").get("progressToken").toString());
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
