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

/// The scripted server itself, without Pitstop: a misbehaviour that does not happen would let every
/// test of it pass.
@DisplayName("the scripted server, connected directly")
@Tag("all")
class FixtureServersTest {
  @RegisterExtension final Bench bench = new Bench();

  private RawClient direct(FixtureServer server) {
    return bench.direct(server).drainStderr();
  }

  private RawClient connected(FixtureServer server) {
    RawClient client = direct(server);
    client.handshake();
    return client;
  }

  @Test
  void answersUnderTheExactIdAndToken() {
    FixtureServer server = bench.scripted();
    RawClient client = connected(server);
    JsonObject call =
        Json.object(
            "{'name':'progress','arguments':{'n':2},'_meta':{'progressToken':9007199254740993}}");
    JsonObject answer = client.await(client.requestAs("9007199254740995", "tools/call", call));
    assertThat(answer.get("id")).hasToString("9007199254740995");
    assertThat(client.notifications("notifications/progress"))
        .extracting(n -> Json.at(n, "params").get("progressToken").toString())
        .containsExactly("9007199254740993", "9007199254740993");
    assertThat(server.executionsOf("progress")).isEqualTo(1);
    assertThat(server.pids()).containsExactly(client.pid());
  }

  @ParameterizedTest
  @CsvSource({"exit,7", "sigkill,137", "sigsegv,139", "throw,1"})
  void diesAsTold(String mode, int code) {
    RawClient client = connected(bench.scripted());
    CompletableFuture<JsonObject> call =
        client.callAsync("crash", "{'mode':'" + mode + "','code':7,'stderr':'last words'}");
    assertThat(client.awaitExit()).isEqualTo(code);
    assertThat(call).isCompletedExceptionally();
    Await.until(() -> client.stderr().contains("last words"), client::story);
  }

  @Test
  void breaksTheRulesOfTheWire() {
    RawClient client = connected(bench.scripted("--banner"));
    client.call("banner");
    client.call("duplicate_reply");
    client.call("unsolicited");
    assertThat(client.lines())
        .contains("npm warn deprecated left-pad@1.0.0", "I am a banner, not a message")
        .anyMatch(line -> line.contains("987654"));
  }

  @Test
  void leavesChildrenOfEveryKind() {
    RawClient client = connected(bench.scripted());
    for (String mode : List.of("plain", "inherit", "setsid", "double_fork")) {
      long pid = Long.parseLong(client.call("spawn_child", "{'mode':'" + mode + "'}").text());
      assertThat(Procs.alive(pid)).as(mode).isTrue();
      Procs.signal(pid, "KILL");
      Procs.awaitGone(pid);
    }
  }

  @Test
  void misbehavesOnlyFromTheSpawnThatIsNamed() {
    FixtureServer server = bench.scripted("--from-spawn", "2", "--exit", "3");
    connected(server).ping();
    assertThat(bench.direct(server).awaitExit()).isEqualTo(3);
  }

  @Test
  void misbehavesAsPlanned() {
    FixtureServer server = bench.fixture("{'exit':{'code':7,'stderr':'no'}}");
    RawClient exits = direct(server);
    assertThat(exits.awaitExit()).isEqualTo(7);
    Await.until(() -> exits.stderr().contains("no"), exits::story);

    server.plan("{'crash_loop':true}");
    RawClient loops = direct(server);
    loops.result(loops.request("initialize", RawClient.initializeParams("2025-11-25")));
    assertThat(loops.awaitExit()).isEqualTo(1);

    server.plan("{'die_on':'tools/list'}");
    RawClient dies = connected(server);
    CompletableFuture<JsonObject> list = dies.request("tools/list", "{}");
    assertThat(dies.awaitExit()).isEqualTo(9);
    assertThat(list).isCompletedExceptionally();

    server.plan("{'mute':['initialize']}");
    RawClient hangs = direct(server);
    CompletableFuture<JsonObject> greeting =
        hangs.request("initialize", RawClient.initializeParams("2025-11-25"));
    server.awaitMethod("initialize");
    hangs.ping();
    assertThat(greeting).isNotDone();

    server.plan("{'no_such_misbehaviour':1}");
    assertThat(direct(server).awaitExit()).isEqualTo(1);
  }

  @Test
  void hearsNothingIfItIsStubborn() {
    FixtureServer server = bench.fixture("{'stubborn':true}");
    RawClient client = connected(server);
    client.ping();
    client.closeStdin();
    Procs.signal(server.pid(), "TERM");
    assertThat(client.isAlive()).isTrue();
    Procs.signal(server.pid(), "KILL");
    client.awaitExit();
  }

