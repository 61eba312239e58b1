package dev.pitstop.channel.stdio;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.process.Child;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Waits for the end of a run that is a process, and sees to it that it comes.
///
/// A run is over when its process has exited and both pipes were read to their end
/// ([ChannelParts#drained]). A process that closed a pipe is stopped after a second, a stop ends
/// with SIGKILL, and a process that survives that is given up.
///
/// The run's thread waits in [#await]; the other methods may be called on any thread, and none
/// waits.
final class Ending {
  private static final long CLOSED_MILLIS = Grace.millis(1_000);

  /// The time for the kernel to end a process after SIGKILL, and for finding and killing its
  /// children. It is two seconds each, and one more.
  private static final long KILL_MILLIS = Grace.millis(5_000);

  /// An order to leave.
  ///
  /// @param fault why Pitstop gave it, if nobody else did
  private record Order(String why, Optional<End.Fault> fault) {}

  private final ChannelParts parts;
  private final RunLog log;

  /// The first order to leave.
  private final CompletableFuture<Order> ordered = new CompletableFuture<>();

  /// The first pipe that was closed.
  private final CompletableFuture<End.Fault> closed = new CompletableFuture<>();

  private volatile Optional<Child> child = Optional.empty(); // set by the run's thread
  private volatile boolean killed; // set on any thread, read by the run's

  Ending(ChannelParts parts, RunLog log) {
    this.parts = parts;
    this.log = log;
  }

  /// The process exists.
  void started(Child process) {
    child = Optional.of(process);
    if (killed) {
      kill();
    }
  }

  /// See [dev.pitstop.channel.Link#stop].
  void stop(String why) {
    ordered.complete(new Order(why, Optional.empty()));
  }

  /// See [dev.pitstop.channel.Link#kill].
  void kill() {
    killed = true;
    stop("killed");
    // if that fails, the limit ends the run
    child.ifPresent(c -> log.guard("kill", c::kill, failure -> {}));
  }

  /// Something in Pitstop failed that the run cannot do without.
  void failed(Throwable why) {
    log.failed("run", why);
    killed = true; // no ladder
    ordered.complete(new Order("failed", Optional.of(End.Fault.OURS)));
    kill();
  }

  /// A pipe was closed. Most processes that do this are about to exit, so they get a second.
  void closed(End.Fault pipe) {
    closed.complete(pipe);
  }

  /// Waits for the end. Call it once, after [#started].
  ///
  /// @param pipes complete when they were read to their end
  End await(Child process, CompletableFuture<?>... pipes) throws InterruptedException {
    boolean survived = false;
    try {
      survived = leaves(process);
    } catch (Throwable t) {
      failed(t);
    }
    CompletableFuture<Child.Exit> exited = process.exited();
    if (!survived && !exited.isDone()) {
      parts.timers().await(exited, KILL_MILLIS);
    }
    if (!exited.isDone()) {
      exited.thenAccept(late -> log.info("exit-late", "exit", late.words()));
      return new End.SurvivedKill();
    }
    Optional<End.Fault> fault = ordered.isDone() ? ordered.join().fault() : Optional.empty();
    parts.drained(pipes).join();
    return new End.Exited(exited.join(), fault);
  }

  /// Waits until the process leaves, and stops it if it does not do so by itself.
  ///
  /// @return whether it survived even SIGKILL
  private boolean leaves(Child process) throws InterruptedException {
    CompletableFuture<?> leaves = CompletableFuture.anyOf(process.exited(), ordered);
    CompletableFuture.anyOf(leaves, closed).join();
    if (!leaves.isDone()) {
      parts.timers().await(leaves, CLOSED_MILLIS);
    }
    if (!leaves.isDone() && process.alive()) {
      End.Fault pipe = closed.join();
      String name = pipe == End.Fault.CLOSED_STDOUT ? "stdout" : "stdin";
      ordered.complete(new Order("closed its " + name + " but kept running", Optional.of(pipe)));
    }
    leaves.join();
    return !process.exited().isDone() && !killed && survives(process, ordered.join().why());
  }

  private boolean survives(Child process, String why) {
    long most = parts.limits().total().toMillis() + KILL_MILLIS;
    Timers.Timer stuck = parts.timers().after(most, this::kill);
    try {
      Stopped.How how = process.stop(parts.limits(), why).how();
      log.info("stop", "how", how.name(), "why", why);
      return how == Stopped.How.SURVIVED && process.alive();
    } finally {
      stuck.cancel();
    }
  }
}
