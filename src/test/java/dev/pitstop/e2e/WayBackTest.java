package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue G: what a server sends to its client, and cancellation in both directions.
@DisplayName("the way back (F3, L4, M3)")
@Tag("all")
class WayBackTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    return client;
  }

  private static final Predicate<JsonObject> CANCELLED =
      FixtureServer.method("notifications/cancelled");

  @Test
  @DisplayName("M3: a request of the server reaches the client and the answer comes back")
  void serverAsks() {
    RawClient client = connected();
    List<String> methods = List.of("sampling/createMessage", "elicitation/create", "roots/list");
    for (String method : methods) {
      client.onRequest(
          method, params -> "\"result\":{\"got\":" + Json.text(params) + ",\"n\":1.0}");
      ToolResult result =
          client.call(
              "ask_client",
              "{'method':'%s','params':{'message':'größe','x':[1,2.5]}}".formatted(method));
      assertThat(Json.at(Json.object(result.text()), "result"))
          .as(method)
          .hasToString("{\"got\":{\"message\":\"größe\",\"x\":[1,2.5]},\"n\":1.0}");
    }
    assertThat(client.requests()).hasSize(methods.size());
  }

  @Test
  @DisplayName("M3: an error of the client comes back as an error")
  void clientRefuses() {
    RawClient client = connected();
    client.onRequest(
        "sampling/createMessage",
        params -> "\"error\":{\"code\":-1,\"message\":\"User rejected\",\"data\":{\"k\":1}}");
    ToolResult result =
        client.call("ask_client", "{'method':'sampling/createMessage','params':{}}");
    assertThat(Json.at(Json.object(result.text()), "error"))
        .hasToString("{\"code\":-1,\"message\":\"User rejected\",\"data\":{\"k\":1}}");
  }

  @Test
  @DisplayName("M3: a ping of the server is answered")
  void serverPings() {
    RawClient client = connected();
    client.onRequest("ping", params -> "\"result\":{}");
    assertThat(client.call("ask_client", "{'method':'ping'}").text()).contains("\"result\":{}");
  }

  @Test
  @DisplayName("M3: many requests of the server at once keep their answers apart")
  void manyAtOnce() {
    RawClient client = connected();
    client.onRequest("sampling/createMessage", params -> "\"result\":" + Json.text(params));
    List<CompletableFuture<JsonObject>> calls =
        IntStream.range(0, 30)
            .mapToObj(i ->
                client.callAsync(
                    "ask_client", "{'method':'sampling/createMessage','params':{'n':" + i + "}}"))
            .toList();
    for (int i = 0; i < calls.size(); i++) {
      assertThat(client.toolResult(calls.get(i)).text()).contains("{\"n\":" + i + "}");
    }
  }

  @Test
  @DisplayName("F3: the server takes its request back; the client hears of it under the same id")
  void serverCancels() {
    RawClient client = connected();
    client.call("ask_client", "{'method':'roots/list','raw_id':'77','cancel':true}");
    JsonObject cancelled = client.awaitNotification("notifications/cancelled");
    assertThat(client.requests()).hasSize(1);
    assertThat(Json.at(cancelled, "params").get("requestId"))
        .isEqualTo(client.requests().getFirst().get("id"));
    assertThat(Json.at(cancelled, "params").get("reason").getAsString())
        .isEqualTo("changed my mind");
  }

  @Test
  @DisplayName("F3: the client cancels; the server hears of its own id, and nobody answers")
  void clientCancels() {
    RawClient client = connected();
    CompletableFuture<JsonObject> call = cancelNever(client, "{}");
    JsonObject delivered =
        server.received().stream().filter(FixtureServer.callOf("never")).findFirst().orElseThrow();
    JsonObject cancelled = server.received().stream().filter(CANCELLED).findFirst().orElseThrow();
    assertThat(Json.at(cancelled, "params").get("requestId")).isEqualTo(delivered.get("id"));
    client.ping();
    client.call("echo", "{'text':'after'}");
    assertThat(call).isNotDone();
  }

  @Test
  @DisplayName("F3: an answer to a cancelled call does not pass")
  void answerToCancelledCall() {
    RawClient client = connected();
    CompletableFuture<JsonObject> call = cancelNever(client, "{'on_cancel':'reply'}");
    client.call("echo", "{'text':'after'}");
    client.ping();
    assertThat(call).isNotDone();
  }

  @Test
  @DisplayName("F3, C1: a server that dies of a cancellation does not make us answer it")
  void diesOfCancellation() {
    RawClient client = connected();
    CompletableFuture<JsonObject> call = cancelNever(client, "{'on_cancel':'crash'}");
    Status.awaitNot(client, "running");
    ToolResult next = client.call("pid");
    assertThat(next.hasNotice()).isTrue();
    assertThat(call).isNotDone();
  }

  private CompletableFuture<JsonObject> cancelNever(RawClient client, String arguments) {
    String id = client.nextId();
    CompletableFuture<JsonObject> call =
        client.requestAs(id, "tools/call", Json.object(RawClient.callParams("never", arguments)));
    server.awaitCall("never");
    client.cancel(id);
    server.awaitReceived(1, CANCELLED);
    return call;
  }

  @Test
  @DisplayName("F5: cancellations of nothing are ignored")
  void cancelsNothing() {
    RawClient client = connected();
    client.cancel("4711");
    client.cancel("\"no such\"");
    client.notify("notifications/cancelled", "{}");
    client.notify("notifications/cancelled", "{'requestId':null}");
    client.notify("notifications/cancelled", "{'requestId':{'a':1}}");
    client.ping();
    assertThat(client.call("echo", "{'text':'fine'}").text()).isEqualTo("fine");
  }

  @Test
  @DisplayName("F3: progress passes under the client's token and no other")
  void progress() {
    RawClient client = connected();
    JsonObject params = Json.object("{'name':'progress','arguments':{'n':3,'foreign':'stranger'}}");
    params.add("_meta", Json.object("{'progressToken':'mine'}"));
    client.result(client.requestAs(client.nextId(), "tools/call", params));
    assertThat(client.notifications("notifications/progress"))
        .extracting(n -> Json.at(n, "params").toString())
        .containsExactly(step(1), step(2), step(3));
  }

  private static String step(int n) {
    return "{\"progressToken\":\"mine\",\"progress\":%d,\"total\":3,\"message\":\"step %d\"}"
        .formatted(n, n);
  }

  @Test
  @DisplayName("F3: progress for a call without a token goes nowhere")
  void progressWithoutToken() {
    RawClient client = connected();
    client.call("progress", "{'n':2,'foreign':1}");
    client.ping();
    assertThat(client.notifications("notifications/progress")).isEmpty();
  }

  @Test
  @DisplayName("M3, L4: log messages pass; the level is set again in a new process")
  void logLevelIsReplayed() {
    RawClient client = connected();
    client.result(client.request("logging/setLevel", "{'level':'alert'}"));
    assertThat(client.call("log").text()).isEqualTo("alert");
    assertThat(client.notifications("notifications/message"))
        .extracting(n -> Json.at(n, "params").get("data").getAsString())
        .containsExactly("a alert message", "a emergency message");
    client.call("crash", "{'code':1}");
    assertThat(client.call("log").lastText()).isEqualTo("alert");
  }

  @Test
  @DisplayName("L4: resource subscriptions are made again in a new process; ended ones are not")
  void subscriptionsAreReplayed() {
    RawClient client = connected();
    client.result(client.request("resources/subscribe", "{'uri':'mem://one'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://item/2'}"));
    client.result(client.request("resources/unsubscribe", "{'uri':'mem://one'}"));
    client.call("crash", "{'code':1}");
    assertThat(client.call("update_resource", "{'uri':'mem://item/2'}").lastText())
        .isEqualTo("[\"mem://item/2\"]");
    JsonObject updated = client.awaitNotification("notifications/resources/updated");
    assertThat(Json.at(updated, "params").get("uri").getAsString()).isEqualTo("mem://item/2");
  }

  @Test
  @DisplayName(
      "L4: the handshake is replayed with the client's own parameters, unseen by the client")
  void handshakeIsReplayed() {
    RawClient client = connected();
    client.call("crash", "{'code':1}");
    client.call("pid");
    List<JsonObject> handshakes =
        server.received().stream().filter(FixtureServer.method("initialize")).toList();
    assertThat(handshakes).hasSize(2);
    assertThat(handshakes.get(1).get("params")).isEqualTo(handshakes.get(0).get("params"));
    assertThat(handshakes.get(0).get("params"))
        .isEqualTo(Json.object(RawClient.initializeParams("2025-11-25")));
    assertThat(server.received().stream().filter(FixtureServer.method("notifications/initialized")))
        .hasSize(2);
  }

  @Test
  @DisplayName("L1: an answer to a question of a dead process reaches nobody")
  void answerToTheDead() {
    RawClient client = connected();
    CompletableFuture<JsonObject> asking =
        client.callAsync("ask_client", "{'method':'roots/list','raw_id':'5'}");
    Await.until(() -> client.requests().size() == 1, client::story);
    client.call("crash", "{'code':1}");
    client.toolResult(asking);
    assertThat(client.call("pid").lastText()).contains("\"spawn\":2");
    String id = client.requests().getFirst().get("id").toString();
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"roots\":[]}}\n");
    client.call("echo", "{'text':'after'}");
    long second = server.pids().get(1);
    assertThat(server.receivedBy(second)).noneMatch(message -> !message.has("method"));
  }

  @Test
  @DisplayName("F3: responses of the client that nobody asked for go nowhere")
  void unsolicitedResponseOfTheClient() {
    RawClient client = connected();
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":12345,\"result\":{}}\n");
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"error\":{\"code\":1,\"message\":\"?\"}}\n");
    client.call("echo", "{'text':'after'}");
    assertThat(server.received()).noneMatch(message -> !message.has("method"));
  }
}
