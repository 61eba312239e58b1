package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.Lifecycle.Model;
import dev.pitstop.backend.lifecycle.Lifecycle.Wanted;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.backend.lifecycle.State.Building;
import dev.pitstop.backend.lifecycle.State.Cause;
import dev.pitstop.backend.lifecycle.State.Crashed;
import dev.pitstop.backend.lifecycle.State.Draining;
import dev.pitstop.backend.lifecycle.State.Job;
import dev.pitstop.backend.lifecycle.State.Order;
import dev.pitstop.backend.lifecycle.State.Running;
import dev.pitstop.backend.lifecycle.State.Starting;
import dev.pitstop.backend.lifecycle.State.Stopped;
import dev.pitstop.backend.lifecycle.StopReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The step function as a table: every state × every event.
class LifecycleTest {
  private static final Job J1 = new Job(1, true, Order.START_FIRST, false);
  private static final Job J1_BUILT = new Job(1, false, Order.START_FIRST, false);
  private static final Job J1_STOP_FIRST = new Job(1, true, Order.STOP_FIRST, false);
  private static final Job J1_BUILD_FIRST = new Job(1, true, Order.BUILD_FIRST, false);
  private static final List<Long> LOOPING = List.of(1L, 2L, 3L, 4L, 5L);
  private static final Job SECOND_TRY = new Job(1, false, Order.STOP_FIRST, true);

  private static Map<String, Model> states() {
    List<State> all = new ArrayList<>();
    for (Cause c : Cause.values()) {
      all.add(new Stopped(c));
    }
    all.add(new Building(J1, new Stopped(Cause.BY_REQUEST)));
    all.add(new Building(J1, new Crashed(1, false)));
    all.add(new Building(J1, new Running(1)));
    all.add(new Building(J1, new Stopped(Cause.LOST)));
    all.add(new Building(J1_STOP_FIRST, new Stopped(Cause.BY_REQUEST)));
    all.add(new Building(J1_BUILD_FIRST, new Running(1)));
    all.add(new Building(J1_BUILD_FIRST, new Crashed(1, false)));
    all.add(new Starting(2, Optional.empty(), OptionalInt.empty()));
    all.add(new Starting(2, Optional.empty(), OptionalInt.of(1)));
    all.add(new Starting(2, Optional.of(J1), OptionalInt.empty()));
    all.add(new Starting(2, Optional.of(J1), OptionalInt.of(1)));
    all.add(new Starting(2, Optional.of(SECOND_TRY), OptionalInt.empty()));
    all.add(new Running(2));
    all.add(new Draining(2, Optional.empty()));
    all.add(new Draining(2, Optional.of(J1)));
    all.add(new Draining(2, Optional.of(J1_BUILT)));
    all.add(new Crashed(2, false));
    Map<String, Model> models = new LinkedHashMap<>();
    for (State s : all) {
      add(models, s, Wanted.ON_DEMAND, List.of());
    }
    add(models, new Crashed(2, true), Wanted.ON_DEMAND, LOOPING);
    for (State s :
        List.of(
            new Stopped(Cause.BY_REQUEST),
            new Stopped(Cause.BUILD_FAILED),
            new Draining(2, Optional.empty()),
            new Crashed(2, false))) {
      add(models, s, Wanted.DOWN, List.of());
      add(models, s, Wanted.NEVER, List.of());
    }
    add(models, new Stopped(Cause.BY_REQUEST), Wanted.REMOVED, List.of());
    add(models, new Draining(2, Optional.empty()), Wanted.REMOVED, List.of());
    return models;
  }

  private static void add(Map<String, Model> models, State s, Wanted wanted, List<Long> crashes) {
    Model m = new Model(s, wanted, Optional.empty(), 2, crashes);
    models.put(LifecycleText.of(m), m);
  }

