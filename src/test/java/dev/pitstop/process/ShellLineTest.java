package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the shell of a build command")
class ShellLineTest {
  @Test
  void posix() {
    assertThat(ShellLine.run("npm ci && echo \"a b\"", Platform.LINUX))
        .isEqualTo(List.of("/bin/sh", "-c", "npm ci && echo \"a b\""));
  }

  @Test
  void windowsKeepsTheInnerQuotationMarks() {
    assertThat(ShellLine.run("\"C:\\My Tools\\b.cmd\" x", Platform.WINDOWS))
        .isEqualTo(List.of("cmd.exe", "/d", "/s", "/c", "\"\"C:\\My Tools\\b.cmd\" x\""));
  }

  @Test
  void theShellOfThisSystemRunsTheLine() throws Exception {
    Process process = new ProcessBuilder(ShellLine.run("exit 7")).start();
    assertThat(process.waitFor()).isEqualTo(7);
  }
}
