package dev.pitstop.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// In containers and under systemd there often is no locale: the JVM reads names as ASCII then.
@DisabledOnOs(OS.WINDOWS)
class ForeignNamesTest {
  private static final String NAME = "$(printf 'f\\303\\274r')";

  @TempDir Path root;

  /// By a shell, as this JVM's locale may not know the name either.
  private void shell(String command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-c", command).directory(root.toFile()).inheritIO().start();
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @DisplayName("names that the locale cannot express are watched, and do not end the watch")
  void namesTheLocaleCannotExpress() throws Exception {
    shell("echo 1 >" + NAME + ".py; echo 1 >" + NAME + ".txt; mkdir " + NAME);
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        new ProcessBuilder(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            ForeignNames.class.getName(),
            root.toString());
    command.environment().put("LC_ALL", "C");
    command.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process watching = command.start();
    try (BufferedReader said = watching.inputReader()) {
      assertThat(said.readLine()).isEqualTo("ready");
      shell("echo 22 >" + NAME + ".py; echo 22 >" + NAME + ".txt; echo 1 >new" + NAME + ".py");
      assertThat(said.readLine()).isEqualTo("settled 2");
      Files.writeString(root.resolve("a.py"), "1");
      assertThat(said.readLine()).isEqualTo("settled 1");
    } finally {
      watching.outputWriter().close();
      watching.destroy();
    }
  }
}
