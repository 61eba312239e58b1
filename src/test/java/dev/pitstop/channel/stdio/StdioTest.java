package dev.pitstop.channel.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeChild;
import dev.pitstop.channel.Channel;
import dev.pitstop.channel.ChannelContract;
import dev.pitstop.channel.End;
import dev.pitstop.channel.Events;
import dev.pitstop.channel.Link;
import dev.pitstop.channel.Recorder;
import dev.pitstop.harness.Await;
import dev.pitstop.log.Level;
import dev.pitstop.log.Log;
import dev.pitstop.process.Child;
import dev.pitstop.process.Spawner;
import dev.pitstop.rpc.Burst;
import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Stdio: every run ends, once, whatever fails (rows 2, 6, 20, 23, 24)")
@Timeout(60)
class StdioTest {
  private final FakeStdioRig rig = new FakeStdioRig();
  private final Recorder told = new Recorder();

  @AfterEach
  void close() {
    rig.close();
  }

  /// A channel whose processes find no memory in these methods.
  private Channel spoilt(String... methods) {
    Spawner spoiling =
        command -> new SpoiltChild((FakeChild) rig.spawner().spawn(command), Set.of(methods));
    return rig.channel(spoiling);
  }

  private void awaitNoThreads() {
    Await.until(
        "the end of all threads of the run",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().startsWith("weather ")));
  }

  @Test
  @DisplayName("Row 2: an error of the spawner refuses the run")
  void spawnerFails() {
    Spawner failing =
        command -> {
          throw new OutOfMemoryError("made up");
        };
    rig.channel(failing).open(1, told);
    assertThat(told.awaitEnd()).isInstanceOf(End.Refused.class);
  }

  @Test
  @DisplayName("What the spawner says is what the run was refused for; it is in the ring, too")
  void spawnerRefuses() {
    rig.refusing().open(4, told);
    String problem = "there is no such program.";
    String why = "Cannot start `weather --now`: " + problem;
    assertThat(told.awaitEnd()).isEqualTo(new End.Refused(why, problem));
    assertThat(rig.ring().tail(1, true)).contains("[pitstop] " + why);
    awaitNoThreads();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stderr", "stdin"})
  @DisplayName("Row 20: the pump of stderr or the way in cannot be had: killed, and refused")
  void noPump(String method) {
    spoilt(method).open(1, told);
    assertThat(told.awaitEnd()).isInstanceOf(End.Refused.class);
    assertThat(rig.child().exited().join()).isEqualTo(new Child.Exit(137));
    assertThat(rig.timers().none()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "stdout"})
  @DisplayName("Row 20: an error in the reader ends the run; the server is not to blame")
  void readerFails(String method) {
    spoilt(method).open(1, told);
    assertThat(told.awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(137), Optional.of(End.Fault.OURS)));
    awaitNoThreads();
  }

  @Test
  @DisplayName("An interrupted reader ends the run")
  void interrupted() {
    AtomicBoolean interrupt = new AtomicBoolean();
    Recorder interrupting =
        new Recorder(method -> {
          if (method.equals("received")) {
            interrupt.set(true);
          } else if (method.equals("awaitRoom") && interrupt.get()) {
            throw new InterruptedException();
          }
        });
    rig.channel().open(1, interrupting);
    rig.child().say(ChannelContract.message(0));
    assertThat(interrupting.awaitEnd())
        .isEqualTo(new End.Exited(new Child.Exit(137), Optional.of(End.Fault.OURS)));
  }

  @Test
  @DisplayName("Row 20: an error in the ladder: killed")
  void ladderFails() {
    Link link = spoilt("stop").open(1, told);
    told.awaitOpened();
    link.stop("was replaced");
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(137), Optional.empty()));
  }

  @Test
  @DisplayName("Row 6: what survives SIGKILL is given up; its exit, if it comes, is only logged")
  void survives() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Log log =
        Log.of(ProcessHandle.current().pid(), Level.INFO, out, Level.OFF, Path.of("none"))) {
      Link link = rig.channel(rig.spawner(), log).open(1, told);
      told.awaitOpened();
      FakeChild child = rig.child().immortal();
      link.stop("was replaced");
      assertThat(told.awaitEnd()).isEqualTo(new End.SurvivedKill());
      assertThat(rig.timers().none()).isTrue();
      child.exit(137);
      awaitNoThreads();
    }
    told.check();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("exit-late").contains("SURVIVED");
  }

  @Test
  @DisplayName("Row 6: the same if it was only killed")
  void survivesKill() {
    Link link = rig.channel().open(1, told);
    told.awaitOpened();
    FakeChild child = rig.child().immortal();
    link.kill();
    Await.until("the limit", () -> rig.timers().has(5_000));
    rig.timers().advance(4_999);
    assertThat(told.hasEnded()).isFalse();
    link.kill(); // does not begin anew
    rig.timers().advance(1);
    assertThat(told.awaitEnd()).isEqualTo(new End.SurvivedKill());
    child.exit(137);
    told.check();
    assertThat(rig.timers().none()).isTrue();
  }

  @Test
  @DisplayName("A ladder that is stuck is cut off by SIGKILL")
  void stuckLadder() {
    Link link = rig.channel().open(1, told);
    told.awaitOpened();
    FakeChild child = rig.child().stubborn();
    link.stop("was replaced");
    child.awaitStop();
    rig.timers().advance(9_999);
    assertThat(told.hasEnded()).isFalse();
    rig.timers().advance(1);
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(137), Optional.empty()));
  }

  @Test
  @DisplayName("Stopped while it is being started: stopped by the ladder as soon as it is there")
  void stoppedWhileSpawning() {
    rig.spawner().stick();
    Link link = rig.channel().open(1, told);
    Await.until("the spawn", rig.spawner()::stuckNow);
    link.stop("was replaced");
    rig.spawner().release();
    assertThat(rig.child().awaitStop()).isEqualTo("was replaced");
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(0), Optional.empty()));
  }

  @Test
  @DisplayName("Row 26: nor of one that is dead, while what it left behind is looked for")
  void closedAndDead() {
    spoilt("being alive").open(1, told);
    told.awaitOpened();
    FakeChild child = rig.child();
    child.closeStdout();
    Await.until("the second's patience", () -> rig.timers().has(1_000));
    rig.timers().advance(1_000);
    child.exit(3);
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(3), Optional.empty()));
  }

  @Test
  @DisplayName("Killed while it is being started: killed as soon as it is there, without a ladder")
  void killedWhileSpawning() {
    rig.spawner().stick();
    Link link = rig.channel().open(1, told);
    Await.until("the spawn", rig.spawner()::stuckNow);
    link.kill();
    rig.spawner().release();
    FakeChild child = rig.child();
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(137), Optional.empty()));
    assertThat(child.stopAsked()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("Row 26: a closed pipe is no fault of a run that is being stopped or killed")
  void closedAndLeaving(boolean stop) {
    Link link = rig.channel().open(1, told);
    told.awaitOpened();
    FakeChild child = rig.child().stubborn();
    child.closeStdout();
    Await.until("the second's patience", () -> rig.timers().has(1_000));
    if (stop) {
      link.stop("was replaced");
      assertThat(child.awaitStop()).isEqualTo("was replaced");
    } else {
      child.immortal();
      link.kill();
    }
    rig.timers().advance(1_000);
    assertThat(child.stopAsked()).isEqualTo(stop);
    child.exit(3);
    assertThat(told.awaitEnd()).isEqualTo(new End.Exited(new Child.Exit(3), Optional.empty()));
    assertThat(rig.timers().none()).isTrue();
  }

  @Test
  @DisplayName("What is said within two seconds after the exit is told; what comes later is not")
  void afterTheExit() {
    rig.channel().open(1, told);
    FakeChild child = rig.child();
    told.awaitOpened();
    child.exitBeforeItsOutputIsRead(0);
    Await.until("the grace", () -> rig.timers().has(2_000));
    child.say(ChannelContract.message(0));
    told.awaitMessages(1);
    rig.timers().advance(2_000);
    told.awaitEnd();
    child.say(ChannelContract.message(1));
    child.exit(0);
    awaitNoThreads();
    told.check();
    assertThat(told.messages()).hasSize(1);
  }

  @Test
  @DisplayName("The end does not wait for a client that does not read")
  void endBesideBackPressure() {
    CountDownLatch clientReads = new CountDownLatch(1);
    Recorder waiting =
        new Recorder(method -> {
          if (method.equals("awaitRoom")) {
            clientReads.await();
          }
        });
    rig.channel().open(1, waiting);
    waiting.awaitOpened();
    Await.until("the wait", () -> waiting.reads() == 1);
    rig.child().exit(1);
    Await.until("the grace", () -> rig.timers().has(2_000));
    rig.timers().advance(2_000);
    waiting.awaitEnd();
    clientReads.countDown();
    awaitNoThreads();
    waiting.check();
  }

  @Test
  @DisplayName("Row 3: what comes in one read is told in bursts")
  void bursts() {
    CountDownLatch said = new CountDownLatch(1);
    Recorder late =
        new Recorder(method -> {
          if (method.equals("awaitRoom")) {
            said.await();
          }
        });
    rig.channel().open(1, late);
    FakeChild child = rig.child();
    child.write(
        (String.join("\n", ChannelContract.messages(100)) + "\n").getBytes(StandardCharsets.UTF_8));
    said.countDown();
    late.awaitMessages(100);
    List<Integer> bursts = new ArrayList<>(Collections.nCopies(100 / Burst.MOST, Burst.MOST));
    bursts.add(100 % Burst.MOST);
    assertThat(late.bursts()).containsExactlyElementsOf(bursts);
    assertThat(late.messages()).isEqualTo(ChannelContract.messages(100));
    child.exit(0);
    late.awaitEnd();
  }

  @Test
  @DisplayName(
      "a server that answers has read what it was sent: the next call leaves on its sender's"
          + " thread")
  void acknowledges() {
    Link link = rig.channel().open(1, told);
    told.awaitOpened();
    FakeChild child = rig.child();
    for (int i = 0; i < 100; i++) { // 100 KiB: far more than what surely fits into a pipe
      String message = "{\"n\":\"" + "x".repeat(1_000) + "\"}";
      Link.Sent[] sent = new Link.Sent[1];
      rig.monitor().turn(() -> sent[0] = link.send(ChannelContract.outgoing(message)));
      assertThat(child.input().lines().poll()).isEqualTo(message);
      link.answered(sent[0]);
    }
    child.exit(0);
    told.awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "stop", "kill", "refuse", "survive"})
  @DisplayName("Row 23: after the end nothing holds the run, no timer and no thread is left")
  void leavesNothing(String way) {
    Left left = over(way);
    assertThat(rig.timers().none()).isTrue();
    Await.until("the events to be forgotten", () -> collected(left.events()));
    if (!way.equals("survive")) { // its threads hold the link, and nothing behind it
      awaitNoThreads();
      Await.until("the link to be forgotten", () -> collected(left.link()));
    }
  }

  /// What nothing must hold.
  private record Left(WeakReference<Events> events, WeakReference<Link> link) {}

  private static boolean collected(WeakReference<?> reference) {
    System.gc();
    return reference.refersTo(null);
  }

  /// A run that has ended in this way.
  private Left over(String way) {
    Recorder mine = new Recorder();
    Link link = (way.equals("refuse") ? rig.refusing() : rig.channel()).open(1, mine);
    if (!way.equals("refuse")) {
      mine.awaitOpened();
      FakeChild child = rig.child();
      rig.monitor().turn(() -> link.send(ChannelContract.outgoing(ChannelContract.message(0))));
      child.nextLine();
      switch (way) {
        case "exit" -> child.exit(0);
        case "stop" -> link.stop("was replaced");
        case "kill" -> link.kill();
        case "survive" -> {
          child.immortal();
          link.stop("was replaced");
        }
        default -> throw new IllegalArgumentException(way);
      }
    }
    mine.awaitEnd();
    return new Left(new WeakReference<>(mine), new WeakReference<>(link));
  }
}
