package dev.pitstop.channel.http;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.Stopped;
import java.util.concurrent.CompletableFuture;

/// The process of a [Served] server. Its output goes to the stderr ring. Thread-safe.
///
/// @param log of the run that has started it
/// @param ended completes when the process has exited and its last output is in the ring
record ServedProcess(
    Child child, ChannelParts parts, RunLog log, CompletableFuture<Child.Exit> ended) {
  /// Begins to read what the process writes.
  static ServedProcess of(Child child, ChannelParts parts, RunLog log) {
    CompletableFuture<Void> errors = StderrPump.start(child, log.stderr());
    CompletableFuture<Void> output = StderrPump.startStdout(child, log.stderr());
    return new ServedProcess(
        child,
        parts,
        log,
        child.exited().thenCompose(exit -> parts.drained(errors, output).thenApply(read -> exit)));
  }

  /// Stops it by the ladder, without the first step: a server that speaks HTTP does not end with
  /// its stdin.
  ///
  /// @return whether it has ended; it may survive even SIGKILL
  boolean stop(String why) {
    child.closeStdin();
    Stopped.How how = child.stop(parts.limits(), why).how();
    log.info("stop", "how", how.name(), "why", why);
    return how != Stopped.How.SURVIVED || !child.alive();
  }
}
