package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.http.fixture.Cut;
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
}
