package dev.pitstop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// No limit is measured by the clock on the wall, which jumps when a machine wakes up or is set: a
/// session would end too early, or wait for ever. `System.nanoTime` and the waits of the JDK go by
/// a clock that does not.
@DisplayName("no limit follows a jump of the clock")
class WallClockTest {
  private static final Path MAIN = Path.of("src/main/java/dev/pitstop");

  private static final Pattern WALL =
      Pattern.compile(
          "currentTimeMillis|(Instant|LocalDateTime|ZonedDateTime)\\.now\\(|Clock\\.system|new"
              + " Date\\(|parkUntil|awaitUntil|java\\.util\\.Timer\\b");

  /// Who reads it to show a time to a person or another program.
  private static final Set<String> SHOWN =
      Set.of(
          "log/Log",
          "log/SinkQueue",
          "journal/JournalLine",
          "channel/Facts",
          "session/monitoring/About",
          "session/monitoring/JournalWitness",
          "session/monitoring/StatusLine",
          "cli/monitoring/Desk");

  /// Who compares it with the times of files, which are of the same clock.
  private static final Set<String> OF_FILES =
      Set.of(
          "digest/BuildLog",
          "watch/Stamp",
          "watch/WatchLoop",
          "session/notices/Stale",
          "session/tools/BinaryTool",
          "session/watching/StaleBuild",
          "session/texts/RunWords");

  @Test
  @DisplayName("Those who read the clock on the wall are known, and none of them waits by it")
  void java() throws IOException {
    Set<String> reads = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(MAIN)) {
      for (Path source : sources.filter(p -> p.toString().endsWith(".java")).toList()) {
        if (WALL.matcher(Files.readString(source)).find()) {
          reads.add(MAIN.relativize(source).toString().replace('\\', '/').replace(".java", ""));
        }
      }
    }
    Set<String> known = new TreeSet<>(SHOWN);
    known.addAll(OF_FILES);
    assertThat(reads).isEqualTo(known);
  }
}
