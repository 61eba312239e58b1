package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import dev.pitstop.harness.Disk;
import dev.pitstop.process.Given;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// How a session ends that goes wrong inside.
class MainTest {
  @Test
  @DisabledOnOs(OS.WINDOWS)
  @DisplayName("an error of ours ends the session in order: said on stderr, the server stopped")
  void error(@TempDir Path directory) throws IOException {
    Path pid = directory.resolve("pid");
    InputStream in =
        new InputStream() {
          @Override
          public int read() {
            Await.until("the server", () -> !Disk.text(pid).isEmpty());
            throw new InternalError("as a test");
          }

          @Override
          public int read(byte[] b, int from, int length) {
            return read();
          }
        };
    String script = "echo $$ > pid.new; mv pid.new pid; exec cat";
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (FileOutputStream out = new FileOutputStream(directory.resolve("out").toFile());
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      String[] args = {
        "--log-file",
        "none",
        "--log-level",
        "off",
        "--cwd",
        directory.toString(),
        "--",
        "sh",
        "-c",
        script
      };
      assertThat(Main.run(args, in, out, Given.saying(err))).isEqualTo(1);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .startsWith("pitstop: ")
        .contains("InternalError: as a test");
    long server = Long.parseLong(Disk.text(pid).strip());
    assertThat(ProcessHandle.of(server).filter(ProcessHandle::isAlive)).isEmpty();
  }
}
