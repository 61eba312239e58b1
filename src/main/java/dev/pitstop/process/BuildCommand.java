package dev.pitstop.process;

import java.util.List;

/// Builds the command that runs a build command line in a shell (R1, R3).
public final class BuildCommand {
  private BuildCommand() {}

  /// The argument vector that runs `commandLine` in this system's shell.
  public static List<String> shell(String commandLine) {
    return shell(commandLine, System.getProperty("os.name", "").startsWith("Windows"));
  }

  /// The words of a command line, separated by blanks only. For lookups, never to run.
  public static List<String> words(String commandLine) {
    String line = commandLine.strip();
    String program = line.startsWith("exec ") ? line.substring(5).strip() : line;
    return List.of(program.split(" +", -1));
  }

  /// `/bin/sh -c LINE`, or `cmd.exe /d /s /c "LINE"`: `/d` runs no AutoRun command from the
  /// registry, and `/s` takes exactly the outer quotation marks off, so that the line keeps its
  /// own.
  static List<String> shell(String commandLine, boolean windows) {
    return windows
        ? List.of("cmd.exe", "/d", "/s", "/c", "\"" + commandLine + "\"")
        : List.of("/bin/sh", "-c", commandLine);
  }
}
