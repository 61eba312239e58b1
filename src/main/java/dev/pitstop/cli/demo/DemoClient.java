package dev.pitstop.cli.demo;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// The smallest MCP client (stdio, revision 2025-11-25) that can play a session: one request at a
/// time, every wait with a deadline.
///
/// One daemon thread reads and only enqueues; everything else belongs to the thread that plays.
final class DemoClient {
  /// Longer than a slow machine needs, shorter than a person's patience.
  private static final long DEADLINE_MILLIS = 20_000;

  private static final long EXIT_MILLIS = 8_000;

  /// What the reader found.
  private sealed interface Heard {}

  private record Line(String text) implements Heard {}

  private record Ended() implements Heard {}

  /// A finished tool call.
  ///
  /// @param blocks the text of its content blocks, in order
  record Answer(List<String> blocks, boolean isError) {
    String text() {
      return String.join("\n", blocks);
    }
  }

  private final Process process;
  private final OutputStream stdin;
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
  private final Set<String> notifications = new HashSet<>();
  private int lastId;

  DemoClient(Process process) {
    this.process = process;
    this.stdin = process.getOutputStream();
    Thread.ofPlatform().daemon().name("demo-client").start(this::read);
  }

  private void read() {
    try (InputStream raw = process.getInputStream();
        BufferedReader in =
            new BufferedReader(new InputStreamReader(raw, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        heard.add(new Line(line));
      }
    } catch (IOException e) {
      heard.add(new Ended()); // a broken pipe is an end like any other; the wait reports it
      return;
    }
    heard.add(new Ended());
  }

  void handshake() throws DemoFailure {
    JsonObject params =
        JsonParser.parseString(
                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"pitstop-demo\",\"version\":\"1\"}}")
            .getAsJsonObject();
    result("initialize", params);
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  }

  /// The names of the tools on offer.
  List<String> tools() throws DemoFailure {
    notifications.remove("notifications/tools/list_changed");
    List<String> names = new ArrayList<>();
    for (JsonElement tool : array(result("tools/list", new JsonObject()), "tools")) {
      names.add(string(tool, "name"));
    }
    return names;
  }

  Answer call(String tool, JsonObject arguments) throws DemoFailure {
    JsonObject params = new JsonObject();
    params.addProperty("name", tool);
    params.add("arguments", arguments);
    JsonObject result = result("tools/call", params);
    List<String> blocks = new ArrayList<>();
    for (JsonElement block : array(result, "content")) {
      blocks.add(string(block, "text"));
    }
    JsonElement isError = result.get("isError");
    return new Answer(blocks, isError != null && isError.getAsBoolean());
  }

  /// Waits for a notification; one that came since the last list counts.
  void await(String notification) throws DemoFailure {
    long end = System.nanoTime() + DEADLINE_MILLIS * 1_000_000;
    while (!notifications.contains(notification)) {
      JsonObject message = next(end, notification);
      if (message.has("method")) {
        fromServer(message);
      } else {
        throw new DemoFailure("received an answer that matches no request");
      }
    }
  }

  private JsonObject result(String method, JsonObject params) throws DemoFailure {
    int id = ++lastId;
    JsonObject request = new JsonObject();
    request.addProperty("jsonrpc", "2.0");
    request.addProperty("id", id);
    request.addProperty("method", method);
    request.add("params", params);
    send(request.toString());
    String awaited = "an answer to `" + method + "`";
    long end = System.nanoTime() + DEADLINE_MILLIS * 1_000_000;
    while (true) {
      JsonObject message = next(end, awaited);
      if (message.has("method")) {
        fromServer(message);
      } else if (!message.has("id") || !message.get("id").toString().equals(Integer.toString(id))) {
        throw new DemoFailure("received an answer that matches no request");
      } else if (message.get("result") instanceof JsonObject result) {
        return result;
      } else {
        throw new DemoFailure("`" + method + "` failed: " + message);
      }
    }
  }

  /// A notification is noted; a request is refused, as a client without capabilities may do.
  private void fromServer(JsonObject message) throws DemoFailure {
    String method = string(message, "method");
    if (!message.has("id")) {
      notifications.add(method);
      return;
    }
    String answer =
        method.equals("ping")
            ? "\"result\":{}"
            : "\"error\":{\"code\":-32601,\"message\":\"unknown method\"}";
    send("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id") + "," + answer + "}");
  }

  private JsonObject next(long end, String awaited) throws DemoFailure {
    try {
      Heard next = heard.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new DemoFailure(
            "timed out after " + DEADLINE_MILLIS / 1_000 + " s waiting for " + awaited);
      }
      return switch (next) {
        case Ended() -> throw new DemoFailure("Pitstop exited before " + awaited + " came");
        case Line(String text) -> parse(text);
      };
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoFailure("interrupted", e);
    }
  }

  private static JsonObject parse(String line) throws DemoFailure {
    try {
      if (JsonParser.parseString(line) instanceof JsonObject message) {
        return message;
      }
    } catch (JsonParseException e) {
      throw new DemoFailure("stdout has a line that is not a message: " + line, e);
    }
    throw new DemoFailure("stdout has a line that is not a message: " + line);
  }

  private void send(String message) throws DemoFailure {
    try {
      stdin.write((message + "\n").getBytes(StandardCharsets.UTF_8));
      stdin.flush();
    } catch (IOException e) {
      throw new DemoFailure("Pitstop no longer reads its stdin", e);
    }
  }

  private static JsonArray array(JsonObject object, String member) throws DemoFailure {
    if (object.get(member) instanceof JsonArray array) {
      return array;
    }
    throw new DemoFailure("no " + member + " in the answer " + object);
  }

  private static String string(JsonElement object, String member) throws DemoFailure {
    if (object instanceof JsonObject o
        && o.get(member) instanceof JsonElement value
        && value.isJsonPrimitive()) {
      return value.getAsString();
    }
    throw new DemoFailure("no " + member + " in " + object);
  }

  /// Leaves as a client does: closes Pitstop's stdin, and waits.
  ///
  /// @throws DemoFailure if Pitstop does not end by itself, with exit code 0
  void leave() throws DemoFailure {
    try {
      stdin.close();
      if (!process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new DemoFailure("Pitstop did not exit within " + EXIT_MILLIS / 1_000 + " s");
      }
    } catch (IOException e) {
      throw new DemoFailure("Pitstop no longer reads its stdin", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoFailure("interrupted", e);
    }
    if (process.exitValue() != 0) {
      throw new DemoFailure("Pitstop exited with exit code " + process.exitValue());
    }
  }

  /// Ends a session that went wrong: SIGTERM lets Pitstop stop its server.
  void kill() {
    process.destroy();
    try {
      if (!process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
