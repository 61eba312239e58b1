package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pitstop.harness.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Others that run the same executable")
@Timeout(60)
class SameExecutableTest {
  @TempDir Path directory;

  private Path server;
  private final List<Process> started = new ArrayList<>();

  @BeforeEach
  void buildAServer() throws Exception {
    server = Files.copy(Path.of("/bin/sleep"), directory.resolve("server"));
  }

  @AfterEach
  void end() throws Exception {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process run(Path executable) throws Exception {
    Process process = new ProcessBuilder(executable.toString(), "999").start();
    started.add(process);
    Await.until(
        "it runs",
        () -> process.info().command().orElse("").contains(executable.getFileName().toString()));
    return process;
  }

  private Command command(String program) {
    return new Command(List.of(program, "1"), Map.of(), directory);
  }

  @Test
  void findsThemByTheFileTheyRun() throws Exception {
    Process one = run(server);
    Process two = run(server);
    assertThat(SameExecutable.find(command("./server"), Given.EXECUTABLES))
        .containsExactlyInAnyOrder(one.toHandle(), two.toHandle());
    Files.createSymbolicLink(directory.resolve("link"), server);
    assertThat(SameExecutable.find(command("./link"), Given.EXECUTABLES)).hasSize(2);
  }

  @Test
  void findsThemAfterTheFileWasReplacedOrDeleted() throws Exception {
    Process one = run(server);
    Files.delete(server);
    assertThat(SameExecutable.find(command("./server"), Given.EXECUTABLES))
        .containsExactly(one.toHandle());
    Files.copy(Path.of("/bin/sleep"), server);
    assertThat(SameExecutable.find(command("./server"), Given.EXECUTABLES))
        .containsExactly(one.toHandle());
  }

  @Test
  void neverHuntsProgramsOutsideOfTheWorkingDirectory() throws Exception {
    run(Path.of("/bin/sleep"));
    assertThat(SameExecutable.find(command("sleep"), Given.EXECUTABLES)).isEmpty();
    assertThat(SameExecutable.find(command("/bin/sleep"), Given.EXECUTABLES)).isEmpty();
    Command elsewhere =
        new Command(
            List.of(run(server).info().command().orElseThrow()),
            Map.of(),
            Files.createDirectory(directory.resolve("elsewhere")));
    assertThat(SameExecutable.find(elsewhere, Given.EXECUTABLES)).isEmpty();
  }

  @Test
  @DisplayName("what cannot be a file name here, as `é` in the locale C, is no file")
  void noFileName() {
    assertThat(SameExecutable.find(command("./s\0rv"), Given.EXECUTABLES)).isEmpty();
  }

  @Test
  void neverHuntsInterpretersEvenInsideOfIt() throws Exception {
    for (String name : List.of("node", "python3.12", "java", "sh", "cargo", "docker")) {
      Path interpreter = Files.copy(Path.of("/bin/sleep"), directory.resolve(name));
      run(interpreter);
      assertThat(SameExecutable.find(command("./" + name), Given.EXECUTABLES)).as(name).isEmpty();
    }
  }

  @Test
  void stopsThemAndSaysWhat() throws Exception {
    Process one = run(server);
    Process stubborn = run(server);
    new ProcessBuilder("kill", "-STOP", Long.toString(stubborn.pid())).start().waitFor();
    ChildFixture.awaitStopped(stubborn.pid());
    List<SameExecutable.StoppedProcess> stopped =
        SameExecutable.stopAll(
            SameExecutable.find(command("./server"), Given.EXECUTABLES), Duration.ofSeconds(3));
    assertThat(stopped)
        .extracting(SameExecutable.StoppedProcess::pid)
        .containsExactlyInAnyOrder(one.pid(), stubborn.pid());
    assertThat(stopped)
        .allMatch(SameExecutable.StoppedProcess::ended)
        .allMatch(process -> process.commandLine().endsWith("server 999"));
    assertThat(one.waitFor()).isEqualTo(143);
    assertThat(stubborn.waitFor()).isEqualTo(137);
    assertThat(SameExecutable.stopAll(List.of(), Duration.ZERO)).isEmpty();
  }
}
