package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
    return direct(server).greeted();
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
}
