package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.log.Log;
import dev.pitstop.rpc.Timers;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What the real and the fake timers have in common. The real ones need no help to pass.
class TimersContractTest {
  private final BlockingQueue<String> ran = new LinkedBlockingQueue<>();

  private static List<Arguments> implementations() {
    FakeTimers fake = new FakeTimers();
    LongConsumer itself = millis -> {};
    LongConsumer byHand = fake::advance;
    return List.of(
        Arguments.of(Named.of("system", new SystemTimers(Log.nowhere())), itself),
        Arguments.of(Named.of("fake", fake), byHand));
  }

  private String next() {
    return Await.take("a timer", ran);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  @DisplayName("tasks run once, in the order of their times, not before them")
  void order(Timers timers, LongConsumer pass) {
    long from = timers.nowMillis();
    timers.after(400, () -> ran.add("400 " + (timers.nowMillis() - from >= 400)));
    timers.after(200, () -> ran.add("200 " + (timers.nowMillis() - from >= 200)));
    timers.after(0, () -> ran.add("0"));
    pass.accept(500);
    assertThat(List.of(next(), next(), next())).containsExactly("0", "200 true", "400 true");
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("implementations")
  @DisplayName("a cancelled one never runs; cancelling twice or too late does nothing")
  void cancel(Timers timers, LongConsumer pass) {
    Timers.Timer cancelled = timers.after(400, () -> ran.add("cancelled"));
    Timers.Timer kept = timers.after(450, () -> ran.add("kept"));
    cancelled.cancel();
    cancelled.cancel();
    pass.accept(500);
    assertThat(next()).isEqualTo("kept");
    kept.cancel();
    assertThat(ran).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("implementations")
  @DisplayName("a cancelled one keeps nothing alive until its time")
  void cancelledKeepsNothing(Timers timers, LongConsumer pass) {
    List<WeakReference<Object>> kept = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Object call = new Object();
      kept.add(new WeakReference<>(call));
      timers.after(1_000_000, () -> ran.add("late: " + call)).cancel();
    }
    Await.until(
        "the collection of what cancelled timers kept",
        () -> {
          System.gc();
          return kept.stream().allMatch(r -> r.get() == null);
        });
  }

  @Test
  @DisplayName("a task of the real timers that fails costs nothing but itself")
  void failing() {
    Timers timers = new SystemTimers(Log.nowhere());
    timers.after(
        0,
        () -> {
          throw new IllegalStateException("a defect");
        });
    timers.after(10, () -> ran.add("next"));
    assertThat(next()).isEqualTo("next");
  }

  @ParameterizedTest
  @MethodSource("implementations")
  @DisplayName("a task may set a timer")
  void nested(Timers timers, LongConsumer pass) {
    timers.after(10, () -> timers.after(10, () -> ran.add("inner")));
    pass.accept(20);
    assertThat(next()).isEqualTo("inner");
  }
}
