package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("No orphan survives Pitstop's own end")
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
    Await.until("the guardian runs", () -> shellOf(victim).isPresent());
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
  @DisplayName("a guardian that is killed is replaced at the next start, and knows all trees")
  void whenTheGuardianIsKilledBeforeIt() throws Exception {
    Process victim = victim();
    List<Long> pids = trees(victim);
    Await.until("the guardian runs", () -> shellOf(victim).isPresent());
    ProcessHandle first = shellOf(victim).orElseThrow();
    first.destroyForcibly();
    ChildFixture.awaitGone(first.pid());
    victim.getOutputStream().write('\n');
    victim.getOutputStream().flush();
    assertThat(victim.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("waits");
    assertThat(shellOf(victim)).isPresent();
    assertThat(pids).allMatch(ProcessTable::alive);
    victim.destroyForcibly().waitFor();
    for (long pid : pids) {
      ChildFixture.awaitGone(pid);
    }
  }

  private static void watch(Guardian guardian, long pid) {
    guardian.watch(pid);
    guardian.stand();
  }

  @Test
  @DisplayName("an error on its thread costs that order only, and is said")
  void error() {
    AtomicInteger failures = new AtomicInteger(1);
    List<String> problems = Collections.synchronizedList(new ArrayList<>());
    List<Process> shells = Collections.synchronizedList(new ArrayList<>());
    Starter failing =
        builder -> {
          if (failures.getAndDecrement() > 0) {
            throw new OutOfMemoryError("unable to create native thread");
          }
          Process shell = builder.start();
          shells.add(shell);
          return shell;
        };
    Guardian guardian = new Guardian(Platform.LINUX, System.getenv(), failing, problems::add);
    watch(guardian, 1_000_000_000L);
    assertThat(problems).hasSize(1);
    guardian.forget(1_000_000_000L);
    watch(guardian, 1_000_000_001L);
    assertThat(shells).hasSize(1);
    guardian.forget(1_000_000_001L);
    guardian.close();
    ChildFixture.awaitGone(shells.getFirst().pid());
  }

  @Test
  void theGuardianIgnoresTermAndIsReplacedWhenKilled() throws Exception {
    try (ChildFixture children = new ChildFixture()) {
      Child first = children.sh("cat");
      ProcessHandle self = ProcessHandle.current();
      // Looked up once: while it starts, a second look may meet it between two programs.
      List<ProcessHandle> found = new ArrayList<>();
      Await.until(
          "a guardian runs",
          () -> {
            self.children().filter(GuardianTest::isGuardian).forEach(found::add);
            return !found.isEmpty();
          });
      ProcessHandle guardian = found.getFirst();
      guardian.destroyForcibly();
      ChildFixture.awaitGone(guardian.pid());
      children.sh("cat");
      Await.until("another guardian", () -> self.children().anyMatch(GuardianTest::isGuardian));
      assertThat(first.alive()).isTrue();
    }
    ProcessHandle self = ProcessHandle.current();
    Await.until("no guardian is left", () -> self.children().noneMatch(GuardianTest::isGuardian));
  }
}
