package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds and stops other processes that run the same executable file as a server, so that the file
/// can be overwritten. They are servers of another client, or processes left behind.
///
/// Only files inside the server's working directory count, and never interpreters: stopping one
/// server must not end every `node` of the user.
public final class SameExecutable {
  private static final String DELETED = " (deleted)";
  private static final int COMMAND_LINE_LIMIT = 300;

  /// A process that got a signal to end it.
  ///
  /// @param commandLine as far as the system shows it; a long one is cut
  /// @param ended whether it has ended
  public record StoppedProcess(long pid, String commandLine, boolean ended) {}

  private SameExecutable() {}

  /// The running processes of the command's executable file. Leaves out Pitstop, its ancestors and
  /// the caller's exceptions.
  ///
  /// @param executables of the session, finds the command's file
  /// @param except pids to leave out, for example of children that have their own stop ladder
  public static List<ProcessHandle> find(
      Command command, Executables executables, Set<Long> except) {
    Platform platform = Platform.current();
    Optional<Path> target = target(command, executables, platform);
    if (target.isEmpty()) {
      return List.of();
    }
    Set<Long> spared = new HashSet<>(except);
    Optional<ProcessHandle> self = Optional.of(ProcessHandle.current());
    while (self.isPresent() && spared.add(self.get().pid())) {
      self = self.get().parent();
    }
    List<ProcessHandle> found = new ArrayList<>();
    for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
      if (!spared.contains(process.pid())
          && process.isAlive()
          && runs(process, target.get(), platform)) {
        found.add(process);
      }
    }
    return found;
  }

  /// Whether Pitstop may search for the processes of a program, judged by its name in the command:
  /// a file in the server's directory that is not an interpreter. Reads no file.
  public static boolean isOwn(String program, Path directory) {
    try {
      Path root = directory.normalize();
      return Platform.current().isPath(program)
          && !Interpreters.runsOthers(program)
          && root.resolve(program).normalize().startsWith(root);
    } catch (InvalidPathException noFileName) {
      return false;
    }
  }

  /// [#find(Command, Executables, Set)] without exceptions.
  public static List<ProcessHandle> find(Command command, Executables executables) {
    return find(command, executables, Set.of());
  }

  /// Ends these processes: SIGTERM first, and SIGKILL for those that still run after three fifths
  /// of the time. Blocks until they have ended or the time is over.
  public static List<StoppedProcess> stopAll(List<ProcessHandle> processes, Duration limit) {
    List<String> commandLines = new ArrayList<>();
    for (ProcessHandle process : processes) {
      commandLines.add(commandLine(process)); // while the system still shows it
      process.destroy();
    }
    long start = System.nanoTime();
    if (!awaitEnd(processes, start, limit.toNanos() / 5 * 3)) {
      for (ProcessHandle process : processes) {
        process.destroyForcibly();
      }
      awaitEnd(processes, start, limit.toNanos());
    }
    List<StoppedProcess> result = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      ProcessHandle process = processes.get(i);
      result.add(new StoppedProcess(process.pid(), commandLines.get(i), !lives(process)));
    }
    return result;
  }

  /// The executable's real path, if its processes may be stopped at all. The file itself may be
  /// missing, for example in the middle of a build, while its processes still run it.
  private static Optional<Path> target(
      Command command, Executables executables, Platform platform) {
    Path directory = command.directory();
    Optional<Path> executable = executables.find(command);
    try {
      Path root = directory.toRealPath();
      Path file;
      if (executable.isPresent()) {
        file = executable.get().toRealPath();
      } else if (platform.isPath(command.program())) {
        Path named = directory.resolve(command.program()).normalize();
        Path parent = named.getParent();
        if (parent == null) {
          return Optional.empty();
        }
        file = parent.toRealPath().resolve(named.getFileName());
      } else {
        return Optional.empty();
      }
      boolean ours =
          file.startsWith(root)
              && !Interpreters.runsOthers(file.toString())
              && !Interpreters.runsOthers(command.program());
      return ours ? Optional.of(file) : Optional.empty();
    } catch (IOException | InvalidPathException unresolvable) {
      return Optional.empty(); // no such file: nothing can run under that name
    }
  }

  private static boolean runs(ProcessHandle process, Path target, Platform platform) {
    if (platform.hasProc()) {
      try {
        String exe = Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/exe")).toString();
        return exe.equals(target.toString()) || exe.equals(target + DELETED);
      } catch (IOException notOurs) {
        return false; // it is gone, a kernel thread, or another user's
      }
    }
    Optional<String> program = process.info().command();
    try {
      return program.isPresent() && Path.of(program.get()).toRealPath().equals(target);
    } catch (IOException | InvalidPathException gone) {
      return program.get().equals(target.toString());
    }
  }

  private static boolean awaitEnd(List<ProcessHandle> processes, long start, long nanos) {
    while (true) {
      boolean anyLives = false;
      for (ProcessHandle process : processes) {
        anyLives |= lives(process);
      }
      if (!anyLives) {
        return true;
      }
      if (System.nanoTime() - start > nanos) {
        return false;
      }
      try {
        Thread.sleep(5); // no event tells of the end of a process that is not our child
      } catch (InterruptedException stopWaiting) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /// Whether the process runs anything. A zombie does not, but `isAlive` counts it.
  private static boolean lives(ProcessHandle process) {
    return process.isAlive()
        && (!Platform.current().hasProc() || ProcessTable.alive(process.pid()));
  }

  private static String commandLine(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    return Words.cutClose(info.commandLine().or(info::command).orElse("?"), COMMAND_LINE_LIMIT);
  }
}
