package dev.pitstop.channel;

import dev.pitstop.log.Log;
import dev.pitstop.process.Command;
import dev.pitstop.process.Spawner;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.project.BinaryInfo;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// What the runs of one server have in common, if they start processes.
///
/// @param server its name, for thread names and the log
/// @param limits for stopping a process
/// @param timers for the time limits of runs and calls
/// @param ring takes the stderr of processes, and what else they write that is no message
/// @param maxMessageBytes the longest message that may come from the server
public record ChannelParts(
    String server,
    Spawner spawner,
    StopLimits limits,
    Timers timers,
    Log log,
    StderrRing ring,
    int maxMessageBytes) {
  private static final long LAST_WORDS_MILLIS = Grace.millis(2_000);

  /// Where one run is recorded.
  public RunLog log(int number) {
    return new RunLog(server, number, log, ring);
  }

  /// The file that a command runs, as it is now; empty for the first run, for which a client waits.
  public Optional<BinaryInfo> glance(Command command, int number) {
    return number > 1 ? BinaryInfo.of(command, spawner.executables()) : Optional.empty();
  }

  /// Completes when the pipes of a process that has exited were read to their end. Other processes
  /// may hold the pipes for ever, so it also completes two seconds after this call, at the latest.
  public CompletableFuture<Void> drained(CompletableFuture<?>... pipes) {
    CompletableFuture<Void> all = CompletableFuture.allOf(pipes);
    Timers.Timer patience =
        timers.after(limits.waitMillis(LAST_WORDS_MILLIS), () -> all.complete(null));
    all.whenComplete((read, never) -> patience.cancel());
    return all;
  }
}
