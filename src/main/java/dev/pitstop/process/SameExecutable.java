package dev.pitstop.process;

import dev.pitstop.text.Words;
import java.io.IOException;
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
  private static final Platform HERE = Platform.current();
  private static final String DELETED = " (deleted)";
  private static final int COMMAND_LINE_LIMIT = 300;

  /// A process that got a signal to end it.
  ///
  /// @param commandLine as far as the system shows it; a long one is cut
  /// @param ended whether it has ended
  public record StoppedProcess(long pid, String commandLine, boolean ended) {}

  private SameExecutable() {}

  /// The running processes of the command's executable file. Leaves out Pitstop and its ancestors.
  ///
  /// @param executables of the session, finds the command's file
  public static List<ProcessHandle> find(Command command, Executables executables) {
    Optional<Path> target = target(command, executables);
    if (target.isEmpty()) {
      return List.of();
    }
    Set<Long> spared = new HashSet<>();
    Optional<ProcessHandle> self = Optional.of(ProcessHandle.current());
    while (self.isPresent() && spared.add(self.get().pid())) {
      self = self.get().parent();
    }
    return ProcessHandle.allProcesses()
        .filter(p -> !spared.contains(p.pid()) && p.isAlive() && runs(p, target.get()))
        .toList();
  }

  /// Whether Pitstop may search for the processes of a program, judged by its name in the command:
  /// a file in the server's directory that is not an interpreter. Reads no file.
  public static boolean isOwn(String program, Path directory) {
    try {
      Path root = directory.normalize();
      return HERE.isPath(program)
          && !Interpreters.runsOthers(program)
          && root.resolve(program).normalize().startsWith(root);
    } catch (InvalidPathException noFileName) {
      return false;
    }
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
    awaitEnd(processes, start, limit.toNanos() / 5 * 3);
    processes.stream().filter(HERE::lives).forEach(ProcessHandle::destroyForcibly);
    awaitEnd(processes, start, limit.toNanos());
    List<StoppedProcess> result = new ArrayList<>();
    for (ProcessHandle process : processes) {
      String commandLine = commandLines.get(result.size());
      result.add(new StoppedProcess(process.pid(), commandLine, !HERE.lives(process)));
    }
    return result;
  }

  /// The executable's real path, if its processes may be stopped at all. The file itself may be
  /// missing, for example in the middle of a build, while its processes still run it.
  private static Optional<Path> target(Command command, Executables executables) {
    Optional<Path> executable = executables.find(command);
    if (executable.isEmpty() && !HERE.isPath(command.program())) {
      return Optional.empty();
    }
    try {
      Path root = command.directory().toRealPath();
      Path file =
          executable.isPresent()
              ? executable.get().toRealPath()
              : root.resolve(command.program()).normalize();
      boolean ours =
          file.startsWith(root)
              && !Interpreters.runsOthers(file.toString())
              && !Interpreters.runsOthers(command.program());
      return ours ? Optional.of(file) : Optional.empty();
    } catch (IOException | InvalidPathException unresolvable) {
      return Optional.empty(); // no such file: nothing can run under that name
    }
  }

  /// The system shows the real path. Linux marks the file if it is not there any more.
  private static boolean runs(ProcessHandle process, Path target) {
    String program = process.info().command().orElse("");
    return program.equals(target.toString()) || program.equals(target + DELETED);
  }

  private static void awaitEnd(List<ProcessHandle> processes, long start, long nanos) {
    try {
      while (processes.stream().anyMatch(HERE::lives) && System.nanoTime() - start <= nanos) {
        Thread.sleep(5); // no event tells of the end of a process that is not our child
      }
    } catch (InterruptedException stopWaiting) {
      Thread.currentThread().interrupt();
    }
  }

  private static String commandLine(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    return Words.cutClose(info.commandLine().or(info::command).orElse("?"), COMMAND_LINE_LIMIT);
  }
}
