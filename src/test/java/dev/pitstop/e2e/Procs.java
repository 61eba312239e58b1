package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Looks at other processes by pid.
final class Procs {
  private Procs() {}

  /// Whether the process runs. A zombie does not: it is dead, only its parent has not asked yet.
  static boolean alive(long pid) {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    return handle.isPresent() && handle.get().isAlive() && !zombie(pid);
  }

  /// Waits until none of the processes runs any more.
  static void awaitGone(Collection<Long> pids) {
    Await.until(
        () -> pids.stream().noneMatch(Procs::alive),
        () -> "still alive: " + pids.stream().filter(Procs::alive).map(Procs::describe).toList());
  }

  static void awaitGone(Long... pids) {
    awaitGone(List.of(pids));
  }

  /// Whether the process ignores SIGINT, as everything does that a shell started in the background
  /// without job control: a Pitstop started by such a test run rightly ignores it too.
  static boolean ignoresInterrupts(long pid) {
    return status(pid, "SigIgn:")
        .filter(mask -> (Long.parseUnsignedLong(mask, 16) & 2) != 0)
        .isPresent();
  }

  /// What Linux tells of a process under this name.
  static Optional<String> status(long pid, String name) {
    return Disk.text(Path.of("/proc", Long.toString(pid), "status"))
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip())
        .findFirst();
  }

  /// Sends a signal by its name, such as `TERM`, the way a client or a shell would. After `STOP` it
  /// waits until the process has stopped: only the thread that takes the signal stops the others,
  /// and on a busy machine these may still answer for a while.
  static void signal(long pid, String name) {
    Process kill = Disk.io(() -> new ProcessBuilder("kill", "-s", name, "" + pid).start());
    Await.end("a signal", kill);
    assertThat(kill.exitValue()).as("a process %s to send SIG%s to", pid, name).isZero();
    if (name.equals("STOP")) {
      Await.until("process " + pid + " to stop", () -> stopped(pid));
    }
  }

  private static boolean stopped(long pid) {
    Path threads = Path.of("/proc", Long.toString(pid), "task");
    if (!Files.isDirectory(threads)) {
      return true; // this system does not show it
    }
    try (Stream<Path> each = Files.list(threads)) {
      return each.allMatch(thread -> "TtZX".indexOf(state(thread)) >= 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sends a signal unless the process ends first.
  static void signalIfAlive(long pid, String name) {
    try {
      signal(pid, name);
    } catch (AssertionError e) {
      if (alive(pid)) {
        throw e;
      }
    }
  }

  /// Ends what a failed test left behind.
  static void end(Collection<Long> pids) {
    for (long pid : pids) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private static boolean zombie(long pid) {
    Path process = Path.of("/proc", Long.toString(pid));
    // Gone in between, or a system without /proc: then the handle alone decides.
    return Files.exists(process) && "ZX".indexOf(state(process)) >= 0;
  }

  /// The state of a process or of a thread by its directory in `/proc`: `T` if it is stopped, `Z`
  /// if it has ended and nobody has asked, `X` if it is gone.
  private static char state(Path directory) {
    try {
      String stat = Files.readString(directory.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      // The kernel answers ESRCH when it ends while its file is read.
      return 'X';
    }
  }

  private static String describe(long pid) {
    return pid + " " + ProcessHandle.of(pid).flatMap(p -> p.info().commandLine()).orElse("?");
  }
}
