package dev.pitstop.soak;

import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The soak's server (`src/test/soak/puppet.py`) by its files: what it did, and what it is to do.
///
/// @param dir its folder
/// @param command what starts it
record Puppet(Path dir, List<String> command) {
  private static final Path SOURCES = Path.of("src/test/soak").toAbsolutePath();

  /// Puts the puppet and its build into a session's folder.
  static Puppet in(Path dir, Path python, Mode mode, long seed, int faultPercent)
      throws IOException {
    Path work = dir.resolve("work");
    Files.createDirectories(work.resolve("watched"));
    for (String file : List.of("puppet.py", "wire.py", "faults.py", "rounds.py")) {
      Files.copy(SOURCES.resolve(file), work.resolve(file));
    }
    Files.copy(SOURCES.resolve("build.sh"), work.resolve("build.sh"));
    List<String> command =
        List.of(
            python.toString(),
            "-E",
            "-s",
            "-S",
            "-B",
            work.resolve("puppet.py").toString(),
            "--dir",
            dir.toString(),
            "--seed",
            Long.toString(seed),
            "--era",
            mode.serverEra(),
            "--faults",
            Integer.toString(faultPercent));
    return new Puppet(dir, command);
  }

  /// Whether a process with this command line is one of its. To name the script is not enough: a
  /// child of Pitstop that has not executed its own program yet still shows Pitstop's command line,
  /// which ends with the server's. A build that was stopped in that instant hung for ever.
  boolean isServer(String commandLine) {
    return commandLine.startsWith(String.join(" ", command));
  }

  static Path source(String file) {
    return SOURCES.resolve(file);
  }

  /// Writes a control file; an empty text removes it.
  void control(String file, String text) {
    Path path = dir.resolve(file);
    Disk.io(() -> text.isEmpty() ? Files.deleteIfExists(path) : Files.writeString(path, text));
  }

  /// From now on nothing ends a process or a call before its time, or it does again.
  void calm(boolean calm) {
    control("calm", calm ? "yes" : "");
  }

  /// A method that hangs; empty for none.
  void hang(String method) {
    control("hang", method);
  }

  /// How the next builds go: `ok`, `fail`, `slow`, `flood`.
  void build(String how) {
    control("build-how", how);
  }

  void touch(int file) {
    control("work/watched/file" + file, Long.toString(System.nanoTime()));
  }

  /// How often each key was executed, over all processes.
  Map<String, Integer> executions() {
    Map<String, Integer> times = new HashMap<>();
    for (String line : lines("executions")) {
      times.merge(line.substring(0, line.indexOf(' ')), 1, Integer::sum);
    }
    return times;
  }

  List<String> complaints() {
    return lines("complaints");
  }

  int spawns() {
    return lines("spawns").size();
  }

  /// How many builds there were.
  int builds() {
    return lines("builds").size();
  }

  /// Its processes and their children that live.
  List<Long> processes() {
    List<Long> found = new ArrayList<>(ProcessView.running("puppet.py --dir " + dir));
    found.addAll(ProcessView.running("puppet-child " + dir));
    return found;
  }

  /// What it has put into sessions of their own, which nobody else ends.
  List<Long> daemons() {
    return ProcessView.running("puppet-daemon " + dir);
  }

  /// The complete lines of a file that a process may be appending to.
  private List<String> lines(String file) {
    return Disk.wholeLines(dir.resolve(file));
  }
}
