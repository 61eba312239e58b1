package dev.pitstop.process;

import static dev.pitstop.process.ChildFixture.awaitGone;
import static dev.pitstop.process.ChildFixture.awaitStopped;
import static dev.pitstop.process.ChildFixture.exitOf;
import static dev.pitstop.process.ChildFixture.readLine;
import static dev.pitstop.process.ChildFixture.readPid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.harness.Await;
import dev.pitstop.process.Stopped.How;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The stop ladder and the process tree")
@Timeout(60)
class StopLadderTest {
  /// For children that obey: long enough to never be reached.
  private static final StopLimits PATIENT = new StopLimits(Duration.ofSeconds(50));

  /// For children that do not.
  private static final StopLimits SHORT = new StopLimits(Duration.ofMillis(250));

  private static final String DOUBLE_FORK =
      """
      import os, sys, time
      read, write = os.pipe()
      if os.fork() == 0:
          if os.fork() == 0:
              os.write(write, str(os.getpid()).encode())
              os.close(write); os.close(1); os.close(0)
              time.sleep(1000)
          os._exit(0)
      os.wait()
      os.close(write)
      print(os.read(read, 100).decode(), flush=True)
      """;

  private final ChildFixture children = new ChildFixture();

  @AfterEach
  void close() {
    children.close();
  }

  @Test
  void aChildThatObeysTheEndOfItsStdinLeavesByItself() throws Exception {
    Child child = children.sh("cat; exit 4");
    assertThat(child.stop(PATIENT, "test"))
        .isEqualTo(new Stopped(new Child.Exit(4), How.STDIN_CLOSED, 0, "test"));
  }

