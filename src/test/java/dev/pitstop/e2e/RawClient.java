package dev.pitstop.e2e;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.pitstop.harness.Await;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/// An MCP client down at the lines: sends exactly what it is told, keeps every line it receives in
/// its [Inbox], and at the end checks that the wire was clean.
///
/// Threads: the test's thread sends, one reader thread a stream receives and answers requests; each
/// stream and the id counter are guarded by themselves.
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

  private final Inbox inbox = new Inbox();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final Thread reader;
  private final Thread errors; // reads stderr, if it is drained
  private int nextId = 1;
  private boolean mayEndBadly;
  private boolean finished;

  private RawClient(List<String> argv, Process process, Peer peer) {
    this.argv = argv;
    this.process = process;
    this.stdin = process.getOutputStream();
    this.peer = peer;
    this.reader = thread("stdout", this::readLines);
    this.errors = thread("stderr", this::readStderr);
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
    errors.start();
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
    inbox.noteToken(params);
    sendRaw(requestLine(rawId, method, params) + "\n");
    return response;
  }

  /// Announces a response, for a request that the test sends as raw text.
  CompletableFuture<JsonObject> expect(String rawId) {
    return inbox.expect(rawId);
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

  /// The same client, after the handshake.
  RawClient greeted() {
    handshake();
    return this;
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
  void onRequest(String method, Function<JsonObject, String> answer) {
    inbox.onRequest(method, answer);
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
      return Await.result("a response", response);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + story(), e);
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

  List<String> lines() {
    return inbox.lines();
  }

  List<JsonObject> notifications(String method) {
    return inbox.notifications(method);
  }

  JsonObject awaitNotification(String method) {
    return awaitNotification(method, message -> true);
  }

  /// Waits for a notification that matches; one that came already counts.
  JsonObject awaitNotification(String method, Predicate<JsonObject> matches) {
    Await.until(
        () -> notifications(method).stream().anyMatch(matches),
        () -> "no " + method + "\n" + story());
    return notifications(method).stream().filter(matches).findFirst().orElseThrow();
  }

  String stderr() {
    synchronized (stderr) {
      return stderr.toString(StandardCharsets.UTF_8);
    }
  }

  /// What was received so far, for the message of a failing test.
  String story() {
    StringBuilder out = new StringBuilder("command: ").append(argv).append('\n');
    for (String line : lines()) {
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
    Await.until(() -> !process.isAlive(), () -> "the end of the process\n" + story());
    Await.until(() -> !reader.isAlive(), () -> "the end of stdout\n" + story());
    Await.until(() -> !errors.isAlive(), () -> "the end of stderr\n" + story());
    return process.exitValue();
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

  private void checkWire() {
    List<String> problems = inbox.problems();
    if (!problems.isEmpty()) {
      throw new AssertionError("the wire is not clean: " + problems + "\n" + story());
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
      inbox.note("stdout broke: " + e);
    }
    inbox.end();
  }

  private void receive(String line) {
    for (String answer : inbox.receive(line)) {
      sendRaw(answer + "\n");
    }
  }

  private void readStderr() {
    try (InputStream in = process.getErrorStream()) {
      byte[] buffer = new byte[8192];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (stderr) {
          stderr.write(buffer, 0, n);
        }
      }
    } catch (IOException e) {
      inbox.note("stderr broke: " + e);
    }
  }
}
