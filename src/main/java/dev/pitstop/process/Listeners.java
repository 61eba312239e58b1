package dev.pitstop.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds out who listens at a TCP port of a Linux machine. Reads `/proc`: the network tables show
/// the sockets, and the descriptors of all processes that Pitstop may inspect show the process.
/// Takes milliseconds: do not call it in a turn.
final class Listeners {
  private static final String LISTENS = "0A"; // TCP_LISTEN of the kernel

  /// Names of processes that adopt orphans.
  private static final Set<String> INIT =
      Set.of("systemd", "init", "tini", "dumb-init", "docker-init", "catatonit", "s6-svscan");

  private final Path proc;

  /// @param proc the system's directory about its processes: `/proc`
  Listeners(Path proc) {
    this.proc = proc;
  }

  /// Who listens at the port. Empty where Pitstop does not look: macOS and Windows have no files
  /// that show it, and a program such as `lsof` or `netstat` would take seconds.
  ///
  /// @param by the command that could not open the port
  static Optional<PortUse> on(Platform platform, int port, Command by) {
    return platform.hasProc()
        ? Optional.of(new Listeners(ProcessTable.PROC).at(port, by))
        : Optional.empty();
  }

  PortUse at(int port, Command by) {
    Set<String> sockets = new HashSet<>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      sockets(proc.resolve(table), port, sockets);
    }
    if (sockets.isEmpty()) {
      return new PortUse.Free(port);
    }
    Set<Long> holders = holders(sockets);
    Optional<ProcessTable.Row> eldest = eldest(holders);
    return eldest.isEmpty() ? new PortUse.Hidden(port) : held(port, eldest.get(), by);
  }

  /// The sockets that listen at the port, named as descriptors name them.
  private static void sockets(Path table, int port, Set<String> found) {
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      lines.flatMap(line -> socket(line, port).stream()).forEach(found::add);
    } catch (IOException unreadable) {
      // without IPv6 there is no such table
    }
  }

  /// The socket in a line such as `0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000
  /// 00000000 0 0 1633 …` (proc_pid_net(5)).
  static Optional<String> socket(String line, int port) {
    String[] fields = line.strip().split(" +", -1);
    if (fields.length < 10 || !fields[3].equals(LISTENS)) {
      return Optional.empty();
    }
    String local = fields[1];
    int at = Integer.parseInt(local.substring(local.lastIndexOf(':') + 1), 16);
    return at == port ? Optional.of("socket:[" + fields[9] + "]") : Optional.empty();
  }

  private Set<Long> holders(Set<String> sockets) {
    Set<Long> found = new TreeSet<>();
    for (long pid : ProcessTable.pids(proc)) {
      if (holds(pid, sockets)) {
        found.add(pid);
      }
    }
    return found;
  }

  private boolean holds(long pid, Set<String> sockets) {
    Path descriptors = proc.resolve(Long.toString(pid)).resolve("fd");
    for (String descriptor : ProcessTable.names(descriptors)) {
      try {
        String link = Files.readSymbolicLink(descriptors.resolve(descriptor)).toString();
        if (sockets.contains(link)) {
          return true;
        }
      } catch (IOException closed) {
        // The descriptor was closed meanwhile, or Pitstop may not see it.
      }
    }
    return false;
  }

  /// The server itself, if it has shared its socket with workers.
  private Optional<ProcessTable.Row> eldest(Set<Long> holders) {
    for (long pid : holders) {
      Optional<ProcessTable.Row> row = ProcessTable.row(proc, pid);
      if (row.isPresent() && !holders.contains(row.get().parent())) {
        return row;
      }
    }
    return Optional.empty();
  }

  private PortUse held(int port, ProcessTable.Row row, Command by) {
    List<String> words = words(row.pid());
    return new PortUse.Held(
        port,
        row.pid(),
        ShownCommand.of(words),
        new HashSet<>(List.of(row.pid(), row.parent(), row.group(), row.session())),
        runsIn(row.pid(), by.directory()) && ShownCommand.same(words, by),
        parent(row.parent()));
  }

  private Optional<PortUse.Parent> parent(long pid) {
    boolean orphan = pid <= 1 && pid != ProcessHandle.current().pid();
    List<String> words = orphan ? List.of() : words(pid);
    return orphan || INIT.contains(ProcessTable.text(proc, pid, "comm").strip())
        ? Optional.empty()
        : Optional.of(new PortUse.Parent(pid, ShownCommand.of(words)));
  }

  private List<String> words(long pid) {
    String line = ProcessTable.text(proc, pid, "cmdline"); // each word ends with a NUL
    String whole = line.endsWith("\0") ? line.substring(0, line.length() - 1) : line;
    return List.of(whole.split("\0", -1));
  }

  private boolean runsIn(long pid, Path directory) {
    try {
      Path link = proc.resolve(Long.toString(pid)).resolve("cwd");
      return Files.readSymbolicLink(link).equals(directory.normalize());
    } catch (IOException hidden) {
      return false;
    }
  }
}
