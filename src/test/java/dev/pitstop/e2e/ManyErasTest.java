package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Catalogue K: servers of both eras, and of a choice of eras, under a client of each. The servers
/// complain of every message that is not of their era, and the bench asks them.
@DisplayName("many servers: eras (E1, K34)")
@Tag("all")
class ManyErasTest {
  private static final List<String> SERVERS = List.of("legacy", "modern", "dual");

  @RegisterExtension final ManyBench bench = new ManyBench();

  private Hub hub(boolean modern) {
    return modern ? bench.modernHub() : bench.hub();
  }

  private FixtureServer server(String era, String more) {
    return bench.server(era, "{'era':'" + era + "'," + more + "}");
  }

  /// One server of each kind, under the kind's name.
  private Hub all(boolean modern, String tools) {
    Hub hub = hub(modern);
    for (String era : SERVERS) {
      hub.add(
          era,
          server(
              era,
              "'tools':%s,'prompts':['greet'],'resources':['mem://%s']".formatted(tools, era)));
    }
    return hub;
  }

  @ParameterizedTest(name = "modern client: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("K34: tools, prompts, resources and completion of servers of every era")
  void everything(boolean modern) {
    Hub hub = all(modern, "['echo','who']");
    for (String era : SERVERS) {
      assertThat(hub.tools(era)).containsExactly(era + "__echo", era + "__who");
      assertThat(hub.text(era + "__echo", "{'text':'größe'}")).isEqualTo("größe");
      String spoken = era.equals("dual") ? (modern ? "modern" : "legacy") : era;
      assertThat(hub.who(era).get("era").getAsString()).as(era).isEqualTo(spoken);
      assertThat(hub.read("mem://" + era)).isEqualTo("mem://" + era + " of " + era);
      assertThat(hub.result("prompts/get", "{'name':'" + era + "__greet'}").toString())
          .contains("greet of " + era);
      JsonObject completion =
          hub.result(
              "completion/complete",
              "{'ref':{'type':'ref/prompt','name':'%s__greet'},'argument':{'name':'w','value':'x'}}"
                  .formatted(era));
      assertThat(completion.toString()).contains("greet/x of " + era);
      assertThat(hub.error("prompts/get", "{'name':'" + era + "__nothing'}").get("code").getAsInt())
          .isEqualTo(-32602);
      hub.reload(era);
      assertThat(hub.call(era + "__echo", "{'text':'again'}").lastText()).isEqualTo("again");
    }
  }

  @Test
  @DisplayName("E1: one client may initialize after a discover, and none of it reaches the servers")
  void discoverThenInitialize() {
    Hub hub = bench.raw(false);
    JsonObject discovery =
        hub.client().result(hub.client().request("server/discover", Modern.params("{}")));
    assertThat(discovery.toString()).contains("2026-07-28");
    hub.client().handshake();
    hub.add("legacy", server("legacy", "'tools':['echo']"));
    hub.add("modern", server("modern", "'tools':['echo']"));
    assertThat(hub.text("legacy__echo", "{'text':'x'}")).isEqualTo("x");
    assertThat(hub.text("modern__echo", "{'text':'x'}")).isEqualTo("x");
  }

  @ParameterizedTest(name = "modern client: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName("K34, F3: progress and cancellation over the eras")
  void progress(boolean modern) {
    Hub hub = all(modern, "['progress','never','echo']");
    int seen = 0;
    for (String era : SERVERS) {
      JsonObject params = Json.object(RawClient.callParams(era + "__progress", "{'n':2}"));
      params.add("_meta", Json.object("{'progressToken':'of " + era + "'}"));
      hub.result("tools/call", Json.text(params));
      seen += 2;
      assertThat(hub.client().notifications("notifications/progress")).hasSize(seen);
      String id = hub.client().nextId();
      String never = RawClient.callParams(era + "__never", "{}");
      CompletableFuture<JsonObject> call =
          hub.client()
              .requestAs(id, "tools/call", Json.object(modern ? Modern.params(never) : never));
      hub.client().cancel(id);
      hub.text(era + "__echo", "{'text':'behind it'}");
      assertThat(call).isNotDone();
    }
  }

  @Test
  @DisplayName("K34: a server that does not answer the probe is greeted the old way")
  void silentToProbe() {
    Hub hub = bench.modernHub();
    FixtureServer server = server("legacy", "'tools':['who'],'mute':['server/discover']");
    hub.add("s", server);
    assertThat(hub.who("s").get("era").getAsString()).isEqualTo("legacy");
  }

  @Test
  @DisplayName("K34: a modern server behind a legacy client is asked initialize once in its life")
  void learnt() {
    Hub hub = bench.hub();
    FixtureServer server = server("modern", "'tools':['who']");
    hub.add("s", server);
    hub.reload("s");
    hub.call("s__who");
    assertThat(server.pids()).hasSize(2);
    assertThat(server.receivedBy(server.pids().getLast()))
        .noneMatch(FixtureServer.method("initialize"));
  }

  /// The answer to a modern `ping`, without its text.
  private static String ping(RawClient client) {
    JsonObject answer = client.await(client.request("ping", Modern.params("{}")));
    JsonObject error = answer.getAsJsonObject("error");
    assertThat(error.get("message").getAsString()).containsIgnoringCase("method not found");
    return answer.keySet() + " " + error.get("code") + " " + error.keySet();
  }

  @Test
  @DisplayName(
      "F4: the modern era has no ping: one server, many and a daemon say so as a server does"
          + " directly, also while none serves")
  void modernPing() {
    Bench one = bench.bench();
    String direct = ping(one.direct(one.modern()));
    assertThat(direct).isEqualTo("[jsonrpc, id, error] -32601 [code, message]");
    RawClient through = one.pitstop(one.modern()).drainStderr();
    assertThat(ping(through)).as("one, at first").isEqualTo(direct);
    through.result(through.request("tools/list", Modern.params("{}")));
    assertThat(ping(through)).as("one").isEqualTo(direct);
    through.await(through.request("tools/call", Modern.call("crash", "{'code':3}")));
    assertThat(ping(through)).as("one that is down").isEqualTo(direct);
    Hub hub = bench.modernHub();
    assertThat(ping(hub.client())).as("no server yet").isEqualTo(direct);
    hub.add("m", server("modern", "'tools':['echo']"));
    assertThat(ping(hub.client())).as("one of many").isEqualTo(direct);
    hub.add("l", server("legacy", "'tools':['echo']"));
    assertThat(ping(hub.client())).as("many").isEqualTo(direct);
    try (HttpDaemonProcess daemon = HttpDaemonProcess.node(one, "http-sdk2.mjs", "--modern")) {
      daemon.start();
      RawClient to = one.pitstop(List.of(daemon.url().toString())).drainStderr();
      to.result(to.request("tools/list", Modern.params("{}")));
      assertThat(ping(to)).as("a daemon").isEqualTo(direct);
      daemon.kill();
      assertThat(ping(to)).as("a daemon that is gone").isEqualTo(direct);
    }
  }
}
