package dev.pitstop.process;

import static dev.pitstop.process.ChildFixture.exitOf;
import static dev.pitstop.process.ChildFixture.readPid;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Outbox;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a daemon costs that keeps the pipes of the dead child that began it.
@DisplayName("L6, L7: letting go of a dead child's pipes")
@Timeout(60)
class LetGoTest {
  private static final String DAEMON =
      "(setsid sh -c 'echo $$; exec sleep 999' &); read -r end; exit 0";

  private final ChildFixture children = new ChildFixture();
  private final StderrRing ring = new StderrRing();

  private static int open(Optional<Path> pipe) {
    int count = 0;
    for (String descriptor : new File("/proc/self/fd").list()) {
      try {
        Path link = Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor));
        count += link.equals(pipe.orElseThrow()) ? 1 : 0;
      } catch (IOException closed) {
        // the listing's own
      }
    }
    return count;
  }

  private static boolean blockedIn(Thread thread, String method) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  private static List<Thread> blockedIn(String method) {
    List<Thread> blocked = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (blockedIn(thread, method)) {
        blocked.add(thread);
      }
    }
    return blocked;
  }

  private static Thread reader(Child child, CompletableFuture<Integer> end) {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            end.complete(child.stdout().read());
          } catch (IOException broken) {
            end.completeExceptionally(broken);
          }
        });
  }

  @Test
  @DisplayName("gives back the descriptors, the readers' threads and the JDK's, while it lives")
  void givesAllBack() throws Exception {
    Child child = children.sh(DAEMON);
    final Optional<Path> out = Platform.LINUX.pipeOf(child.pid(), 1);
    final Optional<Path> err = Platform.LINUX.pipeOf(child.pid(), 2);
    long daemon = readPid(child);
    StderrPump pump = StderrPump.start(child, new StderrPump.To(1, ring, line -> {}));
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Thread reader = reader(child, end);
    Poll.until("the reader is blocked", () -> blockedIn(reader, "readBytes"));
    child.closeStdin();
    exitOf(child);
    Poll.until("the JDK waits for the reader", () -> !blockedIn("processExited").isEmpty());
    assertThat(open(out)).isEqualTo(1);
    assertThat(open(err)).isEqualTo(1);
    child.letGo();
    assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(-1);
    pump.drained().get(20, TimeUnit.SECONDS);
    assertThat(ring.lastOf(1, 10)).isEmpty();
    Poll.until("the descriptors are closed", () -> open(out) + open(err) == 0);
    Poll.until("the JDK's thread is free", () -> blockedIn("processExited").isEmpty());
    assertThat(ProcessTable.alive(daemon)).isTrue();
    ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
    children.close();
  }

  @Test
  @DisplayName("also without room for one more thread")
  void withoutAThread() throws Exception {
    Platform linux = Platform.LINUX;
    Process process = new ProcessBuilder("/bin/sh", "-c", DAEMON).start();
    ProcessTree tree = new ProcessTree(linux, process.toHandle());
    Threads none =
        (name, body) -> {
          throw new OutOfMemoryError("unable to create native thread");
        };
    Child child =
        new OsChild(linux, none, process, System.nanoTime(), tree, Duration.ZERO, pid -> {});
    long daemon = readPid(child);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Thread reader = reader(child, end);
    Poll.until("the reader is blocked", () -> blockedIn(reader, "readBytes"));
    child.closeStdin();
    process.waitFor();
    child.letGo();
    assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(-1);
    ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
  }

  @Test
  @DisplayName("ends the writer of a message that nobody will ever read, and gives its stdin back")
  void blockedWriter() throws Exception {
    Child child =
        children.sh("exec 3<&0; (setsid sh -c 'echo $$; exec sleep 999' <&3 &); exec sleep 999");
    final Optional<Path> in = Platform.LINUX.pipeOf(child.pid(), 0);
    long daemon = readPid(child);
    AtomicInteger breaks = new AtomicInteger();
    Outbox outbox =
        new Outbox("test", Outbox.Role.SERVER, child.stdin(), e -> breaks.incrementAndGet());
    outbox.offer(new byte[8 << 20]);
    outbox.flush(Outbox.Flush.LATER);
    Poll.until("the writer is blocked", () -> !blockedIn("writeBytes").isEmpty());
    ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly(); // and not what it began
    exitOf(child);
    Thread writer = blockedIn("writeBytes").getFirst();
    child.stdout().close();
    outbox.discard();
    child.letGo();
    Poll.until("the writer has ended", () -> !writer.isAlive());
    Poll.until("the descriptor is closed", () -> open(in) == 0);
    Poll.until("the JDK's thread is free", () -> blockedIn("processExited").isEmpty());
    assertThat(ProcessTable.alive(daemon)).isTrue();
    ProcessHandle.of(daemon).orElseThrow().destroyForcibly();
    children.close();
  }

  @Test
  @DisplayName("of a process that floods ends too")
  void flood() throws Exception {
    Child child = children.sh("exec yes");
    child.letGo();
    assertThat(child.stdout().readAllBytes().length).isLessThanOrEqualTo(1 << 20);
    children.close();
  }
}
