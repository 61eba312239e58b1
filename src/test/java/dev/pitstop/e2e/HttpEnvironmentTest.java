package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.http.fixture.Cut;
import dev.pitstop.http.fixture.ScriptedDaemon;
import dev.pitstop.http.fixture.Setup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue H 36: what lies between, as the environment says. The program is the real one; the
/// daemon is the test's. Which host goes which way is a matter of the JDK.
@DisplayName("HTTP daemons: proxies")
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
  @ValueSource(strings = {"127.0.0.1", "::1"})
  @DisplayName("36: a proxy is set: this machine is reached without it")
  void direct(String address) {
    try (ScriptedDaemon daemon = ScriptedDaemon.reserved(InetAddress.ofLiteral(address))) {
      daemon.start(Setup.legacy());
      RawClient client =
          pitstop(
                  daemon.url().toString(),
                  "PITSTOP_JAVA_OPTS=-Dhttp.proxyHost=192.0.2.1 -Dhttp.proxyPort=9")
              .greeted();
      assertThat(echo(client, "a")).contains("a");
      assertThat(daemon.requests().getFirst().target()).isEqualTo("/mcp");
    }
  }

  @Test
  @DisplayName("36: a host elsewhere is asked for through the proxy, restarts included")
  void proxied() throws InterruptedException {
    String elsewhere = "http://daemon.example/mcp";
    try (ScriptedDaemon proxy = ScriptedDaemon.started(Setup.legacy().path(elsewhere))) {
      String options = "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=" + proxy.port();
      RawClient client = pitstop(elsewhere, "PITSTOP_JAVA_OPTS=" + options).greeted();
      assertThat(echo(client, "a")).contains("a");
      proxy.awaitListening(1);
      proxy.restart(Cut.RESET, Setup.legacy().path(elsewhere));
      proxy.await(2, "notifications/initialized");
      assertThat(echo(client, "b")).contains("b");
      assertThat(proxy.requests())
          .allMatch(r -> r.header("Host").equals(Optional.of("daemon.example")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "407 Login, is behind a proxy that asks for a login (HTTP status 407).",
    "403 No, 'is behind a proxy that does not reach it (Tunnel failed, got: 403).'"
  })
  @DisplayName("36: a proxy that opens no tunnel is named, and not taken for the daemon")
  void noTunnel(String status, String named) throws IOException {
    try (ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> refuse(proxy, status));
      String options = "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=" + proxy.getLocalPort();
      RawClient client =
          pitstop("https://daemon.example/mcp", "PITSTOP_JAVA_OPTS=" + options).greeted();
      assertThat(echo(client, "a")).contains("https://daemon.example/mcp " + named);
    }
  }

  /// Until the socket is closed.
  private static void refuse(ServerSocket proxy, String status) {
    while (!proxy.isClosed()) {
      try (Socket asked = proxy.accept()) {
        BufferedReader head =
            new BufferedReader(
                new InputStreamReader(asked.getInputStream(), StandardCharsets.US_ASCII));
        while (!head.readLine().isEmpty()) {}
        String answer = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
        asked.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // the test is over, or the client has closed the connection
      }
    }
  }
}
