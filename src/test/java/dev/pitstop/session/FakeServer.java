package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.pitstop.backend.FakeChild;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The test as an MCP server in a [FakeChild]: expects messages in order and answers them.
final class FakeServer {
  private final Deque<JsonObject> early = new ArrayDeque<>();
  private final FakeChild child;

  FakeServer(FakeChild child) {
    this.child = child;
  }

  FakeChild child() {
    return child;
  }

  long pid() {
    return child.pid();
  }

  JsonObject next() {
    return early.isEmpty() ? Json.parse(child.nextLine()) : early.remove();
  }

  /// The next message of this method. Others may come before it, which are read later: who sent
  /// them did not wait for each other.
  JsonObject expectAmongOthers(String method) {
    List<JsonObject> before = new ArrayList<>();
    JsonObject m = next();
    while (!m.has("method") || !Json.text(m, "method").equals(method)) {
      before.add(m);
      m = next();
    }
    before.reversed().forEach(early::addFirst);
    return m;
  }

  /// The next message, which must be of this method.
  JsonObject expect(String method) {
    JsonObject m = next();
    assertThat(m.has("method") ? Json.text(m, "method") : "a response")
        .as("%s", m)
        .isEqualTo(method);
    return m;
  }

  /// The next message, which must be the call of this tool.
  JsonObject expectCall(String tool) {
    JsonObject m = expect("tools/call");
    assertThat(Json.text(m, "params", "name")).isEqualTo(tool);
    return m;
  }

  /// Dies after these lines on stderr.
  void dies(int status, String... lastWords) {
    List.of(lastWords).forEach(child::complain);
    child.exit(status);
  }

  /// Refuses the next message, which must be of this method: it knows none of that name.
  FakeServer refusing(String method) {
    refuse(expect(method), -32601, "Method not found");
    return this;
  }

  void say(String message) {
    child.say(message);
  }

  /// Answers a request with this result.
  void answer(JsonObject request, String result) {
    say("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":" + result + "}");
  }

  void refuse(JsonObject request, int code, String message) {
    say(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + request.get("id")
            + ",\"error\":{\"code\":"
            + code
            + ",\"message\":\""
            + message
            + "\"}}");
  }

  void notify(String method, String params) {
    say(Json.notification(method, params));
  }

  void ask(String id, String method, String params) {
    say(Json.request(id, method, params));
  }

  /// Answers a call with one text.
  void text(JsonObject call, String text) {
    answer(call, "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
  }

  /// Expects the handshake and answers it.
  JsonObject greet() {
    return greet("{\"tools\":{}}");
  }

  JsonObject greet(String capabilities) {
    JsonObject initialize = expect("initialize");
    greeted(initialize, capabilities);
    return initialize;
  }

  /// Answers the handshake.
  void greeted(JsonObject initialize, String capabilities) {
    JsonElement version = Json.at(initialize, "params", "protocolVersion");
    answer(
        initialize,
        "{\"protocolVersion\":"
            + version
            + ",\"capabilities\":"
            + capabilities
            + ",\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"}}");
  }

  /// Expects `tools/list` and answers it; a name that begins with `?` is a tool that only reads.
  void list(String... tools) {
    answer(expect("tools/list"), "{\"tools\":" + tools(tools) + "}");
  }

  static String tools(String... names) {
    StringBuilder out = new StringBuilder("[");
    for (String n : names) {
      boolean reads = n.startsWith("?");
      out.append(out.length() > 1 ? "," : "");
      out.append("{\"name\":\"").append(reads ? n.substring(1) : n);
      out.append("\",\"inputSchema\":{\"type\":\"object\"}");
      out.append(reads ? ",\"annotations\":{\"readOnlyHint\":true}}" : "}");
    }
    return out.append(']').toString();
  }

  /// The handshake of a legacy session that every further incarnation goes through.
  FakeServer handshake() {
    greet();
    expect("notifications/initialized");
    return this;
  }

  /// What every further incarnation is asked in a legacy session, answered: it serves then.
  FakeServer comeUp(String... tools) {
    handshake();
    list(tools);
    return this;
  }
}
