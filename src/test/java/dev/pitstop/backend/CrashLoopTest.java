package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Order;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What crashes in a row do, by their times. Single steps are in [LifecycleTest].
class CrashLoopTest {
  private Model model = Model.FRESH;

  private List<Effect> on(Event e) {
    Lifecycle.Step step = e.on(model, true);
    model = step.model();
    return step.effects();
  }

  private String state() {
    return LifecycleText.of(model.state());
  }

  private void crashes(int times, long from, long apart) {
    for (int i = 0; i < times; i++) {
      on(new Event.Demand());
      on(new Event.Ready(model.lastGen()));
      on(new Event.Exited(model.lastGen(), from + i * apart, false));
    }
  }

  @Test
  @DisplayName("the fifth crash within 30 s ends the respawning, the fourth does not")
  void crashLoop() {
    crashes(4, 1_000, 7_000);
    assertThat(state()).isEqualTo("crashed(#4)");
    crashes(1, 29_000, 0);
    assertThat(state()).isEqualTo("crashed(#5 looping)");
    assertThat(on(new Event.Demand())).containsExactly(new Effect.FailHeld());
  }

  @Test
  @DisplayName("crashes that are 30 s old do not count")
  void oldCrashesAreForgotten() {
    crashes(4, 0, 1_000);
    crashes(1, 30_000, 0);
    assertThat(state()).isEqualTo("crashed(#5)");
    assertThat(model.crashes()).containsExactly(1_000L, 2_000L, 3_000L, 30_000L);
    crashes(12, 60_000, 7_500);
    assertThat(state()).as("one every 7.5 s is no loop").isEqualTo("crashed(#17)");
  }

  @Test
  @DisplayName("a server that dies during its start loops as well")
  void crashesDuringTheStart() {
    for (int i = 0; i < 5; i++) {
      on(new Event.Demand());
      on(new Event.Exited(model.lastGen(), 1_000 + i, false));
    }
    assertThat(state()).isEqualTo("crashed(#5 looping)");
  }

  @Test
  @DisplayName("an explicit reload forgives a crash loop")
  void forgiveness() {
    crashes(5, 1_000, 1);
    on(new Event.ReloadRequested(new Job(1, false, Order.START_FIRST, false)));
    assertThat(state()).isEqualTo("starting(#6 for 1)");
    assertThat(model.crashes()).isEmpty();
    on(new Event.Exited(6, 1_010, false));
    assertThat(state()).isEqualTo("crashed(#6)");
    assertThat(on(new Event.Demand())).containsExactly(new Effect.Spawn(7));
  }
}
