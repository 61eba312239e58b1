package dev.pitstop.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("interrupts of exchanges with a daemon")
@Timeout(60)
class HttpThreadsTest {
  @Test
  @DisplayName("an interrupt waits while something is told, and comes after it")
  void told() {
    HttpThreads.Work work = new HttpThreads.Work(Thread.currentThread());
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
    HttpThreads.Work work = new HttpThreads.Work(Thread.currentThread());
    work.interrupt();
    AtomicBoolean meanwhile = new AtomicBoolean();
    work.uninterrupted(() -> meanwhile.set(Thread.currentThread().isInterrupted()));
    assertThat(meanwhile).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  @DisplayName("also when what is told fails")
  void fails() {
    HttpThreads.Work work = new HttpThreads.Work(Thread.currentThread());
    assertThatThrownBy(() ->
            work.uninterrupted(() -> {
              work.interrupt();
              throw new IllegalStateException("made up");
            }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
