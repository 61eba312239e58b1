package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the file with a daemon's output belongs to its owner only")
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class DetachedTest {
  @TempDir Path directory;

  private Path output() {
    return directory.resolve("state/pitstop/daemon-localhost-8080.log");
  }

  private void run(String script) throws IOException, InterruptedException {
    OsSpawner spawner = new OsSpawner(System.getenv(), problem -> {});
    try {
      Command command = new Command(List.of("sh", "-c", script), Map.of(), directory);
      Detached started = spawner.detach(command, output());
      assertThat(started.process().waitFor()).isZero();
    } finally {
      spawner.close();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void made() throws Exception {
    run("umask 0; echo one");
    run("echo two >&2");
    assertThat(output()).hasContent("one\ntwo\n");
    assertThat(mode(output())).isEqualTo("rw-------");
    assertThat(mode(output().getParent())).isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-rw-rw-", "rw-r-----", "rwxrwxrwx", "rw-------"})
  @DisplayName("also when it was there with other rights; what is in it stays")
  void wasThere(String mode) throws Exception {
    Files.createDirectories(output().getParent());
    Files.writeString(output(), "before\n");
    Files.setPosixFilePermissions(output(), PosixFilePermissions.fromString(mode));
    run("echo after");
    assertThat(output()).hasContent("before\nafter\n");
    assertThat(mode(output())).isEqualTo("rw-------");
  }

  @Test
  @DisplayName("a directory in its place is an error that names it")
  void noFile() throws Exception {
    Files.createDirectories(output());
    assertThatThrownBy(() -> run("true"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("daemon-");
  }
}
