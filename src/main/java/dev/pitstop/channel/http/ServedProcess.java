package dev.pitstop.channel.http;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.RunLog;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.Stopped;
import java.util.concurrent.CompletableFuture;

/// The process of a [Served] server. Its output goes to the stderr ring. Thread-safe.
final class ServedProcess {
  private final Child child;
  private final ChannelParts parts;
  private final RunLog log;
  private final CompletableFuture<Child.Exit> ended = new CompletableFuture<>();

  /// @param log of the run that has started it
  ServedProcess(Child child, ChannelParts parts, RunLog log) {
    this.child = child;
    this.parts = parts;
    this.log = log;
    CompletableFuture<Void> errors = StderrPump.start(child, log.stderr());
    CompletableFuture<Void> output = StderrPump.startStdout(child, log.stderr());
    child
        .exited()
        .thenAccept(exit -> parts.drained(errors, output).thenRun(() -> ended.complete(exit)));
  }

  Child child() {
    return child;
  }

  boolean alive() {
    return child.alive();
  }

  /// Completes when the process has exited and its last output is in the ring.
  CompletableFuture<Child.Exit> ended() {
    return ended;
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

  void kill() {
    child.kill();
  }
}
