package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Sessions in one engine that call HTTP daemons and command-line programs while it is killed again
/// and again. `-Dpitstop.e2e.death.seed=N` chooses the moments.
@DisplayName("C1, C2: the engine is killed among calls of daemons and command-line programs")
@Timeout(300)
@Tag("own-way")
class EngineDeathRandomTest {
  private static final String ENDED = "Pitstop's engine ended unexpectedly";

  /// After the tenth within a second each a session gets a JVM of its own.
  private static final int DEATHS = 9;

  private static final int AT_ONCE = 3;

  @RegisterExtension final Bench bench = new Bench();

  private final EngineSessions sessions = new EngineSessions(bench);
  private final Random random = new Random(Long.getLong("pitstop.e2e.death.seed", 33));
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger answers = new AtomicInteger();

  @BeforeEach
  void front() {
    Front.assumed();
  }

  /// What became of a call.
  private record Called(String key, ToolResult result) {
    boolean lost() {
      return result.json().toString().contains(ENDED) && result.isError();
    }
  }

  /// Calls `count` until all deaths are over, a few at a time.
  private List<Called> calls(RawClient client, String name) {
    List<Called> all = new ArrayList<>();
    while (!over.get()) {
      Map<String, CompletableFuture<JsonObject>> open = new LinkedHashMap<>();
      for (int i = 0; i < AT_ONCE; i++) {
        String key = name + "-" + (all.size() + i);
        open.put(key, client.callAsync("count", "{'key':'" + key + "'}"));
      }
      open.forEach((key, call) -> {
        all.add(new Called(key, client.toolResult(call)));
        answers.incrementAndGet();
      });
    }
    return all;
  }

  private HttpDaemonProcess daemon(HttpLog log, String... options) {
    HttpDaemonProcess made =
        HttpDaemonProcess.node(bench, "http-scripted.mjs", options)
            .with("--log", log.file().toString());
    made.start();
    return made;
  }

  private RawClient at(HttpDaemonProcess daemon) {
    return sessions.start(List.of(daemon.url().toString()));
  }

  private RawClient with(ToolProgram program) {
    return bench
        .start(Bench.cliArgv(program.argv()), sessions.environment(), bench.workDir())
        .drainStderr();
  }

  /// Kills the engine again and again, each time after some more answers and while it has all
  /// sessions.
  private void deaths(int count) {
    for (int i = 0; i < DEATHS; i++) {
      int until = answers.get() + random.nextInt(count * AT_ONCE);
      Deadline.await(() -> answers.get() >= until, () -> "no more answers than " + answers);
      sessions.awaitSessions(count);
      sessions.kill();
    }
  }

  private static void judge(List<Called> calls, ToIntFunction<String> executions) {
    for (Called call : calls) {
      String what = call.key() + ": " + call.result().json();
      int times = executions.applyAsInt(call.key());
      if (call.lost()) {
        assertThat(times).as(what).isLessThanOrEqualTo(1);
      } else {
        assertThat(call.result().isError()).as(what).isFalse();
        assertThat(times).as(what).isEqualTo(1);
      }
    }
  }

  @Test
  @DisplayName(
      "Each call is answered once and runs once; what is lost says so and ran once at most")
  void deaths() throws ExecutionException, InterruptedException {
    HttpLog jsonLog = new HttpLog(bench.dir().resolve("json-log"));
    HttpLog sseLog = new HttpLog(bench.dir().resolve("sse-log"));
    ToolProgram program = bench.tool("tool");
    try (HttpDaemonProcess json = daemon(jsonLog);
        HttpDaemonProcess sse = daemon(sseLog, "--sse")) {
      List<RawClient> clients = List.of(at(json), at(sse), with(program), with(program));
      List<FutureTask<List<Called>>> callers = new ArrayList<>();
      for (RawClient client : clients) {
        client.handshake();
        String name = "client" + callers.size();
        callers.add(new FutureTask<>(() -> calls(client, name)));
      }
      callers.forEach(c -> Thread.ofPlatform().daemon().start(c));
      try {
        deaths(clients.size());
      } finally {
        over.set(true);
      }
      judge(callers.get(0).get(), key -> jsonLog.executed().getOrDefault(key, 0));
      judge(callers.get(1).get(), key -> sseLog.executed().getOrDefault(key, 0));
      judge(callers.get(2).get(), key -> program.executionsOf("count " + key));
      judge(callers.get(3).get(), key -> program.executionsOf("count " + key));
      sessions.awaitSessions(clients.size());
      for (RawClient client : clients) {
        client.call("echo", "{'text':'x'}");
        client.closeStdin();
        assertThat(client.awaitExit()).isZero();
      }
      Procs.awaitGone(program.pids());
      for (HttpDaemonProcess daemon : List.of(json, sse)) {
        assertThat(ProcessHandle.of(daemon.pid()).map(ProcessHandle::isAlive)).contains(true);
      }
    }
  }
}
