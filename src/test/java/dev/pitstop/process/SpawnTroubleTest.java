package dev.pitstop.process;

import static dev.pitstop.process.ChildFixture.awaitGone;
import static dev.pitstop.process.ChildFixture.exitOf;
import static dev.pitstop.process.ChildFixture.readLine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pitstop.harness.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One start fails and says so, the next one works, and no process stays that nobody knows.
@DisplayName("starts that fail")
@Timeout(60)
class SpawnTroubleTest {
  private static final Command SLEEP = new Command(List.of("sleep", "999"), Map.of(), Path.of("/"));
  private static final Command ECHO = new Command(List.of("echo", "works"), Map.of(), Path.of("/"));

  private final List<Process> started = Collections.synchronizedList(new ArrayList<>());
  private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    if (builder.command().contains("sleep") || builder.command().contains("999")) {
      started.add(process);
    }
    return process;
  }

  private static SpawnException failure(OsSpawner spawner, Command command) {
    return catchThrowableOfType(SpawnException.class, () -> spawner.spawn(command));
  }

  private static void works(OsSpawner spawner) throws Exception {
    Child child = spawner.spawn(ECHO);
    assertThat(readLine(child)).isEqualTo("works");
    assertThat(exitOf(child)).isEqualTo(new Child.Exit(0));
  }

  @Test
  @DisplayName("whatever is thrown on the spawner's thread, it costs that start only")
  void anything() throws Exception {
    List<Throwable> errors =
        new ArrayList<>(
            List.of(
                new StackOverflowError(),
                new AssertionError("ours"),
                new IllegalStateException(),
                new OutOfMemoryError("Java heap space")));
    Starter failing =
        builder -> {
          if (errors.isEmpty()) {
            return start(builder);
          }
          Throwable next = errors.removeFirst();
          if (next instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) next;
        };
    OsSpawner spawner =
        new OsSpawner(
            System.getenv(),
            Duration.ZERO,
            Platform.WINDOWS, // no guardian
            failing,
            problems::add);
    while (!errors.isEmpty()) {
      Throwable next = errors.getFirst();
      assertThat(failure(spawner, ECHO)).hasCause(next);
    }
    works(spawner);
    spawner.close();
  }

  @Test
  @DisplayName("closed while it starts a process, it leaves none behind")
  void closedDuringAStart() throws Exception {
    CountDownLatch under = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Starter slow =
        builder -> {
          Process process = start(builder);
          under.countDown();
          try {
            go.await();
          } catch (InterruptedException nobodyShould) {
            throw new IOException(nobodyShould);
          }
          return process;
        };
    OsSpawner spawner =
        new OsSpawner(System.getenv(), Duration.ZERO, Platform.current(), slow, problems::add);
    CompletableFuture<SpawnException> failure = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> failure.complete(failure(spawner, SLEEP)));
    assertThat(under.await(20, TimeUnit.SECONDS)).isTrue();
    Thread closer = Thread.ofPlatform().start(spawner::close);
    Await.until(
        "the close waits for the start",
        () -> closer.getState() == Thread.State.TIMED_WAITING || !closer.isAlive());
    go.countDown();
    assertThat(Await.result("the failure", failure)).hasMessageContaining("shutting down");
    closer.join();
    assertThat(started).hasSize(1);
    awaitGone(started.getFirst().pid());
  }

  @Test
  @DisplayName("a start that hangs is given up, and what comes of it later is killed")
  void hangs() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Starter slow =
        builder -> {
          try {
            go.await();
          } catch (InterruptedException nobodyShould) {
            throw new IOException(nobodyShould);
          }
          return start(builder);
        };
    try (OsSpawner spawner =
        new OsSpawner(System.getenv(), Duration.ZERO, Platform.WINDOWS, slow, problems::add)) {
      SpawnException failure =
          catchThrowableOfType(SpawnException.class, () -> spawner.spawn(SLEEP, 1));
      assertThat(failure.problem()).isEqualTo("the start took too long.");
      go.countDown();
      works(spawner); // behind the other
      awaitGone(started.getFirst().pid());
    }
  }
}
