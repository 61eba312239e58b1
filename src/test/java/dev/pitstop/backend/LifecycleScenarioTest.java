package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Order;
import dev.pitstop.backend.lifecycle.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// Runs of several events through the lifecycle, told by what they do.
class LifecycleScenarioTest {
  private Model model = Model.FRESH;
  private boolean respawn = true;
  private final List<Effect> effects = new ArrayList<>();

  private void on(Event e) {
    Lifecycle.Step step = e.on(model, respawn);
    model = step.model();
    effects.addAll(step.effects());
  }

  private List<Effect> done() {
    List<Effect> all = List.copyOf(effects);
    effects.clear();
    return all;
  }

  private String state() {
    return LifecycleText.of(model.state());
  }

  private static Event reload(int id, boolean build, Order order) {
    return new Event.ReloadRequested(new Job(id, build, order, false));
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
    done();
    on(new Event.Demand());
    assertThat(done()).containsExactly(new Effect.FailHeld());
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
    on(reload(1, false, Order.START_FIRST));
    assertThat(state()).isEqualTo("starting(#6 for 1)");
    assertThat(model.crashes()).isEmpty();
    on(new Event.Exited(6, 1_010, false));
    assertThat(state()).isEqualTo("crashed(#6)");
    done();
    on(new Event.Demand());
    assertThat(done()).containsExactly(new Effect.Spawn(7));
  }

