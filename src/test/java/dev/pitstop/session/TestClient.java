package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakePipe;
import dev.pitstop.backend.LineSink;
import dev.pitstop.harness.Await;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The test as a client, which expects messages in order, but for the answers to several calls of
/// tools: each call of a tool of ours has a thread of its own. It keeps the books: each request has
/// exactly one response, a cancelled one none, and nobody else has one.
class TestClient {
  final LineSink output = new LineSink();
  final FakePipe input = new FakePipe();
  private final Set<String> open = new LinkedHashSet<>();
  private final Set<String> answered = new HashSet<>();
  private final Set<String> listens = new HashSet<>();
  private final Set<String> calls = new HashSet<>();
  private final Map<String, JsonObject> early = new HashMap<>();
  private int syncs;
  private boolean left;

  // What it says.

  void send(String line) {
    input.line(line);
  }

  void bytes(byte[] bytes) {
    input.bytes(bytes);
  }

  void notify(String method, String params) {
    send(Json.notification(method, params));
  }

  /// @param id as JSON
  void request(String id, String method, String params) {
    opened(id);
    send(Json.request(id, method, params));
  }

  /// A request that was sent by other means, such as without a newline.
  void opened(String id) {
    assertThat(open.add(id)).as("id %s is free", id).isTrue();
    answered.remove(id);
  }

  /// A request that need not have an answer: a listen.
  void listening(String id, String params) {
    listens.add(id);
    send(Json.request(id, "subscriptions/listen", params));
  }

