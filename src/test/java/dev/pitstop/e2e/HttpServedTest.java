package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("a server that speaks HTTP, run by Pitstop: --url URL -- COMMAND")
class HttpServedTest {
  @RegisterExtension final Bench bench = new Bench();

  private final int port = HttpDaemonProcess.freePort();

  private HttpLog log() {
    return new HttpLog(bench.dir().resolve("executed"));
  }

  private RawClient pitstop(String... more) {
    FixtureServer daemon =
        bench.fixture("{'like':'daemon'}", "--port", "" + port, "--log", log().file().toString());
    List<String> options = new ArrayList<>(List.of("--url", "http://localhost:" + port + "/mcp"));
    options.addAll(List.of(more));
    return bench.pitstop(daemon, options.toArray(new String[0])).drainStderr();
  }

  private long pid(RawClient client) {
    return bench.mustEnd(client.call("server_status").facts().get("pid").getAsLong());
  }

  @Test
  @DisplayName("Killed, it is restarted by the next call; reloaded, the new one has the port")
  void runs() {
    RawClient client = pitstop().greeted();
    client.result(client.request("tools/list", "{}"));
    assertThat(client.call("count", "{'key':'a'}").text()).isEqualTo("1");
    long first = pid(client);
    Procs.signal(first, "KILL");
    Status.awaitNot(client, "running");
    ToolResult next = client.call("count", "{'key':'b'}");
    assertThat(next.notice()).contains("was restarted (spawn #2)");
    assertThat(next.lastText()).isEqualTo("1");
    long second = pid(client);
    assertThat(second).isNotEqualTo(first);
    assertThat(client.call("recompile").text()).contains("Restarted server", "spawn #3");
    Procs.awaitGone(second);
    pid(client);
    assertThat(client.call("count", "{'key':'c'}").lastText()).isEqualTo("1");
    assertThat(log().executed()).isEqualTo(Map.of("a", 1, "b", 1, "c", 1));
  }

  @Test
  @DisplayName("A build that fails leaves it running")
  void failedBuild() {
    RawClient client = pitstop("--build", "echo 'x.c:1: error: no'; exit 1").greeted();
    long first = pid(client);
    assertThat(client.call("recompile").text())
        .contains("The old server keeps running", "error: no");
    assertThat(pid(client)).isEqualTo(first);
    assertThat(client.call("count", "{'key':'a'}").lastText()).isEqualTo("1");
  }

  @Test
  @DisplayName("When Pitstop itself is killed, it ends as well")
  void orphan() {
    RawClient client = pitstop().greeted();
    client.call("count", "{'key':'a'}");
    long pid = pid(client);
    client.mayEndBadly();
    Procs.signal(client.pid(), "KILL");
    Procs.awaitGone(pid);
  }

  @Test
  @DisplayName("Not where it should be: what it printed comes with the failed call")
  void elsewhere() {
    RawClient client =
        bench
            .pitstop(
                List.of("sh", "-c", "echo 'listening on 4711'; exec tail -f /dev/null"),
                "--start-timeout",
                "2s",
                "--url",
                "http://localhost:" + port + "/mcp")
            .drainStderr();
    client.handshake();
    ToolResult result = client.call("count", "{'key':'a'}");
    assertThat(result.isError()).isTrue();
    assertThat(result.text())
        .contains("nothing listens at http://localhost:" + port + "/mcp (connection refused)")
        .contains("\n  listening on 4711\n");
  }
}
