package dev.pitstop.channel.http;

import dev.pitstop.channel.RunLog;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrPump;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.concurrent.CompletableFuture;

/// The process of a [Served] server. Its output goes to the stderr ring. Thread-safe.
final class ServedProcess {
  /// How long the last output of a dead process may take.
  private static final long LAST_WORDS_MILLIS = Grace.millis(2_000);

  private final Child child;
  private final StopLimits limits;
  private final RunLog log;
  private final CompletableFuture<Child.Exit> ended = new CompletableFuture<>();
  private final CompletableFuture<Void> unkillable = new CompletableFuture<>();

  /// @param log of the run that has started it
  ServedProcess(Child child, StopLimits limits, Timers timers, RunLog log) {
    this.child = child;
    this.limits = limits;
    this.log = log;
    CompletableFuture<Void> read =
        CompletableFuture.allOf(
            StderrPump.start(child, log.stderr()).drained(),
            StderrPump.startStdout(child, log.stderr()).drained());
    child
        .exited()
        .thenAccept(exit -> {
          timers.after(
              limits.waitMillis(LAST_WORDS_MILLIS),
              () -> ended.complete(exit)); // another process may hold its pipes
          read.thenRun(() -> ended.complete(exit));
        });
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

  /// Completes if the process has survived even SIGKILL.
  CompletableFuture<Void> unkillable() {
    return unkillable;
  }

  /// Stops it by the ladder, without the first step: a server that speaks HTTP does not end with
  /// its stdin. Waits for nothing.
  void stop(String why) {
    try {
      Thread.ofVirtual().name(log.server() + " stop").start(() -> ladder(why));
    } catch (Throwable noMemory) {
      kill();
    }
  }

  private void ladder(String why) {
    try {
      child.closeStdin();
      Stopped.How how = child.stop(limits, why).how();
      log.info("stop", "how", how.name(), "why", why);
      if (how == Stopped.How.SURVIVED && child.alive()) {
        unkillable.complete(null);
      }
    } catch (RuntimeException | Error e) {
      log.error("run-failed", "in", "stop", "why", e.toString());
      kill();
    }
  }

  void kill() {
    child.kill();
  }
}
