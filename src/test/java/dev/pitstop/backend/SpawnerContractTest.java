package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pitstop.harness.Await;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.OsSpawner;
import dev.pitstop.process.SpawnException;
import dev.pitstop.process.SpawnException.Reason;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.process.TreeUsage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What real processes and [FakeChild]ren have in common, so that what the component tests show
/// with the latter holds with the former.
@DisplayName("Spawner and Child, real and fake")
@Timeout(60)
class SpawnerContractTest {
  /// Long enough to never be reached.
  private static final StopLimits PATIENT = new StopLimits(Duration.ofSeconds(50));

  /// The implementations.
  enum Which {
    OS,
    FAKE
  }

  @TempDir Path directory;

  private final OsSpawner os = new OsSpawner(System.getenv(), problem -> {});
  private final FakeSpawner fakes = new FakeSpawner();
  private final List<Child> children = new ArrayList<>();

  @AfterEach
  void close() {
    for (Child c : children) {
      c.kill();
      exitOf(c);
    }
    os.close();
  }

  /// A child that does what the script says, or the same by hand.
  private Child child(Which which, String script, Consumer<FakeChild> byHand)
      throws SpawnException {
    Child child =
        switch (which) {
          case OS -> os.spawn(sh(script));
          case FAKE -> {
            Child spawned = fakes.spawn(sh(script));
            FakeChild fake = fakes.next();
            assertThat(spawned).isSameAs(fake);
            byHand.accept(fake);
            yield fake;
          }
        };
    children.add(child);
    return child;
  }

  private Command sh(String script) {
    return new Command(List.of("/bin/sh", "-c", script), Map.of(), directory);
  }

