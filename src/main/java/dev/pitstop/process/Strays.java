package dev.pitstop.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.LongPredicate;

/// Ends a process that a failed start left behind, and knows the processes that are not guarded.
/// The JDK first starts a process and then its own thread for it. If the system has no thread left,
/// no handle to the process exists. The process is then an unknown child of Pitstop, younger than
/// the thread that starts processes. Thread-safe.
final class Strays {
  private final Platform platform;
  private final Starter starter;
  private final LongPredicate guarded;
  private final ArrayList<Process> detached = new ArrayList<>(); // guarded by this

  /// @param guarded whether the process of this pid is a child that must end with Pitstop
  Strays(Platform platform, Starter starter, LongPredicate guarded) {
    this.platform = platform;
    this.starter = starter;
    this.guarded = guarded;
  }

  /// Starts a process that is not guarded, because it outlives Pitstop.
  synchronized Process detach(ProcessBuilder builder) throws IOException {
    detached.removeIf(p -> !p.isAlive());
    detached.ensureCapacity(detached.size() + 1); // known before it runs
    Process process = starter.start(builder);
    detached.add(process);
    return process;
  }

  /// Ends the stray of a start that failed because the system had no thread left. Called by the
  /// thread that starts processes, which guards each before it starts the next. Waits for a start
  /// by [#detach], whose process would otherwise count as a stray.
  synchronized void kill() {
    if (!platform.hasProc()) {
      return;
    }
    Optional<ProcessTable.Row> thisThread = ProcessTable.thisThread();
    if (thisThread.isEmpty()) {
      return;
    }
    for (ProcessTable.Row child : ProcessTable.read().children(ProcessHandle.current().pid())) {
      if (child.startTicks() >= thisThread.get().startTicks() && !knows(child.pid())) {
        Optional<ProcessHandle> stray = ProcessHandle.of(child.pid());
        if (stray.isPresent()) {
          new ProcessTree(platform, stray.get()).kill();
        }
      }
    }
  }

  private boolean knows(long pid) {
    return guarded.test(pid) || detached.stream().anyMatch(p -> p.isAlive() && p.pid() == pid);
  }
}
