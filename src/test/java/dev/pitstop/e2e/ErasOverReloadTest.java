package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue J over a reload: what the session was, it is with the new process too.
@DisplayName("eras over a reload (L4, E3, R7)")
class ErasOverReloadTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

  private FixtureServer server = FixtureServer.NONE;

  private Path extraTools(String json) {
    try {
      return Files.writeString(bench.dir().resolve("extra.json"), json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ToolResult modernCall(RawClient client, String tool, String arguments) {
    return client.toolResult(client.request("tools/call", Modern.call(tool, arguments)));
  }

  private static void modernReload(RawClient client) {
    ToolResult recompile = modernCall(client, "recompile", "{}");
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
    assertThat(recompile.json().get("resultType").getAsString()).isEqualTo("complete");
  }

  private RawClient modern() {
    server = bench.modern("--extra-tools", extraTools("[]").toString());
    RawClient client = bench.pitstop(server).drainStderr();
    client.result(client.request("tools/list", Modern.params("{}")));
    return client;
  }

  private static CompletableFuture<JsonObject> listen(RawClient client, String id) {
    return client.requestAs(
        id,
        "subscriptions/listen",
        Json.object(Modern.params("{'notifications':{'toolsListChanged':true}}")));
  }

  @Test
  @DisplayName("E3, R7: an open subscription gets the reload's list change under its own id, once")
  void listChangeOnTheSubscription() {
    RawClient client = modern();
    CompletableFuture<JsonObject> listen = listen(client, "\"sub 1\"");
    client.awaitNotification(Modern.ACKNOWLEDGED);
    extraTools("[{'name':'forecast','inputSchema':{'type':'object'}}]");
    modernReload(client);
    assertThat(Modern.subscription(client.awaitNotification(TOOLS_CHANGED))).isEqualTo("\"sub 1\"");
    assertThat(modernCall(client, "forecast", "{}").text()).isEqualTo("forecast of the backend");
    assertThat(client.notifications(TOOLS_CHANGED)).hasSize(1);
    assertThat(client.notifications(Modern.ACKNOWLEDGED)).as("acknowledged once").hasSize(1);
    assertThat(listen).isNotDone();
  }

  @Test
  @DisplayName("E3: the subscription works with each new process, in both directions")
  void subscriptionOverManyReloads() {
    RawClient client = modern();
    CompletableFuture<JsonObject> listen = listen(client, "17");
    client.awaitNotification(Modern.ACKNOWLEDGED);
    for (int i = 0; i < 3; i++) {
      modernReload(client);
      int before = client.notifications(TOOLS_CHANGED).size();
      modernCall(client, "add_tool", "{'name':'extra_" + i + "'}");
      assertThat(client.notifications(TOOLS_CHANGED)).hasSizeGreaterThan(before);
    }
    assertThat(client.notifications(TOOLS_CHANGED))
        .allSatisfy(n -> assertThat(Modern.subscription(n)).isEqualTo("17"));
    for (long pid : server.pids()) {
      assertThat(server.receivedBy(pid))
          .filteredOn(FixtureServer.method("subscriptions/listen"))
          .as("of process " + pid)
          .hasSize(1);
    }
    assertThat(client.notifications(Modern.ACKNOWLEDGED)).hasSize(1);
    modernCall(client, "end_subscriptions", "{}");
    assertThat(Modern.subscription(client.await(listen))).isEqualTo("17");
  }

  @Test
  @DisplayName("E3: two subscriptions stay apart; a cancelled one hears nothing of the reload")
  void twoSubscriptions() {
    RawClient client = modern();
    listen(client, "\"a\"");
    listen(client, "\"b\"");
    Await.until(
        () -> client.notifications(Modern.ACKNOWLEDGED).size() == 2, () -> "not acknowledged");
    client.cancel("\"a\"");
    server.awaitMethod("notifications/cancelled");
    extraTools("[{'name':'forecast','inputSchema':{'type':'object'}}]");
    modernReload(client);
    client.awaitNotification(TOOLS_CHANGED);
    modernCall(client, "echo", "{'text':'behind it'}");
    assertThat(client.notifications(TOOLS_CHANGED))
        .extracting(Modern::subscription)
        .containsExactly("\"b\"");
  }

  @Test
  @DisplayName("L4: a modern session is reloaded without any initialize")
  void noInitialize() {
    RawClient client = modern();
    modernReload(client);
    assertThat(modernCall(client, "pid", "{}").text()).contains("\"spawn\":2");
    assertThat(server.received()).noneMatch(FixtureServer.method("initialize"));
    assertThat(server.receivedBy(server.pids().getLast()).getFirst().get("method").getAsString())
        .isEqualTo("server/discover");
  }

  @Test
  @DisplayName("R7, F3: without a subscription a modern client gets no list change")
  void noSubscription() {
    RawClient client = modern();
    extraTools("[{'name':'forecast','inputSchema':{'type':'object'}}]");
    modernReload(client);
    assertThat(modernCall(client, "forecast", "{}").isError()).isFalse();
    assertThat(client.notifications(TOOLS_CHANGED)).isEmpty();
  }

  @Test
  @DisplayName("L4: log level and resource subscriptions are replayed, after the handshake")
  void legacyReplay() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    client.result(client.request("logging/setLevel", "{'level':'info'}"));
    client.result(client.request("logging/setLevel", "{'level':'error'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://one'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://item/2'}"));
    client.result(client.request("resources/subscribe", "{'uri':'mem://item/3'}"));
    client.result(client.request("resources/unsubscribe", "{'uri':'mem://item/2'}"));
    assertThat(client.call("recompile").isError()).isFalse();

    List<JsonObject> received = server.receivedBy(server.pids().getLast());
    List<String> methods = received.stream().map(m -> m.get("method").getAsString()).toList();
    assertThat(methods)
        .startsWith(
            "initialize",
            "notifications/initialized",
            "logging/setLevel",
            "resources/subscribe",
            "resources/subscribe");
    assertThat(methods.subList(5, methods.size()))
        .doesNotContain("logging/setLevel", "resources/subscribe", "initialize");
    assertThat(Json.at(received.get(2), "params")).hasToString("{\"level\":\"error\"}");
    assertThat(Json.at(received.get(3), "params")).hasToString("{\"uri\":\"mem://one\"}");
    assertThat(Json.at(received.get(4), "params")).hasToString("{\"uri\":\"mem://item/3\"}");

    assertThat(client.call("update_resource", "{'uri':'mem://item/3'}").text())
        .isEqualTo("[\"mem://one\",\"mem://item/3\"]");
    JsonObject updated = client.awaitNotification("notifications/resources/updated");
    assertThat(Json.at(updated, "params").get("uri").getAsString()).isEqualTo("mem://item/3");
  }

  @Test
  @DisplayName("L4: the same after a crash, and after a reload after that")
  void legacyReplayAfterCrash() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    client.result(client.request("resources/subscribe", "{'uri':'mem://one'}"));
    client.call("crash", "{'code':3}");
    assertThat(client.call("update_resource", "{'uri':'mem://one'}").lastText())
        .isEqualTo("[\"mem://one\"]");
    assertThat(client.call("recompile").isError()).isFalse();
    assertThat(client.call("update_resource", "{'uri':'mem://one'}").text())
        .isEqualTo("[\"mem://one\"]");
    assertThat(client.notifications("notifications/resources/updated")).hasSize(2);
  }

  @Test
  @DisplayName("M3: what the old process asked the client is answered to it, not to the new one")
  void questionOfTheOldProcess() throws IOException {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    CompletableFuture<String> answer = new CompletableFuture<>();
    client.onRequest("roots/list", params -> answer.join());
    client.handshake();
    CompletableFuture<JsonObject> asking =
        client.callAsync("ask_client", "{'method':'roots/list'}");
    Await.until(() -> !client.requests().isEmpty(), () -> "the client was not asked");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    server.awaitSpawns(2);
    server.awaitReceived(2, FixtureServer.method("tools/list"));
    answer.complete("\"result\":{\"roots\":[]}");
    assertThat(client.toolResult(recompile).isError()).isFalse();
    assertThat(client.toolResult(asking).text()).contains("\"roots\":[]");
    assertThat(client.call("pid").text()).contains("\"spawn\":2}");
  }
}
