package dev.pitstop.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The log file")
@Timeout(60)
class LogFileTest {
  @TempDir Path temporary;

  private final List<String> complaints = new ArrayList<>();

  private Path path() {
    return temporary.resolve("a/b/pitstop.log");
  }

  private LogFile logFile() {
    return new LogFile(path(), complaints::add);
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void belongsToItsOwnerOnly() throws IOException {
    LogFile file = logFile();
    file.write(line("x"));
    assertThat(mode(path())).isEqualTo("rw-------");
    assertThat(mode(path().getParent())).isEqualTo("rwx------");
    assertThat(path()).hasContent("x\n");
    assertThat(complaints).isEmpty();
  }

  @Test
  void isAppendedTo() {
    for (String text : List.of("one", "two")) {
      logFile().write(line(text));
    }
    assertThat(path()).hasContent("one\ntwo\n");
  }

  @Test
  void rotatesAndKeepsThreeFiles() throws IOException {
    byte[] line = line("x".repeat(9_999));
    int perFile = (int) (LogFile.ROTATE_AT / line.length) + 1;
    LogFile file = logFile();
    for (int i = 0; i < perFile * 4 + 1; i++) {
      file.write(line);
    }
    assertThat(complaints).isEmpty();
    assertThat(path()).hasSize(line.length);
    for (String name : List.of("pitstop.log.1", "pitstop.log.2")) {
      assertThat(path().resolveSibling(name)).hasSize((long) perFile * line.length);
      assertThat(mode(path().resolveSibling(name))).isEqualTo("rw-------");
    }
    assertThat(path().resolveSibling("pitstop.log.3")).doesNotExist();
  }

  @Test
  void severalWritersLoseNoLineAndFollowARotation() throws Exception {
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < 3; w++) {
      String filler = "w" + w + "x".repeat(996);
      writers.add(
          Thread.ofPlatform()
              .start(() -> {
                LogFile file = new LogFile(path(), complaint -> {});
                for (int i = 0; i < 700; i++) {
                  file.write(line(filler));
                }
              }));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    long lines = 0;
    try (Stream<Path> files = Files.list(path().getParent())) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".lock")).toList()) {
        for (String text : Files.readAllLines(file)) {
          assertThat(text).matches("w[0-2]x{996}");
          lines++;
        }
      }
    }
    assertThat(lines).isEqualTo(2_100);
    assertThat(path().resolveSibling("pitstop.log.1")).exists();
  }

  @Test
  void isMadeAnewWhenSomebodyRemovesIt() throws IOException {
    LogFile file = logFile();
    file.write(line("lost"));
    Files.delete(path());
    for (int i = 0; i < 100; i++) {
      file.write(line("line " + i));
    }
    assertThat(Files.readAllLines(path())).contains("line 99").doesNotContain("lost");
  }

  @Test
  void saysOnceThatItCannotBeWritten() throws IOException {
    Files.writeString(temporary.resolve("a"), "a file");
    LogFile file = logFile();
    file.write(line("one"));
    file.write(line("two"));
    assertThat(complaints).hasSize(1);
    assertThat(complaints.getFirst()).contains(path().toString());
    assertThat(file.failing()).isTrue();
    Files.delete(temporary.resolve("a"));
    file.write(line("three"));
    assertThat(file.failing()).isFalse();
    assertThat(path()).hasContent("three\n");
  }
}
