package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: questions, progress, cancellation, log messages and tasks of several servers.
@DisplayName("many servers: the way back (K13, K25–K27)")
@Tag("all")
class ManyWayBackTest {
  private static final Predicate<JsonObject> CANCELLED =
      FixtureServer.method("notifications/cancelled");

  @RegisterExtension final ManyBench bench = new ManyBench();

  private FixtureServer a = FixtureServer.NONE;
  private FixtureServer b = FixtureServer.NONE;

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
    a.awaitCall("never");
    hub.client().cancel(id);
    a.awaitReceived(1, CANCELLED);
    hub.text("a__echo", "{'text':'behind it'}");
    hub.client().ping();
    assertThat(progress(hub)).isEmpty();
    assertThat(call).isNotDone();
  }
}