  void hello(String version, String capabilities) {
    request(
        "\"init\"",
        "initialize",
        "{\"protocolVersion\":\""
            + version
            + "\",\"capabilities\":"
            + capabilities
            + ",\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
  }

  void call(String id, String tool) {
    call(id, tool, "{}");
  }

  void call(String id, String tool, String arguments) {
    calls.add(id);
    request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  // What it says, and hears at once. Named after what is returned.

  /// A call that this server has and does not answer yet.
  ///
  /// @return the call as the server got it
  JsonObject callTo(FakeServer server, String id, String tool) {
    return callTo(server, id, tool, "{}");
  }

  JsonObject callTo(FakeServer server, String id, String tool, String arguments) {
    call(id, tool, arguments);
    return server.expectCall(tool.substring(tool.indexOf("__") < 0 ? 0 : tool.indexOf("__") + 2));
  }

  /// A call that this server answers at once, with this text.
  ///
  /// @return the text that the client gets
  String callAnswered(FakeServer server, String id, String tool, String text) {
    server.text(callTo(server, id, tool), text);
    return text(id);
  }

  /// The same as {@link #callTo} of any request.
  JsonObject requestTo(FakeServer server, String id, String method, String params) {
    request(id, method, params);
    return server.expect(method);
  }

  /// A cancellation that this server learns of.
  ///
  /// @return the cancellation as the server got it
  JsonObject cancelTo(FakeServer server, String id) {
    cancel(id);
    return server.expect("notifications/cancelled");
  }

  /// What a server says, which reaches the client.
  ///
  /// @return the notification as the client got it
  JsonObject saidBy(FakeServer server, String method, String params) {
    server.notify(method, params);
    return notified(method);
  }

  String callForText(String id, String tool) {
    return callForText(id, tool, "{}");
  }

  String callForText(String id, String tool, String arguments) {
    return text(callForResult(id, tool, arguments));
  }

  JsonObject callForResult(String id, String tool) {
    return callForResult(id, tool, "{}");
  }

  JsonObject callForResult(String id, String tool, String arguments) {
    call(id, tool, arguments);
    return result(id);
  }

  JsonObject callForError(String id, String tool) {
    return callForError(id, tool, "{}");
  }

  JsonObject callForError(String id, String tool, String arguments) {
    call(id, tool, arguments);
    return error(id);
  }

  /// @param id as JSON
  JsonObject requestForResult(String id, String method, String params) {
    request(id, method, params);
    return result(id);
  }

  JsonObject requestForError(String id, String method, String params) {
    request(id, method, params);
    return error(id);
  }

  int requestForCode(String id, String method, String params) {
    request(id, method, params);
    return code(id);
  }

  /// Nothing may come as an answer to this request from now on, unless it is on its way.
  void cancel(String id) {
    open.remove(id);
    listens.remove(id);
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  /// It says nothing more.
  void endInput() {
    left = true;
    input.end();
  }

  boolean hasLeft() {
    return left;
  }

  // What it hears.

  String line() {
    String line = take();
    if (line.startsWith("{")) {
      book(Json.parse(line));
    }
    return line;
  }

  /// The next line, past the books.
  String take() {
    return Await.take("a message to the client", output.lines());
  }

  private void book(JsonObject m) {
    if (m.has("method") || !m.has("id") || m.get("id").isJsonNull()) {
      return;
    }
    String id = m.get("id").toString();
    if (listens.remove(id)) {
      return;
    }
    assertThat(answered.add(id)).as("answered twice: %s", m).isTrue();
    assertThat(open.remove(id)).as("answers nothing that is open: %s", m).isTrue();
  }

  JsonObject next() {
    return Json.parse(line());
  }

  /// The next message, which must be the answer to this request. The answer to a call of a tool may
  /// come before or after those to other calls.
  JsonObject answer(String id) {
    JsonObject m = early.containsKey(id) ? early.remove(id) : next();
    while (calls.contains(id) && !m.has("method") && !id.equals(String.valueOf(m.get("id")))) {
      String other = String.valueOf(m.get("id"));
      assertThat(calls).as("%s, awaiting %s", m, id).contains(other);
      early.put(other, m);
      m = next();
    }
    assertThat(m.has("method")).as("%s", m).isFalse();
    assertThat(m.get("id")).as("%s", m).hasToString(id);
    return m;
  }

  JsonObject result(String id) {
    JsonObject m = answer(id);
    assertThat(m.has("result")).as("%s", m).isTrue();
    return m.getAsJsonObject("result");
  }

  JsonObject error(String id) {
    JsonObject m = answer(id);
    assertThat(m.has("error")).as("%s", m).isTrue();
    return m.getAsJsonObject("error");
  }

  /// The code of an error.
  int code(String id) {
    return Json.at(error(id), "code").getAsInt();
  }

  /// The text of a tool result.
  String text(String id) {
    return text(result(id));
  }

  /// The texts of these tool results, by id.
  Map<String, String> texts(String... ids) {
    Map<String, String> texts = new HashMap<>();
    List.of(ids).forEach(id -> texts.put(id, text(id)));
    return texts;
  }

  static String text(JsonObject result) {
    StringBuilder all = new StringBuilder();
    result
        .getAsJsonArray("content")
        .forEach(c -> all.append(all.isEmpty() ? "" : "\n").append(Json.text(c, "text")));
    return all.toString();
  }

  /// What a tool of ours says for programs.
  static JsonObject facts(JsonObject result) {
    assertThat(result.has("structuredContent")).as("%s", result).isFalse();
    return Json.at(result, "_meta", "dev.pitstop/facts").getAsJsonObject();
  }

  /// What `list_servers` tells of a server.
  JsonObject told(String id, String name) {
    JsonObject all = facts(callForResult(id, "list_servers"));
    for (var each : all.getAsJsonArray("servers")) {
      if (Json.text(each, "name").equals(name)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no " + name + " in " + all);
  }

  /// The next message, which must be a notification or a request of this method.
  JsonObject notified(String method) {
    JsonObject m = next();
    assertThat(m.has("method") ? Json.text(m, "method") : "a response")
        .as("%s", m)
        .isEqualTo(method);
    return m;
  }

  /// A name for something that the test does on its own.
  String fresh(String what) {
    return "\"" + what + " " + ++syncs + "\"";
  }

  /// All that was sent before has been dealt with, and nothing that came of it has been missed.
  void sync() {
    String id = fresh("sync");
    request(id, "ping", "{}");
    assertThat(result(id).entrySet()).isEmpty();
  }

  /// Whether this request has been answered.
  boolean has(String id) {
    return answered.contains(id);
  }

  /// What it has asked and not been answered.
  Set<String> open() {
    return open;
  }

  /// Everything was answered, and everything that came was expected.
  void checkBooks() {
    assertThat(open).as("requests without an answer").isEmpty();
    assertThat(early).as("answers nobody expected").isEmpty();
    assertThat(output.lines()).as("messages nobody expected").isEmpty();
  }
}
