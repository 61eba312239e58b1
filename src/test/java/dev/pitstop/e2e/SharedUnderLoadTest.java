package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Sessions that share a server and call it without pause, while one after the other reloads it,
/// crashes it, ends or is killed: each call has one answer, and it is its own.
@DisplayName("Several clients, one server, under load")
@Timeout(180)
@Tag("own-way")
class SharedUnderLoadTest {
  private static final int EVENTS = 8;
  private static final int SESSIONS = 3;

  @RegisterExtension final Bench bench = new Bench();

  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<Caller> callers = new ArrayList<>();
  private FixtureServer server = FixtureServer.NONE;

  /// A session that calls. Its end may come at any time.
  private final class Caller {
    final RawClient client;
    final AtomicBoolean leaving = new AtomicBoolean();
    final Thread thread;

    Caller(int number) {
      Map<String, String> env = new HashMap<>(bench.environment());
      env.put("PITSTOP_ENGINE", "on");
      client =
          bench
              .start(Bench.pitstopArgv(server.argv(), "--shared"), env, bench.workDir())
              .drainStderr();
      client.handshake();
      thread = Thread.ofPlatform().name("caller " + number).start(() -> run(number));
    }

    private void run(int number) {
      for (int i = 0; !leaving.get(); i++) {
        String text = number + "-" + i;
        JsonObject answer;
        try {
          answer = client.callAsync("echo", "{'text':'" + text + "'}").get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
          if (!leaving.get()) {
            wrong.add(text + ": " + e);
          }
          return;
        }
        String told = answer.toString();
        boolean own = told.contains("\"text\":\"" + text + "\"");
        if (!own && !told.contains("`echo` got no answer") && !leaving.get()) {
          wrong.add(text + ": " + told);
        }
      }
    }

    void leaves() {
      leaving.set(true);
    }
  }

  @RepeatedTest(2)
  @DisplayName("Each call has one answer, its own; no process is left")
  void load(RepetitionInfo round) throws Exception {
    Front.assumed();
    server = bench.scripted();
    Random random = new Random(round.getCurrentRepetition());
    int made = 0;
    while (made < SESSIONS) {
      callers.add(new Caller(made++));
    }
    int crashes = 0;
    for (int i = 0; i < EVENTS; i++) {
      Caller one = callers.get(random.nextInt(callers.size()));
      switch (random.nextInt(4)) {
        case 0 -> one.client.call("recompile");
        case 1 -> {
          if (++crashes <= 3) { // more are a crash loop
            assertThat(one.client.call("crash", "{'code':3}").text()).contains("exit code 3");
          }
        }
        case 2 -> {
          one.leaves();
          one.client.closeStdin();
        }
        default -> {
          one.leaves();
          one.client.mayEndBadly();
          Procs.signal(one.client.pid(), "KILL");
        }
      }
      if (one.leaving.get()) {
        callers.remove(one);
        callers.add(new Caller(made++));
      }
      assertThat(wrong).isEmpty();
    }
    for (Caller caller : callers) {
      caller.leaves();
      caller.thread.join(60_000);
      caller.client.closeStdin();
      caller.client.awaitExit();
    }
    assertThat(wrong).isEmpty();
    Procs.awaitGone(server.pids());
  }
}
