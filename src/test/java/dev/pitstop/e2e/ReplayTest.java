package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// `--replay`: calls that bring a new process where the old one was.
@DisplayName("replay of calls (R8)")
@Tag("all")
class ReplayTest {
  @RegisterExtension final Bench bench = new Bench();

  private FixtureServer server = FixtureServer.NONE;

  private RawClient connect(String... options) {
    server = bench.scripted();
    RawClient client = bench.pitstop(server, options).drainStderr();
    client.handshake();
    client.result(client.request("tools/list", "{}"));
    return client;
  }

  private void reload(RawClient client) {
    ToolResult recompile = client.call("recompile");
    assertThat(recompile.isError()).as(recompile.json().toString()).isFalse();
  }

  /// What the newest process received: each method, a call with its tool and arguments.
  private List<String> newestReceived() {
    return server.receivedBy(server.pids().getLast()).stream().map(ReplayTest::inShort).toList();
  }

  private static String inShort(JsonObject message) {
    String method = message.get("method").getAsString();
    if (!method.equals("tools/call")) {
      return method;
    }
    JsonObject params = Json.at(message, "params");
    return params.get("name").getAsString() + Json.at(params, "arguments");
  }

  private List<String> replayed() {
    return newestReceived().stream().filter(line -> line.contains("{")).toList();
  }

  @Test
  @DisplayName("R8: the last good call is repeated after the handshake, before the lists")
  void lastCall() {
    RawClient client = connect("--replay", "add_tool");
    client.call("add_tool", "{'name':'first'}");
    client.call("add_tool", "{'name':'second'}");
    reload(client);
    assertThat(newestReceived())
        .startsWith("initialize", "notifications/initialized", "add_tool{\"name\":\"second\"}");
    JsonObject list = client.result(client.request("tools/list", "{}"));
    assertThat(Json.each(list.getAsJsonArray("tools"), "name"))
        .contains("second")
        .doesNotContain("first");
    assertThat(client.call("second").isError()).isFalse();
  }

  @Test
  @DisplayName("R8: it is repeated after a crash too, and after every reload")
  void everyIncarnation() {
    RawClient client = connect("--replay", "echo");
    client.call("echo", "{'text':'connect'}");
    client.call("crash", "{'code':3}");
    client.call("pid");
    assertThat(replayed()).startsWith("echo{\"text\":\"connect\"}");
    reload(client);
    assertThat(replayed()).containsExactly("echo{\"text\":\"connect\"}");
    reload(client);
    assertThat(replayed()).containsExactly("echo{\"text\":\"connect\"}");
  }

  @Test
  @DisplayName("R8: a call that fails when it is repeated is noted and does not stop the reload")
  void failsWhenRepeated() {
    RawClient client = connect("--replay", "is_error", "--replay", "echo");
    client.call("is_error", "{'from_spawn':2}");
    client.call("echo", "{'text':'x'}");
    reload(client);
    assertThat(replayed()).containsExactly("is_error{\"from_spawn\":2}", "echo{\"text\":\"x\"}");
    assertThat(client.call("server_stderr").text()).contains("replayed call of `is_error` failed");
  }

  @Test
  @DisplayName("R8, F3: results and progress of repeated calls are kept from the client")
  void resultsAreKept() {
    RawClient client = connect("--replay", "progress");
    JsonObject params = Json.object(RawClient.callParams("progress", "{'n':2}"));
    params.add("_meta", Json.object("{'progressToken':'p'}"));
    client.result(client.requestAs(client.nextId(), "tools/call", params));
    int before = client.notifications("notifications/progress").size();
    assertThat(before).isEqualTo(2);
    reload(client);
    client.ping();
    assertThat(replayed()).containsExactly("progress{\"n\":2}");
    assertThat(client.notifications("notifications/progress")).hasSize(before);
  }

  @Test
  @DisplayName("R8: calls that wait for the new process come after the repeated one")
  void heldCallsComeAfter() {
    RawClient client = connect("--replay", "echo");
    client.call("echo", "{'text':'connect'}");
    client.call("crash", "{'code':3}");
    client.call("pid");
    assertThat(replayed()).containsExactly("echo{\"text\":\"connect\"}", "pid{}");
  }

  @Test
  @DisplayName("R8: a failed call is not repeated")
  void failedCalls() {
    RawClient client = connect("--replay", "error", "--replay", "is_error", "--replay", "crash");
    client.error(client.callAsync("error", "{'code':1,'message':'no'}"));
    client.call("is_error");
    client.call("crash", "{'code':3}");
    reload(client);
    assertThat(replayed()).isEmpty();
  }
}
