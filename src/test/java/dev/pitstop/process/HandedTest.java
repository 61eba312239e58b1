package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/// What the front hands over, and what cannot be taken. The rest needs a process that is the
/// front's own: FrontTest.
@DisplayName("S1: a server that the front has started")
class HandedTest {
  private static final String NO_LIBRARY = "/no/such/library.so";
  private static final Path HERE = Path.of("").toAbsolutePath();

  private final List<String> problems = new ArrayList<>();
  private Process process = new ProcessBuilder("true").start();

  HandedTest() throws Exception {}

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  @DisplayName("The front's numbers are read in its order")
  void numbers() {
    Handed handed = Handed.of("12,4,5,7,123456789012345,3", HERE, "/x.so");
    assertThat(handed.started().pid()).isEqualTo(12);
    assertThat(handed.started().pipes()).containsExactly(4, 5, 7);
    assertThat(handed.started().startedNanos()).isEqualTo(123_456_789_012_345L);
    assertThat(handed.words()).isEqualTo(3);
    assertThat(handed.library()).contains("/x.so");
  }

  @Test
  @DisplayName("A JVM that was given none finds none")
  void none() {
    assertThat(Handed.toThisJvm(HERE)).isEmpty();
  }

  private void assertEnded(Command command, String why) throws Exception {
    process = new ProcessBuilder("sleep", "999").start();
    int[] pipes = {97, 98, 99};
    Handed handed =
        new Handed(
            new Hand.Started((int) process.pid(), pipes, 0, () -> 0, () -> {}),
            2,
            HERE,
            Optional.of(NO_LIBRARY),
            new AtomicBoolean());
    assertThat(handed.take(command, problems::add)).isEmpty();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(problems).singleElement().asString().contains("is started again: ", why);
  }

  @Test
  @DisplayName("Another command: it is ended, and that is told")
  void anotherCommand() throws Exception {
    assertEnded(new Command(List.of("sleep"), Map.of(), HERE), "it runs another command");
    problems.clear();
    assertEnded(
        new Command(List.of("sleep", "999"), Map.of("A", "b"), HERE), "it runs another command");
    problems.clear();
    assertEnded(
        new Command(List.of("sleep", "999"), Map.of(), Path.of("/")), "it runs another command");
  }

  @Test
  @DisplayName("No native code: it is ended, and that is told")
  void noLibrary() throws Exception {
    assertEnded(new Command(List.of("sleep", "999"), Map.of(), HERE), NO_LIBRARY);
  }
}
