package dev.pitstop.channel.stdio;

import dev.pitstop.channel.ChannelParts;
import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Decides when a run that is a process is over, and how it ended. Collects what happens to the
/// run, stops it if asked or necessary, and reports its end once.
///
/// A run is over when its process has exited and both pipes were read to their end
/// ([ChannelParts#drained]). Every other way has a limit: a process that closed a pipe is stopped
/// after a second, a stop ends with SIGKILL, and a process that survives that is given up.
///
/// On any thread. Its lock is held for an instant; events are reported without it.
final class Ending {
  private static final long CLOSED_MILLIS = Grace.millis(1_000);

  /// The time for the kernel to end a process after SIGKILL, and for finding and killing its
  /// children. It is two seconds each, and one more.
  private static final long KILL_MILLIS = Grace.millis(5_000);

  private final ChannelParts parts;
  private final String command;
  private final RunLog log;
  private final Teller teller;
  private final Runnable whenOver;
  private final CompletableFuture<Void> stdoutRead = new CompletableFuture<>();
  private final CompletableFuture<Void> stderrRead = new CompletableFuture<>();

  // All that follows is guarded by this.
  private Optional<Child> child = Optional.empty();
  private String refusal = "the start took too long"; // why a process that exists was never opened
  private Optional<String> stopReason = Optional.empty(); // of the requested stop
  private Optional<End.Fault> fault = Optional.empty(); // what that stop is for
  private boolean killed;
  private boolean over;
  private Optional<Timers.Timer> closed = Optional.empty(); // set when the first pipe closes
  private Optional<Timers.Timer> limit = Optional.empty(); // of a stop or kill

  /// @param command what is run, for people
  /// @param whenOver runs before the end is reported
  Ending(ChannelParts parts, String command, RunLog log, Teller teller, Runnable whenOver) {
    this.parts = parts;
    this.command = command;
    this.log = log;
    this.teller = teller;
    this.whenOver = whenOver;
  }

  /// Ends the run if it was stopped before there was a process.
  ///
  /// @return whether the process is still wanted
  boolean wanted() {
    Optional<String> why;
    synchronized (this) {
      why = killed ? Optional.of("killed") : stopReason;
    }
    why.map(w -> new End.Refused("Its start was cancelled (" + w + ").")).ifPresent(this::refuse);
    return why.isEmpty();
  }

  /// The process could not be started.
  void refused(End.Refused why) {
    log.error("spawn-failed", "why", why.why());
    log.show(StderrRing.Kind.NOTE, why.why());
    refuse(why);
  }

  private void refuse(End.Refused why) {
    end(why, why);
  }

  /// The process exists.
  ///
  /// @return false if it took so long that it was given up: it is killed and never reported
  boolean started(Child process) {
    boolean late;
    boolean unwanted;
    Optional<String> stop;
    synchronized (this) {
      late = over;
      unwanted = over || killed;
      child = Optional.of(process);
      stop = over ? Optional.empty() : stopReason;
    }
    if (unwanted) {
      killTree(process);
    }
    if (late) {
      log.warn("spawn-late", "pid", process.pid());
    } else {
      process.exited().thenAccept(this::exited);
    }
    stop.ifPresent(why -> climb(process, why));
    return !late;
  }

  /// Something in Pitstop failed that the run cannot do without.
  void failed(Throwable why) {
    teller.failed("run", why);
    stderrRead.complete(null); // perhaps nobody reads it
    boolean started;
    synchronized (this) {
      refusal = "internal error in Pitstop (" + why + ")";
      fault = leaving() ? fault : Optional.of(End.Fault.OURS);
      started = child.isPresent();
    }
    if (started) {
      kill();
    } else {
      refused(cannotStart());
    }
  }

  /// The run's thread reads no more.
  void stdoutEnded() {
    stdoutRead.complete(null);
    closed(End.Fault.CLOSED_STDOUT);
  }

  void stderrEnded() {
    stderrRead.complete(null);
  }

