package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.harness.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("threads for exchanges with a daemon")
@Timeout(60)
class HttpWorkersTest {
  private final List<Thread> platform = new ArrayList<>();
  private final ThreadFactory platforms =
      body -> {
        Thread made = Thread.ofPlatform().daemon().unstarted(body);
        platform.add(made);
        return made;
      };
  private final BlockingQueue<Thread> on = new LinkedBlockingQueue<>();
  private final CountDownLatch go = new CountDownLatch(1);

  private final List<Throwable> failed = new ArrayList<>();

  private void exchange(HttpWorkers on, String name, Runnable body) {
    new HttpThreads(on, new FakeTimers(), "", (thread, why) -> failed.add(why))
        .exchange(name, body, () -> {});
  }

  private void saysWhere() {
    on.add(Thread.currentThread());
  }

  private void saysWhereAndStays() {
    saysWhere();
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("those beyond the platform threads have virtual ones")
  void beyond() throws InterruptedException {
    HttpWorkers workers = new HttpWorkers(Thread.ofVirtual().factory(), platforms, 2);
    for (int i = 0; i < 5; i++) {
      exchange(workers, "e" + i, this::saysWhereAndStays);
    }
    List<Boolean> virtual = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      virtual.add(on.take().isVirtual());
    }
    go.countDown();
    assertThat(virtual).containsExactlyInAnyOrder(false, false, true, true, true);
    assertThat(platform).hasSize(2);
  }

  @Test
  @DisplayName("what lasts has a virtual thread of its name and takes no platform thread")
  void lasts() throws InterruptedException {
    HttpWorkers workers = new HttpWorkers(Thread.ofVirtual().factory(), platforms, 1);
    workers.last("the stream", this::saysWhereAndStays);
    exchange(workers, "e", this::saysWhere);
    List<Thread> both = List.of(on.take(), on.take());
    go.countDown();
    assertThat(both).filteredOn(Thread::isVirtual).map(Thread::getName).containsOnly("the stream");
    assertThat(both).filteredOn(t -> !t.isVirtual()).hasSize(1);
  }

  @Test
  @DisplayName("those that wait for an exchange end at rest; the next one is done all the same")
  void rest() throws InterruptedException {
    HttpWorkers workers = new HttpWorkers(Thread.ofVirtual().factory(), platforms, 2);
    exchange(workers, "a", this::saysWhereAndStays);
    exchange(workers, "b", this::saysWhere);
    List<Thread> both = List.of(on.take(), on.take());
    workers.rest();
    go.countDown();
    for (Thread each : both) {
      each.join();
    }
    exchange(workers, "c", this::saysWhere);
    assertThat(on.take().isVirtual()).isFalse();
    workers.rest();
    platform.getLast().join();
    assertThat(platform).hasSize(3);
  }

  @Test
  @DisplayName("a thread that waits takes the next exchange")
  void again() throws InterruptedException {
    HttpWorkers workers = new HttpWorkers(Thread.ofVirtual().factory(), platforms, 1);
    exchange(workers, "a", this::saysWhere);
    Thread first = on.take();
    Await.until("it waits", () -> first.getState() == Thread.State.TIMED_WAITING);
    for (int i = 0; i < 100; i++) {
      exchange(workers, "b" + i, this::saysWhere);
      on.take();
    }
    assertThat(platform).containsExactly(first);
    workers.rest();
    first.join();
  }

  @Test
  @DisplayName("a thread that waits keeps nothing of what it has done")
  void keepsNothing() throws InterruptedException {
    HttpWorkers workers = new HttpWorkers(Thread.ofVirtual().factory(), platforms, 1);
    List<WeakReference<byte[]>> bytes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      byte[] large = new byte[1_000_000];
      bytes.add(new WeakReference<>(large));
      exchange(
          workers,
          "e",
          () -> {
            large[0] = 1;
            saysWhere();
          });
      on.take();
      Await.until("it waits", () -> platform.getFirst().getState() == Thread.State.TIMED_WAITING);
    }
    assertThat(platform).hasSize(1);
    Await.until(
        "the bytes are let go",
        () -> {
          System.gc();
          return bytes.stream().allMatch(b -> b.refersTo(null));
        });
    workers.rest();
    platform.getFirst().join();
  }

  @Test
  @DisplayName("an interrupt waits while something is told, and comes after it")
  void told() {
    HttpThreads.Work work = new HttpThreads.Work();
    AtomicBoolean meanwhile = new AtomicBoolean();
    work.uninterrupted(() -> {
      work.interrupt();
      meanwhile.set(Thread.currentThread().isInterrupted());
    });
    assertThat(meanwhile).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("one that came just before something is told waits, too")
  void before() {
    HttpThreads.Work work = new HttpThreads.Work();
    work.interrupt();
    AtomicBoolean meanwhile = new AtomicBoolean();
    work.uninterrupted(() -> meanwhile.set(Thread.currentThread().isInterrupted()));
    assertThat(meanwhile).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("also when what is told fails")
  void fails() {
    HttpThreads.Work work = new HttpThreads.Work();
    assertThatThrownBy(() ->
            work.uninterrupted(() -> {
              work.interrupt();
              throw new IllegalStateException("made up");
            }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName(
      "an interrupt after the end reaches nobody, and none is left for the thread's next work")
  void afterwards() {
    HttpThreads.Work work = new HttpThreads.Work();
    work.interrupt();
    work.end();
    assertThat(Thread.interrupted()).isFalse();
    work.interrupt();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  @DisplayName("what is forgotten does not come later")
  void forgotten() {
    HttpThreads.Work work = new HttpThreads.Work();
    work.uninterrupted(() -> {
      work.interrupt();
      work.forget();
    });
    assertThat(Thread.interrupted()).isFalse();
  }
}
