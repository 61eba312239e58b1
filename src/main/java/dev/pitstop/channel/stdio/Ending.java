package dev.pitstop.channel.stdio;

import dev.pitstop.channel.End;
import dev.pitstop.channel.RunLog;
import dev.pitstop.channel.Teller;
import dev.pitstop.process.Child;
import dev.pitstop.process.StderrRing;
import dev.pitstop.process.StopLimits;
import dev.pitstop.process.Stopped;
import dev.pitstop.rpc.Timers;
import dev.pitstop.text.Grace;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/// Decides when a run that is a process is over, and how it ended. Collects what happens to the
/// run, stops it if asked or necessary, and reports its end once.
///
/// A run is over when its process has exited and both pipes were read to their end. Other processes
/// may hold the pipes, so it is also over two seconds after the exit. Every other way has a limit:
/// a process that closed a pipe is stopped after a second, a stop ends with SIGKILL, and a process
/// that survives that is given up.
///
/// On any thread. Its lock is held for an instant; events are reported without it.
final class Ending {
  private static final long CLOSED_MILLIS = Grace.millis(1_000);
  private static final long LAST_WORDS_MILLIS = Grace.millis(2_000);

  /// The time for the kernel to end a process after SIGKILL, and for finding and killing its
  /// children. It is two seconds each, and one more.
  private static final long KILL_MILLIS = Grace.millis(5_000);

  private final String command;
  private final StopLimits limits;
  private final Timers timers;
  private final ThreadFactory waiting;
  private final RunLog log;
  private final Teller teller;

  // Whether the exit or the pipes come first is chance. So these are made here, where each training
  // of the start-up cache sees them, and not when they are needed.
  private final Runnable stdoutClosed = () -> stopClosed(End.Fault.CLOSED_STDOUT);
  private final Runnable stdinClosed = () -> stopClosed(End.Fault.CLOSED_STDIN);
  private final Runnable patienceOver = this::hearNoMore;

  // All that follows is guarded by this.
  private Optional<Child> child = Optional.empty();
  private Runnable whenOver = () -> {};
  private boolean opened; // reported as open
  private String refusal = "the start took too long"; // why a process that exists was never opened
  private Optional<String> stopReason = Optional.empty(); // of the requested stop
  private Optional<End.Fault> fault = Optional.empty(); // what that stop is for
  private boolean climbing; // the ladder's thread was started
  private boolean killed;
  private boolean stdoutEnded;
  private boolean stderrEnded;
  private boolean heardEnough; // the pipes are not awaited any more
  private Optional<Child.Exit> exit = Optional.empty();
  private boolean over;
  private Optional<Timers.Timer> closed = Optional.empty(); // set when the first pipe closes
  private Optional<Timers.Timer> lastWords = Optional.empty();
  private Optional<Timers.Timer> limit = Optional.empty(); // of a stop or kill

  /// @param command what is run, for people
  /// @param waiting makes the thread that stops the process; see [Stdio.Threads]
  Ending(
      String command,
      StopLimits limits,
      Timers timers,
      ThreadFactory waiting,
      RunLog log,
      Teller teller) {
    this.command = command;
    this.limits = limits;
    this.timers = timers;
    this.waiting = waiting;
    this.log = log;
    this.teller = teller;
  }

  /// Ends the run if it was stopped before there was a process.
  ///
  /// @return whether the process is still wanted
  boolean wanted() {
    Optional<String> why;
    synchronized (this) {
      why = killed ? Optional.of("killed") : stopReason;
    }
    why.ifPresent(w -> refuse(new End.Refused("Its start was cancelled (" + w + ").")));
    return why.isEmpty();
  }

  /// The process could not be started.
  void refused(End.Refused refusal) {
    log.error("spawn-failed", "why", refusal.why());
    log.show(StderrRing.Kind.NOTE, refusal.why());
    refuse(refusal);
  }

  private void refuse(End.Refused refusal) {
    end(refusal, refusal);
  }

  /// The process exists.
  ///
  /// @param whenOver runs before the end is reported
  /// @return false if it took so long that it was given up: it is killed and never reported
  boolean started(Child process, Runnable whenOver) {
    boolean late;
    synchronized (this) {
      late = over;
      child = Optional.of(process);
      this.whenOver = whenOver;
    }
    if (late) {
      log.warn("spawn-late", "pid", process.pid());
      killTree(process);
    }
    return !late;
  }

  /// The run was reported open: from now on its end may be reported, too.
  void opened(Child process) {
    boolean kill;
    synchronized (this) {
      opened = true;
      kill = killed;
    }
    watch(process);
    if (kill) {
      killTree(process);
    }
    climb();
  }

  private void watch(Child process) {
    process.exited().thenAccept(this::exited);
  }

  /// Something in Pitstop failed that the run cannot do without.
  void failed(String what, Throwable why) {
    teller.failed(what, why);
    Optional<Child> process;
    boolean unopened;
    String reason = "internal error in Pitstop (" + why + ")";
    synchronized (this) {
      process = child;
      unopened = !opened;
      if (unopened) {
        refusal = reason;
        heardEnough = true;
      } else if (!leaving()) {
        fault = Optional.of(End.Fault.OURS);
      }
    }
    if (process.isEmpty()) {
      refused(cannotStart(reason));
      return;
    }
    kill();
    if (unopened) {
      watch(process.get());
    }
  }

