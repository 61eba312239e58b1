package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.process.Stopped.How;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a process that SIGKILL does not end (an uninterruptible wait)")
@Timeout(60)
class UnkillableTest {
  /// One that ends when the test says so.
  private static final class Unkillable extends Process {
    final CountDownLatch end = new CountDownLatch(1);

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
      end.await();
      return 137;
    }

    @Override
    public int exitValue() {
      if (end.getCount() > 0) {
        throw new IllegalThreadStateException();
      }
      return 137;
    }

    @Override
    public void destroy() {}

    @Override
    public Process destroyForcibly() {
      return this;
    }

    @Override
    public long pid() {
      return 4_000_000_000L;
    }
  }

  @Test
  @Tag("slow")
  @DisplayName(
      "the ladder ends and says so, for all who stop it; should it end later, that is told")
  void survives() throws Exception {
    Process root = new ProcessBuilder("sleep", "999").start(); // what signals are sent to
    Unkillable process = new Unkillable();
    CompletableFuture<Long> dead = new CompletableFuture<>();
    ProcessTree tree = new ProcessTree(Platform.current(), root.toHandle());
    OsChild child = new OsChild(process, System.nanoTime(), tree, Duration.ZERO, dead::complete);
    child.startWaiting();
    CompletableFuture<Stopped> second = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> second.complete(child.stop(new StopLimits(Duration.ZERO), "test")));
    Stopped first = child.stop(new StopLimits(Duration.ZERO), "test");
    assertThat(first).isEqualTo(new Stopped(Child.Exit.UNKNOWN, How.SURVIVED, 0, "test"));
    assertThat(Await.result("the second stop", second)).isSameAs(first);
    assertThat(child.alive()).isTrue();
    assertThat(child.exited()).isNotDone();
    assertThat(dead).isNotDone();
    process.end.countDown();
    assertThat(ChildFixture.exitOf(child)).isEqualTo(new Child.Exit(137));
    assertThat(dead).isCompletedWithValue(4_000_000_000L);
    assertThat(root.waitFor()).as("it was sent signals").isGreaterThan(128);
  }
}
