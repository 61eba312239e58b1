package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What is known of many servers from one session to the next.
@DisplayName("many servers: remembered (F6)")
@Tag("all")
class ManyRememberedTest {
  /// Longer than any test waits: a list that waited for a server would never come.
  private static final String ENDLESS = "--list-wait=30min";

  @RegisterExtension final ManyBench bench = new ManyBench();

  @Test
  @DisplayName("one that hangs in its handshake delays the first list once in its life")
  void overTwoSessions() {
    FixtureServer slow = bench.server("slow", "{'tools':['echo']}");
    FixtureServer good = bench.server("good", "{'tools':['echo']}");
    Map<String, JsonObject> both = new LinkedHashMap<>();
    both.put("slow", slow.entry());
    both.put("good", good.entry());
    bench.save(both);

    Hub first = bench.hub(ENDLESS);
    assertThat(first.tools()).contains("slow__echo", "good__echo");
    Status.awaitOver(first.client(), "remembered");
    first.client().finish();

    Path gate = bench.path("gate");
    slow.plan("{'tools':['echo','fresh'],'gate':'" + gate + "'}");
    Hub second = bench.hub(ENDLESS);
    assertThat(second.tools()).contains("slow__echo", "good__echo").doesNotContain("slow__fresh");
    assertThat(second.status("slow")).isEqualTo("starting");
    assertThat(second.text("good__echo", "{'text':'at once'}")).isEqualTo("at once");
    CompletableFuture<JsonObject> held = second.callAsync("slow__echo", "{'text':'held'}");
    int changes = second.changes("tools");
    bench.touch(gate);
    assertThat(second.client().toolResult(held).lastText()).isEqualTo("held");
    second.awaitChangesAbove("tools", changes);
    second.awaitTool("slow__fresh");
  }
}
