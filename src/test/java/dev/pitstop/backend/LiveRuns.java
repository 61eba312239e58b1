package dev.pitstop.backend;

import dev.pitstop.channel.RunKind;
import dev.pitstop.log.Log;
import dev.pitstop.process.StderrRing;
import dev.pitstop.rpc.FreshIds;
import dev.pitstop.rpc.Monitor;
import dev.pitstop.rpc.Timers;
import java.util.Optional;

/// Runs that were never opened, where a test does not care what they run.
final class LiveRuns {
  static LiveRun of(int number) {
    Run run = new Run(RunKind.PROCESS, number);
    return new LiveRun(
        run, new InFlight(run, FreshIds.numbers(), CallWatches.NONE), null, null, null);
  }

  /// What a run of a backend is made with. Its recipe is never asked for.
  static BackendParts parts(Monitor monitor, Timers timers) {
    return new BackendParts(
        "fake",
        null,
        monitor,
        timers,
        Log.nowhere(),
        new StderrRing(),
        () -> Long.MAX_VALUE,
        Optional.empty());
  }

  private LiveRuns() {}
}
