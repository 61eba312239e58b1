package dev.pitstop.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Logging never waits")
@Timeout(60)
class LogTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final long PID = ProcessHandle.current().pid();
  private static final String SESSION = "session=" + PID;

  @TempDir Path directory;

  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

  private Path file() {
    return directory.resolve("state/pitstop/pitstop.log");
  }

  private String text() {
    return stderr.toString(StandardCharsets.UTF_8);
  }

  /// A stderr that nobody reads, until the latch opens.
  private static final class StuckStream extends OutputStream {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch unstuck = new CountDownLatch(1);
    final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      throw new UnsupportedOperationException("lines are written whole");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      entered.countDown();
      try {
        unstuck.await();
      } catch (InterruptedException nobodyDoes) {
        throw new IOException(nobodyDoes);
      }
      written.write(bytes, offset, length);
    }
  }

  @Test
  void writesToBothSinksByTheirLevels() throws Exception {
    Log log = Log.of(PID, Level.WARN, stderr, Level.DEBUG, file());
    log.error("e", "a", 1);
    log.warn("w");
    log.info("i");
    log.debug("d");
    assertThat(log.takes(Level.DEBUG)).isTrue();
    assertThat(log.close(LONG)).isTrue();
    assertThat(text().lines().map(line -> line.substring(25)))
        .containsExactly("ERROR " + SESSION + " e a=1", "WARN  " + SESSION + " w");
    assertThat(Files.readString(file()).lines().map(line -> line.substring(25)))
        .containsExactly(
            "ERROR " + SESSION + " e a=1",
            "WARN  " + SESSION + " w",
            "INFO  " + SESSION + " i",
            "DEBUG " + SESSION + " d");
  }

  @Test
  void copiesServersLinesAtAnyLevelToStderrOnly() {
    Log log = Log.of(PID, Level.OFF, stderr, Level.INFO, file());
    log.copy("weather", "hello");
    assertThat(log.close(LONG)).isTrue();
    assertThat(text()).isEqualTo("[weather " + SESSION + "] hello\n");
    assertThat(file()).doesNotExist();
  }

  @Test
  @DisplayName("Two sessions that share stderr and the file are told apart in every line")
  void twoSessions() throws Exception {
    for (long pid : new long[] {4711, 4712}) {
      Log log = new Log(pid, Level.INFO, stderr, Level.INFO, file(), 10);
      log.info("spawn", "server", "weather", "pid", 42);
      log.warn("exit", "server", "weather");
      log.copies("weather").accept(List.of("one", "two"));
      log.copy("weather stdout", "three");
      assertThat(log.close(LONG)).isTrue();
    }
    String file = Files.readString(file());
    for (String session : List.of("session=4711", "session=4712")) {
      assertThat(file.lines().filter(l -> l.contains(" " + session + " "))).hasSize(2);
      assertThat(text().lines().filter(l -> l.contains(" " + session)))
          .hasSize(5)
          .contains(
              "[weather " + session + "] one",
              "[weather " + session + "] two",
              "[weather stdout " + session + "] three");
    }
    assertThat(file.lines()).hasSize(4);
    assertThat(text().lines()).hasSize(10);
  }

  @Test
  void createsNothingWithoutAnEntry() {
    try (Log log = Log.of(PID, Level.INFO, stderr, Level.INFO, file())) {
      log.debug("not taken");
    }
    assertThat(file()).doesNotExist();
    Log nowhere = Log.nowhere();
    nowhere.error("dropped");
    assertThat(nowhere.takes(Level.ERROR)).isFalse();
    assertThat(nowhere.close(LONG)).isTrue();
  }

  @Test
  void aStuckStderrHindersNeitherCallersNorTheFile() throws Exception {
    StuckStream stuck = new StuckStream();
    Log log = new Log(PID, Level.INFO, stuck, Level.WARN, file(), 10);
    log.info("first");
    assertThat(stuck.entered.await(30, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 100; i++) {
      log.copy("s", "line " + i);
    }
    log.warn("still here");
    assertThat(log.close(Duration.ofMillis(100))).isFalse();
    assertThat(Files.readString(file())).contains("still here");
    stuck.unstuck.countDown();
    assertThat(log.close(LONG)).isTrue();
    String text = stuck.written.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(12);
    assertThat(text).contains("[s " + SESSION + "] line 9\n").doesNotContain("line 10");
    assertThat(text).endsWith("log-dropped sink=stderr lines=91\n");
  }

  @Test
  @DisplayName("lines that come together are one write, and are counted each when dropped")
  void linesTogether() throws Exception {
    StuckStream stuck = new StuckStream();
    Log log = new Log(PID, Level.INFO, stuck, Level.OFF, file(), 1);
    log.info("first");
    assertThat(stuck.entered.await(30, TimeUnit.SECONDS)).isTrue();
    log.copies("s").accept(List.of("one", "two"));
    log.copies("s").accept(List.of("three", "four", "five"));
    stuck.unstuck.countDown();
    assertThat(log.close(LONG)).isTrue();
    assertThat(stuck.written.toString(StandardCharsets.UTF_8))
        .contains("first\n[s] one\n[s] two\n".replace("[s]", "[s " + SESSION + "]"))
        .doesNotContain("three")
        .endsWith("log-dropped sink=stderr lines=3\n");
  }

  @Test
  @DisplayName("what waits is bounded in bytes too: a server's lines may be long")
  void aStuckStderrKeepsFewBytes() throws Exception {
    StuckStream stuck = new StuckStream();
    Log log = Log.of(PID, Level.INFO, stuck, Level.OFF, file());
    log.info("first");
    assertThat(stuck.entered.await(30, TimeUnit.SECONDS)).isTrue();
    String line = "x".repeat(1 << 20);
    for (int i = 0; i < 10; i++) {
      log.copy("s", line);
    }
    log.copy("s", "a short line");
    stuck.unstuck.countDown();
    assertThat(log.close(LONG)).isTrue();
    String text = stuck.written.toString(StandardCharsets.UTF_8);
    assertThat(text.lines().filter(l -> l.startsWith("[s " + SESSION + "] xxx"))).hasSize(3);
    assertThat(text)
        .contains("[s " + SESSION + "] a short line\n")
        .endsWith("log-dropped sink=stderr lines=7\n");
  }

  @Test
  @DisplayName("what has been written makes room for more")
  void writtenLinesMakeRoom() {
    Log log = Log.of(PID, Level.INFO, stderr, Level.OFF, file());
    String line = "x".repeat(1 << 20);
    for (int i = 1; i <= 6; i++) {
      int sum = i << 20;
      log.copy("s", line);
      Await.until("the line", () -> stderr.size() > sum);
    }
    assertThat(log.close(LONG)).isTrue();
    assertThat(text()).doesNotContain("log-dropped");
  }

  @Test
  void aFileThatCannotBeOpenedIsOneLineOnStderr() throws Exception {
    Path blocked = Files.writeString(directory.resolve("state"), "a file, no directory");
    Log log = Log.of(PID, Level.ERROR, stderr, Level.INFO, file());
    log.info("one");
    log.info("two");
    assertThat(log.close(LONG)).isTrue();
    assertThat(text().lines()).hasSize(1);
    assertThat(text())
        .contains("[pitstop " + SESSION + "] cannot write the log file")
        .contains("pitstop.log");
    assertThat(blocked).hasContent("a file, no directory");
  }

  @Test
  void takesNothingAfterTheClose() {
    Log log = Log.of(PID, Level.INFO, stderr, Level.OFF, file());
    log.close(LONG);
    log.info("late");
    log.copy("s", "late");
    assertThat(log.close(LONG)).isTrue();
    assertThat(text()).isEmpty();
  }

  @Test
  @DisplayName("an Error costs its line, not the thread that writes the log")
  void anErrorLosesItsOwnLineOnly() {
    Object bad =
        new Object() {
          @Override
          public String toString() {
            throw new StackOverflowError("on purpose");
          }
        };
    Log log = Log.of(PID, Level.INFO, stderr, Level.OFF, file());
    log.info("bad", "value", bad);
    log.info("good");
    assertThat(log.close(LONG)).isTrue();
    assertThat(text()).contains("good").doesNotContain(" bad");
  }
}
