package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.backend.FakePipe;
import dev.pitstop.backend.LineSink;
import dev.pitstop.harness.Await;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The test as a client. It keeps the books on F3: each request has exactly one response, a
/// cancelled one none, and nobody else has one. Answers may come in any order: what is not asked
/// for yet is kept.
final class FakeClient {
  private final FakePipe input = new FakePipe();
  private final LineSink output = new LineSink();
  private final List<JsonObject> kept = new ArrayList<>();
  private final Set<String> open = new LinkedHashSet<>();
  private final Set<String> answered = new HashSet<>();
  private int syncs;

  InputStream stdin() {
    return input;
  }

  OutputStream stdout() {
    return output;
  }

  void end() {
    input.end();
  }

  // What it says.

  void send(String line) {
    input.line(line);
  }

  void notify(String method, String params) {
    send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  /// @param id as JSON
  void request(String id, String method, String params) {
    assertThat(open.add(id)).as("id %s is free", id).isTrue();
    answered.remove(id);
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
  }

  void call(String id, String tool) {
    call(id, tool, "{}");
  }

  void call(String id, String tool, String arguments) {
    request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  /// Nothing may come as an answer to this request from now on, unless it is on its way.
  void cancel(String id) {
    open.remove(id);
    notify("notifications/cancelled", "{\"requestId\":" + id + "}");
  }

  // What it hears.

  private void book(JsonObject m) {
    if (m.has("method") || !m.has("id")) {
      return;
    }
    String id = m.get("id").toString();
    assertThat(answered.add(id)).as("answered twice: %s", m).isTrue();
    assertThat(open.remove(id)).as("answers nothing that is open: %s", m).isTrue();
  }

  private JsonObject read(String what) {
    JsonObject m;
    try {
      m = Json.parse(Await.take(what, output.lines()));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; what came: " + kept, e);
    }
    book(m);
    return m;
  }

  private JsonObject first(String what, Predicate<JsonObject> wanted) {
    for (Iterator<JsonObject> i = kept.iterator(); i.hasNext(); ) {
      JsonObject m = i.next();
      if (wanted.test(m)) {
        i.remove();
        return m;
      }
    }
    JsonObject m = read(what);
    while (!wanted.test(m)) {
      kept.add(m);
      m = read(what);
    }
    return m;
  }

  JsonObject answer(String id) {
    return first("the answer to " + id, m -> !m.has("method") && m.get("id").toString().equals(id));
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

  /// The text of a tool result.
  String text(String id) {
    return text(result(id));
  }

  static String text(JsonObject result) {
    StringBuilder all = new StringBuilder();
    result
        .getAsJsonArray("content")
        .forEach(c -> all.append(all.isEmpty() ? "" : "\n").append(Json.text(c, "text")));
    return all.toString();
  }

  /// The text of a tool result that is an error.
  String failure(String id) {
    JsonObject result = result(id);
    assertThat(result.has("isError")).as("%s", result).isTrue();
    return text(result);
  }

  /// What a tool of ours says for programs.
  JsonObject facts(String id) {
    return facts(result(id));
  }

  static JsonObject facts(JsonObject result) {
    assertThat(result.has("structuredContent")).as("%s", result).isFalse();
    return Json.at(result, "_meta", "dev.pitstop/facts").getAsJsonObject();
  }

  /// A notification or a request of this method.
  JsonObject heard(String method) {
    return first(method, m -> m.has("method") && Json.text(m, "method").equals(method));
  }

  /// All that was sent before has been dealt with, and what came of it at once is here.
  void sync() {
    String id = "\"sync " + ++syncs + "\"";
    request(id, "ping", "{}");
    assertThat(result(id).entrySet()).isEmpty();
  }

  /// Nothing has come that was not asked for.
  void heardNothing() {
    sync();
    assertThat(kept).as("messages nobody expected").isEmpty();
  }

  /// Whether this request has been answered.
  boolean has(String id) {
    return answered.contains(id);
  }

  /// This request has no answer yet.
  void waits(String id) {
    sync();
    assertThat(open).as("open requests").contains(id);
  }

  /// Everything was answered, and everything that came was expected.
  void checkBooks() {
    assertThat(open).as("requests without an answer").isEmpty();
    assertThat(kept).as("messages nobody expected").isEmpty();
    assertThat(output.lines()).as("lines nobody expected").isEmpty();
  }
}
