package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// More bytes under way than the heap of 256 MiB has, in messages that are all within the limit:
/// something is refused or dropped, and says so; the session and a healthy server go on.
@DisplayName("bounded memory")
@Tag("all")
class BoundedMemoryTest {
  private static final int MIB = 1 << 20;

  @RegisterExtension final Bench bench = new Bench();

  /// Sends `begin`, so many MiB of `x`, and `end` as one line.
  private static void sendLong(RawClient client, String begin, int mib, String end) {
    byte[] x = new byte[MIB];
    Arrays.fill(x, (byte) 'x');
    client.sendRaw(begin);
    for (int i = 0; i < mib; i++) {
      client.sendBytes(x);
    }
    client.sendBytes((end + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /// Sends a call with an argument `pad` of so many MiB.
  private static CompletableFuture<JsonObject> longCall(
      RawClient client, String tool, String arguments, int mib) {
    String id = client.nextId();
    CompletableFuture<JsonObject> response = client.expect(id);
    String begin =
        "{'jsonrpc':'2.0','id':%s,'method':'tools/call','params':{'name':'%s','arguments':{%s'pad':'"
            .formatted(id, tool, arguments);
    sendLong(client, begin.replace('\'', '"'), mib, "\"}}}");
    return response;
  }

  @Test
  @DisplayName("six calls of 45 MiB in flight are answered, or refused with the limit")
  void largeCallsInFlight() throws IOException {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    Path gate = bench.dir().resolve("gate");
    List<CompletableFuture<JsonObject>> calls = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      calls.add(longCall(client, "wait_for_file", "'path':'" + gate + "',", 45));
    }
    client.ping();
    Files.createFile(gate);
    assertThat(client.toolResult(calls.getFirst()).text()).startsWith("found");
    for (CompletableFuture<JsonObject> call : calls) {
      String text = client.toolResult(call).text();
      assertThat(text.startsWith("found") || text.contains("the limit")).as(text).isTrue();
    }
    assertThat(client.call("echo", "{'text':'after it all'}").text()).isEqualTo("after it all");
  }

  @Test
  @DisplayName("300 MiB of notifications to a stopped server; what is dropped is noted")
  void notificationsToStoppedServer() {
    FixtureServer server = bench.scripted();
    RawClient client =
        bench
            .pitstop(server, "--set", "stopTimeout=1s", "--set", "drainTimeout=1s")
            .drainStderr()
            .greeted();
    CompletableFuture<JsonObject> hung = client.callAsync("stop_self", "{}");
    server.awaitCall("stop_self");
    for (int i = 0; i < 300; i++) {
      sendLong(
          client,
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"x\":\"",
          1,
          "\"}}");
    }
    client.ping();
    assertThat(client.call("server_stderr").text()).contains("dropping notifications", "limit: ");
    assertThat(client.call("recompile").isError()).isFalse();
    assertThat(client.toolResult(hung).isError()).as("C1").isTrue();
    assertThat(client.call("echo", "{'text':'again'}").lastText()).isEqualTo("again");
  }

  @Test
  @DisplayName("calls that were cancelled and so are never answered keep no memory")
  void cancelledCalls() {
    RawClient client = bench.pitstop(bench.scripted()).drainStderr().greeted();
    String pid = client.call("pid").text();
    for (int i = 0; i < 300; i++) {
      String id = client.nextId();
      String begin =
          "{'jsonrpc':'2.0','id':%s,'method':'tools/call','params':{'name':'never','arguments':{'pad':'"
              .formatted(id);
      sendLong(client, begin.replace('\'', '"'), 1, "\"}}}");
      client.cancel(id);
      client.call("echo", "{'text':'the server has read all that'}");
    }
    assertThat(client.call("pid").text()).isEqualTo(pid);
  }

  @Test
  @DisplayName("long lines that are no messages, while nobody reads our stderr")
  void longBanners() {
    RawClient client = bench.pitstop(bench.scripted()).greeted();
    String pid = client.call("pid").text();
    for (int i = 0; i < 300; i++) {
      assertThat(client.call("banner", "{'bytes':" + MIB + "}").lastText()).contains("long banner");
    }
    assertThat(client.call("pid").text()).as("the same, healthy server").isEqualTo(pid);
  }
}
