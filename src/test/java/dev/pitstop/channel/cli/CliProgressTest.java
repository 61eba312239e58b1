package dev.pitstop.channel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.FakeTimers;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("nothing is a call's progress after its answer")
class CliProgressTest {
  private final FakeTimers timers = new FakeTimers();
  private final List<byte[]> told = new ArrayList<>();

  @Test
  @DisplayName("what a process left behind writes when the call is over is told nobody")
  void lateLine() {
    CliProgress progress = new CliProgress("1", timers, told::add);
    progress.end();
    progress.wrote("too late");
    assertThat(timers.none()).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  @DisplayName("a line that is about to be told when the call ends is told nobody")
  void lateTimer() {
    List<Runnable> due = new ArrayList<>();
    Timers deaf =
        new Timers() {
          @Override
          public long nowMillis() {
            return 0;
          }

          @Override
          public Timer after(long millis, Runnable task) {
            due.add(task);
            return () -> {}; // its thread has it already
          }
        };
    CliProgress progress = new CliProgress("1", deaf, told::add);
    progress.wrote("one");
    progress.end();
    due.forEach(Runnable::run);
    assertThat(told).isEmpty();
  }
}
