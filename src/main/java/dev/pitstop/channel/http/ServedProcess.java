package dev.pitstop.channel.http;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.Facts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.process.Child;
import dev.pitstop.process.Command;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.Stopped;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/// The process of a [Served] server. Its output goes to the stderr ring, as that of the run that it
/// serves. Thread-safe.
///
/// @param facts at its start
/// @param run the number of the run that it serves
/// @param ended completes when the process has exited and its last output is in the ring
record ServedProcess(
    Child child,
    ChannelParts parts,
    Facts facts,
    AtomicInteger run,
    CompletableFuture<Child.Exit> ended) {
  /// Begins to read what the process writes.
  static ServedProcess of(Child child, Command command, ChannelParts parts, RunLog log) {
    AtomicInteger run = new AtomicInteger(log.number());
    StderrPump.To output = log.stderr(run::get);
    CompletableFuture<Void> stderr = StderrPump.start(child, output);
    CompletableFuture<Void> stdout = StderrPump.startStdout(child, output);
    return new ServedProcess(
        child,
        parts,
        Facts.begun(
            OptionalLong.of(child.pid()),
            child.startedNanos(),
            parts.glance(command, log.number())),
        run,
        child.exited().thenCompose(exit -> parts.drained(stderr, stdout).thenApply(read -> exit)));
  }

  /// Stops it because no run needs it. The whole task of a thread.
  void leave() {
    parts
        .log(run.get())
        .guard("stop", () -> stop("is not needed any more"), failure -> child.kill());
  }

  /// Stops it by the ladder, without the first step: a server that speaks HTTP does not end with
  /// its stdin.
  ///
  /// @return whether it has ended; it may survive even SIGKILL
  boolean stop(String why) {
    child.closeStdin();
    Stopped.How how = child.stop(parts.limits(), why).how();
    parts.log(run.get()).info("stop", "how", how.name(), "why", why);
    return how != Stopped.How.SURVIVED || !child.alive();
  }
}
