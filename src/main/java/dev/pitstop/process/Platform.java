package dev.pitstop.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What differs between operating systems, in one place.
///
/// `LINUX` is tested. `MACOS` (and any other Unix) and `WINDOWS` follow their documentation and are
/// untested. macOS has no `setsid`, so Pitstop finds only the descendants that it knew before their
/// parent's end. Windows has no SIGTERM (`destroy()` ends the process at once) and no [Guardian].
public enum Platform {
  LINUX,
  MACOS,
  WINDOWS;

  /// The system that this process runs on.
  public static Platform current() {
    return of(System.getProperty("os.name", ""));
  }

  /// @param osName as in the system property `os.name`
  public static Platform of(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    if (name.startsWith("linux")) {
      return LINUX;
    }
    return name.startsWith("windows") ? WINDOWS : MACOS;
  }

  /// Whether there is a `/proc` that [ProcessTable] can read.
  boolean hasProc() {
    return this == LINUX;
  }

  /// The live descendants of a process, and those that are known to be such and live still. On
  /// Linux also those that have lost their parents, as long as they are in its session, and no
  /// zombies.
  ///
  /// @return empty if nothing can be seen: on Linux each look needs a free file descriptor
  Optional<Set<ProcessHandle>> descendants(ProcessHandle root, Set<ProcessHandle> known) {
    Set<ProcessHandle> found = new HashSet<>();
    if (!hasProc()) {
      root.descendants().forEach(found::add);
      known.stream().filter(ProcessHandle::isAlive).forEach(found::add);
      return Optional.of(found);
    }
    boolean alive = root.isAlive(); // before the table is read, in which it may be gone
    Optional<ProcessTable> read = ProcessTable.read();
    if (read.isEmpty()) {
      return Optional.empty();
    }
    ProcessTable table = read.get();
    if (alive || !table.contains(root.pid())) { // otherwise a stranger has its pid
      for (long pid : table.tree(root.pid())) {
        ProcessHandle.of(pid).ifPresent(found::add);
      }
    }
    for (ProcessHandle process : known) {
      if (table.contains(process.pid()) && process.isAlive()) {
        found.add(process);
      }
    }
    // A handle reads /proc as well: who does not see itself has seen nobody.
    return ProcessHandle.current().isAlive() ? Optional.of(found) : Optional.empty();
  }

  /// Whether the process runs anything. A zombie does not, but `isAlive` counts it.
  boolean lives(ProcessHandle process) {
    return process.isAlive() && (!hasProc() || ProcessTable.alive(process.pid()));
  }

  /// The memory of a process; 0 if the system does not show it. `VmRSS` is in kB, whatever the page
  /// size.
  long residentBytes(long pid) {
    String status = hasProc() ? ProcessTable.text(ProcessTable.PROC, pid, "status") : "";
    int at = status.indexOf("VmRSS:");
    String digits = at < 0 ? "0" : status.substring(at + 6, status.indexOf(" kB", at)).strip();
    return Long.parseLong(digits) * 1024;
  }

  /// A file that is always empty.
  File nothing() {
    return new File(this == WINDOWS ? "NUL" : "/dev/null");
  }

  /// The program `setsid`, if it can put a child into a session of its own. The child keeps its
  /// pid, and a scan of the session finds its double-forked descendants.
  ///
  /// @param environment in whose `PATH` it is
  Optional<Path> setsid(Map<String, String> environment) {
    List<Path> files = this == LINUX ? candidates("setsid", environment) : List.of();
    for (Path file : files) { // a program of the system is in no relative directory
      if (file.isAbsolute() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /// Where a program of this name is looked for, in order.
  List<Path> candidates(String name, Map<String, String> environment) {
    List<Path> candidates = new ArrayList<>();
    for (String directory : searchPath(environment)) {
      for (String suffix : suffixes(name, environment)) {
        candidates.add(Path.of(directory, name + suffix));
      }
    }
    return candidates;
  }

  /// The directories of `PATH`; an empty one stands for the working directory.
  private List<String> searchPath(Map<String, String> environment) {
    String path = variable(environment, "PATH").orElse(this == WINDOWS ? "" : "/usr/bin:/bin");
    return List.of(path.split(File.pathSeparator, -1));
  }

  /// The endings that a program's name may lack: none, and on Windows those of `PATHEXT`, so that
  /// `npx` finds `npx.cmd`. Windows tries a file without ending last: beside `npx.cmd` lies a shell
  /// script `npx` that Windows cannot run.
  List<String> suffixes(String program, Map<String, String> environment) {
    if (this != WINDOWS) {
      return List.of("");
    }
    String endings = variable(environment, "PATHEXT").orElse(".COM;.EXE;.BAT;.CMD");
    String lower = program.toLowerCase(Locale.ROOT);
    List<String> suffixes = new ArrayList<>();
    for (String ending : endings.toLowerCase(Locale.ROOT).split(";", -1)) {
      if (!ending.isEmpty() && lower.endsWith(ending)) {
        return List.of("");
      }
      suffixes.add(ending);
    }
    suffixes.removeIf(String::isEmpty);
    suffixes.add("");
    return suffixes;
  }

  /// Whether the program is given by its path and needs no look-up.
  boolean isPath(String program) {
    return program.indexOf('/') >= 0
        || (this == WINDOWS && (program.indexOf('\\') >= 0 || program.indexOf(':') >= 0));
  }

  /// A variable of this environment. On Windows, names are not case-sensitive.
  Optional<String> variable(Map<String, String> environment, String name) {
    String exact = environment.get(name);
    if (exact != null) {
      return Optional.of(exact);
    }
    return this != WINDOWS
        ? Optional.empty()
        : environment.entrySet().stream()
            .filter(entry -> entry.getKey().equalsIgnoreCase(name))
            .map(Map.Entry::getValue)
            .findFirst();
  }

  /// Shell code for [Guardian] that prints nothing and sets `table` to `PID:PARENT:GROUP:SESSION …`
  /// of all live processes; empty where there is no guardian.
  ///
  /// On Linux the shell alone does this, without `ps`, which small containers lack. A process name
  /// may hold spaces, parentheses and newlines; only numbers follow the last `) `.
  String processTableScript() {
    return switch (this) {
      case LINUX ->
          """
          table=
          for file in /proc/[0-9]*/stat; do
            text=
            { while read -r part || [ -n "$part" ]; do text="$text$part "; done <"$file"; } 2>/dev/null
            case $text in *') '*) ;; *) continue ;; esac
            pid=${file#/proc/}
            pid=${pid%/stat}
            set -- ${text##*') '}
            case $1 in Z|X) continue ;; esac
            table="$table $pid:$2:$3:$4"
          done
          """;
      case MACOS ->
          """
          table=$(ps -A -o pid= -o ppid= -o pgid= | while read -r pid parent group; do
            printf '%s:%s:%s:%s ' "$pid" "$parent" "$group" "$group"
          done)
          """;
      case WINDOWS -> "";
    };
  }
}
