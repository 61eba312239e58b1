package dev.pitstop.backend;

import dev.pitstop.rpc.Monitor;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;

/// Owns the lifecycle's model, feeds it events one at a time, and has its effects carried out.
/// Events raised meanwhile come after the present step, in order.
///
/// Called in turns of the monitor.
final class Supervisor {
  /// Runs one part of a step: a bug in Pitstop is logged and costs only this part.
  interface Safely {
    void run(String what, Runnable part);
  }

  private final Monitor monitor;
  private final Effect.Handler handler;
  private final Safely safely;
  private final BiConsumer<State, State> changed;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private Lifecycle.Model model = Lifecycle.Model.FRESH;
  private boolean stepping;

  /// @param changed takes the states before and after a step that changed it
  Supervisor(
      Monitor monitor, Effect.Handler handler, Safely safely, BiConsumer<State, State> changed) {
    this.monitor = monitor;
    this.handler = handler;
    this.safely = safely;
    this.changed = changed;
  }

  Lifecycle.Model model() {
    return model;
  }

  void step(Event event) {
    monitor.check();
    events.add(event);
    if (stepping) {
      return;
    }
    stepping = true;
    try {
      while (!events.isEmpty()) {
        State before = model.state();
        Lifecycle.Step step = Lifecycle.step(model, events.poll(), handler.respawns());
        model = step.model();
        for (Effect e : step.effects()) {
          safely.run("effect", () -> e.by(handler));
        }
        State after = model.state();
        if (differ(before, after)) {
          safely.run("state", () -> changed.accept(before, after));
        }
      }
    } finally {
      stepping = false;
    }
  }

  /// Compares by identity: a step that changes nothing returns its state. Comparing records would
  /// cost milliseconds of start-up the first time.
  @SuppressWarnings("ReferenceEquality")
  private static boolean differ(State before, State after) {
    return before != after;
  }
}
