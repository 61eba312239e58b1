package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.pitstop.http.fixture.Answer;
import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.Received;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue H 15 and 36: what a daemon negotiates anew, and what lies between. The program is the
/// real one; the daemon is the test's.
@DisplayName("HTTP daemons: another revision after a restart, proxies (H 15, 36)")
class HttpEnvironmentTest {
  @RegisterExtension final Bench bench = new Bench();

  private RawClient pitstop(String url, String... variables) {
    List<String> argv = new ArrayList<>(List.of("env"));
    argv.addAll(List.of(variables));
    argv.addAll(Bench.pitstopArgv(List.of(url)));
    return bench.start(argv, RawClient.Peer.PITSTOP).drainStderr();
  }

  private static String echo(RawClient client, String text) {
    return client.call("echo", "{'text':'" + text + "'}").lastText();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("15: it negotiates another revision: the new header at once, and a warning")
  void revision(boolean listening) throws InterruptedException {
    Answer get = listening ? Answer.listen() : Answer.status(405);
    try (ScriptedDaemon daemon = ScriptedDaemon.started(Setup.legacy().get(get))) {
      RawClient client = pitstop(daemon.url().toString());
      client.handshake();
      assertThat(echo(client, "a")).contains("a");
      daemon.restart(Cut.RESET, Setup.legacy("2025-06-18").get(get));
      daemon.await(2, "notifications/initialized");
      assertThat(echo(client, "b")).contains("b");
      JsonObject status = client.call("server_status").facts();
      assertThat(status.get("protocol_version").getAsString()).isEqualTo("2025-06-18");
      assertThat(client.call("server_stderr").text()).contains("to 2025-06-18");
      assertThat(client.stderr()).contains("WARN").contains("to 2025-06-18");
      Received hello = daemon.requests("initialize").getLast();
      assertThat(hello.start()).isEqualTo(2);
      assertThat(hello.header("MCP-Protocol-Version")).isEmpty();
      // what belonged to the session before may still have come to the new daemon
      assertThat(daemon.requests())
          .filteredOn(r -> r.header("Mcp-Session-Id").filter("session-2-1"::equals).isPresent())
          .hasSizeGreaterThanOrEqualTo(3)
          .allMatch(r -> r.header("MCP-Protocol-Version").filter("2025-06-18"::equals).isPresent());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, NO_PROXY=",
    "127.0.0.1, no_proxy=example.org",
    "::1, NO_PROXY=",
    "::1, NO_PROXY=::1",
    "::1, 'no_proxy=[::1],localhost'",
  })
  @DisplayName("36: HTTP_PROXY is set: this machine is reached without it, NO_PROXY or not")
  void direct(String address, String noProxy) {
    try (ScriptedDaemon daemon = ScriptedDaemon.reserved(InetAddress.ofLiteral(address))) {
      daemon.start(Setup.legacy());
      RawClient client =
          pitstop(
              daemon.url().toString(),
              "HTTP_PROXY=http://192.0.2.1:9",
              "http_proxy=http://192.0.2.1:9",
              "ALL_PROXY=http://192.0.2.1:9",
              noProxy);
      client.handshake();
      assertThat(echo(client, "a")).contains("a");
      assertThat(daemon.requests().getFirst().target()).isEqualTo("/mcp");
    }
  }

  @Test
  @DisplayName("36: a host elsewhere is asked for through the proxy, restarts included")
  void proxied() throws InterruptedException {
    String elsewhere = "http://daemon.example/mcp";
    try (ScriptedDaemon proxy = ScriptedDaemon.started(Setup.legacy().path(elsewhere))) {
      RawClient client = pitstop(elsewhere, "HTTP_PROXY=http://127.0.0.1:" + proxy.port());
      client.handshake();
      assertThat(echo(client, "a")).contains("a");
      proxy.awaitListening(1);
      proxy.restart(Cut.RESET, Setup.legacy().path(elsewhere));
      proxy.await(2, "notifications/initialized");
      assertThat(echo(client, "b")).contains("b");
      assertThat(proxy.requests())
          .allMatch(r -> r.header("Host").equals(Optional.of("daemon.example")));
    }
  }
}
