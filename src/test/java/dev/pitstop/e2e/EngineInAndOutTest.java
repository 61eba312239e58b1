package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.engine.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/// What sessions leave behind in the engine when they have ended: nothing.
///
/// `-Dpitstop.sessions=1000` for more sessions than in each run of the tests.
@DisplayName("S1, L2: sessions in and out of one engine")
@Timeout(1200)
@Tag("own-way")
class EngineInAndOutTest {
  private static final int SESSIONS = Integer.getInteger("pitstop.sessions", 50);

  /// Before the first count: after so many, nothing is used for the first time any more.
  private static final int BEFORE = 20;

  /// What the engine has.
  ///
  /// @param heap what lives, in KiB
  private record Count(long threads, long descriptors, long classes, long heap) {
    boolean within(Count first) {
      return threads <= first.threads
          && descriptors <= first.descriptors
          && classes <= first.classes + CLASSES
          && heap <= first.heap + HEAP;
    }
  }

  /// Classes of what happens seldom, such as a thread that is late: 31 in 1,000 sessions. One for
  /// each session would be more.
  private static final long CLASSES = 40;

  /// KiB by which what lives differs from one collection to the next. Far less than a session has.
  private static final long HEAP = 400;

  private static final Pattern LOADED =
      Pattern.compile("Total Usage - [0-9]+ loaders, ([0-9]+) classes");
  private static final Pattern USED = Pattern.compile("total [0-9]+K, used ([0-9]+)K");

  @RegisterExtension final Bench bench = new Bench();

  private RawClient begun() {
    FixtureServer server = bench.scripted();
    Map<String, String> environment = new HashMap<>(bench.environment());
    environment.put("PITSTOP_ENGINE", "on");
    return bench
        .start(Bench.pitstopArgv(server.argv()), environment, bench.workDir())
        .drainStderr();
  }

  /// One of several kinds: what a session uses, and how it ends.
  private void session(int kind) {
    RawClient client = begun();
    client.handshake();
    switch (kind % 5) {
      case 1 -> client.call("recompile");
      case 2 -> client.call("crash", "{'code':3}");
      case 3 -> client.callAsync("crash", "{'mode':'sigkill'}");
      case 4 -> {
        client.mayEndBadly();
        Procs.signal(client.pid(), "KILL");
      }
      default -> client.call("echo", "{'text':'a'}");
    }
    client.closeStdin();
    client.awaitExit();
  }

  private long engine() throws IOException {
    List<Engines.Status> all = Engines.running(Engines.directory(bench.environment()));
    assertThat(all).hasSize(1);
    return all.getFirst().pid();
  }

  private void awaitNoSession() {
    Deadline.await(
        () -> {
          try {
            return Engines.running(Engines.directory(bench.environment())).getFirst().sessions()
                == 0;
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        () -> "sessions that do not end");
  }

  private static long entries(long pid, String what) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(pid), what))) {
      return all.count();
    }
  }

  private String told(long pid, String... command) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    List<String> argv =
        Stream.concat(Stream.of(jcmd.toString(), Long.toString(pid)), Stream.of(command)).toList();
    Ended ended = Ended.of(argv, System.getenv(), bench.workDir());
    assertThat(ended.code()).as(ended.err() + ended.out()).isZero();
    return ended.out();
  }

  private static long sum(Pattern pattern, String text) {
    long sum = 0;
    boolean any = false;
    for (Matcher m = pattern.matcher(text); m.find(); any = true) {
      sum += Long.parseLong(m.group(1));
    }
    assertThat(any).as(text).isTrue();
    return sum;
  }

  private Count count(long pid) {
    try {
      told(pid, "GC.run");
      long heap = sum(USED, told(pid, "GC.heap_info"));
      long classes = sum(LOADED, told(pid, "VM.metaspace"));
      return new Count(entries(pid, "task"), entries(pid, "fd"), classes, heap);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("Threads, descriptors, classes and what lives in the heap are where they were")
  void inAndOut() throws Exception {
    Front.assumed();
    for (int i = 0; i < BEFORE; i++) {
      session(i);
    }
    awaitNoSession();
    long pid = engine();
    count(pid); // has the JVM start what answers such questions
    Count before = count(pid);
    for (int i = 0; i < SESSIONS; i++) {
      session(i);
    }
    awaitNoSession();
    assertThat(engine()).isEqualTo(pid);
    Deadline.await(
        () -> count(pid).within(before),
        () -> before + ", and after " + SESSIONS + " more sessions " + count(pid));
    System.err.println(before + ", after " + SESSIONS + " more sessions " + count(pid));
  }
}