  @Test
  @DisplayName("a failed try beside a living server is no crash of it")
  void failedTriesDoNotCount() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    for (int i = 1; i <= 6; i++) {
      on(reload(i, false, Order.START_FIRST));
      on(new Event.Exited(model.lastGen(), 1_000, false));
    }
    assertThat(state()).isEqualTo("running(#1)");
    assertThat(model.crashes()).isEmpty();
  }

  @Test
  @DisplayName("a reload during a reload begins when that is over, from what serves then")
  void oneAfterTheOther() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    done();
    on(reload(1, true, Order.START_FIRST));
    on(reload(2, true, Order.START_FIRST));
    assertThat(done())
        .containsExactly(new Effect.RunBuild(new Job(1, true, Order.START_FIRST, false)));
    on(new Event.BuildEnded(1, true));
    on(new Event.Ready(2));
    assertThat(done())
        .containsExactly(
            new Effect.Spawn(2),
            new Effect.Serve(2),
            new Effect.Retire(1),
            new Effect.JobDone(1, Effect.Outcome.RELOADED),
            new Effect.RunBuild(new Job(2, true, Order.START_FIRST, false)));
    assertThat(state()).isEqualTo("building(2, running(#2))");
    on(new Event.BuildEnded(2, false));
    assertThat(state()).isEqualTo("running(#2)");
  }

  @Test
  @DisplayName("the waiting reload begins also after a failed build, a failed start and a stop")
  void waitingReloadIsNotLost() {
    on(reload(1, true, Order.START_FIRST));
    on(reload(2, true, Order.START_FIRST));
    on(new Event.BuildEnded(1, false));
    assertThat(state()).isEqualTo("building(2, stopped(never started))");
    on(reload(3, false, Order.START_FIRST));
    on(new Event.BuildEnded(2, true));
    on(new Event.StartFailed(1, false));
    assertThat(state()).isEqualTo("starting(#2 for 3)");
    on(new Event.Ready(2));
    on(new Event.Stop(StopReason.REQUESTED));
    on(reload(4, false, Order.START_FIRST));
    on(new Event.Exited(2, 0, false));
    assertThat(state()).isEqualTo("starting(#3 for 4)");
  }

  @Test
  @DisplayName("nor does one that waits for the reload before it, whose server does not come")
  void reloadBehindALateOne() {
    on(reload(1, true, Order.START_FIRST));
    on(reload(2, true, Order.START_FIRST));
    on(new Event.BuildEnded(1, true));
    done();
    on(new Event.Late(1));
    assertThat(state()).isEqualTo("building(2, stopped(lost))");
    assertThat(done())
        .containsExactly(
            new Effect.JobDone(1, Effect.Outcome.START_FAILED),
            new Effect.StopTree(1, StopReason.ABANDONED),
            new Effect.RunBuild(new Job(2, true, Order.START_FIRST, false)));
    assertThat(model.next()).isEmpty();
  }

  @Test
  @DisplayName("beside one that serves, a reload of what does not come leaves that serving")
  void reloadBesideServing() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, false, Order.START_FIRST));
    on(new Event.Late(2));
    assertThat(state()).isEqualTo("starting(#2, #1 serves)");
    on(reload(2, true, Order.START_FIRST));
    assertThat(state()).isEqualTo("building(2, running(#1))");
  }

  @Test
  @DisplayName("cancelling the waiting reload leaves the present one alone")
  void cancelWaiting() {
    on(reload(1, true, Order.START_FIRST));
    on(reload(2, true, Order.START_FIRST));
    done();
    on(new Event.CancelBuild(2));
    assertThat(done()).containsExactly(new Effect.JobDone(2, Effect.Outcome.CANCELLED));
    assertThat(state()).isEqualTo("building(1, stopped(never started))");
  }

  @Test
  @DisplayName("given up before its build has begun, a stop-first reload does not build")
  void cancelBeforeTheBuild() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, true, Order.STOP_FIRST));
    done();
    on(new Event.CancelBuild(1));
    on(new Event.Exited(1, 5, false));
    assertThat(done()).containsExactly(new Effect.JobDone(1, Effect.Outcome.CANCELLED));
    assertThat(state()).isEqualTo("stopped(by request)");
    on(new Event.Demand());
    assertThat(done()).as("a call that waited").containsExactly(new Effect.Spawn(2));
  }

  @Test
  @DisplayName("a crash during a build that fails is still a crash when it is over")
  void crashDuringFailedBuild() {
    respawn = false;
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, true, Order.START_FIRST));
    on(new Event.Exited(1, 5, false));
    on(new Event.BuildEnded(1, false));
    assertThat(state()).isEqualTo("crashed(#1)");
    done();
    on(new Event.Demand());
    assertThat(done()).containsExactly(new Effect.FailHeld());
  }

  @Test
  @DisplayName("stop-first stops, builds, starts; after a failed build nothing is started")
  void stopFirst() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    done();
    Job job = new Job(1, true, Order.STOP_FIRST, false);
    on(new Event.ReloadRequested(job));
    assertThat(done()).containsExactly(new Effect.StopTree(1, StopReason.FOR_RELOAD));
    on(new Event.Exited(1, 0, false));
    assertThat(done()).containsExactly(new Effect.RunBuild(job));
    on(new Event.BuildEnded(1, false));
    assertThat(done())
        .containsExactly(new Effect.JobDone(1, Effect.Outcome.BUILD_FAILED), new Effect.FailHeld());
    on(new Event.Demand());
    assertThat(done()).containsExactly(new Effect.FailHeld());
    assertThat(state()).isEqualTo("stopped(build failed)");
  }

  @Test
  @DisplayName("the second try stops the old one first, does not build again, and is the last")
  void secondTry() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, true, Order.START_FIRST));
    on(new Event.BuildEnded(1, true));
    done();
    on(new Event.Exited(2, 5, true));
    assertThat(done()).containsExactly(new Effect.StopTree(1, StopReason.FOR_RELOAD));
    on(new Event.Exited(1, 6, false));
    assertThat(done()).containsExactly(new Effect.Spawn(3));
    on(new Event.StartFailed(3, true));
    assertThat(done())
        .containsExactly(
            new Effect.StopTree(3, StopReason.ABANDONED),
            new Effect.JobDone(1, Effect.Outcome.START_FAILED),
            new Effect.FailHeld());
  }

  @Test
  @DisplayName("the old server dies while its successor starts: the successor still serves")
  void oldOneDiesBesideTheNew() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, false, Order.START_FIRST));
    on(new Event.Exited(1, 5, false));
    assertThat(state()).isEqualTo("starting(#2 for 1)");
    done();
    on(new Event.Ready(2));
    assertThat(done())
        .containsExactly(new Effect.Serve(2), new Effect.JobDone(1, Effect.Outcome.RELOADED));
  }

  @Test
  @DisplayName("in report mode a crashed server waits for a reload")
  void report() {
    respawn = false;
    crashes(1, 1_000, 0);
    done();
    on(new Event.Demand());
    assertThat(done()).containsExactly(new Effect.FailHeld());
    on(reload(1, false, Order.START_FIRST));
    assertThat(done()).containsExactly(new Effect.Spawn(2));
  }

  @Test
  @DisplayName("a newer save ends the start of the older one, and tells both what came of it")
  void aNewerSaveEndsAStart() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, false, Order.START_FIRST));
    done();
    on(reload(2, false, Order.START_FIRST));
    assertThat(done())
        .containsExactly(
            new Effect.Joined(1, 2),
            new Effect.StopTree(2, StopReason.FOR_RELOAD),
            new Effect.Spawn(3));
    on(new Event.Exited(2, 5, false));
    on(new Event.Ready(3));
    assertThat(done())
        .containsExactly(
            new Effect.Serve(3),
            new Effect.Retire(1),
            new Effect.JobDone(2, Effect.Outcome.RELOADED));
  }

  @Test
  @DisplayName("where nothing serves, the new start comes when the older one is gone")
  void aNewerSaveEndsTheFirstStart() {
    on(new Event.Demand());
    done();
    on(reload(1, true, Order.START_FIRST));
    assertThat(state()).isEqualTo("draining(#1 then build 1)");
    on(reload(2, true, Order.START_FIRST));
    assertThat(done())
        .as("what was not begun reads the newest")
        .containsExactly(new Effect.StopTree(1, StopReason.FOR_RELOAD), new Effect.Joined(2, 1));
    on(new Event.Exited(1, 5, false));
    on(new Event.BuildEnded(1, true));
    assertThat(state()).isEqualTo("starting(#2 for 1)");
  }

  @Test
  @DisplayName("a reload that waits for the start is begun with it")
  void aNewerSaveTakesTheWaitingReloadAlong() {
    on(new Event.Demand());
    on(new Event.Ready(1));
    on(reload(1, true, Order.START_FIRST));
    Job waiting = new Job(2, true, Order.START_FIRST, false);
    on(new Event.ReloadRequested(waiting));
    on(new Event.BuildEnded(1, true));
    done();
    on(new Event.ReloadRequested(waiting));
    assertThat(state()).isEqualTo("building(2, running(#1))");
    assertThat(done()).contains(new Effect.Joined(1, 2), new Effect.RunBuild(waiting));
    assertThat(model.next()).isEmpty();
  }
}
