package dev.pitstop.backend;

import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.List;
import java.util.Optional;

/// Runs that were never opened, where a test does not care what they run.
final class LiveRuns {
  static LiveRun of(int number) {
    Recipe recipe = new Recipe(new InFlightTest.Here(null), null, Optional.empty(), List.of());
    Run run = new Run(recipe, number);
    BackendParts parts = parts(new Monitor(), new FakeTimers());
    return new LiveRun(run, new InFlight(run, FreshIds.numbers(), parts, null), parts, null);
  }

  /// What a run of a backend is made with. Its recipe is never asked for.
  static BackendParts parts(Monitor monitor, Timers timers) {
    return parts(monitor, timers, null);
  }

  static BackendParts parts(Monitor monitor, Timers timers, BackendListener session) {
    return new BackendParts(
        "fake",
        null,
        monitor,
        timers,
        Log.nowhere(),
        new StderrRing(),
        (kept, wanted) -> Long.MAX_VALUE,
        session);
  }

  private LiveRuns() {}
}