  private static Map<String, Event> events() {
    Map<String, Event> all = new LinkedHashMap<>();
    all.put("demand", new Event.Demand());
    all.put("restart", new Event.ReloadRequested(new Job(7, false, Order.START_FIRST, false)));
    all.put("reload", new Event.ReloadRequested(new Job(7, true, Order.START_FIRST, false)));
    all.put(
        "restart stop-first",
        new Event.ReloadRequested(new Job(7, false, Order.STOP_FIRST, false)));
    all.put(
        "reload stop-first", new Event.ReloadRequested(new Job(7, true, Order.STOP_FIRST, false)));
    all.put("stop", new Event.Stop(StopReason.REQUESTED));
    all.put("shut down", new Event.Stop(StopReason.SHUT_DOWN));
    all.put("remove", new Event.Stop(StopReason.REMOVED));
    all.put("cancel 1", new Event.CancelBuild(1));
    all.put("cancel 99", new Event.CancelBuild(99));
    all.put("built 1", new Event.BuildEnded(1, true));
    all.put("built 99", new Event.BuildEnded(99, true));
    all.put("build 1 failed", new Event.BuildEnded(1, false));
    all.put("ready 1", new Event.Ready(1));
    all.put("ready 2", new Event.Ready(2));
    all.put("failed 1", new Event.StartFailed(1, true));
    all.put("failed 2", new Event.StartFailed(2, false));
    all.put("failed 2 contended", new Event.StartFailed(2, true));
    all.put("lost 1", new Event.Lost(1));
    all.put("lost 2", new Event.Lost(2));
    all.put("late 2", new Event.Late(2));
    all.put("exited 1", new Event.Exited(1, 100_000, true));
    all.put("exited 2", new Event.Exited(2, 100_000, false));
    all.put("exited 2 contended", new Event.Exited(2, 100_000, true));
    all.put("exited 99", new Event.Exited(99, 100_000, false));
    return all;
  }

  private static final String REPORT = " in report mode";

  /// What is expected of an event in this mode: a row of its own, if it has one.
  private static Optional<String> expected(
      Map<String, String> rows, String event, boolean respawn) {
    String own = rows.get(event + REPORT);
    return Optional.ofNullable(respawn || own == null ? rows.get(event) : own);
  }

  @Test
  @DisplayName(
      "a server whose port the next run needs goes on during the build, not beside the start")
  void buildFirst() {
    Model running = new Model(new Running(2), Wanted.ON_DEMAND, Optional.empty(), 2, List.of());
    assertThat(afterReload(running, true))
        .isEqualTo("building(7 build-first, running(#2)); build 7");
    assertThat(afterReload(running, false))
        .isEqualTo("draining(#2 then start 7 build-first); stop #2 for reload");
  }

  private static String afterReload(Model model, boolean build) {
    Job job = new Job(7, build, Order.BUILD_FIRST, false);
    return LifecycleText.of(new Event.ReloadRequested(job).on(model, true));
  }

  @TestFactory
  @DisplayName("every state × every event; all else changes nothing")
  List<DynamicTest> everyStateAndEvent() {
    Map<String, Map<String, String>> table = LifecycleTable.parse();
    assertThat(table.keySet()).containsExactlyElementsOf(states().keySet());
    List<DynamicTest> tests = new ArrayList<>();
    states()
        .forEach((state, model) -> {
          Map<String, String> changes = new LinkedHashMap<>(table.getOrDefault(state, Map.of()));
          events()
              .forEach((event, e) -> {
                for (boolean respawn : new boolean[] {true, false}) {
                  Optional<String> expected =
                      expected(table.getOrDefault(state, Map.of()), event, respawn);
                  tests.add(
                      DynamicTest.dynamicTest(
                          state + ", " + event + (respawn ? "" : " (report)"),
                          () -> check(model, e, respawn, expected)));
                }
              });
          events().keySet().forEach(changes::remove);
          events().keySet().forEach(e -> changes.remove(e + REPORT));
          assertThat(changes).as("rows of %s that name no event", state).isEmpty();
        });
    return tests;
  }

  private static void check(Model model, Event e, boolean respawn, Optional<String> expected) {
    Lifecycle.Step step = e.on(model, respawn);
    if (expected.isEmpty()) {
      assertThat(step).isEqualTo(new Lifecycle.Step(model, List.of()));
    } else {
      assertThat(LifecycleText.of(step)).isEqualTo(expected.get());
    }
  }
}
