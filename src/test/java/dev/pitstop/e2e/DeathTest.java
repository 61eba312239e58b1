package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Catalogue A: what only a real process shows of its death. Which calls are repeated, and what is
/// told of an end, is in `dev.pitstop.session.CrashTest`.
@DisplayName("death of a backend")
class DeathTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connected() {
    server = bench.scripted();
    return bench.pitstop(server).drainStderr().greeted();
  }

  private static void assertCrashReport(ToolResult result, String... contents) {
    assertThat(result.isError()).as(result.json().toString()).isTrue();
    assertThat(result.texts().getFirst()).startsWith("[pitstop]").contains(contents);
  }

  private static void assertServes(RawClient client, int spawn) {
    assertThat(client.call("pid").lastText()).contains("\"spawn\":" + spawn);
  }

  @Test
  @DisplayName("exit code, signal or stack of whoever died, and the next call works")
  void ends() {
    RawClient client = connected();
    Status.awaitListed(() -> client.call("server_status"));
    String exits = "{'mode':'exit','code':3,'stderr':'thread main panicked'}";
    assertCrashReport(client.call("crash", exits), "exit code 3", "thread main panicked");
    ToolResult next = client.call("pid");
    assertThat(next.notices())
        .as("how it ended the agent has read")
        .containsExactly("[pitstop] Server `scripted` was restarted (spawn #2). Tools unchanged.");
    assertThat(next.lastText()).contains("\"spawn\":2");
    assertCrashReport(
        client.call("crash", "{'mode':'throw'}"), "Error: boom in the scripted server");
    assertServes(client, 3);
    assertCrashReport(client.call("crash", "{'mode':'sigsegv'}"), "SIGSEGV");
    assertServes(client, 4);
    Procs.signal(server.pids().getLast(), "KILL"); // with nothing in flight
    Status.awaitNot(client, "running");
    assertThat(client.call("echo", "{'text':'again'}").notice()).contains("SIGKILL");
    assertServes(client, 5);
  }

  @Test
  @DisplayName("what is in the pipes when it dies: half a line, no line end, unread calls")
  void pipes() {
    RawClient client = connected();
    assertCrashReport(client.call("close_stdout"), "stdout");
    assertServes(client, 2);
    Procs.awaitGone(server.pids().getFirst());
    assertCrashReport(client.call("half_line", "{'code':4}"), "4");
    assertThat(client.call("echo", "{'text':'whole'}").lastText()).isEqualTo("whole");
    assertThat(client.call("no_newline").text()).isEqualTo("no newline");
    Procs.awaitGone(server.pids().getLast()); // its answer comes before its end
    assertServes(client, 4);
    writtenBehindTheCrash(client);
  }

  private void writtenBehindTheCrash(RawClient client) {
    JsonObject crash = Json.object(RawClient.callParams("crash", "{'code':9}"));
    JsonObject counter = Json.object(RawClient.callParams("counter", "{}"));
    List<CompletableFuture<JsonObject>> responses = new ArrayList<>();
    StringBuilder burst = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      String id = "\"b" + i + "\"";
      responses.add(client.expect(id));
      burst.append(RawClient.requestLine(id, "tools/call", i == 0 ? crash : counter)).append('\n');
    }
    client.sendRaw(burst.toString());
    assertCrashReport(client.toolResult(responses.getFirst()), "9");
    responses.forEach(client::await);
    long succeeded =
        responses.stream().filter(r -> !new ToolResult(client.result(r)).isError()).count();
    assertThat(server.executionsOf("counter")).as("none ran twice").isEqualTo((int) succeeded);
  }
}
