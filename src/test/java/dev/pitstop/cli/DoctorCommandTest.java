package dev.pitstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The command line of `pitstop doctor`.
@DisplayName("pitstop doctor, its command line")
class DoctorCommandTest {
  @TempDir Path directory;

  @ParameterizedTest
  @DisplayName("mistakes on the command line are said, with exit code 2")
  @CsvSource(
      delimiter = '|',
      value = {
        "doctor | no server given",
        "doctor -- | no program given",
        "doctor --as emacs -- x | not one of claude-code",
        "doctor --order stop-first -- x | is for sessions, not for `pitstop doctor`",
        "doctor --jsn -- x | did you mean --json",
        "doctor --config nowhere.json | does not exist",
        "doctor --config a.json -- x | leave out COMMAND",
        "doctor --config a.json --build x | --build is for one server: put it in the server's entry",
      })
  void usage(String line, String text) throws IOException {
    Path servers = directory.resolve("a.json");
    Files.writeString(servers, "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
    String[] words = line.replace("a.json", servers.toString()).split(" ", -1);
    CommandLineRun run = CommandLineRun.of(directory, words);
    assertThat(run.err()).contains(text);
    assertThat(run.code()).isEqualTo(2);
  }
}
