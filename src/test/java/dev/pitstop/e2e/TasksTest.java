package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The tasks of a real legacy server, server-everything, for a modern client. Its tool
/// `simulate-research-query` can only be called as a task, and asks the client something.
@DisplayName("tasks between the eras")
@Tag("all")
class TasksTest {
  private static final String TOOL = "simulate-research-query";
  private static final String CALL =
      "\"name\":\"" + TOOL + "\",\"arguments\":{\"topic\":\"python\",\"ambiguous\":true}";
  private static final String ANSWERS =
      "\"inputResponses\":{\"q1\":{\"action\":\"accept\",\"content\":{\"interpretation\":\"snake\"}}}";

  @RegisterExtension final Bench bench = new Bench();

  /// @param capabilities of the client
  private static String params(String members, String capabilities) {
    JsonObject params = Json.object(Modern.params("{" + members + "}"));
    params
        .getAsJsonObject("_meta")
        .add("io.modelcontextprotocol/clientCapabilities", Json.object(capabilities));
    return Json.text(params);
  }

  private static JsonObject ask(RawClient client, String method, String members, boolean tasks) {
    String extension = ",\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}";
    String can = "{\"elicitation\":{}" + (tasks ? extension : "") + "}";
    return client.result(client.request(method, params(members, can)));
  }

  private RawClient client(boolean tasks) {
    Path script =
        Bench.nodeDir()
            .resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    List<String> server = DifferentialTest.node(script, "stdio");
    RawClient client = bench.pitstop(server).drainStderr();
    Await.until(
        () -> ask(client, "tools/list", "", tasks).toString().contains(TOOL),
        () -> "no tool " + TOOL); // the server offers it some time after the handshake
    return client;
  }

  @Test
  @DisplayName("a client with the extension: the call is a task, its question is in tasks/get")
  void withTheExtension() {
    RawClient client = client(true);
    JsonObject created = called(client, true, "task");
    String id = "\"taskId\":" + created.get("taskId");
    JsonObject asks = until(client, id, "input_required");
    assertThat(Json.at(asks, "inputRequests", "q1").toString())
        .contains("multiple interpretations");
    ask(client, "tasks/update", id + "," + ANSWERS, true);
    JsonObject done = until(client, id, "completed");
    assertThat(done.toString()).contains("Research Report: python (snake)");
  }

  /// The answer to the call. The server refuses it until Pitstop has seen its new list of tools.
  private static JsonObject called(RawClient client, boolean tasks, String type) {
    return until("resultType", type, () -> ask(client, "tools/call", CALL, tasks));
  }

  private static JsonObject until(RawClient client, String id, String status) {
    return until("status", status, () -> ask(client, "tasks/get", id, true));
  }

  private static JsonObject until(String member, String value, Supplier<JsonObject> ask) {
    AtomicReference<JsonObject> last = new AtomicReference<>(new JsonObject());
    Await.until(
        () -> {
          last.set(ask.get());
          return last.get().get(member).getAsString().equals(value);
        },
        () -> "not " + value + ": " + last.get());
    return last.get();
  }

  @Test
  @DisplayName("a client without the extension: the call asks in between, and has the result")
  void withoutTheExtension() {
    RawClient client = client(false);
    JsonObject asks = called(client, false, "input_required");
    String state = ",\"requestState\":" + asks.get("requestState");
    JsonObject done = ask(client, "tools/call", CALL + "," + ANSWERS + state, false);
    assertThat(done.toString()).contains("Research Report: python (snake)");
  }
}
