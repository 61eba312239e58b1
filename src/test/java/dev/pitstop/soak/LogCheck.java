package dev.pitstop.soak;

import dev.pitstop.harness.Disk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Looks through what Pitstop logged for defects of its own.
final class LogCheck {
  private static final Pattern DEFECT =
      Pattern.compile(
          "\\b(message-lost|routing-failed|timer-failed|tool-failed|defect)\\b"
              + "|\\b[A-Za-z.]*(Exception|Error)\\b|\tat |Exception in thread");

  /// Lines that say no more than that a resource was short.
  private static final Pattern SHORTAGE =
      Pattern.compile(
          "OutOfMemoryError|spawn-failed|Too many open files|Cannot allocate memory|Resource temporarily|free file descriptors");

  private static final long MOST_BYTES = 32L << 20;

  private LogCheck() {}

  static void check(Mode mode, Puppet puppet, Problems problems) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(puppet.dir())) {
      for (Path file : files.filter(LogCheck::isLog).toList()) {
        bytes += file.equals(Pitstop.stderr(puppet.dir())) ? 0 : Files.size(file);
        for (String line : lines(file)) {
          if (!line.startsWith("[puppet ")
              && DEFECT.matcher(line).find()
              && !tolerated(mode, line)) {
            problems.add("log", line);
          }
        }
      }
    }
    if (bytes > MOST_BYTES) {
      problems.add("log-size", bytes + " bytes of logs");
    }
  }

  /// Whether the Java machine gave up, on whichever stream it said so: nothing of ours can help
  /// then.
  static boolean machineRanOut(Puppet puppet, Problems problems) {
    String words = "insufficient memory for the Java Runtime";
    return says(puppet, words) || problems.mention(words);
  }

  /// Whether Pitstop's stderr holds these words.
  static boolean says(Puppet puppet, String words) {
    return Disk.io(() ->
        Files.readString(Pitstop.stderr(puppet.dir()), StandardCharsets.ISO_8859_1)
            .contains(words));
  }

  private static boolean tolerated(Mode mode, String line) {
    return mode.isSqueezed() && SHORTAGE.matcher(line).find();
  }

  private static boolean isLog(Path file) {
    String name = file.getFileName().toString();
    return name.equals("stderr") || name.startsWith("pitstop.log") || name.startsWith("build-");
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
  }
}
