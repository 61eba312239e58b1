package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: servers of both eras, and of a choice of eras, under a client of each. The servers
/// complain of every message that is not of their era, and the bench asks them.
@DisplayName("many servers: eras (E1–E4, K34–K36)")
@Tag("all")
class ManyErasTest {
  private static final List<String> SERVERS = List.of("legacy", "modern", "dual");

  @RegisterExtension final ManyBench bench = new ManyBench();

  private Hub hub(boolean modern) {
    return modern ? bench.modernHub() : bench.hub();
  }

  private PlannedServer server(String era, String more) {
    return bench.server(era, "{'era':'" + era + "'," + more + "}");
  }

  /// One server of each kind, under the kind's name.
  private Hub all(boolean modern, String tools) {
    Hub hub = hub(modern);
    for (String era : SERVERS) {
      hub.add(
          era,
          server(
              era,
              "'tools':%s,'prompts':['greet'],'resources':['mem://%s']".formatted(tools, era)));
    }
    return hub;
  }

  @ParameterizedTest(name = "modern client: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("K34: tools, prompts, resources and completion of servers of every era")
  void everything(boolean modern) {
    Hub hub = all(modern, "['echo','who']");
    for (String era : SERVERS) {
      assertThat(hub.tools(era)).containsExactly(era + "__echo", era + "__who");
      assertThat(hub.text(era + "__echo", "{'text':'größe'}")).isEqualTo("größe");
      String spoken = era.equals("dual") ? (modern ? "modern" : "legacy") : era;
      assertThat(hub.who(era).get("era").getAsString()).as(era).isEqualTo(spoken);
      assertThat(hub.read("mem://" + era)).isEqualTo("mem://" + era + " of " + era);
      assertThat(hub.result("prompts/get", "{'name':'" + era + "__greet'}").toString())
          .contains("greet of " + era);
      JsonObject completion =
          hub.result(
              "completion/complete",
              "{'ref':{'type':'ref/prompt','name':'%s__greet'},'argument':{'name':'w','value':'x'}}"
                  .formatted(era));
      assertThat(completion.toString()).contains("greet/x of " + era);
      assertThat(hub.error("prompts/get", "{'name':'" + era + "__nothing'}").get("code").getAsInt())
          .isEqualTo(-32602);
      hub.reload(era);
      assertThat(hub.call(era + "__echo", "{'text':'again'}").lastText()).isEqualTo("again");
    }
  }

  @Test
  @DisplayName("E1, E2: a modern client gets modern results, whoever answers")
  void stamps() {
    Hub hub = all(true, "['echo']");
    JsonObject discovery = hub.result("server/discover", "{}");
    assertThat(Hub.strings(discovery.getAsJsonArray("supportedVersions"))).contains("2026-07-28");
    assertThat(Json.at(discovery, "capabilities", "tools").get("listChanged").getAsBoolean())
        .isTrue();
    assertThat(discovery.get("resultType").getAsString()).isEqualTo("complete");
    for (String method :
        List.of("tools/list", "prompts/list", "resources/list", "resources/templates/list")) {
      JsonObject list = hub.result(method, "{}");
      assertThat(list.get("ttlMs").getAsInt()).as(method).isZero();
      assertThat(list.get("cacheScope").getAsString()).as(method).isIn("public", "private");
      assertThat(list.get("resultType").getAsString()).as(method).isEqualTo("complete");
    }
    for (String era : SERVERS) {
      for (JsonObject result :
          List.of(
              hub.call(era + "__echo", "{'text':'x'}").json(),
              hub.result("resources/read", "{'uri':'mem://" + era + "'}"),
              hub.result("prompts/get", "{'name':'" + era + "__greet'}"))) {
        assertThat(result.get("resultType").getAsString()).as(era).isEqualTo("complete");
      }
    }
    assertThat(hub.call("list_servers").json().get("resultType").getAsString())
        .isEqualTo("complete");
  }

  @ParameterizedTest(name = "modern client: {0}")
  @CsvSource({"false, -32002", "true, -32602"})
  @DisplayName("K34: a resource that nobody has is an error of the client's era")
  void notFound(boolean modern, int code) {
    Hub hub = hub(modern);
    for (String era : SERVERS) {
      hub.add(era, server(era, "'templates':['" + era + "://{id}'],'hidden':[]"));
    }
    assertThat(hub.error("resources/read", "{'uri':'mem://nowhere'}").get("code").getAsInt())
        .isEqualTo(code);
  }

  @Test
  @DisplayName("E1: one client may initialize after a discover, and none of it reaches the servers")
  void discoverThenInitialize() {
    Hub hub = bench.raw(false);
    JsonObject discovery =
        hub.client().result(hub.client().request("server/discover", Modern.params("{}")));
    assertThat(discovery.toString()).contains("2026-07-28");
    hub.client().handshake();
    hub.add("legacy", server("legacy", "'tools':['echo']"));
    hub.add("modern", server("modern", "'tools':['echo']"));
    assertThat(hub.text("legacy__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(hub.text("modern__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @ParameterizedTest(name = "modern client: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("K34, F3: progress and cancellation over the eras")
  void progress(boolean modern) {
    Hub hub = all(modern, "['progress','never','echo']");
    int seen = 0;
    for (String era : SERVERS) {
      JsonObject params = Json.object(RawClient.callParams(era + "__progress", "{'n':2}"));
      params.add("_meta", Json.object("{'progressToken':'of " + era + "'}"));
      hub.result("tools/call", Json.text(params));
      seen += 2;
      assertThat(hub.client().notifications("notifications/progress")).hasSize(seen);
      String id = hub.client().nextId();
      String never = RawClient.callParams(era + "__never", "{}");
      CompletableFuture<JsonObject> call =
          hub.client()
              .requestAs(id, "tools/call", Json.object(modern ? Modern.params(never) : never));
      hub.client().cancel(id);
      hub.text(era + "__echo", "{'text':'behind it'}");
      assertThat(call).isNotDone();
    }
  }

  @Test
  @DisplayName(
      "B2: what a modern client cannot be asked is not offered, and refused; the rest asks it")
  void questionsToModernClient() {
    Hub hub = bench.modernHub(); // which elicits
    hub.add("legacy", server("legacy", "'tools':['who','ask']"));
    assertThat(Json.at(hub.who("legacy"), "client", "capabilities").keySet())
        .containsExactly("elicitation");
    for (String method : List.of("sampling/createMessage", "roots/list")) {
      JsonObject answer = Json.object(hub.text("legacy__ask", "{'method':'" + method + "'}"));
      assertThat(answer.has("error")).as(method + answer).isTrue();
    }
    String call = "{'method':'elicitation/create','params':{'message':'Sure?'}}";
    JsonObject asking = Json.at(hub.client().await(hub.callAsync("legacy__ask", call)), "result");
    assertThat(asking.get("resultType").getAsString()).isEqualTo("input_required");
    assertThat(Json.at(asking, "inputRequests", "q1", "params").get("message").getAsString())
        .isEqualTo("[legacy] Sure?");
    JsonObject retry = Json.object(RawClient.callParams("legacy__ask", call));
    retry.add("inputResponses", Json.object("{'q1':{'action':'decline'}}"));
    retry.add("requestState", asking.get("requestState"));
    JsonObject done =
        hub.client().await(hub.client().request("tools/call", Modern.params(Json.text(retry))));
    assertThat(new ToolResult(Json.at(done, "result")).lastText()).contains("decline");
    assertThat(hub.client().requests()).isEmpty();
  }

  @Test
  @DisplayName("E4: a legacy client's servers are offered what it can do")
  void capabilitiesOfLegacyClient() {
    Hub hub = bench.hub();
    hub.add("legacy", server("legacy", "'tools':['who']"));
    JsonObject greeting = Json.at(hub.who("legacy"), "client");
    assertThat(Json.at(greeting, "capabilities").keySet())
        .contains("sampling", "elicitation", "roots");
    assertThat(greeting.get("protocolVersion").getAsString()).isEqualTo("2025-11-25");
  }

  @Test
  @DisplayName("B2: a modern server's request for input is a request to a legacy client")
  void inputForLegacyClient() {
    Hub hub = bench.hub();
    hub.add("modern", server("modern", "'tools':['ask_input','echo']"));
    hub.client()
        .onRequest(
            "elicitation/create",
            params -> "\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"x\"}}");
    JsonObject got = Json.object(hub.text("modern__ask_input", "{}"));
    assertThat(got.get("state").getAsString()).startsWith("state of ");
    assertThat(Json.at(got, "responses", "who", "content").get("name").getAsString())
        .isEqualTo("x");
    assertThat(hub.text("modern__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @ParameterizedTest(name = "{0} server")
  @ValueSource(strings = {"legacy", "dual"})
  @DisplayName("K34: a server that dies of the probe is started again and greeted the old way")
  void diesOfProbe(String era) {
    Hub hub = bench.modernHub();
    PlannedServer server = server(era, "'tools':['who'],'die_on':'server/discover'");
    assertThat(hub.add("s", server).get("status").getAsString()).isEqualTo("running");
    assertThat(hub.who("s").get("era").getAsString()).isEqualTo("legacy");
    assertThat(server.pids()).hasSize(2);
    hub.reload("s");
    assertThat(Json.object(hub.call("s__who").lastText()).get("spawn").getAsInt()).isEqualTo(3);
    assertThat(server.files().receivedBy(server.pids().getLast()))
        .as("what was learnt is kept")
        .noneMatch(FixtureServer.method("server/discover"));
  }

  @Test
  @DisplayName("K34: a server that does not answer the probe is greeted the old way")
  void silentToProbe() {
    Hub hub = bench.modernHub();
    PlannedServer server = server("legacy", "'tools':['who'],'mute':['server/discover']");
    hub.add("s", server);
    assertThat(hub.who("s").get("era").getAsString()).isEqualTo("legacy");
  }

  @Test
  @DisplayName("K34: a modern server behind a legacy client is asked initialize once in its life")
  void learnt() {
    Hub hub = bench.hub();
    PlannedServer server = server("modern", "'tools':['who']");
    hub.add("s", server);
    hub.reload("s");
    hub.call("s__who");
    assertThat(server.pids()).hasSize(2);
    assertThat(server.files().receivedBy(server.pids().getLast()))
        .noneMatch(FixtureServer.method("initialize"));
  }

  private static CompletableFuture<JsonObject> listen(Hub hub, String id, String filter) {
    return hub.client()
        .requestAs(
            id,
            "subscriptions/listen",
            Json.object(Modern.params("{'notifications':" + filter + "}")));
  }

  @Test
  @DisplayName("K35: one listen over several servers: one acknowledgement, what was asked for only")
  void oneListen() {
    Hub hub = all(true, "['updated','changed','replan','echo']");
    CompletableFuture<JsonObject> listen =
        listen(
            hub,
            "\"sub 1\"",
            "{'toolsListChanged':true,'resourceSubscriptions':['mem://legacy','mem://modern']}");
    JsonObject acknowledged = hub.client().awaitNotification(Modern.ACKNOWLEDGED);
    assertThat(Modern.subscription(acknowledged)).isEqualTo("\"sub 1\"");
    assertThat(Json.at(acknowledged, "params", "notifications"))
        .isEqualTo(
            Json.object(
                "{'toolsListChanged':true,"
                    + "'resourceSubscriptions':['mem://legacy','mem://modern']}"));
    for (String era : List.of("legacy", "modern")) {
      Await.until(
          () -> hub.said(era + "__updated", "{'uri':'mem://" + era + "'}").contains("mem://" + era),
          hub.client()::story);
      hub.client()
          .awaitNotification(
              "notifications/resources/updated",
              n -> Json.at(n, "params").get("uri").getAsString().equals("mem://" + era));
    }
    hub.text("dual__updated", "{'uri':'mem://dual'}");
    int changes = hub.changes("tools");
    for (String era : SERVERS) {
      hub.text(era + "__changed", "{'kinds':['prompts','resources']}");
    }
    hub.remove("dual");
    hub.awaitChangesAbove("tools", changes);
    hub.text("legacy__echo", "{'text':'behind it'}");
    hub.text("modern__echo", "{'text':'behind it'}");

    assertThat(hub.client().notifications(Modern.ACKNOWLEDGED)).hasSize(1);
    assertThat(hub.changes("prompts")).isZero();
    assertThat(hub.changes("resources")).isZero();
    assertThat(hub.client().notifications("notifications/resources/updated"))
        .allSatisfy(n -> assertThat(Modern.subscription(n)).isEqualTo("\"sub 1\""))
        .noneSatisfy(n -> assertThat(n.toString()).contains("mem://dual"));
    assertThat(hub.client().notifications(Hub.TOOLS_CHANGED))
        .allSatisfy(n -> assertThat(Modern.subscription(n)).isEqualTo("\"sub 1\""));
    assertThat(listen).as("still open").isNotDone();
  }

  @Test
  @DisplayName("K35: a cancelled listen is over, also for servers added later")
  void cancelledListen() {
    Hub hub = bench.modernHub();
    listen(hub, "\"five\"", "{'toolsListChanged':true}");
    hub.client().awaitNotification(Modern.ACKNOWLEDGED);
    hub.client().cancel("\"five\"");
    hub.add("modern", server("modern", "'tools':['changed']"));
    hub.add("legacy", server("legacy", "'tools':['changed']"));
    hub.text("modern__changed", "{'kinds':['tools']}");
    hub.text("legacy__changed", "{'kinds':['tools']}");
    hub.tools();
    assertThat(hub.changes("tools")).isZero();
  }

  @ParameterizedTest(name = "{0} server")
  @ValueSource(strings = {"legacy", "modern", "dual"})
  @DisplayName("K35, L4: a listen holds for a server's next process, and for one that comes later")
  void listenOverRestart(String era) {
    Hub hub = bench.modernHub();
    listen(hub, "\"one\"", "{'toolsListChanged':true,'resourceSubscriptions':['mem://late']}");
    hub.client().awaitNotification(Modern.ACKNOWLEDGED);
    PlannedServer server =
        bench.server(
            "s",
            "{'era':'%s','tools':['updated','replan'],'resources':['mem://late']}".formatted(era));
    hub.add("s", server);
    hub.awaitChangesAbove("tools", 0);
    for (int life = 1; life <= 2; life++) {
      Await.until(
          () -> hub.said("s__updated", "{'uri':'mem://late'}").contains("mem://late"),
          hub.client()::story);
      hub.reload("s");
    }
    assertThat(hub.client().notifications("notifications/resources/updated").size())
        .isGreaterThanOrEqualTo(2);
    assertThat(hub.client().notifications(Modern.ACKNOWLEDGED)).hasSize(1);
  }

  @Test
  @DisplayName(
      "K36: the retry of a call that asked for input reaches the same server, state intact")
  void inputRequired() {
    Hub hub = bench.modernHub();
    for (String name : List.of("a", "b")) {
      hub.add(name, bench.server(name, "{'era':'modern','tools':['ask_input']}"));
    }
    for (String name : List.of("b", "a")) {
      String call = RawClient.callParams(name + "__ask_input", "{}");
      JsonObject asking = hub.result("tools/call", call);
      assertThat(asking.get("resultType").getAsString()).isEqualTo("input_required");
      assertThat(asking.get("requestState").getAsString()).isEqualTo("state of " + name);
      JsonObject retry = Json.object(call);
      JsonObject responses = Json.object("{'who':{'action':'accept','content':{'name':'größe'}}}");
      retry.add("inputResponses", responses);
      retry.add("requestState", asking.get("requestState"));
      JsonObject got =
          Json.object(new ToolResult(hub.result("tools/call", Json.text(retry))).lastText());
      assertThat(got.get("state").getAsString()).isEqualTo("state of " + name);
      assertThat(got.get("responses")).isEqualTo(responses);
    }
  }

  /// The answer to a modern `ping`, without its text.
  private static String ping(RawClient client) {
    JsonObject answer = client.await(client.request("ping", Modern.params("{}")));
    JsonObject error = answer.getAsJsonObject("error");
    assertThat(error.get("message").getAsString()).containsIgnoringCase("method not found");
    return answer.keySet() + " " + error.get("code") + " " + error.keySet();
  }

  @Test
  @DisplayName(
      "F4: the modern era has no ping: one server, many and a daemon say so as a server does"
          + " directly, also while none serves")
  void modernPing() {
    Bench one = bench.bench();
    String direct = ping(one.direct(one.modern()));
    assertThat(direct).isEqualTo("[jsonrpc, id, error] -32601 [code, message]");
    RawClient through = one.pitstop(one.modern()).drainStderr();
    assertThat(ping(through)).as("one, at first").isEqualTo(direct);
    through.result(through.request("tools/list", Modern.params("{}")));
    assertThat(ping(through)).as("one").isEqualTo(direct);
    through.await(through.request("tools/call", Modern.call("crash", "{'code':3}")));
    assertThat(ping(through)).as("one that is down").isEqualTo(direct);
    Hub hub = bench.modernHub();
    assertThat(ping(hub.client())).as("no server yet").isEqualTo(direct);
    hub.add("m", server("modern", "'tools':['echo']"));
    assertThat(ping(hub.client())).as("one of many").isEqualTo(direct);
    hub.add("l", server("legacy", "'tools':['echo']"));
    assertThat(ping(hub.client())).as("many").isEqualTo(direct);
    try (HttpDaemonProcess daemon = HttpDaemonProcess.node(one, "http-sdk2.mjs", "--modern")) {
      daemon.start();
      RawClient to = one.pitstop(List.of(daemon.url().toString())).drainStderr();
      to.result(to.request("tools/list", Modern.params("{}")));
      assertThat(ping(to)).as("a daemon").isEqualTo(direct);
      daemon.kill();
      assertThat(ping(to)).as("a daemon that is gone").isEqualTo(direct);
    }
  }
}
