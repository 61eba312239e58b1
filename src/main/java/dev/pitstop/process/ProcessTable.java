package dev.pitstop.process;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One look at all live processes of a Linux machine, read from `/proc`. Leaves out zombies.
final class ProcessTable {
  private static final int STAT_LIMIT = 2048;

  /// One process, read from `/proc/PID/stat`.
  ///
  /// @param cpuTicks user and system time, including that of awaited children, in clock ticks (100
  ///   a second on every Linux that runs Java)
  /// @param startTicks when the process began, in clock ticks since the machine started
  record Row(
      long pid, char state, long parent, long group, long session, long cpuTicks, long startTicks) {
    boolean dead() {
      return state == 'Z' || state == 'X' || state == 'x';
    }
  }

  private final Map<Long, Row> rows;
  private final boolean whole;

  private ProcessTable(Map<Long, Row> rows, boolean whole) {
    this.rows = rows;
    this.whole = whole;
  }

  static ProcessTable read() {
    Map<Long, Row> rows = new HashMap<>();
    String[] names = new File("/proc").list();
    if (names == null) {
      return new ProcessTable(rows, false); // it is not mounted, or no descriptor is free
    }
    boolean whole = true;
    byte[] buffer = new byte[STAT_LIMIT];
    for (String name : names) {
      char first = name.charAt(0);
      if (first >= '0' && first <= '9') {
        Optional<Row> row = readStat(name, buffer);
        if (row.isPresent() && !row.get().dead()) {
          rows.put(row.get().pid(), row.get());
        }
        whole &= row.isPresent() || readStat("self", buffer).isPresent(); // a descriptor is free
      }
    }
    return new ProcessTable(rows, whole);
  }

  /// Whether all processes could be looked at. Otherwise one that is missing may live.
  boolean whole() {
    return whole;
  }

  /// Whether this process exists and is no zombie.
  static boolean alive(long pid) {
    Optional<Row> row = readStat(Long.toString(pid), new byte[STAT_LIMIT]);
    return row.isPresent() && !row.get().dead();
  }

  static ProcessTable of(List<Row> rows) {
    Map<Long, Row> map = new HashMap<>();
    for (Row row : rows) {
      map.put(row.pid(), row);
    }
    return new ProcessTable(map, true);
  }

  boolean contains(long pid) {
    return rows.containsKey(pid);
  }

  Optional<Row> row(long pid) {
    return Optional.ofNullable(rows.get(pid));
  }

  /// The direct children of this process.
  List<Row> children(long parent) {
    List<Row> children = new ArrayList<>();
    for (Row row : rows.values()) {
      if (row.parent() == parent) {
        children.add(row);
      }
    }
    return children;
  }

  /// The process's tree without the process itself: its descendants, the members of its session and
  /// process group, and the same of each of those. Works for a dead root too, because a session
  /// outlives its leader: double-forked orphans carry its number, and the kernel does not give that
  /// number to a new process while they live.
  Set<Long> tree(long root) {
    Set<Long> ids = new HashSet<>();
    ids.add(root);
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Row row : rows.values()) {
        if (!ids.contains(row.pid())
            && (ids.contains(row.parent())
                || ids.contains(row.group())
                || ids.contains(row.session()))) {
          ids.add(row.pid());
          grown = true;
        }
      }
    }
    ids.remove(root);
    return ids;
  }

  private static Optional<Row> readStat(String pid, byte[] buffer) {
    int length = 0;
    try (FileInputStream in = new FileInputStream("/proc/" + pid + "/stat")) {
      int count = in.read(buffer, 0, buffer.length);
      while (count > 0) {
        length += count;
        count = length < buffer.length ? in.read(buffer, length, buffer.length - length) : -1;
      }
    } catch (IOException gone) {
      return Optional.empty(); // it ended between the listing and the reading
    }
    return parse(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
  }

  /// Parses a line of `/proc/PID/stat` (proc_pid_stat(5)). The name is in parentheses and may hold
  /// anything, even parentheses and newlines: count fields from the last `)`.
  static Optional<Row> parse(String stat) {
    int open = stat.indexOf(' ');
    int close = stat.lastIndexOf(')');
    if (open < 0 || close < 0 || close + 4 > stat.length()) {
      return Optional.empty();
    }
    List<String> fields = new ArrayList<>(50);
    int start = close + 2;
    for (int i = start; i <= stat.length(); i++) {
      if (i == stat.length() || stat.charAt(i) == ' ') {
        fields.add(stat.substring(start, i));
        start = i + 1;
      }
    }
    if (fields.size() < 20) {
      return Optional.empty();
    }
    try {
      long ticks = 0;
      for (int i = 11; i <= 14; i++) { // utime, stime, cutime, cstime
        ticks += Long.parseLong(fields.get(i));
      }
      return Optional.of(
          new Row(
              Long.parseLong(stat.substring(0, open)),
              fields.get(0).charAt(0),
              Long.parseLong(fields.get(1)),
              Long.parseLong(fields.get(2)),
              Long.parseLong(fields.get(3)),
              ticks,
              Long.parseLong(fields.get(19))));
    } catch (NumberFormatException notStat) {
      return Optional.empty(); // this is not a stat line
    }
  }
}
