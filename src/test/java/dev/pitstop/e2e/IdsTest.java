package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue D: ids and progress tokens, exact and kept apart.
@DisplayName("ids (F3, S2)")
@Tag("all")
class IdsTest {
  /// JSON texts: numbers beyond double precision, fractions, strings that look like numbers.
  private static final List<String> IDS =
      List.of(
          "0",
          "-1",
          "10",
          "\"10\"",
          "\"\"",
          "9007199254740993",
          "-9007199254740993",
          "123456789012345678901234567890",
          "1.5",
          "\"größe 日本 🚗\"",
          "\"quote \\\" back \\\\ slash\"",
          "\"srv-1\"",
          "\"server-discover-probe-1\"");

  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected() {
    server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    return client;
  }

  @Test
  @DisplayName("every id comes back exactly as it was, with all of them in flight at once")
  void exactIds() throws IOException {
    RawClient client = connected();
    Path gate = bench.dir().resolve("gate");
    JsonObject call = Json.object(RawClient.callParams("wait_for_file", "{'path':'" + gate + "'}"));
    Map<String, CompletableFuture<JsonObject>> responses = new LinkedHashMap<>();
    for (String id : IDS) {
      responses.put(id, client.requestAs(id, "tools/call", call));
    }
    server.awaitCalls(IDS.size(), "wait_for_file");
    Files.createFile(gate);
    responses.forEach((id, response) ->
        assertThat(client.await(response).get("id"))
            .isEqualTo(Json.parse(id))
            .hasToString(Json.parse(id).toString()));
  }

  @Test
  @DisplayName("ids of Pitstop's own answers are exact too")
  void exactIdsOfOwnAnswers() {
    RawClient client = connected();
    for (String id : IDS) {
      assertThat(client.await(client.requestAs(id, "ping", new JsonObject())).get("id"))
          .hasToString(Json.parse(id).toString());
    }
  }

  @Test
  @DisplayName("the same ids used by the server for its own requests do not mix with the client's")
  void sameIdsInBothDirections() {
    RawClient client = connected();
    client.onRequest(
        "sampling/createMessage", params -> "\"result\":{\"n\":" + params.get("n") + "}");
    for (String id : IDS) {
      JsonObject call =
          Json.object(
              RawClient.callParams(
                  "ask_client",
                  "{'method':'sampling/createMessage','params':{'n':7},'raw_id':%s}"
                      .formatted(Json.text(new JsonPrimitive(id)))));
      ToolResult result = client.toolResult(client.requestAs(id, "tools/call", call));
      JsonObject answer = Json.object(result.text());
      assertThat(answer.get("id"))
          .as("what the server got back")
          .hasToString(Json.parse(id).toString());
      assertThat(Json.at(answer, "result").get("n")).hasToString("7");
    }
  }

  @Test
  @DisplayName("progress tokens keep their exact value and type")
  void exactTokens() {
    RawClient client = connected();
    for (String token : IDS) {
      JsonObject params = Json.object("{'name':'progress','arguments':{'n':1}}");
      params.add("_meta", Json.object("{'progressToken':" + token + "}"));
      client.result(client.requestAs(client.nextId(), "tools/call", params));
      client.awaitNotification(
          "notifications/progress",
          n ->
              Json.at(n, "params")
                  .get("progressToken")
                  .toString()
                  .equals(Json.parse(token).toString()));
    }
  }

  @Test
  @DisplayName("F3: a second response of the server is dropped")
  void duplicateReply() {
    RawClient client = connected();
    assertThat(client.call("duplicate_reply").text()).isEqualTo("first");
    client.call("echo", "{'text':'behind it'}");
    client.ping();
  }

  @Test
  @DisplayName("F3: responses that nobody asked for are dropped, also one with id null")
  void unsolicitedReplies() {
    RawClient client = connected();
    assertThat(client.call("unsolicited").text()).isEqualTo("after the unsolicited ones");
    client.call("echo", "{'text':'behind them'}");
    client.ping();
  }

  @Test
  @DisplayName("L1: an answer of an earlier incarnation is dropped, even under an id in use")
  void lateReplyOfTheGenerationBefore() throws IOException {
    RawClient client = connected();
    Path gate = bench.dir().resolve("gate");
    Path later = bench.dir().resolve("later");
    ToolResult crashed = client.call("orphan_reply", "{'path':'" + gate + "'}");
    assertThat(crashed.isError()).isTrue();
    assertThat(crashed.texts().getFirst()).startsWith("[pitstop]").contains("11");
    CompletableFuture<JsonObject> waiting =
        client.callAsync("wait_for_file", "{'path':'" + later + "'}");
    server.awaitCall("wait_for_file");
    Files.createFile(gate);
    client.call("echo", "{'text':'meanwhile'}");
    Files.createFile(later);
    assertThat(client.toolResult(waiting).lastText()).startsWith("found");
  }

  @Test
  @DisplayName("L4, U6: a server that reads only 32-bit numbers understands our own requests")
  void integersOnly() {
    server = bench.scripted("--integer-ids");
    RawClient client = bench.pitstop(server, "--start-timeout", "10s").drainStderr();
    client.handshake();
    assertThat(client.call("recompile").text()).contains("spawn #2");
    assertThat(client.call("echo", "{'text':'understood'}").text()).contains("understood");
    assertThat(client.call("server_stderr").text()).doesNotContain("cannot decode");
  }

  @Test
  @DisplayName("L5: the text of a start in silence names the request that is owed, and its id")
  void owed() {
    server = bench.scripted("--from-spawn", "2", "--never-init", "--banner-at-start");
    RawClient client = bench.pitstop(server, "--start-timeout", "3s").drainStderr();
    client.handshake();
    assertThat(client.call("recompile").text())
        .containsPattern(
            "did not answer `initialize` \\(id 1\\d{9}\\) within 3\\.0 s of its start");
  }

  @Test
  @DisplayName("F6, U6: a first start that takes longer than 5 s costs the session nothing")
  void slowFirstStart() {
    server = bench.scripted("--init-delay", "6000", "--instructions", "Take your time.");
    RawClient client = bench.pitstop(server).drainStderr();
    JsonObject answer = client.handshake();
    assertThat(answer.get("instructions").getAsString()).endsWith("\n\nTake your time.");
    assertThat(answer.getAsJsonObject("capabilities").keySet()).contains("prompts", "completions");
  }
}
