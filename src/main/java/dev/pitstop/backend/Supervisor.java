package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.Effect;
import dev.pitstop.backend.lifecycle.Event;
import dev.pitstop.backend.lifecycle.Lifecycle;
import dev.pitstop.backend.lifecycle.State;
import dev.pitstop.rpc.Monitor;
import java.util.ArrayDeque;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Feeds events to the lifecycle, one at a time, and has its effects carried out. Events raised
/// meanwhile come after the present step, in order.
///
/// Called in turns of the monitor.
final class Supervisor {
  private final Monitor monitor;
  private final Present present;
  private final BooleanSupplier respawns;
  private final Consumer<Effect> carryOut;
  private final Defects defects;
  private final BiConsumer<State, State> changed;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private boolean stepping;

  /// @param respawns L2: whether the next request starts a crashed server
  /// @param carryOut does what an effect says
  /// @param changed takes the states before and after a step that changed the state
  Supervisor(
      Monitor monitor,
      Present present,
      BooleanSupplier respawns,
      Consumer<Effect> carryOut,
      Defects defects,
      BiConsumer<State, State> changed) {
    this.monitor = monitor;
    this.present = present;
    this.respawns = respawns;
    this.carryOut = carryOut;
    this.defects = defects;
    this.changed = changed;
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
        State before = present.state();
        Lifecycle.Step step = events.remove().on(present.model(), respawns.getAsBoolean());
        present.becomes(step.model());
        for (Effect e : step.effects()) {
          defects.safely("effect", () -> carryOut.accept(e));
        }
        State after = present.state();
        if (differ(before, after)) {
          defects.safely("state", () -> changed.accept(before, after));
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
