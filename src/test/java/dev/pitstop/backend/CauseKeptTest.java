package dev.pitstop.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.digest.LastWords;
import dev.pitstop.process.StderrRing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("whatever a dying program writes behind its cause, the text has the cause")
class CauseKeptTest {
  private static final Path HOME = Path.of("/home/me/weather");
  private final StderrRing ring = new StderrRing();

  private void write(String... lines) {
    for (String line : lines) {
      ring.append(1, StderrRing.Kind.STDERR, line);
    }
  }

  /// @param line what it is of a number
  private void repeat(int times, IntFunction<String> line) {
    write(IntStream.range(0, times).mapToObj(line).toArray(String[]::new));
  }

  private LastWords words() {
    return LastWords.of(ring.lastOf(1, StderrRing.LINES), HOME);
  }

  private static List<String> recorded(String name) throws IOException {
    Path file = Path.of("src/test/resources/crashes/" + name + ".txt");
    return Files.readAllLines(file, StandardCharsets.UTF_8);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          node-memory | FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
          node-server | Error: cannot load the stations
          java-message | Exception in thread "main" java.lang.IllegalStateException: the forecast of Ulm failed: - station 1 is too deep
          java-deep | Exception in thread "main" java.lang.StackOverflowError
          python-chained | RuntimeError: forecast failed
          python-recursion | RecursionError: maximum recursion depth exceeded
          go-panic | panic: runtime error: index out of range [5] with length 1
          rust-backtrace | thread 'main' (26598) panicked at main.rs:3:20: no station for this city
          """)
  @DisplayName("the one line that says why, of real crashes, also behind 1,500 lines of noise")
  void reason(String name, String line) throws IOException {
    write(recorded(name).toArray(String[]::new));
    assertThat(words().reason()).contains(line);
    repeat(1_500, i -> "closing connection " + i);
    assertThat(words().reason()).contains(line);
  }

  @Test
  @DisplayName("a line and 1,500 lines of noise")
  void noise() {
    write("INFO up", "INFO 12 stations", "FATAL: cannot open /data/db", "  errno 13");
    repeat(1_500, i -> "closing connection " + i);
    assertThat(words().shortened()).isTrue();
    assertThat(words().lines())
        .startsWith("… 2 lines", "FATAL: cannot open /data/db", "  errno 13", "… 1488 lines")
        .endsWith("closing connection 1499")
        .hasSize(4 + LastWords.PLAIN_LINES);
    assertThat(words().reason()).contains("FATAL: cannot open /data/db");
  }

  @Test
  @DisplayName("noise that fits, and a trace at its end that is not the cause")
  void traceOfTheEnd() {
    write("FATAL: cannot open /data/db");
    repeat(300, i -> "closing connection " + i);
    write("Error: the socket is closed");
    repeat(15, i -> "    at f" + i + " (/home/me/weather/a.js:" + i + ":2)");
    assertThat(words().lines())
        .contains("FATAL: cannot open /data/db", "Error: the socket is closed");
  }

  @Test
  @DisplayName("a message of several lines in front of 2,000 frames, and causes behind it")
  void messageOfSeveralLines() {
    write(
        "INFO up",
        "Exception in thread \"main\" java.lang.IllegalStateException: the forecast failed:",
        "  - station 1 is too deep",
        "See the manual.");
    repeat(2_000, i -> "\tat weather.Deep.down(Deep.java:3)");
    write("Caused by: java.lang.StackOverflowError");
    repeat(1_020, i -> "\tat weather.Deep.down(Deep.java:3)");
    assertThat(words().lines())
        .contains(
            "Exception in thread \"main\" java.lang.IllegalStateException: the forecast failed:",
            "  - station 1 is too deep",
            "See the manual.",
            "Caused by: java.lang.StackOverflowError",
            "\tat weather.Deep.down(Deep.java:3)")
        .hasSizeLessThan(LastWords.LINES);
  }

  @Test
  @DisplayName("a message of many lines is found above its frames")
  void longMessage() {
    write("INFO up", "java.lang.IllegalStateException: invalid stations:");
    repeat(20, i -> "station " + i + " has no name");
    repeat(30, i -> "\tat weather.Server.load(Server.java:" + i + ")");
    assertThat(words().lines())
        .contains("java.lang.IllegalStateException: invalid stations:", "station 0 has no name");
    assertThat(words().reason())
        .contains("java.lang.IllegalStateException: invalid stations: station 0 has no name");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ab: ab.c:4: main: Assertion `1==2' failed.
          terminate called after throwing an instance of 'std::runtime_error'
          Segmentation fault (core dumped)
          2026-11-24 CRITICAL no database
          error: cannot open stations.db
          """)
  @DisplayName("errors of one line are found among others")
  void oneLine(String line) {
    write("INFO up");
    write(line);
    write("INFO closing");
    assertThat(words().reason()).contains(line);
  }

  @Test
  @DisplayName("what complains of nothing gives no reason, and a long one is cut")
  void noReason() {
    write("INFO up", "INFO 0 errors, --fatal-warnings, nonfatal");
    assertThat(words().reason()).isEmpty();
    write("Error: " + "😀".repeat(300));
    assertThat(words().reason().orElseThrow())
        .hasSizeLessThanOrEqualTo(200)
        .startsWith("Error: 😀😀")
        .endsWith("😀 …");
  }
}