  /// A pipe was closed. Most processes that do this are about to exit, so they get a second, once.
  synchronized void closed(End.Fault pipe) {
    if (closed.isEmpty() && !leaving()) {
      closed = Optional.of(parts.timers().after(CLOSED_MILLIS, () -> stopClosed(pipe)));
    }
  }

  private void stopClosed(End.Fault pipe) {
    String name = pipe == End.Fault.CLOSED_STDOUT ? "stdout" : "stdin";
    order("closed its " + name + " but kept running", Optional.of(pipe));
  }

  private void exited(Child.Exit status) {
    boolean late;
    synchronized (this) {
      late = over;
    }
    if (late) {
      log.info("exit-late", "exit", status.words());
    } else {
      parts.drained(stdoutRead, stderrRead).thenRun(() -> ended(status));
    }
  }

  private void ended(Child.Exit status) {
    Optional<End.Fault> because;
    synchronized (this) {
      because = fault;
    }
    end(new End.Exited(status, because), cannotStart());
  }

  /// Starts the ladder, once; see [dev.pitstop.channel.Link#stop].
  void stop(String why) {
    order(why, Optional.empty());
  }

  private void order(String why, Optional<End.Fault> because) {
    Optional<Child> process;
    synchronized (this) {
      boolean fine = because.isPresent() && (leaving() || child.filter(Child::alive).isEmpty());
      if (over || fine || stopReason.isPresent()) {
        return;
      }
      stopReason = Optional.of(why);
      fault = because;
      if (!killed) {
        limit(parts.limits().total().toMillis() + KILL_MILLIS);
      }
      process = child;
    }
    process.ifPresent(p -> climb(p, why));
  }

  /// Whether the process is about to exit, by request or by itself.
  private boolean leaving() {
    return over
        || killed
        || stopReason.isPresent()
        || child.filter(c -> c.exited().isDone()).isPresent();
  }

  private void limit(long millis) {
    limit.ifPresent(Timers.Timer::cancel);
    limit = Optional.of(parts.timers().after(millis, this::overdue));
  }

  private void climb(Child process, String why) {
    Thread.ofPlatform().daemon().name(log.server() + " stop").start(() -> ladder(process, why));
  }

  private void ladder(Child process, String why) {
    try {
      Stopped.How how = process.stop(parts.limits(), why).how();
      log.info("stop", "how", how.name(), "why", why);
      if (how == Stopped.How.SURVIVED && process.alive()) {
        end(new End.SurvivedKill(), cannotStart());
      }
    } catch (Throwable t) {
      teller.failed("stop", t);
      kill();
    }
  }

  /// See [dev.pitstop.channel.Link#kill].
  void kill() {
    Optional<Child> process;
    synchronized (this) {
      if (over) {
        return;
      }
      if (!killed) {
        killed = true;
        limit(KILL_MILLIS);
      }
      process = child;
    }
    process.ifPresent(this::killTree);
  }

  private void killTree(Child process) {
    try {
      process.kill();
    } catch (Throwable t) {
      teller.failed("kill", t); // the limit ends the run anyway
    }
  }

  /// A stop or a kill has exceeded its limit.
  private void overdue() {
    boolean hopeless;
    synchronized (this) {
      hopeless = killed || child.isEmpty();
    }
    if (hopeless) {
      end(new End.SurvivedKill(), cannotStart());
    } else {
      kill(); // the ladder is stuck
    }
  }

  private synchronized End.Refused cannotStart() {
    String problem = refusal + ".";
    return new End.Refused("Cannot start `" + command + "`: " + problem, problem);
  }

  /// @param unopened what is reported instead if the run was not reported open
  private void end(End how, End.Refused unopened) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      closed.ifPresent(Timers.Timer::cancel);
      limit.ifPresent(Timers.Timer::cancel);
    }
    stdoutRead.complete(null); // nobody waits for them any more
    stderrRead.complete(null);
    whenOver.run();
    teller.ended(how, unopened);
  }
}
