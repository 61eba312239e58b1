package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: questions, progress, cancellation, log messages and tasks of several servers.
@DisplayName("many servers: the way back (M3, F3, K13, K25–K28, K33)")
@Tag("all")
class ManyWayBackTest {
  private static final Predicate<JsonObject> CANCELLED =
      FixtureServer.method("notifications/cancelled");

  @RegisterExtension final ManyBench bench = new ManyBench();

  private PlannedServer a = PlannedServer.NONE;
  private PlannedServer b = PlannedServer.NONE;

  private Hub two(String tools) {
    a = bench.server("a", "{'tools':" + tools + "}");
    b = bench.server("b", "{'tools':" + tools + "}");
    Hub hub = bench.hub();
    hub.add("a", a);
    hub.add("b", b);
    return hub;
  }

  private static String ask(String method, String more) {
    return "{'method':'" + method + "'," + more + "}";
  }

  private static void answer(Hub hub, JsonObject request) {
    hub.client()
        .sendRaw(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"for\":%s}}\n"
                .formatted(request.get("id"), Json.at(request, "params").get("from")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampling/createMessage", "elicitation/create", "roots/list"})
  @DisplayName("K25: two servers ask at the same time under the same id")
  void sameId(String method) {
    Hub hub = two("['ask']");
    CompletableFuture<JsonObject> ofA =
        hub.callAsync("a__ask", ask(method, "'params':{'from':'a'}"));
    CompletableFuture<JsonObject> ofB =
        hub.callAsync("b__ask", ask(method, "'params':{'from':'b'}"));
    Await.until(() -> hub.client().requests().size() == 2, hub.client()::story);
    List<JsonObject> asked = hub.client().requests();
    assertThat(asked.get(0).get("id")).isNotEqualTo(asked.get(1).get("id"));
    answer(hub, asked.get(1));
    answer(hub, asked.get(0));
    assertAnswer(hub, ofA, "a");
    assertAnswer(hub, ofB, "b");
  }

  private static void assertAnswer(Hub hub, CompletableFuture<JsonObject> call, String server) {
    JsonObject got = Json.object(hub.client().toolResult(call).lastText());
    assertThat(got.get("id").getAsInt()).isEqualTo(1);
    assertThat(got.get("result")).hasToString("{\"for\":\"" + server + "\"}");
  }

  @Test
  @DisplayName("K25: a server takes its question back; the other's of the same id stays")
  void withdrawn() {
    Hub hub = two("['ask','echo']");
    CompletableFuture<JsonObject> ofB =
        hub.callAsync("b__ask", ask("roots/list", "'params':{'from':'b'}"));
    Await.until(() -> hub.client().requests().size() == 1, hub.client()::story);
    hub.text("a__ask", ask("sampling/createMessage", "'params':{'from':'a'},'withdraw':true"));
    JsonObject cancelled = hub.client().awaitNotification("notifications/cancelled");
    List<JsonObject> asked = hub.client().requests();
    assertThat(asked).hasSize(2);
    assertThat(Json.at(cancelled, "params").get("requestId")).isEqualTo(asked.get(1).get("id"));
    answer(hub, asked.get(1));
    answer(hub, asked.get(0));
    assertAnswer(hub, ofB, "b");
    assertThat(a.complaints()).as("of a late answer").isEmpty();
  }

  @Test
  @DisplayName("K25: an answer for a server that was removed meanwhile goes nowhere")
  void askerRemoved() {
    Hub hub = two("['ask','echo']");
    CompletableFuture<JsonObject> call =
        hub.callAsync("a__ask", ask("roots/list", "'params':{'from':'a'}"));
    Await.until(() -> hub.client().requests().size() == 1, hub.client()::story);
    hub.remove("a");
    hub.refusal(hub.client().toolResult(call));
    answer(hub, hub.client().requests().getFirst());
    assertThat(hub.text("b__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @Test
  @DisplayName("K26: a question reaches the session that caused it, and no other")
  void ownSession() {
    Hub one = two("['ask']");
    Hub other = bench.hub();
    other.add("a", a);
    one.client().onRequest("roots/list", params -> "\"result\":{\"session\":\"one\"}");
    other.client().onRequest("roots/list", params -> "\"result\":{\"session\":\"other\"}");
    assertThat(other.text("a__ask", ask("roots/list", "'params':{}"))).contains("\"other\"");
    assertThat(one.client().requests()).isEmpty();
    assertThat(one.text("a__ask", ask("roots/list", "'params':{}"))).contains("\"one\"");
    assertThat(other.client().requests()).hasSize(1);
  }

  private static CompletableFuture<JsonObject> withToken(
      Hub hub, String tool, String arguments, String token) {
    JsonObject params = Json.object(RawClient.callParams(tool, arguments));
    params.add("_meta", Json.object("{'progressToken':" + token + "}"));
    return hub.client().requestAs(hub.client().nextId(), "tools/call", params);
  }

  private static List<String> progress(Hub hub) {
    return hub.client().notifications("notifications/progress").stream()
        .map(n -> Json.at(n, "params").get("progressToken").toString())
        .toList();
  }

  @Test
  @DisplayName("K13: progress of two servers, under one token and under two")
  void progressTokens() {
    Hub hub = two("['progress','echo']");
    CompletableFuture<JsonObject> ofA = withToken(hub, "a__progress", "{'n':3}", "7");
    CompletableFuture<JsonObject> ofB = withToken(hub, "b__progress", "{'n':2}", "7");
    hub.client().result(ofA);
    hub.client().result(ofB);
    assertThat(progress(hub)).containsExactly("7", "7", "7", "7", "7");
    hub.client().result(withToken(hub, "a__progress", "{'n':1}", "'text'"));
    assertThat(progress(hub)).hasSize(6).endsWith("\"text\"");
  }

  @Test
  @DisplayName("K13: a server cannot report under the token of another's call")
  void foreignToken() {
    Hub hub = two("['progress','gate']");
    CompletableFuture<JsonObject> open =
        withToken(hub, "a__gate", "{'path':'" + bench.path("gate") + "'}", "11");
    a.files().awaitCall("gate");
    JsonObject given = callOf(a, "gate");
    hub.text(
        "b__progress", "{'n':2,'foreign':" + Json.at(given, "_meta").get("progressToken") + "}");
    hub.client().ping();
    assertThat(progress(hub)).isEmpty();
    bench.touch(bench.path("gate"));
    hub.client().result(open);
  }

  /// The parameters of a call as the server got it.
  private static JsonObject callOf(PlannedServer server, String tool) {
    return Json.at(
        server.files().received().stream()
            .filter(FixtureServer.callOf(tool))
            .findFirst()
            .orElseThrow(),
        "params");
  }

  private static JsonObject firstCall(PlannedServer server) {
    return server.files().received().stream()
        .filter(FixtureServer.method("tools/call"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("K27: a cancellation reaches the owner of the call, under the id that it knows")
  void cancelled() {
    Hub hub = two("['never','echo']");
    String id = hub.client().nextId();
    CompletableFuture<JsonObject> ofA =
        hub.client()
            .requestAs(id, "tools/call", Json.object(RawClient.callParams("a__never", "{}")));
    CompletableFuture<JsonObject> ofB = hub.callAsync("b__never", "{}");
    a.files().awaitCall("never");
    b.files().awaitCall("never");
    hub.client().cancel(id);
    a.files().awaitReceived(1, CANCELLED);
    JsonObject cancelled =
        a.files().received().stream().filter(CANCELLED).findFirst().orElseThrow();
    assertThat(Json.at(cancelled, "params").get("requestId")).isEqualTo(firstCall(a).get("id"));
    hub.text("b__echo", "{'text':'behind it'}");
    assertThat(b.files().received()).noneMatch(CANCELLED);
    assertThat(ofA).isNotDone();
    assertThat(ofB).isNotDone();
  }

  @ParameterizedTest
  @ValueSource(strings = {"progress", "reply"})
  @DisplayName("K27: what a cancelled call still says is dropped")
  void afterCancellation(String what) {
    Hub hub = two("['never','echo']");
    String id = hub.client().nextId();
    JsonObject params =
        Json.object(RawClient.callParams("a__never", "{'on_cancel':'" + what + "'}"));
    params.add("_meta", Json.object("{'progressToken':'mine'}"));
    CompletableFuture<JsonObject> call = hub.client().requestAs(id, "tools/call", params);
    a.files().awaitCall("never");
    hub.client().cancel(id);
    a.files().awaitReceived(1, CANCELLED);
    hub.text("a__echo", "{'text':'behind it'}");
    hub.client().ping();
    assertThat(progress(hub)).isEmpty();
    assertThat(call).isNotDone();
  }

  @Test
  @DisplayName("K27: a cancelled call that waits for its server's start never reaches it")
  void cancelledInTheQueue() {
    PlannedServer late =
        bench.server("late", "{'tools':['echo'],'gate':'" + bench.path("gate") + "'}");
    bench.save(Map.of("late", late.entry()));
    Hub hub = bench.hub("--list-wait", "50ms");
    String id = hub.client().nextId();
    JsonObject params = Json.object(RawClient.callParams("late__echo", "{'text':'cancelled'}"));
    CompletableFuture<JsonObject> gone = hub.client().requestAs(id, "tools/call", params);
    CompletableFuture<JsonObject> kept = hub.callAsync("late__echo", "{'text':'kept'}");
    hub.client().ping();
    hub.client().cancel(id);
    hub.client().ping();
    bench.touch(bench.path("gate"));
    assertThat(hub.client().toolResult(kept).lastText()).isEqualTo("kept");
    assertThat(late.files().executionsOf("echo")).isEqualTo(1);
    assertThat(gone).isNotDone();
  }

  @Test
  @DisplayName("K28: the log level reaches all that have logging, and those added later")
  void logLevel() {
    Hub hub = two("['level','log']");
    hub.add("mute", bench.server("mute", "{'tools':['level'],'capabilities':{'tools':{}}}"));
    hub.result("logging/setLevel", "{'level':'warning'}");
    assertThat(hub.text("a__level")).isEqualTo("warning");
    assertThat(hub.text("b__level")).isEqualTo("warning");
    assertThat(hub.text("mute__level")).isEqualTo("none");
    PlannedServer c = bench.server("c", "{'tools':['level']}");
    hub.add("c", c);
    assertThat(hub.text("c__level")).isEqualTo("warning");
    hub.reload("c");
    assertThat(hub.call("c__level").lastText()).as("after a reload").isEqualTo("warning");
  }

  @Test
  @DisplayName("K28: log messages of every server pass")
  void logMessages() {
    Hub hub = two("['log']");
    hub.text("a__log", "{'level':'error','data':'of a'}");
    hub.text("b__log", "{'level':'error','data':{'of':'b'}}");
    assertThat(hub.client().notifications("notifications/message"))
        .extracting(n -> Json.at(n, "params").get("data").toString())
        .containsExactly("\"of a\"", "{\"of\":\"b\"}");
  }

  private static JsonObject begin(Hub hub, String server) {
    JsonObject params = Json.object(RawClient.callParams(server + "__work", "{'task_id':'7'}"));
    params.add("task", Json.object("{'ttl':60000}"));
    return Json.at(
        hub.client().result(hub.client().requestAs(hub.client().nextId(), "tools/call", params)),
        "task");
  }

  @Test
  @DisplayName("K33: equal task ids of two servers are kept apart")
  void tasks() {
    Hub hub =
        two(
            "[{'name':'work','inputSchema':{'type':'object'},'execution':{'taskSupport':'optional'}}]");
    String ofA = begin(hub, "a").get("taskId").getAsString();
    String ofB = begin(hub, "b").get("taskId").getAsString();
    assertThat(ofA).isNotEqualTo(ofB);
    JsonObject got = hub.result("tasks/get", "{'taskId':'" + ofA + "'}");
    assertThat(got.get("taskId").getAsString()).isEqualTo(ofA);
    assertThat(got.get("status").getAsString()).isEqualTo("working");
    hub.result("tasks/cancel", "{'taskId':'" + ofB + "'}");
    assertThat(hub.result("tasks/get", "{'taskId':'" + ofA + "'}").get("status").getAsString())
        .isEqualTo("working");
    JsonObject result = hub.result("tasks/result", "{'taskId':'" + ofB + "'}");
    assertThat(new ToolResult(result).lastText()).isEqualTo("task 7 of b");
    assertThat(
            Json.at(result, "_meta", "io.modelcontextprotocol/related-task")
                .get("taskId")
                .getAsString())
        .isEqualTo(ofB);
    assertThat(Json.each(hub.result("tasks/list", "{}").getAsJsonArray("tasks"), "taskId"))
        .containsExactlyInAnyOrder(ofA, ofB);
    assertThat(hub.error("tasks/get", "{'taskId':'no such'}").get("code").getAsInt())
        .isEqualTo(-32602);
  }
}