  @Test
  void aChildThatIgnoresTheEndOfItsStdinGetsSigterm() throws Exception {
    Child child = children.sh("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
    readLine(child);
    Stopped stopped = child.stop(new StopLimits(Duration.ofSeconds(2)), "test");
    assertThat(stopped.how()).isEqualTo(How.TERMINATED);
    assertThat(stopped.exit()).isEqualTo(new Child.Exit(7));
  }

  @Test
  @DisplayName("a child whose stdin was closed long ago gets SIGTERM at once")
  void aChildWithoutStdinGetsSigterm() throws Exception {
    Child child = children.sh("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
    readLine(child);
    child.closeStdin();
    Stopped stopped = child.stop(new StopLimits(Duration.ofDays(1)), "test");
    assertThat(stopped).isEqualTo(new Stopped(new Child.Exit(7), How.TERMINATED, 0, "test"));
  }

  @Test
  @DisplayName("told by a signal to end, Pitstop does not wait behind the closed stdin")
  void hurried() throws Exception {
    Child child = children.sh("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
    readLine(child);
    StopLimits limits = new StopLimits(Duration.ofDays(1));
    limits.hurry();
    Stopped stopped = child.stop(limits, "test");
    assertThat(stopped).isEqualTo(new Stopped(new Child.Exit(7), How.TERMINATED, 0, "test"));
  }

  @Test
  void aChildThatIgnoresSigtermIsKilled() throws Exception {
    Child child = children.sh("trap '' TERM; echo ready; while :; do sleep 1; done");
    readLine(child);
    Stopped stopped = child.stop(SHORT, "test");
    assertThat(stopped.how()).isEqualTo(How.KILLED);
    assertThat(stopped.exit().words()).isEqualTo("exit code 137 (SIGKILL?)");
    assertThat(stopped.descendantsKilled()).isPositive();
  }

  @Test
  @DisplayName("when Pitstop ends, a stop has what is left of the time, and all steps are taken")
  void theEndCutsTheLadder() throws Exception {
    Child child = children.sh("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done");
    readLine(child);
    StopLimits limits = new StopLimits(Duration.ofSeconds(2));
    limits.end();
    limits.end(); // the first counts
    Stopped stopped = child.stop(limits, "test");
    assertThat(stopped.how()).isEqualTo(How.TERMINATED);
    assertThat(limits.left()).isLessThan(limits.total());
    assertThat(limits.waitMillis(Long.MAX_VALUE)).isLessThanOrEqualTo(1_000);
    assertThat(limits.waitMillis(1)).isEqualTo(1);
  }

  @Test
  void aStoppedChildIsKilled() throws Exception {
    Child child = children.sh("echo ready; kill -STOP $$; cat");
    readLine(child);
    awaitStopped(child.pid());
    assertThat(child.stop(SHORT, "test").how()).isEqualTo(How.KILLED);
  }

  @Test
  void grandchildrenGoWithTheChild() throws Exception {
    Child child = children.sh("trap '' TERM; sh -c 'trap \"\" TERM; echo $$; sleep 999; :' ; :");
    long grandchild = readPid(child);
    Stopped stopped = child.stop(SHORT, "test");
    assertThat(stopped.how()).isEqualTo(How.KILLED);
    assertThat(ProcessTable.alive(grandchild)).isFalse();
  }

  @Test
  void aGrandchildInASessionOfItsOwnIsFoundThroughItsParent() throws Exception {
    Child child = children.sh("setsid sh -c 'echo $$; exec sleep 999' & read -r end; exit 0");
    long grandchild = readPid(child);
    Stopped stopped = child.stop(PATIENT, "test");
    assertThat(stopped.how()).isEqualTo(How.STDIN_CLOSED);
    assertThat(stopped.descendantsKilled()).isEqualTo(1);
    awaitGone(grandchild);
  }

  @Test
  void aDoubleForkedOrphanOfTheSessionGoesToo() throws Exception {
    Child child = children.python(DOUBLE_FORK + "sys.stdin.read()");
    long orphan = readPid(child);
    assertThat(ProcessTable.alive(orphan)).isTrue();
    Stopped stopped = child.stop(PATIENT, "test");
    assertThat(stopped.how()).isEqualTo(How.STDIN_CLOSED);
    assertThat(stopped.descendantsKilled()).isEqualTo(1);
    awaitGone(orphan);
  }

  @Test
  void whatACrashedChildLeavesBehindIsSwept() throws Exception {
    Child child = children.python(DOUBLE_FORK + "sys.stdin.readline(); os.abort()");
    long orphan = readPid(child);
    child.stdin().write('\n');
    child.stdin().flush();
    assertThat(exitOf(child).words()).isEqualTo("exit code 134 (SIGABRT?)");
    assertThat(ProcessTable.alive(orphan)).isFalse();
    assertThat(child.stop(PATIENT, "late").how()).isEqualTo(How.ALREADY_DEAD);
  }

  @Test
  void killEndsTheWholeTreeAtOnce() throws Exception {
    Child child = children.sh("trap '' TERM; sh -c 'echo $$; sleep 999; :' ; :");
    long grandchild = readPid(child);
    child.kill();
    assertThat(exitOf(child).words()).isEqualTo("exit code 137 (SIGKILL?)");
    awaitGone(grandchild);
    child.kill();
  }

  @Test
  void aWriterStuckInAFullPipeHindersNothing() throws Exception {
    Child child = children.sh("trap '' TERM; echo ready; while :; do sleep 1; done");
    readLine(child);
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                child.stdin().write(new byte[10 << 20]);
              } catch (IOException broken) {
                failure.complete(broken);
              }
            });
    Await.until(
        "the writer is in the system call",
        () ->
            writer.getStackTrace().length > 0
                && writer.getStackTrace()[0].getMethodName().startsWith("writeBytes"));
    child.closeStdin();
    child.closeStdin();
    assertThat(child.alive()).isTrue();
    assertThat(child.stop(SHORT, "test").how()).isEqualTo(How.KILLED);
    assertThat(Await.result("the failure", failure)).hasMessageContaining("roken pipe");
  }

  @Test
  void writingAfterTheCloseFails() throws Exception {
    Child child = children.sh("cat");
    child.stdin().close();
    assertThatThrownBy(() -> child.stdin().write('x'))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThat(exitOf(child)).isEqualTo(new Child.Exit(0));
  }

  @Test
  void concurrentStopsJoinTheFirst() throws Exception {
    Child child = children.sh("echo ready; read -r line; read -r line; exit 5");
    readLine(child);
    CompletableFuture<Stopped> first = new CompletableFuture<>();
    CompletableFuture<Stopped> second = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> first.complete(child.stop(PATIENT, "a")));
    Thread.ofVirtual().start(() -> second.complete(child.stop(PATIENT, "b")));
    Stopped stopped = Await.result("the first stop", first);
    assertThat(Await.result("the second stop", second)).isSameAs(stopped);
    assertThat(stopped.exit()).isEqualTo(new Child.Exit(5));
  }

  @Test
  void aSecondSignalCutsTheLadderShort() throws Exception {
    Child child = children.sh("trap '' TERM; echo ready; while :; do sleep 1; done");
    readLine(child);
    CompletableFuture<Stopped> stopped = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> stopped.complete(child.stop(PATIENT, "first signal")));
    child.kill();
    assertThat(Await.result("the stop", stopped).exit().status()).isEqualTo(137);
  }
}