  @Test
  void changesItsListsAndPagesThem() {
    FixtureServer server =
        bench.fixture("{'tools':['replan','churn','t1','t2'],'pages':2,'shift':true}");
    RawClient client = connected(server);
    JsonObject first = client.result(client.request("tools/list", "{}"));
    assertThat(first.get("nextCursor").getAsString()).isEqualTo("p1");
    client.awaitNotification(Hub.TOOLS_CHANGED);
    assertThat(client.result(client.request("tools/list", "{'cursor':'p1'}")).toString())
        .contains("\"churn\"");
    client.call("churn", "{'n':3}");
    assertThat(client.notifications(Hub.TOOLS_CHANGED)).hasSize(4);
    server.plan("{'tools':['fresh'],'count':10}");
    client.call("replan", "{'kinds':['tools']}");
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name"))
        .hasSize(11)
        .startsWith("fresh", "tool_0000");
  }

  @Test
  void asksFloodsAndReports() {
    FixtureServer server = bench.fixture("{'tools':['ask','flood','progress','never','echo']}");
    RawClient client = connected(server);
    client.onRequest("roots/list", params -> "\"result\":{\"roots\":[]}");
    assertThat(client.call("ask", "{'method':'roots/list'}").text())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[]}}");
    JsonObject params = Json.object(RawClient.callParams("never", "{'on_cancel':'progress'}"));
    params.add("_meta", Json.object("{'progressToken':5}"));
    String id = client.nextId();
    client.requestAs(id, "tools/call", params);
    client.cancel(id);
    client.call("echo", "{'text':'behind it'}");
    assertThat(client.notifications("notifications/progress")).hasSize(3);
    client.call("flood", "{'where':'stderr','until':'" + bench.dir().resolve("home") + "'}");
    Await.until(() -> !server.lines("flooded").isEmpty(), client::story);
    assertThat(server.complaints()).isEmpty();
  }

  @Test
  void complainsOfWhatNoServerMayBeTold() {
    FixtureServer server = bench.fixture("{'tools':['echo'],'capabilities':{'tools':{}}}");
    RawClient client = direct(server);
    client.error(client.request("tools/list", "{}"));
    client.handshake();
    client.error(client.request("tools/list", Modern.params("{}")));
    client.result(client.request("logging/setLevel", "{'level':'error'}"));
    client.cancel("4711");
    client.sendRaw("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}\n");
    client.error(client.request("no/such", "{}"));
    assertThat(server.complaints()).hasSize(6);
  }

  @Test
  void modernServerKeepsTheRules() {
    FixtureServer server =
        bench.fixture("{'era':'modern','tools':['changed','ask_input'],'resources':['mem://one']}");
    RawClient client = direct(server);
    JsonObject refused =
        client.error(client.request("initialize", RawClient.initializeParams("2025-11-25")));
    assertThat(refused.get("code").getAsInt()).isEqualTo(-32022);
    JsonObject found = client.result(client.request("server/discover", Modern.params("{}")));
    assertThat(found.getAsJsonArray("supportedVersions")).hasToString("[\"2026-07-28\"]");
    assertThat(server.complaints()).isEmpty();
    CompletableFuture<JsonObject> listen =
        client.requestAs(
            "\"s\"",
            "subscriptions/listen",
            Json.object(
                Modern.params(
                    "{'notifications':{'toolsListChanged':true,"
                        + "'resourceSubscriptions':['mem://one']}}")));
    assertThat(Modern.subscription(client.awaitNotification(Modern.ACKNOWLEDGED)))
        .isEqualTo("\"s\"");
    client.result(
        client.request("tools/call", Modern.call("changed", "{'kinds':['tools','prompts']}")));
    assertThat(Modern.subscription(client.awaitNotification(Hub.TOOLS_CHANGED))).isEqualTo("\"s\"");
    assertThat(client.notifications("notifications/prompts/list_changed")).isEmpty();
    assertThat(listen).isNotDone();
    JsonObject asking = client.result(client.request("tools/call", Modern.call("ask_input", "{}")));
    assertThat(asking.get("resultType").getAsString()).isEqualTo("input_required");
    client.error(client.request("tools/list", "{}"));
    assertThat(server.complaints()).hasSize(1);
  }

  @Test
  void dualServerIsPinnedByTheFirstMessageButAProbe() {
    FixtureServer server = bench.fixture("{'era':'dual','tools':['who']}");
    RawClient legacy = direct(server);
    legacy.result(legacy.request("server/discover", Modern.params("{}")));
    legacy.handshake();
    assertThat(legacy.call("who").text()).contains("\"era\":\"legacy\"");
    RawClient modern = direct(server);
    modern.result(modern.request("server/discover", Modern.params("{}")));
    JsonObject who = modern.result(modern.request("tools/call", Modern.call("who", "{}")));
    assertThat(new ToolResult(who).text()).contains("\"era\":\"modern\"");
    assertThat(server.complaints()).isEmpty();
  }
}
