package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Somebody starts it by hand: what it waits for, and what else to do.
@DisplayName("started in a terminal")
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class TerminalTest {
  /// Runs a command with a terminal, or nothing, as its stdin; ends that when `cat` runs, and tells
  /// what was said on stderr.
  private static final String PERSON =
      """
      import os, pty, subprocess, sys
      terminal, theirs = pty.openpty()
      stdin = theirs if sys.argv[1] == "terminal" else subprocess.PIPE
      p = subprocess.Popen(sys.argv[2:], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
      for line in p.stderr:
          sys.stdout.buffer.write(line)
          if b" spawn server=" in line:
              os.write(terminal, b"\\x04") if sys.argv[1] == "terminal" else p.stdin.close()
              break
      sys.stdout.buffer.write(p.stderr.read())
      sys.exit(p.wait())
      """;

  @TempDir Path directory;

  private String said(String stdin, String... words) throws IOException, InterruptedException {
    Path log = directory.resolve("said");
    List<String> argv = new ArrayList<>(List.of("python3", "-c", PERSON, stdin));
    argv.add(System.getProperty("pitstop.launcher"));
    argv.addAll(List.of("--log-file", "none"));
    argv.addAll(List.of(words));
    Process person =
        new ProcessBuilder(argv)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(person.waitFor()).as(Files.readString(log)).isZero();
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("says in a few lines that a client is to start it, and what tries the server out")
  void greets() throws Exception {
    assertThat(said("terminal", "--", "cat"))
        .startsWith(
            """
            pitstop: waiting for an MCP client's messages on stdin; Ctrl-C stops Pitstop.
              `pitstop install` adds Pitstop to the configuration of your client.
              `pitstop call` in a second terminal here lists the tools, and calls them.
              `pitstop doctor -- cat` checks the server here.
            """);
  }

  @Test
  @DisplayName("says nothing of it to a client")
  void silent() throws Exception {
    assertThat(said("pipe", "--", "cat")).doesNotContain("waiting for messages", "doctor");
  }
}
