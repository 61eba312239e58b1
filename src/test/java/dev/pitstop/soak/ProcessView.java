package dev.pitstop.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A process as `/proc` shows it, from outside.
record ProcessView(long pid) {
  private static final Path PROC = Path.of("/proc");

  /// A child of it. A zombie has no command.
  record Child(long pid, String command, boolean zombie) {}

  boolean alive() {
    return Files.exists(path("status"));
  }

  String command() {
    return commandOf(pid);
  }

  List<Child> children() {
    List<Child> found = new ArrayList<>();
    for (long other : all()) {
      String stat = text(PROC.resolve(other + "/stat"));
      String[] rest = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 3);
      if (rest.length == 3 && rest[1].equals(Long.toString(pid))) {
        found.add(new Child(other, commandOf(other), rest[0].equals("Z")));
      }
    }
    return found;
  }

  /// Living processes that have this text in their command.
  static List<Long> running(String text) {
    return all().stream().filter(pid -> commandOf(pid).contains(text)).toList();
  }

  /// How many threads have each name. Numbers in names count as one, and as the system cuts names
  /// at 15 bytes, those that begin alike do.
  Map<String, Integer> threads() {
    Map<String, Integer> names = new TreeMap<>();
    for (String task : list(path("task"))) {
      String name = text(path("task/" + task + "/comm")).strip().replaceAll("[0-9]+", "#");
      if (!name.isEmpty()) {
        names.merge(name.substring(0, Math.min(12, name.length())), 1, Integer::sum);
      }
    }
    return names;
  }

  /// What its open descriptors refer to.
  List<String> descriptors() {
    List<String> targets = new ArrayList<>();
    for (String fd : list(path("fd"))) {
      try {
        targets.add(fd + " " + Files.readSymbolicLink(path("fd/" + fd)));
      } catch (IOException closedMeanwhile) {
        // then it is none
      }
    }
    return targets;
  }

  long rssKib() {
    return statusKib("VmRSS:");
  }

  long virtualKib() {
    return statusKib("VmSize:");
  }

  private long statusKib(String field) {
    for (String line : text(path("status")).lines().toList()) {
      if (line.startsWith(field)) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    return 0;
  }

  private Path path(String name) {
    return PROC.resolve(Long.toString(pid)).resolve(name);
  }

  private static String commandOf(long pid) {
    return text(PROC.resolve(pid + "/cmdline")).replace('\0', ' ');
  }

  private static List<Long> all() {
    return list(PROC).stream()
        .filter(name -> Character.isDigit(name.charAt(0)))
        .map(Long::valueOf)
        .toList();
  }

  private static List<String> list(Path dir) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(dir)) {
      entries.forEach(entry -> names.add(entry.getFileName().toString()));
    } catch (IOException | DirectoryIteratorException gone) {
      return names; // a process ends when it likes
    }
    return names;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException gone) {
      return "";
    } catch (IOException gone) {
      if (String.valueOf(gone.getMessage()).contains("No such process")) {
        return "";
      }
      throw new UncheckedIOException(gone);
    }
  }

  /// Sends a signal by its name; whether there was such a process.
  static boolean signal(long pid, String name) {
    return run(List.of("kill", "-s", name, Long.toString(pid))).isPresent();
  }

  /// The output of a short command, if it succeeded.
  static Optional<String> run(List<String> argv) {
    try {
      Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
