package dev.pitstop.backend;

import dev.pitstop.channel.RunKind;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The live runs, from the order to open one until its end is reported. Lets a replaced run finish
/// its calls, within limits (R1). Called in turns of the monitor.
final class Runs {
  /// Somebody who waits for the end of these runs.
  private record Waiter(Set<Run> runs, Runnable then) {}

  private final Monitor monitor;
  private final Timers timers;
  private final long drainMillis;
  private final Map<Integer, Run> live = new LinkedHashMap<>();
  private final Map<Run, Timers.Timer> opening = new HashMap<>();
  private final Map<Run, Timers.Timer> draining = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();

  /// @param drainMillis how long a replaced run may finish its calls in flight. A command-line
  ///   program's run has no limit: its calls have one each, and hold nothing that a newer schema
  ///   needs
  Runs(Monitor monitor, Timers timers, long drainMillis) {
    this.monitor = monitor;
    this.timers = timers;
    this.drainMillis = drainMillis;
  }

  void add(Run run) {
    live.put(run.number(), run);
  }

  /// The live runs, oldest first.
  Collection<Run> live() {
    return Collections.unmodifiableCollection(live.values());
  }

  Optional<Run> find(int number) {
    return Optional.ofNullable(live.get(number));
  }

  /// Calls `late` if a run is not open within a limit; the run keeps waiting.
  void expectOpen(Run run, long limitMillis, Runnable late) {
    Runnable look =
        () -> {
          if (opening.remove(run) != null) {
            late.run();
          }
        };
    opening.put(run, timers.after(limitMillis, () -> monitor.turn(Monitor.By.OTHER, look)));
  }

  /// The run is open.
  void opened(Run run) {
    run.opened();
    cancel(opening, run);
  }

  private static void cancel(Map<Run, Timers.Timer> timers, Run run) {
    Optional.ofNullable(timers.remove(run)).ifPresent(Timers.Timer::cancel);
  }

  /// Lets a replaced run finish its calls within the limit, then stops it.
  void retire(Run run) {
    run.retire();
    if (!stopIfIdle(run) && run.kind() != RunKind.SCHEMA) {
      draining.put(
          run,
          timers.after(
              drainMillis,
              () ->
                  monitor.turn(
                      Monitor.By.OTHER,
                      () -> {
                        draining.remove(run);
                        stopReplaced(run);
                      })));
    }
  }

  /// Stops a replaced run that has answered everything.
  ///
  /// @return whether it was idle
  boolean stopIfIdle(Run run) {
    boolean idle = run.retired() && run.inFlight().idle();
    if (idle) {
      stopReplaced(run);
    }
    return idle;
  }

  private void stopReplaced(Run run) {
    if (run.retired()) {
      run.stop(StopReason.REPLACED);
    }
  }

  /// Stops the replaced runs at once: the lifecycle no longer knows them.
  void stopRetired(StopReason why) {
    for (Run r : List.copyOf(live.values())) {
      if (r.retired()) {
        r.stop(why);
      }
    }
  }

  /// The run is over.
  void remove(Run run) {
    live.remove(run.number(), run);
    cancel(opening, run);
    cancel(draining, run);
  }

  /// Runs `then` in a turn when none of these runs is left and their calls have ended; at once if
  /// there is none.
  void whenGone(Set<Run> runs, Runnable then) {
    if (Collections.disjoint(runs, live.values())) {
      then.run();
    } else {
      waiters.add(new Waiter(runs, then));
    }
  }

  /// Takes those whose wait is over. Each is told once.
  List<Runnable> takeWaiters() {
    List<Runnable> told = new ArrayList<>();
    for (Iterator<Waiter> i = waiters.iterator(); i.hasNext(); ) {
      Waiter w = i.next();
      if (Collections.disjoint(w.runs(), live.values())) {
        i.remove(); // not remove(w): `equals` of a record is generated at run time
        told.add(w.then());
      }
    }
    return told;
  }
}
