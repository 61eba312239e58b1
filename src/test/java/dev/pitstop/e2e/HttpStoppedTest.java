package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.harness.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue H 25 with a process: one that is stopped takes connections, for the system does, and
/// answers nothing.
@DisplayName("HTTP daemons that are stopped by a signal, and continued")
class HttpStoppedTest {
  private static final int CALLS = 5;

  @RegisterExtension final Bench bench = new Bench();

  private HttpLog log() {
    return new HttpLog(bench.dir().resolve("executed"));
  }

  private HttpDaemonProcess daemon(String options) {
    List<String> all = new ArrayList<>(List.of("--log", log().file().toString()));
    all.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
    return HttpDaemonProcess.scripted(bench, all.toArray(String[]::new));
  }

  private static void awaitInFlight(RawClient client, int count) {
    Await.until(
        () -> client.call("server_status").facts().get("in_flight").getAsInt() == count,
        () -> client.call("server_status").text());
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"", "--sse", "--stateless --no-get"})
  @DisplayName("Calls wait while it is stopped; continued, it answers each, and none ran twice")
  void continued(String options) {
    HttpDaemonProcess daemon = daemon(options);
    RawClient client = bench.started(daemon);
    client.result(client.request("tools/list", "{}"));
    client.call("count", "{'key':'before'}");
    Procs.signal(daemon.pid(), "STOP");
    List<CompletableFuture<JsonObject>> waiting = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      waiting.add(client.callAsync("count", "{'key':'k" + i + "'}"));
    }
    awaitInFlight(client, CALLS);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    Procs.signal(daemon.pid(), "CONT");
    for (CompletableFuture<JsonObject> each : waiting) {
      ToolResult result = client.toolResult(each);
      assertThat(result.isError()).as(result.json().toString()).isFalse();
      assertThat(result.text()).isEqualTo("1"); // and no notice: nothing was restarted
    }
    for (int i = 0; i < CALLS; i++) {
      assertThat(log().executed()).containsEntry("k" + i, 1);
    }
    assertThat(log().with("session")).hasSize(1);
  }

  @Test
  @DisplayName("stopped and then killed: what waited is unknown, and runs nowhere again")
  void killed() {
    HttpDaemonProcess daemon = daemon("");
    RawClient client = bench.started(daemon);
    client.result(client.request("tools/list", "{}"));
    client.call("count", "{'key':'before'}");
    Procs.signal(daemon.pid(), "STOP");
    CompletableFuture<JsonObject> call = client.callAsync("count", "{'key':'k'}");
    awaitInFlight(client, 1);
    daemon.restart();
    ToolResult result = client.toolResult(call);
    // its request began to leave, or was found never to have left
    if (result.isError()) {
      assertThat(result.text()).contains("may have taken effect");
      assertThat(log().executed()).doesNotContainKey("k");
    } else {
      assertThat(log().executed()).containsEntry("k", 1);
    }
    assertThat(client.call("count", "{'key':'after'}").lastText()).isEqualTo("1");
  }

  @Test
  @DisplayName("39: the client leaves while it is stopped: Pitstop ends, and the daemon lives on")
  void clientLeaves() {
    HttpDaemonProcess daemon = daemon("");
    RawClient client = bench.impatient().started(daemon);
    client.call("echo", "{'text':'a'}");
    Procs.signal(daemon.pid(), "STOP");
    client.finish();
    Procs.signal(daemon.pid(), "CONT");
    assertThat(Procs.alive(daemon.pid())).isTrue();
  }
}
