package dev.pitstop.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pitstop.harness.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Pitstop as process 1, as it is when a container has it as its entry point.
@DisplayName("process 1 of a container")
@Timeout(60)
class InitTest {
  private static final int ORPHANS = 20;
  private static final String SERVER =
      "i=0; while [ $i -lt %d ]; do (sleep 0.01 &); i=$((i+1)); done; echo made >&2; cat >/dev/null"
          .formatted(ORPHANS);

  /// With a user namespace nobody needs to be root for a process namespace.
  private static final List<String> AS_PROCESS_1 =
      List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc");

  @TempDir Path directory;

  private Optional<Process> outer = Optional.empty();

  @BeforeEach
  void start() throws Exception {
    assumeTrue(canUnshare(), "optional: this system lets nobody make a process namespace");
    List<String> argv = new ArrayList<>(AS_PROCESS_1);
    argv.addAll(
        List.of(System.getProperty("pitstop.launcher"), "--log-file", "none", "--", "sh", "-c"));
    argv.add(SERVER);
    outer = Optional.of(new ProcessBuilder(argv).directory(directory.toFile()).start());
  }

  private static boolean canUnshare() throws InterruptedException {
    List<String> argv = new ArrayList<>(AS_PROCESS_1);
    argv.add("true");
    try {
      return new ProcessBuilder(argv).start().waitFor() == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    if (outer.isPresent()) {
      outer.get().descendants().forEach(ProcessHandle::destroyForcibly);
      outer.get().destroyForcibly().waitFor();
    }
  }

  private Process outer() {
    return outer.orElseThrow();
  }

  private long process1() {
    return outer().children().findFirst().orElseThrow().pid();
  }

  private void awaitOrphans() throws IOException {
    BufferedReader lines = outer().errorReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.endsWith("made")) {
      line = lines.readLine();
    }
    assertThat(line).isNotNull();
  }

  private static List<String> zombies(long parent) {
    return ProcessHandle.of(parent).stream()
        .flatMap(ProcessHandle::children)
        .map(child -> stat(Path.of("/proc", Long.toString(child.pid()))))
        .filter(stat -> stat.contains(") Z "))
        .toList();
  }

  private static String stat(Path process) {
    try {
      return Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return "";
    }
  }

  private static long childrenOf(long parent) {
    return ProcessHandle.of(parent).map(p -> p.children().count()).orElse(0L);
  }

  @Test
  @DisplayName("reaps the orphans that servers leave, and SIGTERM ends the session in order")
  void reaps() throws Exception {
    awaitOrphans();
    long process1 = process1();
    Await.until(
        () -> childrenOf(process1) <= 1, // Pitstop itself; zombies count
        () -> "the end of the orphans; zombies: " + zombies(process1));
    ProcessHandle.of(process1).orElseThrow().destroy();
    Await.end("Pitstop", outer());
    assertThat(outer().exitValue()).isZero();
  }
}
