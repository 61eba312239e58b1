package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Catalogue B without a build command: `recompile` restarts (R5). Builds are in [BuildTest].
@DisplayName("reload (R1, R2, R5, R7, A1–A3)")
class ReloadTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected(String... serverOptions) {
    return connect(bench.scripted(serverOptions));
  }

  private RawClient connect(FixtureServer fixture, String... options) {
    server = fixture;
    RawClient client = bench.pitstop(server, options).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private static String outcome(ToolResult recompile) {
    return recompile.facts().get("outcome").getAsString();
  }

  private static void assertReloaded(ToolResult recompile) {
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
    assertThat(outcome(recompile)).isEqualTo("reloaded");
  }

  private static void assertServes(RawClient client, int spawn) {
    assertThat(client.call("pid").lastText()).contains("\"spawn\":" + spawn + "}");
  }

  private Path extraTools(String json) throws IOException {
    return Files.writeString(bench.dir().resolve("extra.json"), json.replace('\'', '"'));
  }

  @Test
  @DisplayName("R5, A1: recompile restarts and tells what it did; no later result tells it again")
  void restarts() {
    RawClient client = connected();
    long before = server.pids().getFirst();
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(recompile.text())
        .startsWith("[pitstop]")
        .contains("spawn #2", "pid " + server.pids().getLast(), "did not change");
    assertThat(client.call("pid").text()).contains("\"spawn\":2");
    Procs.awaitGone(before);
    assertThat(client.notifications(TOOLS_CHANGED)).as("R7: nothing changed").isEmpty();
  }

  @Test
  @DisplayName("R1: a call in flight is finished by the old process, which is stopped then")
  void callInFlight() throws IOException {
    RawClient client = connected();
    Path go = bench.dir().resolve("go");
    CompletableFuture<JsonObject> call = client.callAsync("wait_for_file", "{'path':'" + go + "'}");
    server.awaitCall("wait_for_file");
    assertReloaded(client.call("recompile"));
    assertServes(client, 2);
    assertThat(Procs.alive(server.pids().getFirst())).isTrue();
    assertThat(call).isNotDone();
    Files.createFile(go);
    assertThat(client.toolResult(call).text()).isEqualTo("found, spawn 1");
    Procs.awaitGone(server.pids().getFirst());
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(1);
  }

  @Tag("all")
  @Test
  @DisplayName("R1: what is in flight beyond the drain time is answered with what happened")
  void drainTimeout() {
    RawClient client = connect(bench.scripted(), "--drain-timeout", "200ms");
    CompletableFuture<JsonObject> call = client.callAsync("never", "{}");
    server.awaitCall("never");
    assertReloaded(client.call("recompile"));
    ToolResult lost = client.toolResult(call);
    assertThat(lost.isError()).isTrue();
    assertThat(lost.texts().getFirst()).startsWith("[pitstop]").contains("replaced by a reload");
    assertServes(client, 2);
  }

  @Tag("all")
  @Test
  @DisplayName("R1: while the new one takes 3 s to start, the old one answers")
  void slowStart() {
    RawClient client = connected("--from-spawn", "2", "--start-delay", "1000");
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    server.awaitSpawns(2);
    while (!recompile.isDone()) {
      ToolResult pid = client.call("pid");
      assertThat(pid.isError()).isFalse();
    }
    assertReloaded(client.toolResult(recompile));
    assertServes(client, 2);
  }

  @Tag("all")
  @Test
  @DisplayName("R5: of many reloads at once the first is done, the others join into one more")
  void manyAtOnce() {
    RawClient client = connected("--start-delay", "150");
    List<CompletableFuture<JsonObject>> reloads =
        Stream.generate(() -> client.callAsync("recompile", "{}")).limit(10).toList();
    reloads.forEach(r -> assertReloaded(client.toolResult(r)));
    assertThat(server.pids()).hasSize(3);
    assertServes(client, 3);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "--exit-at-start, 3, cannot start: configuration is missing",
    "--die-on, initialize, died on initialize",
    "--die-on, tools/list, died on tools/list",
    "--list-error, schema of `echo` is broken, schema of `echo` is broken",
  })
  @DisplayName("R2: when the new one dies at its start or cannot be listed, the old one serves on")
  void newOneFails(String option, String value, String told) {
    RawClient client = connected("--from-spawn", "2", option, value);
    assertOldServesOn(client, told);
  }

  @Tag("all")
  @Test
  @DisplayName(
      "R2, L5: when the new one hangs at its start, it is stopped and the old one serves on")
  void newOneHangs() {
    RawClient client =
        connect(bench.scripted("--from-spawn", "2", "--never-init"), "--start-timeout", "3s");
    assertOldServesOn(client, "did not answer `initialize` (id ");
  }

  @Tag("all")
  @Test
  @DisplayName("R2, L4: when the new one refuses the handshake, the old one serves on")
  void newOneRefuses() {
    RawClient client = connected("--from-spawn", "2", "--init-error");
    assertOldServesOn(client, "refusing to initialize on purpose");
  }

  private void assertOldServesOn(RawClient client, String told) {
    ToolResult recompile = client.call("recompile");
    assertThat(recompile.isError()).as(recompile.json().toString()).isTrue();
    assertThat(outcome(recompile)).isEqualTo("start_failed");
    assertThat(recompile.text())
        .startsWith("[pitstop]")
        .contains(told, "The old server keeps running", "pid " + server.pids().getFirst());
    assertThat(client.call("pid").text()).contains("\"spawn\":1");
    assertThat(Status.state(client)).isEqualTo("running");
    Procs.awaitGone(server.pids().getLast());
    assertThat(client.notifications(TOOLS_CHANGED)).isEmpty();
  }

  @Tag("all")
  @Test
  @DisplayName("R2: after a failed reload, the next one succeeds")
  void failedThenGood() {
    RawClient client = connected("--from-spawn", "2", "--until-spawn", "2", "--exit-at-start", "3");
    assertThat(outcome(client.call("recompile"))).isEqualTo("start_failed");
    assertReloaded(client.call("recompile"));
    assertServes(client, 3);
  }

  @Test
  @DisplayName("A2, R7: removed, renamed, retyped and added tools are told, the list change once")
  void diff() throws IOException {
    Path extra =
        extraTools(
            """
            [{'name':'forecast','description':'Weather to come','inputSchema':{'type':'object',
              'properties':{'days':{'type':'string'},'city':{'type':'string'}}}},
             {'name':'set_alarm','description':'Sets an alarm for a time of the day',
              'inputSchema':{'type':'object','properties':{'time':{'type':'string'}}}},
             {'name':'obsolete','inputSchema':{'type':'object'}}]\
            """);
    RawClient client = connected("--extra-tools", extra.toString());
    extraTools(
        """
        [{'name':'forecast','description':'Weather to come','inputSchema':{'type':'object',
          'properties':{'days':{'type':'integer'},'city':{'type':'string'}},'required':['city']}},
         {'name':'set_alarm_time','description':'Sets an alarm for a time of the day',
          'inputSchema':{'type':'object','properties':{'time':{'type':'string'}}}},
         {'name':'history','description':'Weather that was','inputSchema':{'type':'object'}}]\
        """);
    ToolResult recompile = client.call("recompile");
    assertReloaded(recompile);
    assertThat(recompile.text())
        .contains(
            "- tool `obsolete` removed",
            "`set_alarm` removed (likely renamed to `set_alarm_time`)",
            "+ tool `history`: Weather that was",
            "! tool `forecast`",
            "days",
            "integer",
            "city");
    client.awaitNotification(TOOLS_CHANGED);
    client.ping();
    assertThat(client.notifications(TOOLS_CHANGED)).hasSize(1);
    assertThat(client.notifications("notifications/prompts/list_changed")).isEmpty();
    assertThat(client.notifications("notifications/resources/list_changed")).isEmpty();
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name"))
        .contains("history", "set_alarm_time")
        .doesNotContain("obsolete", "set_alarm");

    JsonObject gone = client.error(client.callAsync("set_alarm", "{'time':'7:00'}"));
    assertThat(gone.get("message").getAsString())
        .startsWith("Unknown tool: set_alarm\n[pitstop]")
        .contains("no longer has", "`set_alarm_time`", "- tool `obsolete` removed", "call_tool");
    assertThat(server.executionsOf("set_alarm")).as("the server is asked").isEqualTo(1);
    assertThat(client.call("history").text()).contains("history of the backend, spawn 2");
  }

  @Tag("all")
  @Test
  @DisplayName("A3: a tool that comes back is called again")
  void vanishedToolComesBack() throws IOException {
    String tool = "[{'name':'shy','inputSchema':{'type':'object'}}]";
    RawClient client = connected("--extra-tools", extraTools(tool).toString());
    extraTools("[]");
    assertReloaded(client.call("recompile"));
    assertThat(client.error(client.callAsync("shy", "{}")).toString()).contains("no longer has");
    extraTools(tool);
    assertReloaded(client.call("recompile"));
    assertThat(client.call("shy").text()).isEqualTo("shy of the backend, spawn 3");
  }

  @Tag("all")
  @Test
  @DisplayName("R1: a server that is down, stopped or in a crash loop is started by recompile")
  void fromAnyState() {
    RawClient client = connected();
    client.call("stop_server");
    assertReloaded(client.call("recompile"));
    assertServes(client, 2);
    client.call("crash", "{'code':3}");
    assertReloaded(client.call("recompile"));
    assertServes(client, 3);
  }

  @Tag("all")
  @Test
  @DisplayName("A1: of concurrent calls after a crash exactly one carries the notice")
  void oneNotice() {
    RawClient client = connected();
    for (int round = 0; round < 3; round++) {
      client.call("crash", "{'code':3}");
      List<CompletableFuture<JsonObject>> calls =
          Stream.generate(() -> client.callAsync("pid", "{}")).limit(20).toList();
      List<ToolResult> results = calls.stream().map(client::toolResult).toList();
      String spawn = "\"spawn\":" + (2 * round + 2) + "}";
      assertThat(results).allSatisfy(r -> assertThat(r.lastText()).contains(spawn));
      assertThat(results.stream().filter(ToolResult::hasNotice)).hasSize(1);
      client.call("recompile");
    }
  }

  @Tag("all")
  @Test
  @DisplayName("A1: recompile itself is the notice, also for calls that run beside it")
  void noNoticeBesideRecompile() {
    RawClient client = connected();
    CompletableFuture<JsonObject> recompile = client.callAsync("recompile", "{}");
    while (!recompile.isDone()) {
      assertThat(client.call("pid").texts()).hasSize(1);
    }
    assertReloaded(client.toolResult(recompile));
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @Tag("all")
  @Test
  @DisplayName("A1: a JSON-RPC error carries the notice at the end of its message")
  void noticeInError() {
    RawClient client = connected();
    client.call("crash", "{'code':3}");
    JsonObject error =
        client.error(client.callAsync("error", "{'code':-32042,'message':'unknown thing'}"));
    assertThat(error.get("code").getAsInt()).isEqualTo(-32042);
    assertThat(error.get("message").getAsString()).startsWith("unknown thing\n[pitstop]");
    assertThat(error.get("data")).hasToString("{\"detail\":\"kept\"}");
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @Tag("all")
  @Test
  @DisplayName("A1: a result with isError carries the notice in front of its content")
  void noticeInFailedResult() {
    RawClient client = connected();
    client.call("crash", "{'code':3}");
    ToolResult result = client.call("is_error");
    assertThat(result.isError()).isTrue();
    assertThat(result.texts()).hasSize(2).last().isEqualTo("the tool says no");
    assertThat(result.hasNotice()).isTrue();
    assertThat(client.call("pid").texts()).hasSize(1);
  }

  @Tag("all")
  @Test
  @DisplayName(
      "A1: beside an open structure the notice is its member, too; all else stays as it is")
  void noticeBesideStructuredContent() {
    RawClient client = connected();
    client.call("crash", "{'code':3}");
    ToolResult result = client.call("structured");
    assertThat(result.hasNotice()).isTrue();
    assertThat(result.structured().remove("pitstop_notice").getAsString())
        .isEqualTo(result.notice());
    assertThat(result.structured()).hasToString("{\"n\":1}");
    assertThat(Json.at(result.json(), "unknownMember")).hasToString("{\"survives\":true}");
  }
}