  private static Child.Exit exitOf(Child child) {
    return child.exited().copy().orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static String all(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void write(Child child, String line) throws IOException {
    OutputStream stdin = child.stdin();
    stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    stdin.flush();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 255})
  @DisplayName("exit codes are told as they are")
  void exitCodes(int code) throws Exception {
    for (Which which : Which.values()) {
      Child child = child(which, "exit " + code, f -> f.exit(code));
      assertThat(exitOf(child)).as("%s", which).isEqualTo(new Child.Exit(code));
      assertThat(child.alive()).isFalse();
      assertThat(child.usage()).isEqualTo(TreeUsage.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a signal is told in words")
  void signals(Which which) throws Exception {
    Child child = child(which, "kill -SEGV $$", f -> f.exit(139));
    assertThat(exitOf(child).words()).isEqualTo("exit code 139 (SIGSEGV?)");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("what it wrote can be read to its end when it is gone, stdout and stderr apart")
  void lastWords(Which which) throws Exception {
    Child child =
        child(
            which,
            "echo one; echo trace >&2; echo two; exit 9",
            f -> {
              f.say("one");
              f.complain("trace");
              f.say("two");
              f.exit(9);
            });
    assertThat(exitOf(child).status()).isEqualTo(9);
    assertThat(all(child.stdout())).isEqualTo("one\ntwo\n");
    assertThat(all(child.stderr())).isEqualTo("trace\n");
    assertThat(child.stdout().read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("it gets what was written before its stdin is closed; later writes fail")
  void stdinClosed(Which which) throws Exception {
    Child child = child(which, "read -r a; cat; echo \"$a\" >&2", f -> {});
    write(child, "hello");
    child.closeStdin();
    child.closeStdin();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10_000; i++) { // the closing has a thread of its own
                write(child, "too late");
              }
            })
        .isInstanceOf(IOException.class);
    if (child instanceof FakeChild fake) {
      assertThat(fake.nextLine()).isEqualTo("hello");
      fake.complain("hello");
      fake.exit(0);
    }
    assertThat(exitOf(child)).isEqualTo(new Child.Exit(0));
    assertThat(all(child.stderr())).isEqualTo("hello\n");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("writing to one that is dead fails, and does not block")
  void writingToTheDead(Which which) throws Exception {
    Child child = child(which, "exit 0", f -> f.exit(0));
    exitOf(child);
    assertThatThrownBy(() -> write(child, "x".repeat(1 << 20))).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("the stop of one that obeys: gone, with status and the reason that was given")
  void obeys(Which which) throws Exception {
    Child child = child(which, "cat", f -> {});
    assertThat(child.alive()).isTrue();
    assertThat(child.exited()).isNotDone();
    assertThat(child.stop(PATIENT, "test"))
        .isEqualTo(new Stopped(new Child.Exit(0), Stopped.How.STDIN_CLOSED, 0, "test"));
    assertThat(child.alive()).isFalse();
    assertThat(child.exited()).isCompletedWithValue(new Child.Exit(0));
    assertThat(all(child.stdout())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("stopping one that is dead says so, with the status it had")
  void alreadyDead(Which which) throws Exception {
    Child child = child(which, "exit 4", f -> f.exit(4));
    exitOf(child);
    assertThat(child.stop(PATIENT, "late"))
        .isEqualTo(new Stopped(new Child.Exit(4), Stopped.How.ALREADY_DEAD, 0, "late"));
    child.kill();
    assertThat(exitOf(child)).isEqualTo(new Child.Exit(4));
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("the ladder ends in death also for one that will not leave")
  void stubborn(Which which) throws Exception {
    Child child =
        child(
            which,
            "trap '' TERM; echo ready; while :; do sleep 1; done",
            f -> {
              f.stubborn();
              f.say("ready");
            });
    assertThat(child.stdout().read()).isEqualTo('r');
    if (child instanceof FakeChild fake) {
      Thread.ofVirtual()
          .start(() -> {
            fake.awaitStop();
            fake.kill(); // its ladder has no clock
          });
    }
    Stopped stopped = child.stop(new StopLimits(Duration.ofMillis(250)), "test");
    assertThat(stopped.how()).isEqualTo(Stopped.How.KILLED);
    assertThat(stopped.exit().words()).isEqualTo("exit code 137 (SIGKILL?)");
    assertThat(child.alive()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("two who stop it get the same end, for the reason of the first; a kill hurries")
  void joins(Which which) throws Exception {
    Child child =
        child(
            which,
            "trap '' TERM; echo ready; while :; do sleep 1; done",
            f -> {
              f.stubborn();
              f.say("ready");
            });
    assertThat(child.stdout().read()).isEqualTo('r');
    CompletableFuture<Stopped> first = stopping(child, "first");
    if (child instanceof FakeChild fake) {
      fake.awaitStop();
    } else {
      Await.until("the first's ladder", () -> writingFails(child));
    }
    CompletableFuture<Stopped> second = stopping(child, "second");
    child.kill();
    Stopped stopped = Await.result("the first stop", first);
    assertThat(stopped)
        .isEqualTo(
            new Stopped(
                new Child.Exit(137), Stopped.How.KILLED, stopped.descendantsKilled(), "first"));
    assertThat(Await.result("the second stop", second).exit()).isEqualTo(new Child.Exit(137));
  }

  private static CompletableFuture<Stopped> stopping(Child child, String why) {
    CompletableFuture<Stopped> stopped = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> stopped.complete(child.stop(PATIENT, why)));
    return stopped;
  }

  /// The ladder's first step was taken.
  private static boolean writingFails(Child child) {
    try {
      write(child, "");
      return false;
    } catch (IOException closed) {
      return true; // which is what is waited for
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("each has a pid and a time of its own")
  void identity(Which which) throws Exception {
    long nanos = System.nanoTime();
    Child one = child(which, "cat", f -> {});
    Child two = child(which, "cat", f -> {});
    assertThat(one.pid()).isPositive().isNotEqualTo(two.pid());
    assertThat(one.startedNanos() - nanos).isNotNegative();
    assertThat(two.startedNanos() - one.startedNanos()).isNotNegative();
  }

  /// Commands that cannot be started.
  enum Unfit {
    MISSING(Reason.NOT_FOUND),
    NO_PROGRAM(Reason.NOT_EXECUTABLE),
    NO_DIRECTORY(Reason.BAD_DIRECTORY);

    private final Reason reason;

    Unfit(Reason reason) {
      this.reason = reason;
    }
  }

  private Command unfit(Unfit unfit) throws IOException {
    return switch (unfit) {
      case MISSING -> new Command(List.of("./missing"), Map.of(), directory);
      case NO_PROGRAM -> {
        Files.writeString(directory.resolve("text"), "no program");
        yield new Command(List.of("./text"), Map.of(), directory);
      }
      case NO_DIRECTORY -> new Command(List.of("sh"), Map.of(), directory.resolve("gone"));
    };
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("what cannot be started is refused with a reason; the next one starts")
  void refused(Unfit unfit) throws Exception {
    Command command = unfit(unfit);
    for (Which which : Which.values()) {
      Spawner spawner =
          switch (which) {
            case OS -> os;
            case FAKE -> {
              fakes.refuse(unfit.reason, "a reason.");
              yield fakes;
            }
          };
      SpawnException failure =
          catchThrowableOfType(SpawnException.class, () -> spawner.spawn(command));
      assertThat(failure.reason()).as("%s", which).isEqualTo(unfit.reason);
      assertThat(failure).hasMessageContaining("`" + command.display() + "`");
    }
    assertThat(fakes.noMore()).isTrue();
    for (Which which : Which.values()) {
      assertThat(exitOf(child(which, "exit 0", f -> f.exit(0))).success()).isTrue();
    }
  }
}
