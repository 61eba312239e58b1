package dev.pitstop.backend;

import dev.pitstop.rpc.Monitor;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;

/// Owns the lifecycle's model, feeds it with events one at a time, and has its effects carried out.
/// Events that are raised meanwhile come after the step that is under way, in order.
///
/// In turns.
final class Supervisor {
  /// Runs one part of a step: a defect of ours in it is logged, and costs this part only.
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

  /// @param changed told of the state before and after a step that changed it
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

  /// By identity, which is right as a step that changes nothing gives its state back; comparing
  /// records would cost milliseconds of start-up, the first time.
  @SuppressWarnings("ReferenceEquality")
  private static boolean differ(State before, State after) {
    return before != after;
  }
}
