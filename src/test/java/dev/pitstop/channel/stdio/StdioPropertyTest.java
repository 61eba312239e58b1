package dev.pitstop.channel.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.Rounds;
import dev.pitstop.backend.FakeChild;
import dev.pitstop.backend.FakeSpawner;
import dev.pitstop.channel.ChannelContract;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.harness.Await;
import dev.pitstop.process.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Random things happen to a run on several threads at once: it still keeps all promises.
@Timeout(300)
class StdioPropertyTest {
  private static final int RUNS = 400;
  private static final int THREADS = 3;
  private static final int STEPS = 12;

  @Test
  @DisplayName(
      "Whatever happens at once: opened or refused first, messages in order, one end, nothing left")
  void interleavings() throws InterruptedException {
    long seed = Rounds.seed(0);
    for (int i = 0; i < RUNS; i++) {
      try {
        run(seed + i);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + (seed + i) + ": " + e.getMessage(), e);
      }
    }
  }

  private static void run(long seed) throws InterruptedException {
    FakeStdioRig rig = new FakeStdioRig();
    Random random = new Random(seed);
    Recorder told = new Recorder(thrower(random.nextInt(4), new Random(seed)));
    if (random.nextInt(10) == 0) {
      rig.spawner().refuse("Cannot start it.");
    }
    AtomicReference<FakeChild> child = new AtomicReference<>();
    Link link = rig.channel(catching(rig.spawner(), child, random.nextInt(5))).open(1, told);
    AtomicInteger said = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      Random mine = new Random(seed * THREADS + t);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                Await.until("the start", () -> go.getCount() == 0);
                for (int s = 0; s < STEPS; s++) {
                  step(mine, rig, link, Optional.ofNullable(child.get()), said);
                }
              }));
    }
    go.countDown();
    for (Thread t : threads) {
      t.join();
    }
    link.stop("the test is over");
    Await.until(
        "the run's end",
        () -> {
          rig.timers().advance(1_000);
          return told.hasEnded();
        });
    told.check();
    assertThat(rig.timers().none()).as("no timer is left").isTrue();
    assertThat(told.messages()).as("in order").isSubsetOf(ChannelContract.messages(said.get()));
    assertThat(numbers(told.messages())).isSorted();
    Optional.ofNullable(child.get()).ifPresent(c -> c.exit(0));
  }

  private static List<Integer> numbers(List<String> messages) {
    return messages.stream()
        .map(m -> Integer.valueOf(m.replaceAll("\\D", "").substring(2))) // "2.0" before it
        .toList();
  }

  /// Hands the child over to the test's threads before the run knows of it.
  private static Spawner catching(FakeSpawner spawner, AtomicReference<FakeChild> child, int kind) {
    return command -> {
      FakeChild c = (FakeChild) spawner.spawn(command);
      switch (kind) {
        case 0 -> c.stubborn();
        case 1 -> c.immortal();
        default -> {}
      }
      child.set(c);
      return c;
    };
  }

  private static Recorder.Reaction thrower(int kind, Random random) {
    return method -> {
      boolean now;
      synchronized (random) {
        now = random.nextInt(3) == 0;
      }
      if (now && kind == 0) {
        throw new IllegalStateException("made up");
      } else if (now && kind == 1) {
        throw new OutOfMemoryError("made up");
      }
    };
  }

  private static void step(
      Random random, FakeStdioRig rig, Link link, Optional<FakeChild> child, AtomicInteger said) {
    switch (random.nextInt(16)) {
      case 0 -> link.stop("was replaced");
      case 1 -> link.kill();
      case 2 -> rig.timers().advance(random.nextInt(3_000));
      case 3 -> child.ifPresent(FakeChild::closeStdout);
      case 4 -> child.ifPresent(c -> c.input().shatter());
      case 5 -> child.ifPresent(c -> c.exit(random.nextInt(3)));
      case 6 -> child.ifPresent(c -> c.exitBeforeItsOutputIsRead(random.nextInt(3)));
      case 7 -> child.ifPresent(c -> c.say("no message"));
      case 8, 9 ->
          rig.monitor()
              .turn(() -> {
                Link.Sent sent = link.send(ChannelContract.outgoing(ChannelContract.message(0)));
                link.mayHaveRun(sent);
                link.answered(sent);
              });
      case 10 -> assertThat(link.pending()).isNotNegative();
      case 11 -> link.usage();
      default ->
          child.ifPresent(c -> {
            synchronized (said) {
              c.say(ChannelContract.message(said.getAndIncrement()));
            }
          });
    }
  }
}
