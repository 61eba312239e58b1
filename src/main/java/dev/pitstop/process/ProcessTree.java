package dev.pitstop.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The processes that belong to one child. Each look finds them anew and remembers them, because a
/// descendant looks like a stranger once its parent is gone.
///
/// Signals go through [ProcessHandle]: it compares start times, so a reused pid is safe.
final class ProcessTree {
  private static final long MILLIS_PER_TICK = 10;

  /// @param living the descendants that live
  /// @param whole whether none can have been missed
  private record Look(Set<ProcessHandle> living, boolean whole) {}

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

  /// Notes which processes belong to the tree now.
  void look() {
    livingDescendants();
  }

  /// Sends SIGTERM to the root and all descendants.
  void terminate() {
    Set<ProcessHandle> descendants = livingDescendants();
    root.destroy();
    for (ProcessHandle descendant : descendants) {
      descendant.destroy();
    }
  }

  /// Sends SIGKILL to the root and all descendants.
  void kill() {
    Set<ProcessHandle> descendants = Set.of();
    try {
      descendants = livingDescendants();
    } finally {
      root.destroyForcibly(); // even if there is no memory to list the others
    }
    killAll(descendants);
  }

  /// Sends SIGKILL to all descendants. Looks again until none is left or the time is over, because
  /// a fork may escape one look. Leaves the root alone. Returns whether none is known to be left.
  boolean killDescendants(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Look look = lookAround();
      if (look.living().isEmpty()) {
        return look.whole();
      }
      killAll(look.living());
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      try {
        Thread.sleep(1); // SIGKILL takes a moment to arrive
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /// Waits until the descendants have ended by themselves, or the time is over.
  void awaitDescendants(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() - deadline < 0 && !livingDescendants().isEmpty()) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  int killedDescendants() {
    synchronized (seen) {
      return killed.size();
    }
  }

  TreeUsage usage() {
    return platform.hasProc() ? usageFromProc() : usageFromHandles();
  }

  private void killAll(Set<ProcessHandle> handles) {
    for (ProcessHandle handle : handles) {
      handle.destroyForcibly();
      synchronized (seen) {
        killed.add(handle.pid());
      }
    }
  }

  private Set<ProcessHandle> livingDescendants() {
    return lookAround().living();
  }

  private Look lookAround() {
    Set<ProcessHandle> living = new HashSet<>();
    Predicate<ProcessHandle> lives = ProcessHandle::isAlive;
    boolean whole = true;
    if (platform.hasProc()) {
      boolean alive = root.isAlive(); // before the table is read, in which it may be gone
      ProcessTable table = ProcessTable.read();
      whole = table.whole();
      if (alive || !table.contains(root.pid())) { // otherwise a stranger has its pid
        for (long pid : table.tree(root.pid())) {
          ProcessHandle.of(pid).ifPresent(living::add);
        }
      }
      lives = known -> table.contains(known.pid()) && known.isAlive(); // isAlive counts zombies
    } else {
      root.descendants().forEach(living::add);
    }
    synchronized (seen) {
      for (ProcessHandle known : seen) {
        if (lives.test(known)) {
          living.add(known);
        }
      }
      seen.addAll(living);
    }
    return new Look(living, whole);
  }

  private TreeUsage usageFromProc() {
    ProcessTable table = ProcessTable.read();
    Set<Long> pids = table.tree(root.pid());
    pids.add(root.pid());
    List<ProcessTable.Row> rows =
        pids.stream().flatMap(pid -> table.row(pid).stream()).toList(); // those that live
    long rss = rows.stream().mapToLong(row -> residentBytes(row.pid())).sum();
    long ticks = rows.stream().mapToLong(ProcessTable.Row::cpuTicks).sum();
    return new TreeUsage(rss, ticks * MILLIS_PER_TICK, rows.size());
  }

  /// `VmRSS` of `/proc/PID/status`: in kB, whatever the page size.
  private static long residentBytes(long pid) {
    Path status = Path.of("/proc/" + pid + "/status");
    try (BufferedReader reader = Files.newBufferedReader(status, StandardCharsets.ISO_8859_1)) {
      String line = reader.readLine();
      while (line != null) {
        if (line.startsWith("VmRSS:")) {
          String digits = line.replaceAll("[^0-9]", "");
          return digits.isEmpty() ? 0 : Long.parseLong(digits) * 1024;
        }
        line = reader.readLine();
      }
      return 0;
    } catch (IOException gone) {
      return 0; // it has ended meanwhile and uses nothing
    }
  }

  private TreeUsage usageFromHandles() {
    Set<ProcessHandle> all = new HashSet<>();
    all.add(root);
    root.descendants().forEach(all::add);
    long cpu = 0;
    int count = 0;
    boolean told = false;
    for (ProcessHandle handle : all) {
      if (handle.isAlive()) {
        count++;
        Optional<Duration> time = handle.info().totalCpuDuration();
        told |= time.isPresent();
        cpu += time.orElse(Duration.ZERO).toMillis();
      }
    }
    return new TreeUsage(-1, told ? cpu : -1, count);
  }
}
