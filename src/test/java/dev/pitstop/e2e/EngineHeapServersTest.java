package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What daemons and command-line programs say counts in the heap that all sessions share
/// (docs/design/engine.md).
@DisplayName("S2: the engine's heap, with daemons and command-line programs")
@Timeout(300)
@Tag("own-way")
class EngineHeapServersTest {
  private static final String LOST = "no memory left for its";
  private static final int OF_DAEMON = 10_000_000;
  private static final int OF_PROGRAM = 3_000_000;
  private static final int CALLS = 12;

  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);

  @BeforeEach
  void front() {
    Front.assumed();
  }

  /// A small heap, so that not much is needed to fill it.
  private Map<String, String> environment() {
    return sessions.environment("PITSTOP_JAVA_OPTS=-Xmx192m");
  }

  /// A session, and the call of it whose answer is large.
  ///
  /// @param length of the text in the answer
  private record Asking(RawClient client, String tool, int length) {
    /// The same session, with a call whose answer is half as large. A session that keeps something
    /// may keep less more than one that keeps nothing; so with these the heap gets as full as it
    /// takes for the others.
    Asking half() {
      return new Asking(client, tool, length / 2);
    }

    CompletableFuture<JsonObject> ask() {
      return client.callAsync(tool, "{'bytes':" + length + "}");
    }

    /// Whether there was memory for the answer, of which each byte must be there then.
    boolean answered(CompletableFuture<JsonObject> call) {
      ToolResult result = client.toolResult(call);
      if (result.isError()) {
        assertThat(result.text()).contains(LOST, "-Xmx2g"); // an engine usually has 1 GiB
      } else {
        assertThat(result.lastText()).hasSize(length);
      }
      return !result.isError();
    }
  }

  private Asking at(HttpDaemonProcess daemon) {
    RawClient client =
        sessions.start(List.of(daemon.url().toString()), environment(), "--max-message", "16MiB");
    client.handshake();
    return new Asking(client, "big", OF_DAEMON);
  }

  private Asking with(ToolProgram program) {
    List<String> argv = Bench.cliArgv(program.argv(), "--max-message", "16MiB");
    RawClient client = bench.start(argv, environment(), bench.workDir()).drainStderr();
    client.handshake();
    return new Asking(client, "fill", OF_PROGRAM);
  }

  private HttpDaemonProcess daemon(String... options) {
    HttpDaemonProcess made =
        HttpDaemonProcess.node(bench, "http-scripted.mjs", options).with("--tools", "echo,big");
    made.start();
    return made;
  }

  @Test
  @DisplayName(
      "Eight clients that do not read want more than there is; others are served meanwhile")
  void greed() throws Exception {
    try (HttpDaemonProcess json = daemon();
        HttpDaemonProcess sse = daemon("--sse")) {
      ToolProgram program = bench.tool("tool");
      RawClient good =
          sessions.start(bench.scripted().argv(), environment(), "--max-message", "16MiB");
      good.handshake();
      List<Asking> probes = List.of(at(json), at(sse), with(program));
      List<Asking> greedy = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        greedy.addAll(
            List.of(at(json).half(), at(sse).half(), with(program).half(), with(program).half()));
      }
      List<RawClient.Pause> pauses =
          greedy.stream().map(g -> g.client().pauseInLongLine()).toList();
      List<List<CompletableFuture<JsonObject>>> calls =
          greedy.stream()
              .<List<CompletableFuture<JsonObject>>>map(
                  g -> new ArrayList<>(Stream.generate(g::ask).limit(CALLS).toList()))
              .toList();
      for (Asking probe : probes) {
        Deadline.await(
            () -> {
              boolean answered = probe.answered(probe.ask());
              if (answered) { // answers that came at once may have left no room for each other
                for (int i = 0; i < greedy.size(); i++) {
                  calls.get(i).add(greedy.get(i).ask());
                }
              }
              return !answered;
            },
            () -> "there is room for everybody");
      }
      assertThat(sessions.engine().sessions()).isEqualTo(12);
      for (int i = 0; i < 100; i++) {
        assertThat(good.call("echo", "{'text':'" + i + "'}").lastText()).isEqualTo("" + i);
        assertThat(probes.get(i % 3).client().call("echo", "{'text':'" + i + "'}").isError())
            .isFalse();
      }
      pauses.forEach(RawClient.Pause::end);
      for (int i = 0; i < greedy.size(); i++) {
        for (CompletableFuture<JsonObject> call : calls.get(i)) {
          greedy.get(i).answered(call);
        }
      }
      for (Asking one : Stream.concat(greedy.stream(), probes.stream()).toList()) {
        assertThat(one.answered(one.ask())).as("there is room again").isTrue();
      }
      Path log = Path.of(sessions.engine().socket() + ".log");
      assertThat(Files.readString(log)).doesNotContain("OutOfMemoryError");
    }
  }
}
