package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// R1 at its word: callers that never pause, over reload after reload.
///
/// Threads: each caller has its own; what they share is atomic.
@DisplayName("reload under load (R1)")
@Tag("all")
class ReloadUnderLoadTest {
  @RegisterExtension final Bench bench = new Bench();

  private static final int CALLERS = 8;
  private static final int RELOADS = Integer.getInteger("pitstop.e2e.reloads", 40);

  /// Callers that call `echo` one call after the other, until they are told to stop.
  private static final class Load {
    private final RawClient client;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<CompletableFuture<Void>> callers = new ArrayList<>();

    Load(RawClient client) {
      this.client = client;
      for (int i = 0; i < CALLERS; i++) {
        int caller = i;
        CompletableFuture<Void> end = new CompletableFuture<>();
        callers.add(end);
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                run(caller);
                end.complete(null);
              } catch (RuntimeException | AssertionError e) {
                end.completeExceptionally(e);
              }
            });
      }
    }

    private void run(int caller) {
      for (int n = 0; !over.get(); n++) {
        String text = "caller " + caller + ", call " + n;
        calls.incrementAndGet();
        ToolResult result = client.call("echo", "{'text':'" + text + "'}");
        if (!result.texts().equals(List.of(text)) || result.isError()) {
          throw new AssertionError("instead of " + text + ": " + result.json());
        }
      }
    }

    /// Ends the load; gives how many calls there were, all of them answered and none failed.
    int end() {
      over.set(true);
      callers.forEach(CompletableFuture::join);
      return calls.get();
    }
  }

  private static void assertReloaded(ToolResult recompile) {
    assertThat(recompile.facts().get("outcome").getAsString())
        .as(recompile.json().toString())
        .isEqualTo("reloaded");
  }

  private RawClient connect(FixtureServer server) {
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
    return client;
  }

  @Test
  @DisplayName("R1: eight callers, reload after reload: every call answered once, executed once")
  void manyReloads() {
    FixtureServer server = bench.scripted();
    RawClient client = connect(server);
    Load load = new Load(client);
    for (int i = 0; i < RELOADS; i++) {
      assertReloaded(client.call("recompile"));
    }
    int calls = load.end();
    assertThat(calls).isGreaterThan(RELOADS);
    assertThat(server.executionsOf("echo")).isEqualTo(calls);
    assertThat(server.pids()).hasSize(RELOADS + 1);
    assertThat(client.call("pid").text()).contains("\"spawn\":" + (RELOADS + 1) + "}");
  }

  @Test
  @DisplayName("R1: a server that takes 1 s to start, and a call that the old one finishes")
  void slowServer() throws IOException {
    FixtureServer server = bench.scripted("--start-delay", "1000");
    RawClient client = connect(server);
    client.call("pid");
    Load load = new Load(client);
    for (int i = 0; i < 2; i++) {
      Path gate = bench.dir().resolve("gate-" + i);
      CompletableFuture<JsonObject> slow = waiting(client, gate);
      server.awaitCalls(i + 1, "wait_for_file");
      assertReloaded(client.call("recompile"));
      for (int n = 0; n < 50; n++) {
        client.call("pid"); // a while, in which the old one is not stopped
      }
      assertThat(slow).as("it is the old one's").isNotDone();
      Files.createFile(gate);
      assertThat(client.toolResult(slow).lastText()).startsWith("found");
    }
    assertThat(server.executionsOf("echo")).isPositive();
    int calls = load.end();
    assertThat(server.executionsOf("echo")).isEqualTo(calls);
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(2);
    assertThat(server.pids()).hasSize(3);
  }

  @Test
  @DisplayName("R1: a long call outlives the reload at the old one, while the new one serves")
  void longCall() throws IOException {
    FixtureServer server = bench.scripted();
    RawClient client = connect(server);
    Load load = new Load(client);
    Path gate = bench.dir().resolve("gate");
    CompletableFuture<JsonObject> slow = waiting(client, gate);
    server.awaitCall("wait_for_file");
    assertReloaded(client.call("recompile"));
    long old = server.pids().getFirst();
    long now = server.pids().getLast();
    assertThat(client.call("pid").text()).contains("\"pid\":" + now);
    int calls = load.end();
    assertThat(slow).as("the old one still has the call").isNotDone();
    assertThat(Procs.alive(old)).isTrue();
    Files.createFile(gate);
    assertThat(client.toolResult(slow).lastText()).startsWith("found");
    assertThat(server.pids()).containsExactly(old, now);
    assertThat(calls(server.receivedBy(old), "wait_for_file")).isEqualTo(1);
    assertThat(calls(server.receivedBy(now), "wait_for_file")).isZero();
    assertThat(server.executionsOf("wait_for_file")).isEqualTo(1);
    assertThat(server.executionsOf("echo")).isEqualTo(calls);
    assertThat(calls(server.receivedBy(now), "echo")).isPositive();
    Procs.awaitGone(Set.of(old));
  }

  /// A call that lasts until there is a file.
  private static CompletableFuture<JsonObject> waiting(RawClient client, Path gate) {
    return client.callAsync("wait_for_file", "{'path':'" + gate + "'}");
  }

  private static long calls(List<JsonObject> received, String tool) {
    return received.stream().filter(FixtureServer.callOf(tool)).count();
  }

  @Test
  @DisplayName("R1: many reloads asked for at once, under load")
  void reloadsAtOnce() {
    FixtureServer server = bench.scripted();
    RawClient client = connect(server);
    Load load = new Load(client);
    for (int round = 0; round < 5; round++) {
      List<CompletableFuture<JsonObject>> reloads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        reloads.add(client.callAsync("recompile", "{}"));
      }
      reloads.forEach(r -> assertReloaded(client.toolResult(r)));
    }
    int calls = load.end();
    assertThat(server.executionsOf("echo")).isEqualTo(calls);
    assertThat(server.pids().size()).isBetween(6, 21);
  }
}
