package dev.pitstop.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One look at all live processes of a Linux machine, read from `/proc`. Leaves out zombies.
final class ProcessTable {
  static final Path PROC = Path.of("/proc");

  /// One process, read from `/proc/PID/stat`.
  record Row(long pid, char state, long parent, long group, long session) {
    boolean dead() {
      return state == 'Z' || state == 'X' || state == 'x';
    }
  }

  private final Map<Long, Row> rows = new HashMap<>();

  ProcessTable(List<Row> rows) {
    rows.forEach(row -> this.rows.put(row.pid(), row));
  }

  /// @return empty if it cannot be read as a whole, because no file descriptor is free
  static Optional<ProcessTable> read() {
    List<Row> rows = new ArrayList<>();
    for (long pid : pids(PROC)) {
      try {
        parse(read(PROC, pid, "stat")).filter(row -> !row.dead()).ifPresent(rows::add);
      } catch (NoSuchFileException | AccessDeniedException goneOrForeign) {
        // not one of ours
      } catch (FileSystemException cannotBeOpened) {
        return Optional.empty();
      } catch (IOException gone) {
        // it ended between opening and reading
      }
    }
    return rows.isEmpty() ? Optional.empty() : Optional.of(new ProcessTable(rows));
  }

  /// Whether this process exists and is no zombie.
  static boolean alive(long pid) {
    return row(PROC, pid).filter(row -> !row.dead()).isPresent();
  }

  boolean contains(long pid) {
    return rows.containsKey(pid);
  }

  /// The process's tree without the process itself: its descendants, the members of its session and
  /// process group, and the same of each of those. Works for a dead root too, because a session
  /// outlives its leader: double-forked orphans carry its number, and the kernel does not give that
  /// number to a new process while they live.
  Set<Long> tree(long root) {
    Set<Long> ids = new HashSet<>(Set.of(root));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Row row : rows.values()) {
        boolean belongs =
            ids.contains(row.parent()) || ids.contains(row.group()) || ids.contains(row.session());
        grown |= belongs && ids.add(row.pid());
      }
    }
    ids.remove(root);
    return ids;
  }

  /// All processes of this directory.
  static List<Long> pids(Path proc) {
    List<Long> pids = new ArrayList<>();
    for (String name : names(proc)) {
      if (Character.isDigit(name.charAt(0))) {
        pids.add(Long.parseLong(name));
      }
    }
    return pids;
  }

  /// The names in a directory; none if it cannot be read.
  static List<String> names(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  /// A file about a process; empty if the process has ended meanwhile.
  static String text(Path proc, long pid, String name) {
    try {
      return read(proc, pid, name);
    } catch (IOException gone) {
      return "";
    }
  }

  private static String read(Path proc, long pid, String name) throws IOException {
    byte[] all = Files.readAllBytes(proc.resolve(Long.toString(pid)).resolve(name));
    return new String(all, StandardCharsets.UTF_8);
  }

  static Optional<Row> row(Path proc, long pid) {
    return parse(text(proc, pid, "stat"));
  }

  /// Parses a line of `/proc/PID/stat` (proc_pid_stat(5)). The name is in parentheses and may hold
  /// anything, even parentheses and newlines: count fields from the last `)`.
  static Optional<Row> parse(String stat) {
    int name = stat.indexOf(" (");
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (name < 0 || fields.length < 4) {
      return Optional.empty();
    }
    return Optional.of(
        new Row(
            Long.parseLong(stat.substring(0, name)),
            fields[0].charAt(0),
            Long.parseLong(fields[1]),
            Long.parseLong(fields[2]),
            Long.parseLong(fields[3])));
  }
}
