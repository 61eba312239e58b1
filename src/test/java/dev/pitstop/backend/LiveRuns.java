package dev.pitstop.backend;

import dev.pitstop.channel.RunKind;
import dev.pitstop.rpc.FreshIds;

/// Runs that were never opened, where a test does not care what they run.
final class LiveRuns {
  static LiveRun of(int number) {
    Run run = new Run(RunKind.PROCESS, number);
    return new LiveRun(run, new InFlight(run, FreshIds.numbers(), CallWatches.NONE), null, null);
  }

  private LiveRuns() {}
}
