package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("No orphan survives Pitstop's own end (L6, F7)")
@Timeout(120)
class GuardianTest {
  private static Process victim() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return new ProcessBuilder(
            java.toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            GuardianVictim.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Long> trees(Process victim) throws IOException {
    List<Long> pids = new ArrayList<>();
    BufferedReader lines = victim.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.equals("ready")) {
      pids.add(Long.parseLong(line));
      line = lines.readLine();
    }
    assertThat(pids).hasSize(8).allMatch(ProcessTable::alive);
    return pids;
  }

  private static Optional<ProcessHandle> shellOf(Process victim) {
    return victim.children().filter(GuardianTest::isGuardian).findFirst();
  }

  private static boolean isGuardian(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
          .contains("pitstop-guardian");
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  void whenItIsKilledWithSigkillAllTreesEnd() throws Exception {
    Process victim = victim();
    List<Long> pids = trees(victim);
    Poll.until("the guardian runs", () -> shellOf(victim).isPresent());
    long guardian = shellOf(victim).orElseThrow().pid();
    victim.destroyForcibly().waitFor();
    for (long pid : pids) {
      ChildFixture.awaitGone(pid);
    }
    ChildFixture.awaitGone(guardian);
  }

  @Test
  void whenItForgetsToStopThemAllTreesEnd() throws Exception {
    Process victim = victim();
    List<Long> pids = trees(victim);
    victim.getOutputStream().close();
    assertThat(victim.waitFor()).isZero();
    for (long pid : pids) {
      ChildFixture.awaitGone(pid);
    }
  }

  @Test
  void theGuardianIgnoresTermAndIsReplacedWhenKilled() throws Exception {
    try (ChildFixture children = new ChildFixture()) {
      Child first = children.sh("cat");
      ProcessHandle self = ProcessHandle.current();
      // Looked up once: while it starts, a second look may meet it between two programs.
      List<ProcessHandle> found = new ArrayList<>();
      Poll.until(
          "a guardian runs",
          () -> {
            self.children().filter(GuardianTest::isGuardian).forEach(found::add);
            return !found.isEmpty();
          });
      ProcessHandle guardian = found.getFirst();
      guardian.destroyForcibly();
      ChildFixture.awaitGone(guardian.pid());
      children.sh("cat").stop(StopLimits.DEFAULT, "test");
      Poll.until("another guardian", () -> self.children().anyMatch(GuardianTest::isGuardian));
      assertThat(first.alive()).isTrue();
    }
    ProcessHandle self = ProcessHandle.current();
    Poll.until("no guardian is left", () -> self.children().noneMatch(GuardianTest::isGuardian));
  }
}
