package dev.pitstop.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The form of a log line")
class LogEntryTest {
  private static String line(Object... fields) {
    return LogEntry.event("session=4711", 1_795_230_245_678L, Level.INFO, "spawn", fields)
        .text()
        .get();
  }

  @Test
  void isTimeLevelSessionEventFields() {
    assertThat(line("server", "weather", "pid", 42))
        .isEqualTo("2026-11-21T03:04:05.678Z INFO  session=4711 spawn server=weather pid=42\n");
  }

  @Test
  void quotesWhatWouldBreakTheLine() {
    assertThat(line("a", "", "b", "x y", "c", "q\"\\\n\t\u001b[0m", "d", "k=v", "e"))
        .endsWith("spawn a=\"\" b=\"x y\" c=\"q\\\"\\\\\\n\\t\\u001b[0m\" d=\"k=v\" e=\n");
  }

  @Test
  void cutsLongValues() {
    assertThat(line("a", "x".repeat(100_000))).hasSizeLessThan(5_000).endsWith("x…\"\n");
  }

  @Test
  void copiesAServersLineAsItIs() {
    LogEntry entry = LogEntry.copy("session=4711", "weather", List.of("a \"b\" é"));
    assertThat(entry.text().get()).isEqualTo("[weather session=4711] a \"b\" é\n");
  }

  @Test
  void timesAreThoseOfJavaTime() {
    DateTimeFormatter reference =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      long millis = random.nextLong(-62_135_596_800_000L, 253_402_300_800_000L); // years 1 to 9999
      assertThat(LogEntry.event("s", millis, Level.INFO, "e").text().get())
          .startsWith(reference.format(Instant.ofEpochMilli(millis)) + " INFO");
    }
  }
}
