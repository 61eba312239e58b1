package dev.pitstop.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/// A client to which answers may come in any order: what is not asked for yet is kept.
final class FakeClient extends TestClient {
  private final List<JsonObject> kept = new ArrayList<>();

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

  private JsonObject read(String what) {
    try {
      return next();
    } catch (AssertionError e) {
      throw new AssertionError("no " + what + ", but " + kept + ": " + e.getMessage(), e);
    }
  }

  void end() {
    endInput();
  }

  @Override
  JsonObject answer(String id) {
    return first("answer to " + id, m -> !m.has("method") && m.get("id").toString().equals(id));
  }

  /// The text of a tool result that is an error.
  String failure(String id) {
    JsonObject result = result(id);
    assertThat(result.has("isError")).as("%s", result).isTrue();
    return text(result);
  }

  String callForFailure(String id, String tool) {
    return callForFailure(id, tool, "{}");
  }

  String callForFailure(String id, String tool, String arguments) {
    call(id, tool, arguments);
    return failure(id);
  }

  JsonObject callForFacts(String id, String tool, String arguments) {
    return facts(callForResult(id, tool, arguments));
  }

  JsonObject facts(String id) {
    return facts(result(id));
  }

  /// A notification or a request of this method.
  JsonObject heard(String method) {
    return first(method, m -> m.has("method") && Json.text(m, "method").equals(method));
  }

  @Override
  JsonObject saidBy(FakeServer server, String method, String params) {
    server.notify(method, params);
    return heard(method);
  }

  /// Nothing has come that was not asked for.
  void heardNothing() {
    sync();
    assertThat(kept).as("messages nobody expected").isEmpty();
  }

  /// This request has no answer yet.
  void waits(String id) {
    sync();
    assertThat(open()).as("open requests").contains(id);
  }

  @Override
  void checkBooks() {
    super.checkBooks();
    assertThat(kept).as("messages nobody expected").isEmpty();
  }
}
