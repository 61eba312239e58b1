package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R1, R3: the shell of a build command")
class BuildCommandTest {
  @Test
  void posix() {
    assertThat(BuildCommand.shell("npm ci && echo \"a b\"", false))
        .isEqualTo(List.of("/bin/sh", "-c", "npm ci && echo \"a b\""));
  }

  @Test
  void windowsKeepsTheInnerQuotationMarks() {
    assertThat(BuildCommand.shell("\"C:\\My Tools\\b.cmd\" x", true))
        .isEqualTo(List.of("cmd.exe", "/d", "/s", "/c", "\"\"C:\\My Tools\\b.cmd\" x\""));
  }

  @Test
  void theShellOfThisSystemRunsTheLine() throws Exception {
    Process process = new ProcessBuilder(BuildCommand.shell("exit 7")).start();
    assertThat(process.waitFor()).isEqualTo(7);
  }
}
