package dev.pitstop.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("F3, L5: processes that a front starts")
class FrontStarterTest extends StarterContract {
  @TempDir static Path compiled;

  /// A short path: a socket's name has 107 bytes.
  @TempDir Path runtime;

  private FrontRig rig;

  @BeforeAll
  static void compile() throws Exception {
    FrontRig.compile(compiled);
  }

  @BeforeEach
  void open() throws Exception {
    rig = new FrontRig(compiled, runtime);
  }

  @AfterEach
  void end() throws Exception {
    rig.close();
  }

  @Override
  Starter starter() {
    return new HandStarter(rig.hand(), Platform.current());
  }

  @Override
  long parent() {
    return rig.pid();
  }

  @Test
  @DisplayName("When the hand is gone its processes have ended, and it starts no other")
  void gone() throws Exception {
    Child child = spawn("echo ready; exec sleep 999");
    ChildFixture.readLine(child);
    rig.kill();
    assertThat(ChildFixture.exitOf(child).status()).isEqualTo(137);
    ChildFixture.awaitGone(child.pid());
    assertThatThrownBy(() -> spawn("exit 0")).hasMessageContaining("Pitstop is shutting down.");
    ProcessBuilder builder = new ProcessBuilder("/bin/true").directory(directory.toFile());
    assertThatThrownBy(() -> starter().start(builder)).isInstanceOf(IOException.class);
  }

  @Test
  @DisplayName("H4: a process that outlives Pitstop outlives the hand")
  void outlives() throws Exception {
    Path output = directory.resolve("out");
    Path go = directory.resolve("go");
    Process process =
        spawner()
            .detach(sh("echo ready; until [ -e go ]; do sleep 0.01; done; echo done"), output)
            .process();
    Poll.until("its first line", () -> text(output).equals("ready\n"));
    rig.kill();
    assertThat(ProcessTable.alive(process.pid())).isTrue();
    Files.writeString(go, "");
    Poll.until("its last line", () -> text(output).equals("ready\ndone\n"));
    ChildFixture.awaitGone(process.pid());
  }

  private long descriptorsOfTheFront() {
    try (Stream<Path> all = Files.list(Path.of("/proc", Long.toString(rig.pid()), "fd"))) {
      return all.count();
    } catch (IOException gone) {
      return 0;
    }
  }

  @Test
  @DisplayName("The hand keeps no descriptor and no zombie of what it has started")
  void keepsNothing() throws Exception {
    long before = descriptorsOfTheFront();
    for (String script : List.of("exit 1", "kill -9 $$", "echo text; echo error >&2; cat")) {
      Child child = spawn(script);
      child.closeStdin();
      child.stdout().readAllBytes();
      child.stderr().readAllBytes();
      ChildFixture.exitOf(child);
      Path entry = Path.of("/proc", Long.toString(child.pid()));
      Poll.until("the end of the zombie", () -> !Files.exists(entry));
    }
    assertThat(descriptorsOfTheFront()).isEqualTo(before);
  }
}
