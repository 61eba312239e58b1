package dev.pitstop.backend;

import dev.pitstop.backend.lifecycle.StopReason;
import dev.pitstop.channel.RunKind;
import dev.pitstop.rpc.Timers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Opens and closes the list of live runs, waits for those that open, and lets a replaced run
/// finish its calls, within limits (R1). Called in turns of the monitor.
final class Runs {
  /// Somebody who waits for the end of these runs.
  private record Waiter(Set<Run> runs, Runnable then) {}

  private final Present present;
  private final BackendParts parts;
  private final long drainMillis;
  private final Map<Integer, Timers.Timer> opening = new HashMap<>(); // by number of the run
  private final Map<Integer, Timers.Timer> draining = new HashMap<>();
  private final List<Waiter> waiters = new ArrayList<>();

  /// @param drainMillis how long a replaced run may finish its calls in flight. A command-line
  ///   program's run has no limit: its calls have one each, and hold nothing that a newer schema
  ///   needs
  Runs(Present present, BackendParts parts, long drainMillis) {
    this.present = present;
    this.parts = parts;
    this.drainMillis = drainMillis;
  }

  long drainMillis() {
    return drainMillis;
  }

  /// Calls `late` if a run is not open within a limit; the run keeps waiting.
  void expectOpen(LiveRun run, long limitMillis, Runnable late) {
    Runnable look =
        () -> {
          if (opening.remove(run.number()) != null) {
            late.run();
          }
        };
    opening.put(run.number(), parts.turnAfter(limitMillis, look));
  }

  /// The run is open.
  void opened(LiveRun run) {
    run.run().opened();
    cancel(opening, run);
  }

  private static void cancel(Map<Integer, Timers.Timer> timers, LiveRun run) {
    Optional.ofNullable(timers.remove(run.number())).ifPresent(Timers.Timer::cancel);
  }

  /// Lets a replaced run finish its calls within the limit, then stops it.
  void retire(LiveRun run) {
    run.retire();
    if (!stopIfIdle(run) && run.run().kind() != RunKind.SCHEMA) {
      Runnable timeIsUp =
          () -> {
            draining.remove(run.number());
            stopReplaced(run);
          };
      draining.put(run.number(), parts.turnAfter(drainMillis, timeIsUp));
    }
  }

  /// Stops a replaced run that has answered everything.
  ///
  /// @return whether it was idle
  boolean stopIfIdle(LiveRun run) {
    boolean idle = run.idles();
    if (idle) {
      stopReplaced(run);
    }
    return idle;
  }

  private void stopReplaced(LiveRun run) {
    if (run.run().retired()) {
      run.stop(StopReason.REPLACED);
    }
  }

  /// Stops the replaced runs at once: the lifecycle no longer knows them.
  void stopRetired(StopReason why) {
    for (LiveRun r : present.live()) {
      if (r.run().retired()) {
        r.stop(why);
      }
    }
  }

  /// The run is over.
  void remove(LiveRun run) {
    present.remove(run);
    cancel(opening, run);
    cancel(draining, run);
  }

  /// Runs `then` in a turn when none of these runs is left and their calls have ended; at once if
  /// there is none.
  void whenGone(Set<Run> runs, Runnable then) {
    if (gone(runs)) {
      then.run();
    } else {
      waiters.add(new Waiter(runs, then));
    }
  }

  private boolean gone(Set<Run> runs) {
    for (LiveRun r : present.live()) {
      if (runs.contains(r.run())) {
        return false;
      }
    }
    return true;
  }

  /// Takes those who have nothing left to wait for. Each is told once.
  List<Runnable> takeWaiters() {
    List<Runnable> told = new ArrayList<>();
    for (Iterator<Waiter> i = waiters.iterator(); i.hasNext(); ) {
      Waiter w = i.next();
      if (gone(w.runs())) {
        i.remove(); // not remove(w): `equals` of a record is generated at run time
        told.add(w.then());
      }
    }
    return told;
  }
}
