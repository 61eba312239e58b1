package dev.pitstop.backend;

import dev.pitstop.rpc.Monitor;
import java.util.OptionalLong;

/// How long calls may wait, where a test does not care.
final class CallWatches {
  /// For ever, and nobody is told.
  static final CallWatch.World NONE =
      new CallWatch.World(
          LiveRuns.parts(new Monitor(), new FakeTimers()),
          OptionalLong.empty(),
          new CallWatch.Observer() {
            @Override
            public void overdue(Run run, Call call, Failure.Unanswered how) {
              throw new AssertionError("no call has a limit");
            }

            @Override
            public void waitsBehind(Run run, Call call) {
              throw new AssertionError("no time passes");
            }
          });

  private CallWatches() {}
}
