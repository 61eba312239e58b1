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

/// The fixtures themselves, without Pitstop: a misbehaviour that does not happen would let every
/// test of it pass.
@DisplayName("fixture servers, connected directly")
@Tag("all")
class FixtureServersTest {
  @RegisterExtension final Bench bench = new Bench();

  private RawClient connected(FixtureServer server) {
    RawClient client = bench.direct(server).drainStderr();
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
    RawClient client = connected(bench.scripted("--banner-at-start"));
    client.call("banner");
    client.call("duplicate_reply");
    client.call("unsolicited");
    assertThat(client.lines())
        .contains("npm warn deprecated left-pad@1.0.0", "I am a banner, not a message")
        .anyMatch(line -> line.contains("987654"));
  }

  @Test
  void pagesItsTools() {
    RawClient client = connected(bench.scripted("--pages", "3"));
    JsonObject first = client.result(client.request("tools/list", "{}"));
    assertThat(first.get("nextCursor").getAsString()).isEqualTo("p1");
    JsonObject last = client.result(client.request("tools/list", "{'cursor':'p2'}"));
    assertThat(last.has("nextCursor")).isFalse();
  }

  @Test
  void asksItsClient() {
    RawClient client = connected(bench.scripted());
    client.onRequest("roots/list", params -> "\"result\":{\"roots\":[]}");
    ToolResult result = client.call("ask_client", "{'method':'roots/list','raw_id':'1'}");
    assertThat(result.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"roots\":[]}}");
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
    FixtureServer server = bench.scripted("--from-spawn", "2", "--exit-at-start", "3");
    connected(server).ping();
    assertThat(bench.direct(server).awaitExit()).isEqualTo(3);
  }

  @Test
  void modernServerKeepsTheRules() {
    RawClient client = bench.direct(bench.modern()).drainStderr();
    assertThat(client.error(client.request("initialize", RawClient.initializeParams("2025-11-25"))))
        .satisfies(error -> assertThat(error.get("code").getAsInt()).isEqualTo(-32022));
    CompletableFuture<JsonObject> listen =
        client.request(
            "subscriptions/listen", Modern.params("{'notifications':{'toolsListChanged':true}}"));
    assertThat(Modern.subscription(client.awaitNotification(Modern.ACKNOWLEDGED))).isEqualTo("2");
    client.result(client.request("tools/call", Modern.call("add_tool", "{'name':'extra'}")));
    assertThat(Modern.subscription(client.awaitNotification("notifications/tools/list_changed")))
        .isEqualTo("2");
    assertThat(listen).isNotDone();
  }
}
