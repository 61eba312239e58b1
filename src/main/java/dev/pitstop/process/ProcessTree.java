package dev.pitstop.process;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// The processes that belong to one child. Each look finds them anew and remembers them, because a
/// descendant looks like a stranger once its parent is gone.
///
/// Signals go through [ProcessHandle]: it compares start times, so a reused pid is safe.
final class ProcessTree {
  private final Platform platform;
  private final ProcessHandle root;

  /// All descendants ever seen. Guarded by itself, because two threads use it: one stops the child,
  /// the other waits for it.
  private final Set<ProcessHandle> seen = new HashSet<>();

  /// Pids that got SIGKILL, without the root. Guarded by `seen`.
  private final Set<Long> killed = new HashSet<>();

  ProcessTree(Platform platform, ProcessHandle root) {
    this.platform = platform;
    this.root = root;
  }

  /// Sends SIGTERM to the root and all descendants.
  void terminate() {
    Set<ProcessHandle> descendants = livingDescendants();
    root.destroy();
    descendants.forEach(ProcessHandle::destroy);
  }

  /// Sends SIGKILL to the root and all descendants.
  void kill() {
    Set<ProcessHandle> descendants = livingDescendants();
    root.destroyForcibly();
    killAll(descendants);
  }

  /// Waits until all descendants have ended by themselves, then sends them SIGKILL. Looks again
  /// until none is left or the time is over, because a fork may escape one look. Leaves the root
  /// alone.
  ///
  /// @param grace how long to wait
  /// @param limit how long to kill after that
  void sweep(Duration grace, Duration limit) throws InterruptedException {
    long begun = System.nanoTime();
    Set<ProcessHandle> living = livingDescendants();
    long passed = 0;
    while (!living.isEmpty() && passed <= grace.plus(limit).toNanos()) {
      if (passed >= grace.toNanos()) {
        killAll(living);
      }
      Thread.sleep(passed < grace.toNanos() ? 10 : 1); // SIGKILL takes a moment to arrive
      living = livingDescendants();
      passed = System.nanoTime() - begun;
    }
  }

  int killedDescendants() {
    synchronized (seen) {
      return killed.size();
    }
  }

  /// The use of all that live.
  TreeUsage usage() {
    Set<ProcessHandle> all = livingDescendants();
    all.add(root);
    long rss = 0;
    long cpu = 0;
    for (ProcessHandle process : all) {
      rss += platform.residentBytes(process.pid());
      cpu += process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis();
    }
    return new TreeUsage(rss > 0 ? rss : -1, cpu, all.size());
  }

  private void killAll(Set<ProcessHandle> handles) {
    for (ProcessHandle handle : handles) {
      handle.destroyForcibly();
      synchronized (seen) {
        killed.add(handle.pid());
      }
    }
  }

  /// Notes which processes belong to the tree now.
  Set<ProcessHandle> livingDescendants() {
    Set<ProcessHandle> living = platform.descendants(root);
    synchronized (seen) {
      for (ProcessHandle known : seen) {
        if (platform.lives(known)) {
          living.add(known);
        }
      }
      seen.addAll(living);
    }
    return living;
  }
}
