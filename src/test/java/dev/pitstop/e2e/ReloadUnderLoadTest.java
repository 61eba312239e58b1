package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Callers that never pause, over reload after reload.
///
/// Threads: each caller has its own; what they share is atomic.
@DisplayName("reload under load")
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
        if (!result.texts().getLast().equals(text) || result.isError()) { // news may come first
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

  @Test
  @DisplayName("eight callers, reload after reload: every call answered once, executed once")
  void manyReloads() {
    FixtureServer server = bench.scripted();
    RawClient client = bench.pitstop(server).drainStderr();
    client.handshake();
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
}
