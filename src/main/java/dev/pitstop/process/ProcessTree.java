package dev.pitstop.process;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The processes that belong to one child. Each look finds them anew and remembers them, because a
/// descendant looks like a stranger once its parent is gone.
///
/// Signals go through [ProcessHandle]: it compares start times, so a reused pid is safe. On Linux
/// both a look and a signal need a free file descriptor.
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
    Set<ProcessHandle> descendants = look().living();
    root.destroy();
    descendants.forEach(ProcessHandle::destroy);
  }

  /// Sends SIGKILL to the root and all descendants.
  ///
  /// @return false if there was no descriptor for it, so that it is worth another try
  boolean kill() {
    Set<ProcessHandle> descendants = look().living();
    boolean sent = root.destroyForcibly();
    killAll(descendants);
    // A handle needs a descriptor, too: who sees itself was refused, and would be again.
    return sent || ProcessHandle.current().isAlive();
  }

  /// Waits until all descendants have ended by themselves, then sends them SIGKILL. Looks again
  /// until none is left or the time is over, because a fork may escape one look. Leaves the root
  /// alone.
  ///
  /// @param grace how long to wait
  /// @param limit how long to kill after that
  /// @return whether it could see whom to kill: otherwise somebody may live
  boolean sweep(Duration grace, Duration limit) throws InterruptedException {
    long begun = System.nanoTime();
    Look look = look();
    boolean saw = false;
    long passed = 0;
    while (!look.nobody() && passed <= grace.plus(limit).toNanos()) {
      boolean kill = passed >= grace.toNanos();
      if (kill) {
        killAll(look.living());
      }
      saw = look.whole();
      Thread.sleep(kill && saw ? 1 : 10); // SIGKILL takes a moment to arrive
      look = look();
      passed = System.nanoTime() - begun;
    }
    return saw || look.nobody();
  }

  int killedDescendants() {
    synchronized (seen) {
      return killed.size();
    }
  }

  /// The use of all that live.
  TreeUsage usage() {
    Set<ProcessHandle> all = look().living();
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
      if (handle.destroyForcibly()) {
        synchronized (seen) {
          killed.add(handle.pid());
        }
      }
    }
  }

  /// What one look has found.
  ///
  /// @param living all that belong to the tree; if nothing can be seen now, all that ever did
  /// @param whole whether everything could be seen
  record Look(Set<ProcessHandle> living, boolean whole) {
    boolean nobody() {
      return whole && living.isEmpty();
    }
  }

  /// Notes which processes belong to the tree now.
  Look look() {
    synchronized (seen) {
      Optional<Set<ProcessHandle>> living = platform.descendants(root, seen);
      living.ifPresent(seen::addAll);
      return new Look(living.orElseGet(() -> new HashSet<>(seen)), living.isPresent());
    }
  }
}
