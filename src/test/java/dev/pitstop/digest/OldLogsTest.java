package dev.pitstop.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("build logs")
class OldLogsTest {
  /// No process has it: Linux ends at 4,194,304.
  private static final long NOBODY = 4_999_999_999L;

  @TempDir Path directory;

  private Path log(String name, Duration age) throws IOException {
    Path file = Files.createFile(directory.resolve(name));
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    return file;
  }

  @Test
  @DisplayName("are removed after a day, those of many servers too")
  void old() throws IOException {
    Duration old = Duration.ofHours(25);
    Path one = log("build-" + NOBODY + ".log", old);
    Path ofMany = log("build-" + NOBODY + "-weather.log", old);
    BuildLog.removeOld(directory);
    assertThat(one).doesNotExist();
    assertThat(ofMany).doesNotExist();
  }

  @Test
  @DisplayName("stay while they are new, or the name is no build's")
  void others() throws IOException {
    Duration old = Duration.ofHours(25);
    log("build-" + NOBODY + ".log", Duration.ofHours(1));
    log("pitstop.log", old);
    BuildLog.removeOld(directory);
    assertThat(directory.toFile().list()).hasSize(2);
  }
}