  void outputEnded() {
    boolean impatient;
    synchronized (this) {
      stdoutEnded = true;
      impatient = !bearsWith(stdoutClosed);
    }
    settle();
    if (impatient) {
      stdoutClosed.run();
    }
  }

  void inputBroken() {
    boolean impatient;
    synchronized (this) {
      impatient = !bearsWith(stdinClosed);
    }
    if (impatient) {
      stdinClosed.run();
    }
  }

  /// Gives this process a second, if it has not had one. Most processes that close a pipe are about
  /// to exit.
  ///
  /// @return false if there is no timer
  private boolean bearsWith(Runnable after) {
    if (closed.isEmpty() && !leaving()) {
      closed = timer(CLOSED_MILLIS, after);
      return closed.isPresent();
    }
    return true;
  }

  private void stopClosed(End.Fault because) {
    Optional<Child> process;
    synchronized (this) {
      process = child;
    }
    if (process.isPresent() && process.get().alive()) {
      String pipe = because == End.Fault.CLOSED_STDOUT ? "stdout" : "stdin";
      order("closed its " + pipe + " but kept running", Optional.of(because));
    }
  }

  void stderrEnded() {
    synchronized (this) {
      stderrEnded = true;
    }
    settle();
  }

  private void exited(Child.Exit status) {
    boolean late;
    synchronized (this) {
      late = over;
      exit = Optional.of(status);
      if (!late && !heardAll()) {
        lastWords = timer(limits.waitMillis(LAST_WORDS_MILLIS), patienceOver);
        heardEnough = lastWords.isEmpty(); // there is no timer
      }
    }
    if (late) {
      log.info("exit-late", "exit", status.words());
    }
    settle();
  }

  private void hearNoMore() {
    synchronized (this) {
      heardEnough = true;
    }
    settle();
  }

  /// Reports the end if it has come.
  private void settle() {
    Optional<End> end = Optional.empty();
    synchronized (this) {
      if (exit.isPresent() && heardAll()) {
        end = Optional.of(new End.Exited(exit.get(), fault));
      }
    }
    end.ifPresent(this::end);
  }

  private boolean heardAll() {
    return heardEnough || (stdoutEnded && stderrEnded);
  }

  /// Starts the ladder, once; see [dev.pitstop.channel.Link#stop].
  void stop(String why) {
    order(why, Optional.empty());
  }

  private void order(String why, Optional<End.Fault> because) {
    synchronized (this) {
      if (over || stopReason.isPresent() || (because.isPresent() && leaving())) {
        return;
      }
      stopReason = Optional.of(why);
      fault = because;
      limitStop();
    }
    climb();
  }

  /// Whether the process is about to exit, by request or by itself.
  private boolean leaving() {
    return over || killed || stopReason.isPresent() || exit.isPresent();
  }

  private void limitStop() {
    if (!killed) {
      limit.ifPresent(Timers.Timer::cancel);
      limit = timer(limits.total().toMillis() + KILL_MILLIS, this::overdue);
    }
  }

  /// Starts the ladder if it was requested and the process exists.
  private void climb() {
    Child process;
    String why;
    synchronized (this) {
      if (climbing || !opened || over || child.isEmpty() || stopReason.isEmpty()) {
        return;
      }
      climbing = true;
      limitStop(); // again: it may have waited for the process
      process = child.get();
      why = stopReason.get();
    }
    try {
      Thread thread = waiting.newThread(() -> ladder(process, why));
      thread.setName(log.server() + " stop");
      thread.start();
    } catch (Throwable t) {
      teller.failed("stop", t); // there is no thread, so kill without patience
      kill();
    }
  }

  private void ladder(Child process, String why) {
    try {
      Stopped.How how = process.stop(limits, why).how();
      log.info("stop", "how", how.name(), "why", why);
      if (how == Stopped.How.SURVIVED && process.alive()) {
        end(new End.SurvivedKill());
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
        limit.ifPresent(Timers.Timer::cancel);
        limit = timer(KILL_MILLIS, this::overdue);
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
    Optional<End> end = Optional.empty();
    synchronized (this) {
      if (killed || child.isEmpty()) {
        boolean gone = child.isPresent() && !child.get().alive();
        end =
            Optional.of(gone ? new End.Exited(Child.Exit.UNKNOWN, fault) : new End.SurvivedKill());
      }
    }
    if (end.isPresent()) {
      end(end.get());
    } else {
      kill(); // the ladder is stuck
    }
  }

  private End.Refused cannotStart(String reason) {
    String problem = reason + ".";
    return new End.Refused("Cannot start `" + command + "`: " + problem, problem);
  }

  private void end(End how) {
    String reason;
    synchronized (this) {
      reason = refusal;
    }
    end(how, cannotStart(reason));
  }

  /// @param unopened what is reported instead if the run was not reported open
  private void end(End how, End.Refused unopened) {
    Runnable last;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      closed.ifPresent(Timers.Timer::cancel);
      lastWords.ifPresent(Timers.Timer::cancel);
      limit.ifPresent(Timers.Timer::cancel);
      last = whenOver;
    }
    try {
      last.run();
    } catch (Throwable t) {
      teller.failed("end", t);
    }
    teller.ended(how, unopened);
  }

  /// Empty if there is no memory for the timers' thread.
  private Optional<Timers.Timer> timer(long millis, Runnable task) {
    try {
      return Optional.of(timers.after(millis, task));
    } catch (Throwable t) {
      teller.failed("timer", t);
      return Optional.empty();
    }
  }
}
