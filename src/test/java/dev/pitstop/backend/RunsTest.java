package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.rpc.Monitor;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Runs: nothing waits for a run any more when it is there, or over")
class RunsTest {
  private final FakeTimers timers = new FakeTimers();
  private final Monitor monitor = new Monitor();
  private final Runs runs = new Runs(LiveRuns.parts(monitor, timers));
  private final LiveRun run = LiveRuns.of(1);
  private int late;

  private void in(Runnable turn) {
    monitor.turn(turn);
  }

  private void expected() {
    in(() -> {
      runs.add(run);
      runs.expectOpen(run, 1_000, () -> late++);
    });
  }

  @Test
  @DisplayName("one that does not open is told once to be late")
  void late() {
    expected();
    timers.advance(999);
    assertThat(late).isZero();
    timers.advance(10_000);
    assertThat(late).isOne();
  }

  @Test
  @DisplayName("one that is open keeps no timer, and is not late")
  void open() {
    expected();
    in(() -> runs.opened(run));
    assertThat(timers.none()).isTrue();
    timers.advance(10_000);
    assertThat(late).isZero();
  }

  @Test
  @DisplayName("one that is over before it opened keeps no timer")
  void over() {
    expected();
    in(() -> runs.remove(run));
    assertThat(timers.none()).isTrue();
  }
}
